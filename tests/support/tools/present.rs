//! Which of other people's tools are there.

use std::process::Command;

/// True when a tool is there. Without it a test says so and passes, except where all tools have to be there.
pub fn has_tool(tool: &str) -> bool {
    is_required(tool, Command::new(tool).arg("-V").output().is_ok())
}

/// True when a file of a tool's package is there, as [`has_tool`].
pub fn has_file(path: &str) -> bool {
    is_required(path, std::path::Path::new(path).is_file())
}

fn is_required(tool: &str, found: bool) -> bool {
    let required = ["CI", "FFTGEN_REQUIRE_TOOLS"].iter().find(|name| std::env::var_os(name).is_some());
    if let (false, Some(name)) = (found, required) {
        panic!("{tool} is not installed, and {name} is set; make test installs it");
    }
    if !found {
        eprintln!("SKIPPED: {tool} is not installed");
    }
    found
}
