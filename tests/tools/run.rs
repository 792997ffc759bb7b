//! Running a program of other people.

use std::path::Path;
use std::process::Command;

/// What a tool printed, or, if it failed, its exit code and what it printed.
pub fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env_remove("MAKEFLAGS")
        .output()
        .map_err(|e| format!("{program}: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(text),
        false => Err(format!("{program} {}: {}\n{text}", arguments.join(" "), output.status)),
    }
}
