//! Output to standard output, and to files that are whole or not there.

use super::temporary::Temporary;
use anyhow::Context;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes text to standard output.
pub fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// Destination of data.
pub enum Output<'a> {
    Stdout,
    /// A device or a pipe, to which data go at once.
    Device {
        path: &'a Path,
        file: File,
    },
    File {
        path: &'a Path,
        target: PathBuf,
        file: File,
        pending: Temporary,
    },
}

impl<'a> Output<'a> {
    /// Opens the destination. `-` is standard output.
    pub fn create(path: &'a Path) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(Output::Stdout);
        }
        let cannot = || format!("cannot write {}", path.display());
        let mut target = path.to_path_buf();
        match path.metadata() {
            Ok(found) if found.is_dir() => {
                return Err(anyhow::anyhow!("it is a folder; name a file in it").context(cannot()));
            }
            Ok(found) if !found.is_file() => {
                let file = OpenOptions::new().write(true).open(path).with_context(cannot)?;
                return Ok(Output::Device { path, file });
            }
            // The target of a link is replaced, and the link stays.
            Ok(_) => target = fs::canonicalize(path).with_context(cannot)?,
            Err(_) => {}
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(anyhow::anyhow!("there is no folder {}; create it first", folder.display()).context(cannot()));
        }
        let (file, pending) = Temporary::file_in(folder).with_context(cannot)?;
        Ok(Output::File { path, target, file, pending })
    }

    pub fn write(&mut self, data: &[u8]) -> anyhow::Result<()> {
        match self {
            Output::Stdout => print_bytes(data),
            Output::Device { path, file } | Output::File { path, file, .. } => {
                file.write_all(data).with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }

    /// Gives the file its name.
    pub fn finish(self) -> anyhow::Result<()> {
        match self {
            Output::Stdout | Output::Device { .. } => Ok(()),
            Output::File { path, target, pending, .. } => {
                pending.persist(&target).with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}
