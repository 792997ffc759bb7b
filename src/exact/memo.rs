//! What was computed already: candidate plans of one size ask for the same constants again and again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Lists by what they are computed from.
pub(crate) struct Memo<K, V>(Mutex<BTreeMap<K, Slot<V>>>);

type Slot<V> = Arc<OnceLock<Arc<[V]>>>;

/// Values that are kept: with more than these, all are forgotten before the next list is computed.
const KEPT: usize = 1 << 18;

impl<K: Ord, V> Memo<K, V> {
    pub const fn new() -> Self {
        Memo(Mutex::new(BTreeMap::new()))
    }

    /// The list of `key`, or else what `make` makes of it, which must not share out work: others may wait for it.
    pub fn get(&self, key: K, make: impl FnOnce() -> Vec<V>) -> Arc<[V]> {
        self.slot(key).get_or_init(|| make().into()).clone()
    }

    fn slot(&self, key: K) -> Slot<V> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = |slot: &Slot<V>| slot.get().map_or(0, |list| list.len());
        if !known.contains_key(&key) && known.values().map(count).sum::<usize>() > KEPT {
            known.clear();
        }
        known.entry(key).or_default().clone()
    }
}
