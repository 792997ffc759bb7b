//! Running programs of other people.

use std::process::Output;

/// Lines of a tool's output that are shown when it fails.
const TAIL: usize = 20;

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
