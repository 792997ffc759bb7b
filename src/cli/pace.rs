//! Leave to speak, at most once in an interval, for all threads together.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub struct Pace {
    interval: Duration,
    /// When leave was given last; before that, when it was first asked for.
    last: Mutex<Option<Instant>>,
}

impl Pace {
    pub const fn new(interval: Duration) -> Self {
        Pace { interval, last: Mutex::new(None) }
    }

    /// The time until leave can be given.
    pub fn wait(&self) -> Duration {
        self.with(|last, interval| interval.saturating_sub(last.elapsed()))
    }

    /// Gives leave, if the interval is over.
    pub fn take(&self) -> bool {
        self.with(|last, interval| {
            let is_over = last.elapsed() >= interval;
            if is_over {
                *last = Instant::now();
            }
            is_over
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Instant, Duration) -> T) -> T {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        act(last.get_or_insert_with(Instant::now), self.interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leave_is_given_once_in_an_interval() {
        let pace = Pace::new(Duration::from_millis(50));
        let start = Instant::now();
        assert!(!pace.take() && pace.wait() > Duration::ZERO);
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
