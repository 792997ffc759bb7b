//! A cache of constants, which the candidate plans of one size have in common.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A thread-safe cache of lists by the key from which they are computed.
pub(crate) struct Memo<K, V>(Mutex<BTreeMap<K, Slot<V>>>);

/// A list that is computed once.
type Slot<V> = Arc<OnceLock<Arc<[V]>>>;

/// Maximum number of values in a cache. A cache with more is emptied before the next list is computed.
const MAX_VALUES: usize = 1 << 18;

impl<K: Ord, V> Memo<K, V> {
    /// Creates an empty cache.
    pub const fn new() -> Self {
        Memo(Mutex::new(BTreeMap::new()))
    }

    /// Returns the list of `key`, computed by `make` if it is not in the cache. `make` must not distribute work
    /// to other threads, because these may be waiting for the list.
    pub fn get(&self, key: K, make: impl FnOnce() -> Vec<V>) -> Arc<[V]> {
        self.slot(key).get_or_init(|| make().into()).clone()
    }

    /// Returns the slot of `key`, which may be empty.
    fn slot(&self, key: K) -> Slot<V> {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = |slot: &Slot<V>| slot.get().map_or(0, |list| list.len());
        if !slots.contains_key(&key) && slots.values().map(count).sum::<usize>() > MAX_VALUES {
            slots.clear();
        }
        slots.entry(key).or_default().clone()
    }
}
