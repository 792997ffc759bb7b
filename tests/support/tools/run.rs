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

/// Makes targets by the makefile of the core in a folder, the one that has a manifest of its name beside it.
pub fn make(folder: &Path, targets: &[&str]) -> Result<String, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten().map(|entry| entry.path());
    let mut makefiles = entries.filter(|path| path.extension().is_some_and(|end| end == "mk"));
    let makefile = makefiles.find(|path| path.with_extension("json").exists()).ok_or("no makefile of a core")?;
    run(folder, "make", &[&["-f", &makefile.display().to_string()], targets].concat())
}
