//! The files of a core for frames in external memory.

mod facts;
mod manifest;
mod picture;
mod ports;
mod readme;
mod stimulus;
mod testbench;

pub use facts::{Bus, EngineFacts, Facts, FaultFacts, Layout, LoopFacts, PassFacts, WalkFacts};

pub use picture::picture;

pub(super) use manifest::Manifest as ManifestOfMemory;

use super::build::Build;
use super::companions::{Companion, Companions, Outline};
use super::file::File;
use super::flow::Flow;
use super::label::{Label, Request};
use super::report::{self, Content, Frames, Spectrum};
use super::sources::sources;
use crate::accuracy::Definition;
use crate::external::{trace, External};
use crate::package::{playback, Bench, Language, PageRequest, Port};

/// Most clock cycles that a testbench plays back, if whole frames take more.
const PLAYED_CYCLES: u64 = 20_000;

/// Writes the files of a core with the companions that are usual. A core and a request always give these bytes in this
/// order.
///
/// ```
/// use fftgen::{emit::Verilog, external::External, format::Format, package, Config};
/// let core = External::new(Config::new([8, 16], 2, Format::parse("fp16", false)?))?;
/// let request = package::Request { command: "fftgen --size 8x16".into(), license: "0BSD".into(), library: None };
/// let files = package::external::files(&core, &request, &Verilog);
/// assert_eq!(files[0].name, "dft8x16_w2_fp16_axi.v");
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn files(core: &External, request: &Request, emitter: &dyn Language) -> Vec<File> {
    files_with(core, request, emitter, &Companions::default())
}

/// Writes the testbench and the digests of a core alone, with `frames` frames from another seed than those of
/// [`files`].
pub fn testbench(core: &External, request: &Request, emitter: &dyn Language, frames: usize, seed: u32) -> Vec<File> {
    let label = Label::new(&core.name, core.title(), request, emitter);
    bench(&label, core, &ports::ports(core), [frames, seed as usize], &[]).0
}

/// Writes the testbench of the language with what it reads, and the test in cocotb. `sources`: files of the core.
fn bench(
    label: &Label,
    core: &External,
    ports: &[Port],
    frames: [usize; 2],
    sources: &[File],
) -> (Vec<File>, Option<File>) {
    match label.emitter.templates().testbench {
        Bench::Vectors(benches) => testbench::files(label, core, ports, frames, (benches.memory, sources)),
        Bench::Playback(template) => {
            let trace = trace(core, PLAYED_CYCLES).expect("the netlist is its model");
            let what = "frames were transformed in place beside a memory that answers";
            (playback::files(label, ports, template, &trace, what), None)
        }
    }
}

/// Writes the files of a core with companions that [`Companions::check`] has not refused.
pub fn files_with(core: &External, request: &Request, emitter: &dyn Language, companions: &Companions) -> Vec<File> {
    let label = Label::new(&core.name, core.title(), request, emitter);
    let (ports, facts, registers) = (ports::ports(core), Facts::new(core), core.registers());
    let banner = label.banner("") + emitter.several_modules();
    let mut files = sources(&label, &core.top, &banner);
    let testbench =
        companions.has(Companion::Testbench).then(|| bench(&label, core, &ports, testbench::frames(core), &files));
    let (testbench, cocotb) = testbench.unwrap_or_default();
    let data = testbench.get(1..).unwrap_or_default();
    let outline = Outline {
        label: &label,
        build: Build::new(&label, &files[1..], data, companions, Flow::new(&core.config, &core.top)),
        ports: &ports,
        design: None,
        vectors: None,
        registers: &registers,
    };
    let readme = companions.has(Companion::Readme).then(|| {
        [
            readme::file(&label, core, (&facts, &ports), &outline.build),
            File::new(format!("{}.svg", core.name), picture(core, &facts)),
        ]
    });
    let cocotb = cocotb.filter(|_| companions.has(Companion::Cocotb));
    let page = companions.has(Companion::Report).then(|| report_of(core, &outline, &facts, None));
    let others = companions.files(&outline).into_iter().chain(cocotb).chain(page);
    files.extend(testbench.iter().cloned().chain(others).chain(readme.into_iter().flatten()));
    let manifest = manifest::file(&label, core, (&facts, &ports), &files);
    files.push(manifest);
    files
}

/// Writes the report of a core as [`crate::package::report`] does.
pub fn report(core: &External, wanted: &PageRequest) -> File {
    let PageRequest { request, emitter, companions, measured } = *wanted;
    let label = Label::new(&core.name, core.title(), request, emitter);
    let ports = ports::ports(core);
    let build = Build::new(&label, &[], &[], companions, Flow::new(&core.config, &core.top));
    let registers = core.registers();
    let outline = Outline { label: &label, build, ports: &ports, design: None, vectors: None, registers: &registers };
    report_of(core, &outline, &Facts::new(core), measured)
}

fn report_of(core: &External, outline: &Outline, facts: &Facts, measured: Option<&str>) -> File {
    let config = &core.config;
    let frames = Frames::new(config, config.format);
    let drawn = File::new(format!("{}.svg", core.name), picture(core, facts));
    let content = Content {
        documents: [readme::file(outline.label, core, (facts, outline.ports), &outline.build), drawn],
        netlist: &core.top,
        target: config.target,
        permuters: None,
        spectrum: Spectrum::new(&Definition::Transform(config), &frames, None, |samples| {
            core.transform_frames(samples)
        }),
        waves: None,
        measured,
    };
    report::file(outline, content)
}
