//! One writer of a folder at a time.

use std::fs::File;
use std::path::Path;

/// Waits until no other process has locked the folder, and locks it until this is dropped. The lock is on the folder
/// itself, so that nothing is left behind; where a system has no such locks there is none, and whoever is later replaces
/// what the other has written.
#[cfg(unix)]
pub fn lock(folder: &Path) -> anyhow::Result<Option<File>> {
    use rustix::fs::{flock, FlockOperation};
    use std::time::{Duration, Instant};

    /// A writer is done long before.
    const PATIENCE: Duration = Duration::from_secs(10);
    const PAUSE: Duration = Duration::from_millis(10);

    let Ok(file) = File::open(folder) else { return Ok(None) };
    let start = Instant::now();
    loop {
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => return Ok(Some(file)),
            Err(rustix::io::Errno::WOULDBLOCK) if start.elapsed() > PATIENCE => {
                anyhow::bail!("another process has had it locked for {} seconds", PATIENCE.as_secs());
            }
            Err(rustix::io::Errno::WOULDBLOCK | rustix::io::Errno::INTR) => std::thread::sleep(PAUSE),
            Err(_) => return Ok(None),
        }
    }
}

#[cfg(not(unix))]
pub fn lock(_folder: &Path) -> anyhow::Result<Option<File>> {
    Ok(None)
}
