//! SIGINT, SIGTERM and SIGHUP: nothing is left behind, and the exit code is 128 and the signal's number.

use super::{running, temporary};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held by what a signal has to wait for, and by the end that a signal brings.
static UNDISTURBED: Mutex<()> = Mutex::new(());

/// From here on signals end the process in good order. Those that it was started to ignore, as by nohup, it ignores.
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

/// Keeps signals waiting until the guard is dropped. After a signal it is not given: the process ends.
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

/// The signals that are ignored, a bit each from the lowest, where the system says so.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
