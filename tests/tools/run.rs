//! Running a program of other people.

use std::path::Path;
use std::process::Command;

/// Keeps the objects of Verilator's own sources, which all simulations have. A makefile hands the name to a shell, and it may have spaces.
const OBJCACHE: &str = concat!("'", env!("CARGO_MANIFEST_DIR"), "/testbenches/objcache.sh'");

/// What a tool printed, or, if it failed, its exit code and what it printed.
pub fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env_remove("MAKEFLAGS")
        .envs([("OBJCACHE", OBJCACHE), ("OBJCACHE_FOLDER", env!("CARGO_TARGET_TMPDIR"))])
        .output()
        .map_err(|e| format!("{program}: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(text),
        false => Err(format!("{program} {}: {}\n{text}", arguments.join(" "), output.status)),
    }
}
