//! Permuters that were made already: plans of one size have many in common.

use super::moves::Moves;
use super::types::{Permuter, PermuterRequest};
use crate::pipeline::Layout;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Permuters of blocks, each made once.
#[derive(Default)]
pub struct PermuterCache(Mutex<HashMap<Arc<(Moves, PermuterRequest)>, Slot>>);

type Slot = Arc<OnceLock<Permuter>>;

/// Blocks of more elements hardly come twice, and take much memory.
const LARGE: usize = 4096;

impl PermuterCache {
    /// What [`Permuter::new`] makes.
    pub fn permuter(&self, from: &Layout, to: &Layout, request: PermuterRequest) -> Permuter {
        let (moves, blocks) = Moves::new(from, to, request);
        if moves.list.len() > LARGE {
            return Permuter { blocks, ..Permuter::of_block(&moves, request) };
        }
        let key = Arc::new((moves, request));
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key.clone()).or_default().clone();
        Permuter { blocks, ..slot.get_or_init(|| Permuter::of_block(&key.0, request)).clone() }
    }
}
