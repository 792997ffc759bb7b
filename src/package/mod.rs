//! Everything around a core: its Verilog, a self-checking testbench with golden vectors, the
//! manifest, and the files of other tools. Bytes by name; nothing here touches a disk.

mod config;
mod documents;
mod manifest;
mod ports;
mod template;
mod testbench;
mod vectors;

pub use config::{bit_range, Field, Size};
pub use manifest::{Manifest, SCHEMA};
pub use ports::Port;
pub use vectors::Vectors;

use crate::design::{Design, Interface, Stream};
use crate::plan::Kind;
use crate::verilog::{self, Banner};

/// What the files say about where they come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The command that gives the same files again.
    pub command: String,
    /// SPDX expression of the licence of the files.
    pub license: String,
}

/// A file: its name within the core's folder, and what is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    pub name: String,
    pub contents: Vec<u8>,
}

impl File {
    fn new(name: impl Into<String>, contents: impl Into<Vec<u8>>) -> Self {
        File { name: name.into(), contents: contents.into() }
    }
}

/// What all templates are about.
struct Subject<'a> {
    design: &'a Design,
    /// As asked, each on one line: they end up in comments of five languages.
    request: Request,
    ports: Vec<Port>,
}

impl<'a> Subject<'a> {
    fn new(design: &'a Design, request: &Request) -> Self {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let request = Request { command: line(&request.command), license: line(&request.license) };
        Subject { design, request, ports: ports::ports(design) }
    }

    /// What the core is, in a line.
    fn title(&self) -> String {
        let config = &self.design.config;
        let (title, format) = (self.design.title(), config.format.name());
        let what = if config.kind == Kind::Real { "sample" } else { "point" };
        let plural = if config.width == 1 { "" } else { "s" };
        format!("{title}, {} {what}{plural} a clock cycle, {format}", config.width)
    }

    fn banner(&self, summary: &str) -> String {
        let Request { command, license } = self.request.clone();
        let version = env!("CARGO_PKG_VERSION").to_string();
        Banner { command, license, version, summary: format!("{}: {}{summary}", self.design.name, self.title()) }
            .render()
    }
}

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

/// Bits of the exponent on its port, in block floating point.
fn exponent_slot(design: &Design) -> Option<u32> {
    let bits = design.program().exponent_bits()?;
    Some(match design.config.interface {
        Interface::Axis => bits.next_multiple_of(8),
        Interface::Native => bits,
    })
}

/// The data bus of one side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    In,
    Out,
}

impl Side {
    /// What passes.
    fn stream(self, design: &Design) -> Stream {
        design.streams()[self as usize]
    }

    /// Bits of a beat.
    fn beat(self, design: &Design) -> usize {
        self.slot(design) as usize * self.stream(design).components
    }

    /// Bits of a component.
    fn component(self, design: &Design) -> u32 {
        match self {
            Side::In => design.config.format.bits(),
            Side::Out => design.output_format().bits(),
        }
    }

    /// Bits that a component takes on the bus.
    fn slot(self, design: &Design) -> u32 {
        let bits = self.component(design);
        match design.config.interface {
            Interface::Axis => bits.next_multiple_of(8),
            Interface::Native => bits,
        }
    }
}
