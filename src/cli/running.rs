//! Processes of other people's programs that run now, each the head of a group with all that it starts.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The numbers of the heads.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Starts a command as the head of a new group.
pub fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let mut running = running();
    let child = command.spawn()?;
    running.push(child.id());
    Ok(child)
}

/// Takes a process that has ended from the list.
pub fn forget(head: u32) {
    running().retain(|other| *other != head);
}

/// Ends a group, if it still runs.
pub fn end(head: u32) {
    let running = running();
    if running.contains(&head) {
        end_groups(&[head]);
    }
}

/// Ends all groups, for this process to end; whoever starts or awaits one from here on waits for that end.
#[cfg(unix)]
pub fn end_all() -> MutexGuard<'static, Vec<u32>> {
    let running = running();
    end_groups(&running);
    running
}

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks groups to end, kills those that do not, and waits for each of the two.
///
/// The waits are short: where the system is slow to bury processes, a group is there for a while after its end.
#[cfg(unix)]
fn end_groups(heads: &[u32]) {
    use rustix::process::{kill_process_group, Pid, Signal};
    use std::time::Duration;

    const WAITS: [(Signal, Duration); 2] =
        [(Signal::TERM, Duration::from_millis(500)), (Signal::KILL, Duration::from_millis(100))];

    let groups = || heads.iter().filter_map(|head| Pid::from_raw(i32::try_from(*head).ok()?));
    for (signal, wait) in WAITS {
        for group in groups() {
            let _ = kill_process_group(group, signal);
        }
        if are_gone(groups, wait) {
            return;
        }
    }
}

/// Waits for groups to be gone, at most for so long, and returns whether they are.
#[cfg(unix)]
fn are_gone<I: Iterator<Item = rustix::process::Pid>>(groups: impl Fn() -> I, most: std::time::Duration) -> bool {
    use std::time::{Duration, Instant};

    const PAUSE: Duration = Duration::from_millis(5);

    let start = Instant::now();
    while groups().any(|group| rustix::process::test_kill_process_group(group).is_ok()) {
        if start.elapsed() > most {
            return false;
        }
        std::thread::sleep(PAUSE);
    }
    true
}

#[cfg(not(unix))]
fn end_groups(heads: &[u32]) {
    for head in heads {
        let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &head.to_string()]).output();
    }
}
