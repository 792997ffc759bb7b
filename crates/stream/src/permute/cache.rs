//! Permuters that plans of many cores have in common.

use super::layout::Layout;
use super::moves::Moves;
use super::permuter::{Permuter, PermuterRequest};
use crate::memo::Memo;
use std::sync::LazyLock;

/// Elements of the largest block that is kept. Larger blocks hardly occur twice and take much memory.
const MAX_KEPT_ELEMENTS: usize = 4096;

/// Elements of all blocks that are kept, of about a hundred bytes each.
const ALL_ELEMENTS: usize = 1 << 20;

static PERMUTERS: LazyLock<Memo<(Moves, PermuterRequest), Permuter>> = LazyLock::new(|| Memo::new(ALL_ELEMENTS));

impl Permuter {
    /// Returns the result of [`Permuter::new`], and keeps it.
    pub fn kept(from: &Layout, to: &Layout, request: PermuterRequest) -> Permuter {
        let (moves, blocks) = Moves::new(from, to, request);
        let elements = moves.list.len();
        let permuter = match elements > MAX_KEPT_ELEMENTS {
            true => Permuter::for_block(&moves, request),
            false => PERMUTERS.get((moves, request), elements, |(moves, request)| Permuter::for_block(moves, *request)),
        };
        Permuter { blocks, ..permuter }
    }
}
