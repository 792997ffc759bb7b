//! Work shared among threads of its own. A waiting thread of rayon would begin other work meanwhile. That work may need
//! the very schedule that is being computed, which is a deadlock.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Applies a function to each item, in parallel. Results have the order of the items.
pub(super) fn map<T: Send, R: Send>(items: Vec<T>, f: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    let left = Mutex::new(items.into_iter().enumerate());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || std::iter::from_fn(next).map(|(number, item)| (number, f(item))).collect::<Vec<_>>();
    let mut results = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        let joined = others.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        own.into_iter().chain(joined.flatten()).collect::<Vec<_>>()
    });
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_have_the_order_of_the_items() {
        let results = super::map((0..100u64).rev().collect(), |item| (0..item).sum::<u64>());
        assert_eq!(results, (0..100u64).rev().map(|item| item * item.saturating_sub(1) / 2).collect::<Vec<_>>());
    }
}
