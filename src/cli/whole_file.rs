//! Files that are read as a whole, or to their end.

use std::fs::File;
use std::io::{Error, Read, Result};
use std::path::Path;

/// Reads a file of at most `mib` MiB. A device or a pipe is refused, because it may have no end.
pub fn bytes(path: &Path, mib: u64) -> Result<Vec<u8>> {
    let (metadata, max) = (path.metadata()?, mib << 20);
    if !metadata.is_file() {
        return Err(Error::other("it is no file"));
    }
    let mut bytes = Vec::new();
    if metadata.len() <= max {
        bytes.reserve_exact(metadata.len() as usize + 1);
        // The file may grow meanwhile.
        File::open(path)?.take(max + 1).read_to_end(&mut bytes)?;
    }
    match metadata.len().max(bytes.len() as u64) > max {
        true => Err(Error::other(format!("it has more than {mib} MiB, which is the limit"))),
        false => Ok(bytes),
    }
}

/// Refuses folders, and devices, which may have no end. A pipe and a terminal have one.
pub fn ends(file: &File) -> Result<()> {
    let kind = file.metadata()?.file_type();
    #[cfg(unix)]
    let is_device = {
        use std::io::IsTerminal;
        use std::os::unix::fs::FileTypeExt;
        (kind.is_char_device() || kind.is_block_device()) && !file.is_terminal()
    };
    #[cfg(not(unix))]
    let is_device = false;
    match (kind.is_dir(), is_device) {
        (true, _) => Err(Error::other("it is a folder; name a file in it")),
        (_, true) => {
            Err(Error::other("it is a device, which may have no end; copy as much of it as is wanted to a file"))
        }
        _ => Ok(()),
    }
}

/// Reads a text of at most `mib` MiB.
pub fn text(path: &Path, mib: u64) -> Result<String> {
    String::from_utf8(bytes(path, mib)?).map_err(|_| Error::other("it is no text in UTF-8"))
}
