//! Text of a configuration from a file or from standard input.

use anyhow::{anyhow, Context};
use fftgen::Error;
use std::fs::File;
use std::io::{stdin, Read};
use std::path::Path;

/// Maximum length of a configuration in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a file, or standard input for `-`.
pub fn read(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let input = open(path).and_then(|input| Ok(input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?));
    input.with_context(|| format!("cannot read the configuration {}", name(path)))?;
    let refused = |what: &str| Error::Usage(format!("{}: {what}", name(path)));
    if bytes.len() as u64 > MAX_BYTES {
        return Err(refused("a configuration has at most 1 MiB; is this one?").into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..valid].iter().filter(|byte| **byte == b'\n').count();
        refused(&format!("line {line}: not UTF-8; save the file in that encoding")).into()
    })
}

/// Opens a file. A device or a pipe is refused, because it may have no beginning or no end; a pipe that the shell has
/// opened has both.
fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin().lock()));
    }
    if !path.metadata()?.is_file() && !path.starts_with("/dev/fd") {
        return Err(anyhow!("it is no file; --config - reads standard input"));
    }
    Ok(Box::new(File::open(path)?))
}

/// Returns the name that messages use.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".into()
    } else {
        path.display().to_string()
    }
}

/// Returns the folder of a file.
pub fn folder(path: &Path) -> Option<&Path> {
    path.parent().filter(|_| path != Path::new("-"))
}
