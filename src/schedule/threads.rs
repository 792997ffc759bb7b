//! Work shared out to threads that do nothing else. A thread of rayon that waits takes up other work meanwhile: that may be a
//! plan with the schedule that is being made, for which it would wait forever.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What `of` makes of each item, in order.
pub(super) fn each<T: Send, R: Send>(items: Vec<T>, of: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    let left = Mutex::new(items.into_iter().enumerate());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || std::iter::from_fn(next).map(|(number, item)| (number, of(item))).collect::<Vec<_>>();
    let mut made = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own_luts = work();
        let joined = others.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        own_luts.into_iter().chain(joined.flatten()).collect::<Vec<_>>()
    });
    made.sort_by_key(|(number, _)| *number);
    made.into_iter().map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_threads_make_comes_in_the_order_of_the_items() {
        let made = super::each((0..100u64).rev().collect(), |item| (0..item).sum::<u64>());
        assert_eq!(made, (0..100u64).rev().map(|item| item * item.saturating_sub(1) / 2).collect::<Vec<_>>());
    }
}
