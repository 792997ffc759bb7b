//! Results that the plans of many cores have in common.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Results of a function by its arguments, for all cores that a process plans. A result does not depend on when it is
/// computed.
pub struct Memo<K, V> {
    kept: Mutex<Kept<K, V>>,
    /// Maximum weight of all results.
    max_weight: usize,
}

struct Kept<K, V> {
    slots: HashMap<Arc<K>, Arc<OnceLock<V>>>,
    weight: usize,
}

impl<K: Hash + Eq, V: Clone> Memo<K, V> {
    /// Creates an empty memo. It forgets all results before their weight is above `max_weight`.
    pub fn new(max_weight: usize) -> Self {
        Memo { kept: Mutex::new(Kept { slots: HashMap::new(), weight: 0 }), max_weight }
    }

    /// Returns the result for a key, and computes it if it is not known. Threads that ask for it meanwhile wait, so that
    /// the function must not use the common thread pool. `weight`: size of the key and the result in any unit.
    pub fn get(&self, key: K, weight: usize, compute: impl FnOnce(&K) -> V) -> V {
        let key = Arc::new(key);
        let slot = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if !kept.slots.contains_key(&key) {
                if kept.weight + weight > self.max_weight {
                    *kept = Kept { slots: HashMap::new(), weight: 0 };
                }
                kept.weight += weight;
            }
            kept.slots.entry(key.clone()).or_default().clone()
        };
        slot.get_or_init(|| compute(&key)).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn results_are_computed_once_until_they_are_too_many() {
        let (memo, computed) = (Memo::new(10), Cell::new(0));
        let square = |number: usize| {
            memo.get(number, 4, |number| {
                computed.set(computed.get() + 1);
                number * number
            })
        };
        assert_eq!([2, 3, 2, 3].map(square), [4, 9, 4, 9]);
        assert_eq!(computed.get(), 2);
        // The third result is one too many.
        assert_eq!([4, 4, 2].map(square), [16, 16, 4]);
        assert_eq!(computed.get(), 4);
    }
}
