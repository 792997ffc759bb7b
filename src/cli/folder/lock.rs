//! One writer of a folder at a time.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

/// A writer is done long before.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(10);

/// Waits until no other process has locked the folder, and locks it until this is dropped. The lock is on the folder
/// itself, so that nothing stays in it; where a system has no such locks there is none, and whoever is later replaces
/// what the other has written.
pub fn lock(folder: &Path) -> anyhow::Result<Option<File>> {
    let Ok(file) = File::open(folder) else { return Ok(None) };
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => {
                anyhow::bail!("another process has had it locked for {} seconds", PATIENCE.as_secs());
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
}
