//! Everything around a core: its Verilog, a self-checking testbench with golden vectors, the
//! manifest, and the files of other tools. Files stay in memory; nothing here touches a disk.

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
use crate::emit::{self, Emitter};
use subject::Subject;

/// Writes the files of a core. A design and a request always give these bytes in this order.
///
/// ```
/// use fftgen::{emit::Verilog, format::Format, package, Config, Design};
/// let design = Design::new(Config::new(5, 2, Format::parse("fp16", false)?))?;
/// let request = package::Request { command: "fftgen --size 5".into(), license: "0BSD".into() };
/// let files = package::files(&design, &request, &Verilog);
/// assert_eq!(files[0].name, "dft5_w2_fp16.v");
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn files(design: &Design, request: &Request, emitter: &dyn Emitter) -> Vec<File> {
    let subject = Subject::new(design, request, emitter);
    let mut files = vec![rtl(&subject)];
    files.extend(testbench::files(&subject, testbench::frames(design), 1));
    files.extend(documents::files(&subject));
    files.extend(manifest::support_file(design));
    let manifest = manifest::file(&subject, &files);
    files.push(manifest);
    files
}

/// Writes the testbench and the vectors of a core alone, with `frames` frames from another seed than those of
/// [`files`].
pub fn testbench(design: &Design, request: &Request, emitter: &dyn Emitter, frames: usize, seed: u64) -> Vec<File> {
    testbench::files(&Subject::new(design, request, emitter), frames, seed)
}

/// Writes all modules into one file.
fn rtl(subject: &Subject) -> File {
    let banner = subject.banner("") + subject.emitter.several_modules();
    File::new(subject.source(""), emit::print(subject.emitter, &subject.design.top, &banner))
}
