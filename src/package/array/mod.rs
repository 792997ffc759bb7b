//! The files of an array of elements.

mod facts;
mod long_real;
mod manifest;
mod picture;
mod ports;
mod readme;
mod testbench;

pub use facts::{ArrayFacts, EngineFacts, Facts, StepFacts};
pub use picture::picture;

pub(super) use manifest::Manifest as ManifestOfArray;

use super::build::Build;
use super::companions::{Companion, Companions, Outline};
use super::file::File;
use super::flow::Flow;
use super::label::{Label, Request};
use super::report::{self, Content, Frames, Spectrum};
use super::sources::sources;
use crate::accuracy::Definition;
use crate::array::{trace, Array};
use crate::package::{playback, Bench, Language, PageRequest, Port};

/// Writes the files of an array with the companions that are usual. An array and a request always give these bytes in
/// this order.
///
/// ```
/// use fftgen::array::{Array, Links, Topology};
/// use fftgen::{emit::Verilog, format::Format, package, Config};
/// let config = Config::new([4, 4, 4], 1, Format::parse("fp16", false)?);
/// let array = Array::new(config, Topology::Mesh(2, 2), Links::default())?;
/// let request = package::Request { command: "fftgen --size 4x4x4".into(), license: "0BSD".into(), library: None };
/// let files = package::array::files(&array, &request, &Verilog);
/// assert_eq!(files[0].name, "dft4x4x4_w1_fp16_mesh2x2.v");
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn files(array: &Array, request: &Request, emitter: &dyn Language) -> Vec<File> {
    files_with(array, request, emitter, &Companions::default())
}

/// Writes the testbench and the vectors of an array alone, with `frames` frames from another seed than those of
/// [`files`].
pub fn testbench(array: &Array, request: &Request, emitter: &dyn Language, frames: usize, seed: u64) -> Vec<File> {
    let label = Label::new(&array.name, array.title(), request, emitter);
    bench(&label, array, (&Facts::new(&array.plan), &ports::ports(array)), [frames, seed as usize])
}

/// Writes the testbench of the language with what it reads.
fn bench(label: &Label, array: &Array, (facts, ports): (&Facts, &[Port]), frames: [usize; 2]) -> Vec<File> {
    match label.emitter.templates().testbench {
        Bench::Vectors(benches) => testbench::files(label, array, (facts, ports), frames, &benches),
        Bench::Playback(template) => {
            let trace = trace(array).expect("the netlist is its model");
            playback::files(label, ports, template, &trace, "frames were transformed")
        }
    }
}

/// Writes the files of an array with companions that [`Companions::check`] has not refused.
pub fn files_with(array: &Array, request: &Request, emitter: &dyn Language, companions: &Companions) -> Vec<File> {
    let label = Label::new(&array.name, array.title(), request, emitter);
    let facts = Facts::new(&array.plan);
    let ports = ports::ports(array);
    let banner = label.banner("") + emitter.several_modules();
    let mut files = sources(&label, &array.top, &banner);
    let testbench =
        companions.has(Companion::Testbench).then(|| bench(&label, array, (&facts, &ports), testbench::frames(array)));
    let testbench = testbench.unwrap_or_default();
    let data = testbench.get(1..).unwrap_or_default();
    let build = Build::new(&label, &files[1..], data, companions, Flow::new(&array.config, &array.top));
    let outline = Outline { label: &label, build, ports: &ports, design: None, vectors: None, registers: &[] };
    let readme =
        companions.has(Companion::Readme).then(|| readme::file(&label, array, (&facts, &ports), &outline.build));
    let drawn = File::new(format!("{}.svg", array.name), picture(&array.plan, &facts));
    let page = companions.has(Companion::Report).then(|| report_of(array, &outline, &facts, None));
    files.extend(testbench.iter().cloned().chain(companions.files(&outline)).chain(page).chain(readme).chain([drawn]));
    let manifest = manifest::file(&label, array, (&facts, &ports), &files);
    files.push(manifest);
    files
}

/// Writes the report of an array as [`crate::package::report`] does.
pub fn report(array: &Array, wanted: &PageRequest) -> File {
    let PageRequest { request, emitter, companions, measured } = *wanted;
    let label = Label::new(&array.name, array.title(), request, emitter);
    let ports = ports::ports(array);
    let build = Build::new(&label, &[], &[], companions, Flow::new(&array.config, &array.top));
    let outline = Outline { label: &label, build, ports: &ports, design: None, vectors: None, registers: &[] };
    report_of(array, &outline, &Facts::new(&array.plan), measured)
}

fn report_of(array: &Array, outline: &Outline, facts: &Facts, measured: Option<&str>) -> File {
    let config = &array.config;
    let model = array.model();
    let is_transform = facts.engines.iter().all(|engine| engine.product.is_none());
    let frames = Frames::new(config, config.format);
    let spectrum = || Spectrum::new(&Definition::Transform(config), &frames, None, |samples| model.transform(samples));
    let drawn = File::new(format!("{}.svg", array.name), picture(&array.plan, facts));
    let content = Content {
        documents: [readme::file(outline.label, array, (facts, outline.ports), &outline.build), drawn],
        netlist: &array.element,
        target: config.target,
        permuters: None,
        spectrum: is_transform.then(spectrum).flatten(),
        waves: None,
        measured,
    };
    report::file(outline, content)
}
