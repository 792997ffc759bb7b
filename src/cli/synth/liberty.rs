//! `--liberty`: the library of standard cells that a core is mapped to.

use crate::cli::args::Synth;
use fftgen::synth::{Library, Target};
use fftgen::Error;
use std::path::{Path, PathBuf};

/// Maximum length of a library in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Library with the file that it was read from.
pub struct LibraryFile {
    pub path: PathBuf,
    pub library: Library,
}

/// Reads the library, or returns `None` for a target that has LUTs.
pub fn library(args: &Synth, target: &Target) -> Result<Option<LibraryFile>, Error> {
    match (&args.liberty, target.technology.has_luts) {
        (None, true) => Ok(None),
        (Some(path), false) => read(path).map(Some),
        (None, false) => Err(Error::Usage(format!(
            "target {} is made of standard cells; name their Liberty file by --liberty FILE",
            target.name
        ))),
        (Some(_), true) => Err(Error::Usage(format!(
            "liberty and target {}: an FPGA has cells of its own; leave --liberty out, or ask for --target asic",
            target.name
        ))),
    }
}

fn read(path: &Path) -> Result<LibraryFile, Error> {
    let wrong = |what: String| Error::Usage(format!("liberty {}: {what}", path.display()));
    let text = text(path);
    let text = text.map_err(|error| wrong(format!("it cannot be read ({error}); name a Liberty file")))?;
    let library = Library::parse(&text);
    let library = library.map_err(|what| wrong(format!("{what}; name a Liberty file of standard cells, as text")))?;
    Ok(LibraryFile { path: path.to_path_buf(), library })
}

/// Reads a text file. A device or a pipe is refused, because it may have no end.
fn text(path: &Path) -> std::io::Result<String> {
    let metadata = path.metadata()?;
    match (metadata.is_file(), metadata.len()) {
        (false, _) => Err(std::io::Error::other("it is no file")),
        (_, MAX_BYTES..) => Err(std::io::Error::other("it has a GiB or more")),
        // Names in comments may be in any encoding.
        _ => Ok(String::from_utf8_lossy(&std::fs::read(path)?).into_owned()),
    }
}
