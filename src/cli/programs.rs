//! Running programs of other people.

use super::failure::ToolError;
use super::running;
use std::io;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::time::Duration;

/// Lines of a tool's output that are shown when it fails.
const TAIL: usize = 20;

/// Runs a command to its end, or until its time is over. It has no input, and it ends with this process.
pub fn output(name: &str, command: &mut Command, timeout: Option<Duration>) -> Result<Output, ToolError> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let cannot = |error| ToolError(format!("cannot run {name}: {error}"));
    let child = running::start(command).map_err(cannot)?;
    let head = child.id();
    let output = match timeout {
        None => child.wait_with_output().map(Some),
        Some(timeout) => within(child, timeout),
    };
    running::forget(head);
    output.map_err(cannot)?.ok_or_else(|| {
        let seconds = timeout.unwrap_or_default().as_secs();
        ToolError(format!(
            "{name} was ended after {seconds} s, the most that --timeout allows; give it more seconds, or leave the \
             flag out"
        ))
    })
}

/// Waits for the end of a process; after a time, ends it, and returns nothing.
fn within(child: Child, timeout: Duration) -> io::Result<Option<Output>> {
    let (head, (ended, is_ended)) = (child.id(), channel::<()>());
    let watch = std::thread::spawn(move || {
        let late = is_ended.recv_timeout(timeout) == Err(RecvTimeoutError::Timeout);
        if late {
            running::end(head);
        }
        late
    });
    let output = child.wait_with_output();
    drop(ended);
    let late = watch.join().unwrap_or(false);
    output.map(|output| (!late).then_some(output))
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
