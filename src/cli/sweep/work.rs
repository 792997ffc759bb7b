//! Work of a sweep on all cores of the computer.

use anyhow::Context;
use rayon::ThreadPoolBuilder;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Runs a function on each item, in their order, as many at the same time as there are cores. Fewer items share the
/// cores. The first error ends the work.
///
/// An item has its threads for itself, so that its time is its own.
pub fn on_all_cores<T: Sync>(items: &[T], run: impl Fn(&T) -> anyhow::Result<()> + Sync) -> anyhow::Result<()> {
    let cores = rayon::current_num_threads();
    let workers = cores.min(items.len());
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = run(item) {
                next.store(items.len(), Ordering::Relaxed);
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
        }
    };
    let pool = |_| ThreadPoolBuilder::new().num_threads(cores / workers).build().context("cannot start threads");
    let pools: Vec<_> = (0..workers).map(pool).collect::<Result<_, _>>()?;
    std::thread::scope(|scope| pools.iter().for_each(|pool| drop(scope.spawn(|| pool.install(work)))));
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::on_all_cores;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn each_item_is_done_once_and_an_error_ends_the_work() {
        let (items, sum): (Vec<usize>, _) = ((0..100).collect(), AtomicUsize::new(0));
        let add = |item: &usize| {
            sum.fetch_add(*item, Ordering::Relaxed);
            Ok(())
        };
        assert!(on_all_cores(&items, add).is_ok() && on_all_cores(&[], add).is_ok());
        assert_eq!(sum.into_inner(), 4950);
        assert!(on_all_cores(&items, |_| Err(anyhow::anyhow!("full"))).is_err());
    }
}
