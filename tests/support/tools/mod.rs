//! Running other people's tools.

mod present;
mod run;

pub use present::{has_file, has_tool};
pub use run::{make, run};

use fftgen::emit::Verilog;
use fftgen::{package, Design};
use std::path::Path;

/// The files of a design, written to a folder.
pub fn write(design: &Design, folder: &Path) -> std::io::Result<()> {
    let request = package::Request { command: "fftgen".into(), license: "0BSD".into(), library: None };
    std::fs::create_dir_all(folder)?;
    package::files(design, &request, &Verilog)
        .iter()
        .try_for_each(|file| std::fs::write(folder.join(&file.name), &file.contents))
}
