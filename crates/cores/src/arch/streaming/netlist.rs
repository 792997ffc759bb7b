//! The core: permuters and kernels in a row.

use crate::arch::timing::beats;
use crate::blocks::{kind, NetlistContext};
use crate::format::Format;
use crate::formula::{Direction, Order};
use crate::parts::frame_overflow::{overflow_at_once, OUT_OVERFLOW};
use crate::parts::swap::{asks_for_inverse, swapped};
use crate::parts::{OperatorLibrary, Ports, Reset};
use crate::pipeline::{Block, Codec, Pipeline, PipelineSpec, Twiddle};
use crate::quote::counted;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::ops::Range;

/// The netlist of a whole pipeline with the native interface: a start pulse with the first beat, and a fixed latency.
/// `alone`: it has this reset, and a frame may begin in the first cycle after it, as none does after the ports of a
/// wrapper. `tells_overflow`: it has the output [`OUT_OVERFLOW`], which tells of words that were too large in the beat
/// of results that has the place of theirs in the frame.
#[hdl]
pub fn core(
    name: &str,
    prefix: &str,
    pipeline: &Pipeline,
    operators: &OperatorLibrary,
    (alone, tells_overflow): (Option<Reset>, bool),
) -> Module {
    let Pipeline { spec: PipelineSpec { width, .. }, interval, .. } = *pipeline;
    let m = Builder::new(
        name,
        format!(
            "{}: frames of {} of {}, {}; latency {}. in_start marks a \
             frame's first beat; frames start at least {} apart.",
            pipeline.title(),
            beats([pipeline.input.beats, pipeline.output.beats]),
            counted(width, "point"),
            Order::names(pipeline.spec.orders, pipeline.spec.point_shape()),
            counted(pipeline.latency(), "cycle"),
            counted(interval, "cycle")
        ),
    );
    let ports = Ports::inputs_with(&m, width, operators.bits, alone.unwrap_or_default());
    // What the frame that comes in asks for: whether it is to go the other way, and its shifts.
    let chosen = matches!(pipeline.spec.direction, Direction::Chosen { .. });
    let config = pipeline.config_bits();
    let asked = (config > 0).then(|| m.input("in_config", config));
    let swap = asks_for_inverse(pipeline.spec.direction, 0, ports.start, asked);
    let (mut start, mut data) = (ports.start, swapped(&ports.data, swap));
    let mut latency = pipeline.input_cycles();
    if latency > 0 {
        start = start.later_with_reset(1);
        data = data.into_iter().map(Sig::register).collect();
    }
    // Some bits of that, for the frame that begins so many cycles later with a pulse.
    let there = |bits: Range<u32>, start, latency: usize| {
        let asked = asked.expect("frames choose something").bits(bits.start, bits.len() as u32);
        asked.queued(ports.start, start, latency.div_ceil(interval))
    };
    let mut shifts = pipeline.shift_fields().into_iter();
    let mut overflows = Vec::new();
    // Whether a word of the beat was too large in a stage so far.
    let mut told = tells_overflow.then(|| m.constant(1, 0));
    // The start and the words of a frame before the permuter, which a normalizer after it sees too.
    let mut ahead = (start, data.clone());
    let mut exponent: Option<Exponent> = None;
    let widths = pipeline.bits(operators.bits);
    for (number, (block, bits)) in pipeline.blocks.iter().zip(widths).enumerate() {
        let label = format!("{}{}", block.label(), number);
        let name = format!("{prefix}_{label}");
        let starts_after_reset = alone.is_some() && latency == 0;
        let module = kind(block).netlist(&name, &NetlistContext { pipeline, operators, bits, starts_after_reset });
        let module = if tells_overflow { overflow_at_once(module) } else { module };
        let placed = m.place(label.clone(), module);
        placed.set("ce", ports.enable).set("rst", ports.reset);
        match block {
            Block::Normalizer(_) => {
                placed.set("in_start", ahead.0).set_bus("in_data", ahead.1.clone()).set_bus("passed", data.clone())
            }
            _ => placed.set("in_start", start).set_bus("in_data", data.clone()),
        };
        if let Block::Codec(Codec::Convert(_)) = block {
            let exponent = exponent.take().expect("a converter comes after a normalizer");
            let (word, nan) = exponent.with(pipeline.shifts());
            placed.set("exponent", word).set("nan", nan);
        }
        let above = pipeline.direction_bits();
        let shift = block.stage().and_then(|_| shifts.next()).flatten();
        placed.set("in_shift", shift.map(|bits| there(above + bits.start..above + bits.end, start, latency)));
        let out_data = placed.bus("out_data").named(&format!("{label}_out_data"));
        let past = std::mem::replace(&mut data, out_data);
        start = placed.out("out_start");
        latency += block.latency();
        exponent = exponent.map(|exponent| exponent.later(block.latency()));
        if let Some(own) = placed.find("out_exponent") {
            let (word, nan) = match exponent {
                Some(before) => {
                    let (before, nan) = before.with(0);
                    (before + own, nan)
                }
                None => (own, placed.find("out_nan")),
            };
            exponent = Some(Exponent::new(word, nan, Pulse::new(start, interval)));
        }
        if let Block::Twiddle(Twiddle { bypass: true, .. }) = block {
            let inverse = there(0..1, start, latency);
            let past = past.iter().map(|word| word.later_sparing_luts(block.latency() as u32));
            data = data.iter().zip(past).map(|(&by, past)| inverse.mux(by, past)).collect();
        }
        if block.stage().is_some() {
            ahead = (start, data.clone());
        }
        told = told.map(|told| told.later_sparing_luts(block.latency() as u32));
        if let Some(more) = placed.find("overflow") {
            overflows.push(if told.is_some() { more.later_with_reset(1) } else { more });
            told = told.map(|told| told | more);
        }
    }
    let config = asked.map(|_| there(0..config, start, latency));
    let swap = config.filter(|_| chosen).map_or(swap, |config| config.bit(0));
    Ports::outputs(&m, start, swapped(&data, swap));
    if let Some(config) = config {
        m.output("out_config", config);
    }
    match (exponent, operators.format) {
        (Some(exponent), _) => m.output("out_exponent", exponent.with(pipeline.shifts()).0),
        (None, Format::Fixed(_)) => {
            m.output("overflow", m.any_of(overflows).later_with_reset(1));
            if let Some(told) = told {
                m.output(OUT_OVERFLOW, told);
            }
        }
        (None, Format::Float(_)) => {}
    }
    m.finish()
}

/// The exponent of a frame on its way.
#[derive(Clone, Copy)]
struct Exponent<'m> {
    /// What it was after a normalizer, with a bit above it for a frame that is no number, where numbers are floating
    /// point.
    word: FrameValue<'m>,
    /// Bits of the exponent.
    bits: u32,
    /// Clock cycles since.
    cycles: usize,
}

impl<'m> Exponent<'m> {
    /// The exponent after a normalizer, which came with the pulse of the frame's first beat.
    fn new(word: Sig<'m>, nan: Option<Sig<'m>>, start: Pulse<'m>) -> Self {
        let both = word.builder().cat([word].into_iter().chain(nan));
        Exponent { word: FrameValue::new(both, start), bits: word.width(), cycles: 0 }
    }

    /// The exponent some clock cycles later.
    fn later(self, cycles: usize) -> Self {
        Exponent { cycles: self.cycles + cycles, ..self }
    }

    /// The exponent as it is now, with so much more, and whether the frame is no number.
    fn with(self, more: i32) -> (Sig<'m>, Option<Sig<'m>>) {
        let both = self.word.later(self.cycles).now();
        let exponent = both.bits(0, self.bits) + both.builder().constant(self.bits, more as u128);
        (exponent, (both.width() > self.bits).then(|| both.bit(self.bits)))
    }
}
