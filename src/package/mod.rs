//! Everything around a core: its Verilog, a self-checking testbench with golden vectors, the
//! manifest, and the files of other tools. Files stay in memory; nothing here touches a disk.

pub mod array;
mod banner;
mod build;
mod companions;
mod config;
pub(crate) mod drawing;
pub mod external;
mod file;
mod flow;
mod label;
mod language;
mod manifest;
mod picture;
mod playback;
mod ports;
mod preload;
mod product_rule;
mod readme;
mod real_points;
mod registers;
mod report;
mod schema;
mod settings;
mod side;
mod sources;
mod subject;
mod template;
mod testbench;
mod types;
mod vectors;

pub use banner::Banner;
pub use companions::{Companion, Companions, PortStyle};
pub use config::{bit_range, Field, Size};
pub use file::File;
pub use label::Request;
pub use language::{Bench, Language, Templates, ToolWords, VectorBenches};
pub use manifest::{Manifest, MemoryTable, SCHEMA};
pub use picture::picture;
pub use ports::Port;
pub use registers::RegisterFacts;
pub use schema::{any_of, manifest_schema, schema};

pub(crate) use report::page;
pub use vectors::Vectors;

use crate::design::Design;
use crate::verify;
use build::Build;
use companions::Outline;
use flow::Flow;
use registers::registers_of;
use subject::Subject;

/// Writes the files of a core with the companions that are usual. A design and a request always give these bytes in
/// this order.
///
/// ```
/// use fftgen::{emit::Verilog, format::Format, package, Config, Design};
/// let design = Design::new(Config::new(5, 2, Format::parse("fp16", false)?))?;
/// let request = package::Request { command: "fftgen --size 5".into(), license: "0BSD".into(), library: None };
/// let files = package::files(&design, &request, &Verilog);
/// assert_eq!(files[0].name, "dft5_w2_fp16.v");
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn files(design: &Design, request: &Request, emitter: &dyn Language) -> Vec<File> {
    files_with(design, request, emitter, &Companions::default())
}

/// Writes the files of a core with companions that [`Companions::check`] has not refused.
pub fn files_with(design: &Design, request: &Request, emitter: &dyn Language, companions: &Companions) -> Vec<File> {
    let subject = Subject::new(design, request, emitter);
    let mut files = rtl(&subject);
    let vectors = companions.has(Companion::Testbench).then(|| Vectors::new(design, testbench::frames(design), 1));
    let testbench = vectors.as_ref().map_or(vec![], |vectors| bench(&subject, vectors));
    let data = testbench.get(1..).unwrap_or_default();
    let settings = if companions.has(Companion::Testbench) { settings_bench(&subject) } else { vec![] };
    let mut build = Build::new(&subject.label, &files[1..], data, companions, Flow::new(&design.config, &design.top));
    build.has_settings = !settings.is_empty();
    let outline = Outline {
        label: &subject.label,
        build,
        ports: &subject.ports,
        design: Some(design),
        vectors: vectors.as_ref(),
        registers: registers_of(design),
    };
    let documents = companions.has(Companion::Readme).then(|| {
        let drawn = picture(&design.name, &design.config, &*design.architecture);
        [readme::readme(&subject, &outline.build), File::new(format!("{}.svg", design.name), drawn)]
    });
    let others = settings.into_iter().chain(companions.files(&outline));
    let others = others.chain(companions.has(Companion::Report).then(|| report_of(&subject, &outline, None)));
    files.extend(testbench.iter().cloned().chain(others).chain(documents.into_iter().flatten()));
    files.extend(manifest::support_file(design));
    let manifest = manifest::file(&subject, &files);
    files.push(manifest);
    files
}

/// What a report is of, beside the core.
#[derive(Clone, Copy)]
pub struct PageRequest<'a> {
    /// Origin of the files.
    pub request: &'a Request,
    /// Language of the core.
    pub emitter: &'a dyn Language,
    /// Files beside the core, which the page lists.
    pub companions: &'a Companions,
    /// Result of synthesis, if it is known.
    pub measured: Option<&'a str>,
}

/// Writes the report of a core: a page in HTML that holds all of its pictures.
pub fn report(design: &Design, wanted: &PageRequest) -> File {
    let PageRequest { request, emitter, companions, measured } = *wanted;
    let subject = Subject::new(design, request, emitter);
    let outline = Outline {
        label: &subject.label,
        build: Build::new(&subject.label, &[], &[], companions, Flow::new(&design.config, &design.top)),
        ports: &subject.ports,
        design: Some(design),
        vectors: None,
        registers: registers_of(design),
    };
    report_of(&subject, &outline, measured)
}

fn report_of(subject: &Subject, outline: &Outline, measured: Option<&str>) -> File {
    let design = subject.design;
    let drawn = picture(&design.name, &design.config, &*design.architecture);
    let content = report::Content {
        documents: [readme::readme(subject, &outline.build), File::new(format!("{}.svg", design.name), drawn)],
        netlist: &design.core,
        target: design.config.target,
        permuters: report::permuters(design),
        spectrum: report::spectrum(design),
        waves: report::waves(design),
        measured,
    };
    report::file(outline, content)
}

/// Writes the testbench and the vectors of a core alone, with `frames` frames from another seed than those of
/// [`files`].
pub fn testbench(design: &Design, request: &Request, emitter: &dyn Language, frames: usize, seed: u64) -> Vec<File> {
    bench(&Subject::new(design, request, emitter), &Vectors::new(design, frames, seed))
}

/// Writes the testbench of the language and what it reads.
fn bench(subject: &Subject, vectors: &Vectors) -> Vec<File> {
    match subject.label.emitter.templates().testbench {
        Bench::Vectors(benches) => testbench::files(subject, vectors, &benches),
        Bench::Playback(template) => {
            let trace = verify::trace(subject.design, vectors.modes.len()).expect("the netlist is its model");
            let what = "frames passed without pauses, and after a reset others with pauses of either side";
            playback::files(&subject.label, &subject.ports, template, &trace, what)
        }
    }
}

/// Writes the testbench that changes settings, where the language has one; else that of [`bench`] does so too.
fn settings_bench(subject: &Subject) -> Vec<File> {
    match subject.label.emitter.templates().testbench {
        Bench::Vectors(benches) => settings::files(subject, &benches),
        Bench::Playback(_) => vec![],
    }
}

/// Writes the modules of a core.
fn rtl(subject: &Subject) -> Vec<File> {
    let label = &subject.label;
    let types = label.emitter.templates().types.map(|template| types::types(label.name, &subject.ports, template));
    let banner = label.banner("") + label.emitter.several_modules() + &types.unwrap_or_default();
    sources::sources(label, &subject.design.top, &banner)
}
