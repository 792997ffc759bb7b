//! The files of an array of elements.

mod facts;
mod manifest;
mod picture;
mod ports;
mod readme;
mod testbench;

pub use facts::{ArrayFacts, EngineFacts, Facts, StepFacts};
pub use picture::picture;

use super::build::Build;
use super::file::File;
use super::label::{Label, Request};
use crate::array::{Array, Engine};
use crate::emit::{self, Emitter};

/// Writes the files of an array. An array and a request always give these bytes in this order.
///
/// ```
/// use fftgen::array::{Array, Links, Topology};
/// use fftgen::{emit::Verilog, format::Format, package, Config};
/// let config = Config::new([4, 4, 4], 1, Format::parse("fp16", false)?);
/// let array = Array::new(config, Topology::Mesh(2, 2), Links::default())?;
/// let request = package::Request { command: "fftgen --size 4x4x4".into(), license: "0BSD".into() };
/// let files = package::array::files(&array, &request, &Verilog);
/// assert_eq!(files[0].name, "dft4x4x4_w1_fp16_mesh2x2.v");
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn files(array: &Array, request: &Request, emitter: &dyn Emitter) -> Vec<File> {
    let label = Label::new(&array.name, array.title(), request, emitter);
    let facts = Facts::new(&array.plan, &Engine::of_design(&array.engine));
    let ports = ports::ports(array);
    let banner = label.banner("") + emitter.several_modules();
    let mut files = vec![File::new(label.source(""), emit::print(emitter, &array.top, &banner))];
    let testbench = testbench::files(&label, array, &facts, &ports);
    let build = Build::new(&label, &testbench[1..]);
    let tools = build.files(&label);
    let readme = readme::file(&label, array, (&facts, &ports), build);
    let drawn = File::new(format!("{}.svg", array.name), picture(&array.plan, &facts));
    files.extend(testbench.into_iter().chain(tools).chain([readme, drawn]));
    let manifest = manifest::file(&label, array, (&facts, &ports), &files);
    files.push(manifest);
    files
}
