//! `--liberty`: the library of standard cells that a core is mapped to.

use crate::cli::args::Synth;
use crate::cli::whole_file;
use fftgen::synth::{Library, Target};
use fftgen::Error;
use std::path::{Path, PathBuf};

/// Maximum length of a library in MiB. Its groups take nine times as much memory.
const MAX_MIB: u64 = 64;

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
    let bytes = whole_file::bytes(path, MAX_MIB);
    let bytes = bytes.map_err(|error| wrong(format!("it cannot be read ({error}); name a Liberty file")))?;
    // Names in comments may be in any encoding.
    let text = String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    let library = Library::parse(&text);
    let library = library.map_err(|what| wrong(format!("{what}; name a Liberty file of standard cells, as text")))?;
    Ok(LibraryFile { path: path.to_path_buf(), library })
}
