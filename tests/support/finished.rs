//! The program, run to its end.

use std::path::Path;
use std::process::Command;

/// Runs the program in a folder. Returns its exit code, and what it prints.
pub fn program(folder: &Path, line: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_fftgen"))
        .env("FFTGEN_PROGRESS", "off")
        .current_dir(folder)
        .args(line.split_whitespace())
        .output()
        .expect("the program");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("a text");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}
