//! Everything around a core: its Verilog, a self-checking testbench with golden vectors, the
//! manifest, and the files of other tools. Bytes by name; nothing here touches a disk.

mod config;
mod documents;
mod file;
mod manifest;
mod ports;
mod side;
mod subject;
mod template;
mod testbench;
mod vectors;

pub use config::{bit_range, Field, Size};
pub use file::File;
pub use manifest::{Manifest, SCHEMA};
pub use ports::Port;
pub use subject::Request;
pub use vectors::Vectors;

use crate::design::Design;
use crate::verilog;
use subject::Subject;

/// The files of a core. The same design and request give the same bytes, in the same order.
///
/// ```
/// use fftgen::{format::Format, package, Config, Design};
/// let design = Design::new(Config::new(5, 2, Format::parse("fp16", false)?))?;
/// let request = package::Request { command: "fftgen --size 5".into(), license: "0BSD".into() };
/// let files = package::files(&design, &request);
/// assert_eq!(files[0].name, "dft5_w2_fp16.v");
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn files(design: &Design, request: &Request) -> Vec<File> {
    let subject = Subject::new(design, request);
    let mut files = vec![rtl(&subject)];
    files.extend(testbench::files(&subject, testbench::frames(design), 1));
    files.extend(documents::files(&subject));
    let manifest = manifest::file(&subject, &files);
    files.push(manifest);
    files
}

/// The testbench and the vectors of a core alone, with so many frames from another seed than those of [`files`].
pub fn testbench(design: &Design, request: &Request, frames: usize, seed: u64) -> Vec<File> {
    testbench::files(&Subject::new(design, request), frames, seed)
}

/// All modules in one file.
fn rtl(subject: &Subject) -> File {
    let mut banner = subject.banner("");
    // The one style rule that a file of several modules cannot meet, and only that one.
    banner.push_str("// verilator lint_off DECLFILENAME\n");
    File::new(format!("{}.v", subject.design.name), verilog::print(&subject.design.top, &banner))
}
