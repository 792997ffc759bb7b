//! Leave to speak, at most once in an interval, for all threads together.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub struct Pace {
    interval: Duration,
    /// When leave was given last.
    last: Mutex<Option<Instant>>,
}

impl Pace {
    pub const fn new(interval: Duration) -> Self {
        Pace { interval, last: Mutex::new(None) }
    }

    /// The time until leave can be given.
    pub fn wait(&self) -> Duration {
        left(*self.last(), self.interval)
    }

    /// Gives leave for the first time, and then whenever the interval is over.
    pub fn take(&self) -> bool {
        let mut last = self.last();
        let is_over = left(*last, self.interval).is_zero();
        if is_over {
            *last = Some(Instant::now());
        }
        is_over
    }

    fn last(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns what is left of an interval since a time.
fn left(since: Option<Instant>, interval: Duration) -> Duration {
    since.map_or(Duration::ZERO, |since| interval.saturating_sub(since.elapsed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leave_is_given_once_in_an_interval() {
        let pace = Pace::new(Duration::from_millis(50));
        let start = Instant::now();
        assert!(pace.wait().is_zero() && pace.take());
        assert!(!pace.take() && pace.wait() > Duration::ZERO || start.elapsed() > Duration::from_millis(50));
        let given = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while start.elapsed() < Duration::from_millis(280) {
                        std::thread::sleep(pace.wait());
                        given.fetch_add(pace.take().into(), std::sync::atomic::Ordering::Relaxed);
                    }
                });
            }
        });
        let (given, most) = (given.into_inner(), start.elapsed().as_millis() as usize / 50);
        assert!((1..=most).contains(&given), "{given} of {most}");
    }
}
