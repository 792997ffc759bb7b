//! Running programs of other people.

use std::io;
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lines of a tool's output that are shown when it fails.
const TAIL: usize = 20;

/// The processes that run now, each the head of a group with all that it starts.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Runs a command to its end. It has no input, and it ends with this process.
pub fn output(command: &mut Command) -> io::Result<Output> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = {
        let mut running = running();
        let child = command.spawn()?;
        running.push(child.id());
        child
    };
    let number = child.id();
    let output = child.wait_with_output();
    running().retain(|other| *other != number);
    output
}

/// Ends all of them, for the process to end; whoever starts or awaits one from here on waits for that end.
#[cfg(unix)]
pub fn end_all() -> MutexGuard<'static, Vec<u32>> {
    use rustix::process::{kill_process_group, Pid, Signal};
    let running = running();
    for group in running.iter().filter_map(|number| Pid::from_raw(*number as i32)) {
        let _ = kill_process_group(group, Signal::TERM);
    }
    running
}

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn is_in_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let found = std::env::split_paths(&path).any(|folder| folder.join(&name).is_file());
    found
}

/// Everything that a tool has printed.
pub fn text_of(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

/// The last lines.
pub fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(TAIL)..].join("\n")
}
