//! A cache of permuters, because plans of one size have many in common.

use super::layout::Layout;
use super::moves::Moves;
use super::permuter::{Permuter, PermuterRequest};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A cache of the permuters of blocks.
#[derive(Default)]
pub struct PermuterCache(Mutex<HashMap<Arc<(Moves, PermuterRequest)>, Slot>>);

type Slot = Arc<OnceLock<Permuter>>;

/// Elements of the largest block in the cache. Larger blocks hardly occur twice and take much memory.
const MAX_CACHED_ELEMENTS: usize = 4096;

impl PermuterCache {
    /// Returns the result of [`Permuter::new`], and stores it.
    pub fn permuter(&self, from: &Layout, to: &Layout, request: PermuterRequest) -> Permuter {
        let (moves, blocks) = Moves::new(from, to, request);
        if moves.list.len() > MAX_CACHED_ELEMENTS {
            return Permuter { blocks, ..Permuter::for_block(&moves, request) };
        }
        let key = Arc::new((moves, request));
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key.clone()).or_default().clone();
        Permuter { blocks, ..slot.get_or_init(|| Permuter::for_block(&key.0, request)).clone() }
    }
}
