//! Running other people's tools.

mod present;

pub use present::has_tool;

use fftgen::{package, Design};
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

/// The files of a design, written to a folder.
pub fn write(design: &Design, folder: &Path) -> std::io::Result<()> {
    let request = package::Request { command: "fftgen".into(), license: "0BSD".into() };
    std::fs::create_dir_all(folder)?;
    package::files(design, &request).iter().try_for_each(|file| std::fs::write(folder.join(&file.name), &file.contents))
}
