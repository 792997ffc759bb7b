//! The testbench that changes settings by registers, and what it reads.

use super::file::File;
use super::language::VectorBenches;
use super::side::Side;
use super::subject::Subject;
use super::template::fill;
use super::testbench::{adapter, Wire};
use super::vectors::Vectors;
use crate::arch::ports::Stall;
use crate::arch::registers::{Settings, FIRST_FRAME, STATUS, WORD_BYTES};
use crate::design::Interface;
use crate::verify::{some_modes, stimulus_of};
use serde::Serialize;

/// Frames before each commit, and after the last one.
const GROUP: usize = 3;

/// Commits: the third one brings the bank of the first one into use again.
const COMMITS: usize = 3;

/// Seed of the data.
const SEED: u64 = 3;

#[derive(Serialize)]
struct Testbench<'a> {
    banner: String,
    name: &'a str,
    in_bits: usize,
    out_bits: usize,
    in_beats: usize,
    out_beats: usize,
    /// Whether the beats of both sides differ.
    sides: bool,
    interval: usize,
    latency: usize,
    group: usize,
    commits: usize,
    writes: usize,
    address_bits: u32,
    status: String,
    first_frame: String,
    /// Address without a register.
    unknown: String,
    axis: bool,
    aresetn: bool,
    flows: bool,
    wires: Vec<Wire<'a>>,
    ports: Vec<&'a str>,
    adapter: String,
}

/// Writes `<name>_settings_tb.v` and what it reads, if registers change settings of the core.
pub(super) fn files(subject: &Subject, benches: &VectorBenches) -> Vec<File> {
    let design = subject.design;
    let Some(settings) = design.architecture.settings() else { return vec![] };
    let name = design.name.as_str();
    let (modes, changes) = (some_modes(design, GROUP * (COMMITS + 1), SEED), changes());
    let samples = stimulus_of(design, &modes, SEED);
    let vectors = Vectors::of(design, modes, &samples, settings.changed(&changes).transform(&samples), SEED);
    let writes: Vec<Vec<[u32; 2]>> = changes.iter().map(|(_, seed)| settings.writes(*seed)).collect();
    let [entering, leaving] = design.streams();
    let sides = entering.beats != leaving.beats;
    let has = |name: &str| subject.ports.iter().find(|port| port.name == name);
    let holes = Testbench {
        banner: subject.label.banner("; testbench that changes settings"),
        name,
        in_bits: Side::In.beat(design),
        out_bits: Side::Out.beat(design),
        in_beats: entering.beats,
        out_beats: leaving.beats,
        sides,
        interval: design.interval(),
        latency: design.latency(),
        group: GROUP,
        commits: COMMITS,
        writes: writes[0].len(),
        address_bits: has("s_axi_awaddr").map_or(0, |port| port.width),
        status: format!("{STATUS:x}"),
        first_frame: format!("{FIRST_FRAME:x}"),
        unknown: format!("{:x}", unknown(settings)),
        axis: design.config.interface == Interface::Axis,
        aresetn: has("aresetn").is_some(),
        flows: design.config.stall == Stall::None,
        wires: Wire::list(&subject.ports),
        ports: subject.ports.iter().map(|port| port.name.as_str()).collect(),
        adapter: adapter(design, benches, sides),
    };
    let hex = |words: &[String]| words.join("\n") + "\n";
    let accesses = writes.concat();
    let accesses: Vec<String> = accesses.iter().map(|[address, word]| format!("{address:08x}{word:08x}")).collect();
    vec![
        File::new(subject.label.source("_settings_tb"), fill(benches.settings, &holes)),
        File::new(format!("{name}_settings_tb_in.hex"), hex(&vectors.input)),
        File::new(format!("{name}_settings_tb_out.hex"), hex(&vectors.output)),
        File::new(format!("{name}_settings_tb_writes.hex"), hex(&accesses)),
    ]
}

/// The first frame of each commit, and its seed.
fn changes() -> Vec<(usize, u64)> {
    (1..=COMMITS).map(|commit| (commit * GROUP, commit as u64)).collect()
}

/// The lowest address of a word without a register. The one after the registers of every chain is such.
fn unknown(settings: &dyn Settings) -> u32 {
    let registers = settings.registers();
    let is_free =
        |address: &u32| registers.iter().all(|register| !(register.address..register.end()).contains(address));
    (0..).step_by(WORD_BYTES as usize).find(is_free).unwrap_or(0)
}
