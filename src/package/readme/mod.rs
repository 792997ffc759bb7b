//! The README of a core.

/// What the testbench of vectors does, after its name.
const CHECKS: &str = " against vectors of the bit-accurate reference model, with
Icarus Verilog or Verilator 5, and prints PASS or the first wrong point. Its targets `lint` and `synth` run Verilator's lint
and Yosys.";

mod chain;
mod frame;
mod protocol;
mod sides;
mod words;

use super::build::{Build, LanguageFacts};
use super::file::File;
use super::ports::Port;
use super::real_points::real_points;
use super::registers::{registers_of, RegisterRow};
use super::side::Side;
use super::subject::Subject;
use super::template::fill;
use crate::design::Design;
use crate::error::counted;
use crate::formula::Order;
use crate::pipeline::{IqOrder, Padding};
use crate::synth::{routed_clocks, Estimate};
use chain::ChainTable;
use serde::Serialize;
use sides::{Exponent, Grown, Halves, Pace, Sides};
use words::{words, Words};

const README: &str = include_str!("../../../templates/README.md.hbs");

#[derive(Serialize)]
struct Readme<'a> {
    build: &'a Build<'a>,
    language: LanguageFacts,
    config: Option<Words>,
    /// Operations of a chain.
    chain: Option<ChainTable>,
    /// Registers, if there are some.
    registers: Vec<RegisterRow>,
    /// Plan in words, if its formula says it otherwise.
    plan_in_words: Option<String>,
    plan: String,
    ports: &'a [Port],
    size: usize,
    width: usize,
    /// Figures of a core through whose ports points pass by halves.
    halves: Option<Halves>,
    /// Steps of a core that steps in some clock cycles only.
    pace: Option<Pace>,
    beats: usize,
    interval: usize,
    /// Figures of a core whose frames have fewer beats on one side, because only some points pass it.
    sides: Option<Sides>,
    latency: usize,
    slot: u32,
    component_bits: u32,
    sample_bits: u32,
    /// Place of a point: the number that lane k of beat t holds.
    place: String,
    /// Beat that may have spare lanes.
    spare_beat: &'static str,
    spare_lanes: usize,
    /// Whether the imaginary part of a sample is low.
    swapped: bool,
    /// Meaning of the points, for real data.
    real: Option<String>,
    order: String,
    /// Orders of the points in a frame of the input and of the output that are not natural.
    order_rules: Vec<String>,
    scale: String,
    /// Whether a component has padding.
    padded: bool,
    /// Number format in words.
    numbers: String,
    /// Component of the output, if words have grown.
    grown: Option<Grown>,
    /// Protocol of the ports.
    protocol: &'static str,
    /// State of the core after a reset, if it has one.
    after_reset: Option<&'static str>,
    operators: String,
    /// Estimate of resources.
    estimate: String,
    /// Clocks of cores like it.
    clock: Option<String>,
    memory: String,
    /// Port of the exponent, in block floating point.
    exponent: Option<Exponent>,
}

/// Writes the README.
pub(super) fn readme(subject: &Subject, build: &Build) -> File {
    let (design, config, pipeline) = (subject.design, &subject.design.config, subject.design.pipeline());
    let slot = Side::In.slot(design);
    let readme = Readme {
        build,
        language: LanguageFacts::new(&subject.label, &subject.ports, build, CHECKS),
        config: words(design),
        chain: ChainTable::new(design),
        registers: registers_of(design).iter().map(RegisterRow::new).collect(),
        plan_in_words: Some(design.plan_in_words()).filter(|words| *words != design.plan()),
        plan: design.plan(),
        ports: &subject.ports,
        size: pipeline.size,
        width: pipeline.spec.width,
        halves: config.half_rate().map(|side| Halves::new(design, side)),
        pace: Pace::new(design),
        beats: design.timing().beats[0],
        interval: design.interval(),
        sides: Sides::new(design),
        latency: design.most_cycles()[1],
        slot,
        component_bits: config.format.bits(),
        sample_bits: 2 * slot,
        place: match config.padding {
            Padding::Frame => format!("lane k of beat t is point t\\*{}+k", pipeline.spec.width),
            Padding::Rows => format!("lane k of beat t of a row is point t\\*{}+k of the row", pipeline.spec.width),
        },
        spare_beat: match config.padding {
            Padding::Frame => "the last beat",
            Padding::Rows => "the last beat of each row",
        },
        spare_lanes: config.spare_lanes()[1],
        swapped: config.iq_order == IqOrder::Qi,
        real: real_points(config),
        order: Order::names(config.orders, config.point_shape()),
        order_rules: frame::rules(design),
        scale: match design.scale().as_str() {
            "1" => "not scaled".into(),
            scale => format!("scaled by {scale}"),
        },
        padded: config.format.bits() != slot,
        numbers: numbers(design),
        grown: Grown::new(design),
        protocol: protocol::protocol(config),
        after_reset: protocol::after_reset(config),
        operators: design.units().to_string(),
        estimate: Estimate::of(design, config.target).in_words(config.target),
        clock: routed_clocks(design),
        memory: counted(design.memory_words(), "complex word"),
        exponent: Exponent::new(design),
    };
    File::new(format!("{}.md", build.name()), fill(README, &readme))
}

/// Describes the numbers of a core and their rules in a sentence.
fn numbers(design: &Design) -> String {
    let rules = [Some(design.config.number().description()), design.architecture.numbers().map(str::to_string)];
    rules.into_iter().flatten().collect::<Vec<_>>().join("; ")
}
