//! SIGINT, SIGTERM and SIGHUP: nothing is left after, and the exit code is 128 and the signal's number.

#[cfg(unix)]
use super::{running, temporary};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lock that is held during actions that a signal may not interrupt, and during the end of the process after a signal.
static UNDISTURBED: Mutex<()> = Mutex::new(());

/// Makes signals end the process in good order from now on. Signals that the process was started to ignore, as by
/// nohup, stay ignored.
#[cfg(unix)]
pub fn handle() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let ignored = ignored();
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) {
        std::thread::spawn(move || signals.forever().next().map(end));
    }
}

#[cfg(not(unix))]
pub fn handle() {}

/// Delays signals until the guard is dropped. After a signal there is no guard, because the process ends.
pub fn undisturbed() -> MutexGuard<'static, ()> {
    UNDISTURBED.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn end(signal: i32) {
    let _undisturbed = undisturbed();
    let _programs = running::end_all();
    let _temporaries = temporary::remove_all();
    // At once: other threads are still at work, and nothing of theirs may run down meanwhile.
    signal_hook::low_level::exit(128 + signal)
}

/// Returns the ignored signals, one bit each from the lowest, if the system states them.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
