//! The README of a core.

use super::build::{Build, Language};
use super::config::{fields, sizes, Field, Size};
use super::file::File;
use super::ports::Port;
use super::product_rule::product_rule;
use super::real_points::real_points;
use super::side::{exponent_port, Side};
use super::subject::Subject;
use super::template::fill;
use crate::arch::every;
use crate::arch::ports::{HalfRate, Stall, TlastMark};
use crate::design::{Config, Design, Interface};
use crate::error::counted;
use crate::formula::{Kind, Order};
use crate::lower::Reset;
use crate::pipeline::{Block, InputCoding, IqOrder, Padding};
use crate::synth::{routed_clocks, Estimate};
use serde::Serialize;

const README: &str = include_str!("../../templates/README.md.hbs");

/// Configuration words.
#[derive(Serialize)]
struct Words {
    rule: String,
    /// Whether shifts are among the fields.
    shifts: bool,
    fields: Vec<Field>,
    sizes: Vec<Size>,
    /// Whether each frame is held back until the one before it has left.
    waits: bool,
    /// Whether frames of one size follow each other without a gap.
    gapless: bool,
}

#[derive(Serialize)]
struct Readme<'a> {
    build: &'a Build<'a>,
    language: Language,
    config: Option<Words>,
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

/// Figures of a core through one side of which points pass by halves.
#[derive(Serialize)]
struct Halves {
    in_beats: usize,
    out_beats: usize,
    /// Side on which real samples pass one by one.
    side: &'static str,
    sample_bits: u32,
}

/// Steps of a core that steps in some clock cycles only.
#[derive(Serialize)]
struct Pace {
    /// Which clock cycles may have a step.
    every: &'static str,
    /// Steps from the first input beat to the first output beat.
    core_latency: usize,
}

/// Figures of a core whose frames have fewer beats on one side.
#[derive(Serialize)]
struct Sides {
    in_beats: usize,
    out_beats: usize,
    in_spare: usize,
    out_spare: usize,
}

/// Port and range of a frame's exponent.
#[derive(Serialize)]
struct Exponent {
    port: String,
    least: i32,
    greatest: i32,
    /// Whether the largest component of a frame fills its word.
    fills: bool,
}

/// Component of the output.
#[derive(Serialize)]
struct Grown {
    slot: u32,
    component_bits: u32,
    sample_bits: u32,
}

const AXIS: &str = "\
A beat passes in each cycle with valid and ready both high. Gaps in and between frames and pauses of the
sink are allowed anywhere. A complete frame comes out with no further input, but a gap within the frame behind it
stops both. Frames are counted by beats: a wrong `s_axis_tlast` raises an event for one cycle and changes nothing else.";

const AXIS_BY_TLAST: &str = "\
A beat passes in each cycle with valid and ready both high. Gaps in and between frames and pauses of the
sink are allowed anywhere. A complete frame comes out with no further input, but a gap within the frame behind it
stops both. A frame that `s_axis_tlast` cuts short is dropped: nothing comes out for it, and the core takes as many cycles for the beats that it has not had.
Where the last beat of a frame comes without `s_axis_tlast`, the frame is complete, and beats behind it are skipped
up to the next `s_axis_tlast`. Both raise an event for one cycle; `dropped_count` counts the frames that were cut short,
and the runs of beats that were skipped.";

const AXIS_OF_ROWS: &str = "\
A beat passes in each cycle with valid and ready both high. Gaps in and between frames and pauses of the
sink are allowed anywhere. A complete frame comes out with no further input, but a gap within the frame behind it
stops both. `tlast` is high at the last beat of each row, and `tuser[0]` at the first beat of each frame, on both sides. Frames are
counted by beats: a wrong `s_axis_tlast` or `s_axis_tuser` raises an event for one cycle and changes nothing else.";

const AXIS_BY_START: &str = "\
A beat passes in each cycle with valid and ready both high. Gaps in and between frames and pauses of the
sink are allowed anywhere. A complete frame comes out with no further input, but a gap within the frame behind it
stops both. `tlast` is high at the last beat of each row, and `tuser[0]` at the first beat of each frame, on both sides. A frame that the
`s_axis_tuser` of another one cuts short is dropped: nothing comes out for it, and the core takes as many cycles for the beats that it
has not had. Beats behind a frame are skipped up to the next one with `s_axis_tuser`. Both raise an event for one cycle;
`dropped_count` counts the frames that were cut short, and the runs of beats that were skipped. A wrong `s_axis_tlast` raises an
event and changes nothing else.";

const NATIVE: &str = "\
`in_start` marks the first beat of a frame; its other beats follow in the next enabled cycles. `out_start`
does the same on the other side. `ce` holds the whole core.";

const AXIS_WITHOUT_STALLS: &str = "\
A beat passes in each cycle with valid and ready both high. The source may pause between frames, but not within a frame, and the
sink takes every beat. The core has no clock enable and waits for neither. A beat that is missing within a frame raises
`event_underrun`: the core computes with what is on the bus, and frames are out of step until a reset. For each cycle of a
frame in which the sink is not ready, a beat is lost and raises `event_overrun`. Frames are counted by beats: a wrong `s_axis_tlast` raises
an event for one cycle and changes nothing else.";

const NATIVE_WITHOUT_STALLS: &str = "\
`in_start` marks the first beat of a frame; its other beats follow in the next cycles. `out_start` does the same on the other side.
The core has no clock enable: beats come and go in every cycle of a frame.";

const AXIS_WORDS: &str = "\
Words wait in a queue of two. A frame takes the oldest of them as its first beat passes `s_axis`; a word waits
from the cycle after its own transfer on. Without a word waiting, a frame is as the frame before it, and the
first frame as {reset}. So the words for several frames may be sent ahead, one for each, and no frame sees two.";

const NATIVE_WORDS: &str = "\
`in_config` holds for the frame whose `in_start` it comes with; `out_config` is the word of the frame that goes out.";

/// Describes the configuration words of a design whose frames choose.
fn words(design: &Design) -> Option<Words> {
    let fields = fields(design);
    let shifts = design.architecture.shifts().shift_bits() > 0;
    let reset = match design.modes()[0].word {
        0 => "all zeros say".into(),
        word => format!("{word:#x} says"),
    };
    let rule = match design.config.interface {
        Interface::Axis => AXIS_WORDS.replace("{reset}", &reset),
        Interface::Native => NATIVE_WORDS.into(),
    };
    let gapless = design.timing().interval == design.timing().beats[0];
    let waits = !gapless && design.architecture.sizes().iter().all(|size| size.gap.lead == 0);
    (!fields.is_empty()).then(|| Words { rule, shifts, fields, sizes: sizes(design), waits, gapless })
}

/// States how a frame of several dimensions or channels is laid out.
fn rows(config: &Config) -> Vec<String> {
    let rows = config.shape.has_rows().then(|| {
        format!(
            "A frame is an array of {}, row by row: the last index varies fastest, on both sides{}. The transform is taken along every \
             dimension.",
            config.shape,
            if config.orders == [Order::Natural; 2] { "" } else { ", in the orders above" }
        )
    });
    let channels = (config.shape.channels() > 1).then(|| {
        format!(
            "A frame has {} interleaved channels: the points of all channels at an index follow each other, and each channel is \
             transformed by itself.",
            config.shape.channels()
        )
    });
    rows.into_iter().chain(channels).collect()
}

/// States how words and samples differ from the usual ones.
fn codings(config: &Config) -> Vec<String> {
    let bits = config.format.bits();
    let offset = (config.input_coding == InputCoding::Offset).then(|| {
        format!(
            "Words of the input are offset binary: the sign bit is inverted, so that {bits} zeros are the least number and {} stands for zero.",
            format_args!("{bits}'h{:x}", 1u64 << (bits - 1))
        )
    });
    let real = (config.iq_order == IqOrder::Qi && config.kind == Kind::Real).then(|| {
        let side = if config.inverse { "output" } else { "input" };
        format!("On the {side} samples are real: the first of two is in the low bits.")
    });
    offset.into_iter().chain(real).collect()
}

/// States which points of a frame pass one side.
fn support(design: &Design) -> Option<String> {
    let (support, positions) = (design.config.support.as_ref()?, design.config.support_positions()?);
    let (side, rest) = match design.config.inverse {
        true => ("output", "the other points are not computed"),
        false => ("input", "the other points of a frame are zero"),
    };
    Some(format!(
        "Only {} of {} points pass the {side}, {support}: in ascending order of their position in the frame, {}; {rest}. `support` in the \
         manifest has the positions.",
        positions.len(),
        design.config.size(),
        listed(&positions)
    ))
}

/// Lists the first positions.
fn listed(positions: &[usize]) -> String {
    const SHOWN: usize = 8;
    let first: Vec<String> = positions.iter().take(SHOWN).map(usize::to_string).collect();
    format!("{}{}", first.join(", "), if positions.len() > SHOWN { ", ..." } else { "" })
}

/// Writes the README.
pub(super) fn readme(subject: &Subject, build: &Build) -> File {
    let (design, config, pipeline) = (subject.design, &subject.design.config, subject.design.pipeline());
    let [slot, slot_out] = [Side::In, Side::Out].map(|side| side.slot(design));
    let component_bits = Side::Out.component(design);
    let product = design.architecture.product();
    let grown = Grown { slot: slot_out, component_bits, sample_bits: 2 * slot_out };
    let readme = Readme {
        build,
        language: Language::new(&subject.label, &subject.ports),
        config: words(design),
        plan_in_words: Some(design.plan_in_words()).filter(|words| *words != design.plan()),
        plan: design.plan(),
        ports: &subject.ports,
        size: pipeline.size,
        width: pipeline.spec.width,
        halves: config.half_rate().map(|side| Halves::new(design, side)),
        pace: (config.clocks_per_beat() > 1)
            .then(|| Pace { every: every(config.clocks_per_beat()), core_latency: design.core_latency() }),
        beats: design.timing().beats[0],
        interval: design.interval(),
        sides: (config.support.is_some() || product.is_some()).then(|| Sides::new(design)),
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
        order_rules: [("input", config.orders[0]), ("output", config.orders[1])]
            .into_iter()
            .filter_map(|(side, order)| Some(format!("On the {side}, {}.", order.rule(config.point_shape())?)))
            .chain(if product.is_some() { vec![] } else { rows(config) })
            .chain(codings(config))
            .chain(support(design))
            .chain(product.as_ref().map(|product| product_rule(product, config.format)))
            .collect(),
        scale: match design.scale().as_str() {
            "1" => "not scaled".into(),
            scale => format!("scaled by {scale}"),
        },
        padded: config.format.bits() != slot,
        numbers: numbers(design),
        grown: (component_bits != config.format.bits()).then_some(grown),
        protocol: match (config.interface, config.tlast) {
            (Interface::Axis, _) if config.stall == Stall::None => AXIS_WITHOUT_STALLS,
            (Interface::Native, _) if config.stall == Stall::None => NATIVE_WITHOUT_STALLS,
            (Interface::Axis, TlastMark::Frame) if config.resync => AXIS_BY_TLAST,
            (Interface::Axis, TlastMark::Frame) => AXIS,
            (Interface::Axis, TlastMark::Row) if config.resync => AXIS_BY_START,
            (Interface::Axis, TlastMark::Row) => AXIS_OF_ROWS,
            (Interface::Native, _) => NATIVE,
        },
        after_reset: (config.reset != Reset::None && !config.resync).then_some(match config.interface {
            Interface::Axis => "After a reset, at any cycle, the core expects the first beat of a frame.",
            Interface::Native => "After a reset, at any cycle, the core waits for `in_start`.",
        }),
        operators: design.units().to_string(),
        estimate: Estimate::of(design, config.target).in_words(config.target),
        clock: routed_clocks(design),
        memory: counted(design.memory_words(), "complex word"),
        exponent: pipeline.exponents().map(|range| Exponent {
            port: exponent_port(design),
            least: *range.start(),
            greatest: *range.end(),
            fills: matches!(pipeline.blocks.last(), Some(Block::Normalizer(_))),
        }),
    };
    File::new(format!("{}.md", build.name()), fill(README, &readme))
}

/// Describes the numbers of a core and their rules in a sentence.
fn numbers(design: &Design) -> String {
    let rules = [Some(design.config.number().description()), design.architecture.numbers().map(str::to_string)];
    rules.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

impl Sides {
    fn new(design: &Design) -> Self {
        let [entering, leaving] = design.streams();
        let [in_spare, out_spare] = design.config.spare_lanes();
        Sides { in_beats: entering.beats, out_beats: leaving.beats, in_spare, out_spare }
    }
}

impl Halves {
    fn new(design: &Design, side: HalfRate) -> Self {
        let [entering, leaving] = design.streams();
        let (name, bus) = match side {
            HalfRate::In => ("input", Side::In),
            HalfRate::Out => ("output", Side::Out),
        };
        Halves { in_beats: entering.beats, out_beats: leaving.beats, side: name, sample_bits: bus.slot(design) }
    }
}
