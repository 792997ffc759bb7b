//! The program in a folder of its own, signals to it, and what it leaves there.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The program in a folder, which is that of temporary files too.
pub fn program(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fftgen"));
    command.env("FFTGEN_PROGRESS", "off");
    command.current_dir(folder).env("TMPDIR", folder).args(line.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The names under a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        found.push(path.file_name().unwrap().to_str().unwrap().to_string());
        if path.is_dir() {
            found.extend(names(&path));
        }
    }
    found.sort();
    found
}

/// Sends a signal after a time, and says how the program has ended.
pub fn signalled(mut child: Child, signal: &str, after: Duration) -> std::process::ExitStatus {
    std::thread::sleep(after);
    // It may have ended by itself.
    Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
    child.wait().unwrap()
}

/// Signals and their numbers, without those that are ignored here, as under nohup: what the tests start would ignore them too.
pub fn signals() -> Vec<(&'static str, i32)> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
    let ignored = u64::from_str_radix(mask.trim(), 16).unwrap();
    let all = [("HUP", 1), ("INT", 2), ("TERM", 15)];
    all.into_iter().filter(|(_, number)| ignored >> (number - 1) & 1 == 0).collect()
}
