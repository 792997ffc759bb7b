//! Data to standard output, and to files that are whole or not there.

use anyhow::Context;
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes text to standard output.
pub fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(text.as_bytes())
}

fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// The error without the name of the temporary file, which says nothing to the user.
pub fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or_default())
}

/// Where a file's bytes go before it is whole.
pub enum Output<'a> {
    Stdout,
    File { path: &'a Path, pending: NamedTempFile },
}

impl<'a> Output<'a> {
    /// `-` is standard output.
    pub fn create(path: &'a Path) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(Output::Stdout);
        }
        let cannot = || format!("cannot write {}", path.display());
        if path.is_dir() {
            return Err(anyhow::anyhow!("it is a folder; name a file in it").context(cannot()));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(anyhow::anyhow!("there is no folder {}; create it first", folder.display()).context(cannot()));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".fftgen-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let pending = builder.tempfile_in(folder).map_err(without_path).with_context(cannot)?;
        Ok(Output::File { path, pending })
    }

    pub fn write(&mut self, data: &[u8]) -> anyhow::Result<()> {
        match self {
            Output::Stdout => print_bytes(data),
            Output::File { path, pending } => {
                pending.write_all(data).with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }

    /// Puts the file in its place.
    pub fn finish(self) -> anyhow::Result<()> {
        if let Output::File { path, pending } = self {
            pending.persist(path).map_err(|e| e.error).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}
