//! The choice of a permuter.

use super::moves::Moves;
use super::types::{Permuter, PermuterRequest, SHORT};
use super::{banked, lines};
use crate::permute::layout::Layout;

impl Permuter {
    /// The cheapest permuter. Elements that `from` lacks come out as zero.
    pub fn new(from: &Layout, to: &Layout, request: PermuterRequest) -> Self {
        let (moves, blocks) = Moves::new(from, to, request);
        Permuter { blocks, ..Self::of_block(&moves, request) }
    }

    /// The cheapest permuter of a block.
    pub(super) fn of_block(moves: &Moves, request: PermuterRequest) -> Self {
        let mut candidates = lines::permuters(moves);
        // Without waits there is nothing to choose.
        if moves.waits().any(|wait| wait > 0) {
            candidates.extend(banked::permuters(moves, request));
        }
        let bound = match request.least_memory {
            true => moves.lanes_in.max(moves.lanes_out) * (moves.min_latency + 1),
            false if request.whole_frames => usize::MAX,
            false if moves.beats_in.max(moves.beats_out) < SHORT => usize::MAX,
            false => moves.most_words(),
        };
        let best = candidates.into_iter().min_by_key(|p| (p.words().saturating_sub(bound), p.price()));
        best.unwrap_or_else(|| unreachable!("delay lines permute anything"))
    }
}
