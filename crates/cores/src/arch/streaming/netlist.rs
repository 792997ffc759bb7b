//! The core: permuters and kernels in a row.

use crate::arch::timing::beats;
use crate::blocks::{kind, NetlistContext};
use crate::format::Format;
use crate::formula::{Direction, Order};
use crate::lower::control::{delay_frame_value, frame_fifo, latch_on_pulse, Pulse};
use crate::lower::delay::delay_line;
use crate::lower::frame_overflow::{overflow_at_once, OUT_OVERFLOW};
use crate::lower::swap::swapped;
use crate::lower::{OperatorLibrary, Ports, Reset};
use crate::pipeline::{Block, Codec, Pipeline, PipelineSpec, Twiddle};
use crate::quote::counted;
use crate::rtl::{Module, Net};
use std::ops::Range;
use std::sync::Arc;

/// The netlist of a whole pipeline with the native interface: a start pulse with the first beat,
/// and a fixed latency. `alone`: it has this reset, and a frame may begin in the first cycle after it, as none does after
/// the ports of a wrapper. `tells_overflow`: it has the output [`OUT_OVERFLOW`], which tells of words that were too large in the beat of results that
/// has the place of theirs in the frame.
pub fn core(
    name: &str,
    prefix: &str,
    pipeline: &Pipeline,
    operators: &OperatorLibrary,
    (alone, tells_overflow): (Option<Reset>, bool),
) -> Module {
    let Pipeline { spec: PipelineSpec { width, .. }, interval, .. } = *pipeline;
    let mut m = Module::new(
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
    let ports = Ports::inputs_with(&mut m, width, operators.bits, alone.unwrap_or_default());
    // What the frame that comes in asks for: whether it is to go the other way, and its shifts.
    let chosen = matches!(pipeline.spec.direction, Direction::Chosen { .. });
    let config = pipeline.config_bits();
    let asked = (config > 0).then(|| m.input("in_config", config));
    let swap = match asked.filter(|_| chosen) {
        Some(asked) => {
            let asked = m.bit(asked, 0);
            latch_on_pulse(&mut m, ports.start, asked)
        }
        None => m.constant(1, u128::from(pipeline.spec.direction == Direction::Inverse)),
    };
    let data = swapped(&mut m, &ports.data, swap);
    let (mut start, mut data) = (ports.start, data);
    let mut latency = pipeline.input_cycles();
    if latency > 0 {
        start = m.register(start, Some(0));
        data = data.into_iter().map(|net| m.register(net, None)).collect();
    }
    // Some bits of that, for the frame that begins so many cycles later with a pulse.
    let there = |m: &mut Module, bits: Range<u32>, start: Net, latency: usize| {
        let Some(asked) = asked else { unreachable!("frames choose something") };
        let asked = m.slice(asked, bits.start, bits.len() as u32);
        frame_fifo(m, [ports.start, asked], start, latency, interval)
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
        let inputs = match block {
            Block::Normalizer(_) => vec![vec![ahead.0], ahead.1.clone(), data.clone()],
            Block::Codec(Codec::Convert(_)) => {
                let Some(block) = exponent.take() else { unreachable!("a converter comes behind a normalizer") };
                let (word, nan) = block.now(&mut m, pipeline.shifts(), interval);
                vec![vec![start], data.clone(), vec![word], nan.into_iter().collect()]
            }
            _ => vec![vec![start], data.clone()],
        };
        let starts_after_reset = alone.is_some() && latency == 0;
        let module = kind(block).netlist(&name, &NetlistContext { pipeline, operators, bits, starts_after_reset });
        let module = if tells_overflow { overflow_at_once(module) } else { module };
        let shift = if block.stage().is_some() { shifts.next().flatten() } else { None };
        let above = pipeline.direction_bits();
        let shift = shift.map(|bits| vec![there(&mut m, above + bits.start..above + bits.end, start, latency)]);
        let inputs = [vec![ports.enable], vec![ports.reset]].into_iter().chain(inputs).chain(shift).collect();
        let outputs = m.instance(label, &Arc::new(module), inputs);
        let past = std::mem::replace(&mut data, outputs[1].clone());
        start = outputs[0][0];
        latency += block.latency();
        exponent.iter_mut().for_each(|exponent| exponent.cycles += block.latency());
        let more = outputs.get(2).map(|port| port[0]);
        if let Block::Normalizer(_) = block {
            let own = more.unwrap_or_else(|| unreachable!("a normalizer gives an exponent"));
            let (word, nan) = match exponent {
                Some(before) => {
                    let (before, nan) = before.now(&mut m, 0, interval);
                    (m.add(before, own), nan)
                }
                None => (own, outputs.get(3).map(|port| port[0])),
            };
            exponent = Some(Exponent { word, nan, start, cycles: 0 });
        }
        if let Block::Twiddle(Twiddle { bypass: true, .. }) = block {
            let inverse = there(&mut m, 0..1, start, latency);
            let past = past.iter().map(|&net| delay_line(&mut m, net, block.latency() as u32)).collect::<Vec<_>>();
            data = data.iter().zip(past).map(|(&by, past)| m.mux(inverse, by, past)).collect();
        }
        if block.stage().is_some() {
            ahead = (start, data.clone());
        }
        told = told.map(|told| delay_line(&mut m, told, block.latency() as u32));
        if let Some(more) = more.filter(|_| block.stage().is_some()) {
            overflows.push(match told {
                Some(_) => m.register(more, Some(0)),
                None => more,
            });
            told = told.map(|told| m.or(told, more));
        }
    }
    let word = asked.map(|_| there(&mut m, 0..config, start, latency));
    let swap = match word.filter(|_| chosen) {
        Some(word) => m.bit(word, 0),
        None => swap,
    };
    let data = swapped(&mut m, &data, swap);
    Ports::outputs(&mut m, start, &data);
    if let Some(word) = word {
        m.output("out_config", word);
    }
    match (exponent, operators.format) {
        (Some(exponent), _) => {
            let (word, _) = exponent.now(&mut m, pipeline.shifts(), interval);
            m.output("out_exponent", word);
        }
        (None, Format::Fixed(_)) => {
            let never = m.constant(1, 0);
            let any = overflows.into_iter().fold(never, |any, one| m.or(any, one));
            let pulse = m.register(any, Some(0));
            m.output("overflow", pulse);
            if let Some(told) = told {
                m.output(OUT_OVERFLOW, told);
            }
        }
        (None, Format::Float(_)) => {}
    }
    m
}

/// The exponent of a frame on its way.
struct Exponent {
    /// What it was after a normalizer, from the pulse on that came with the frame's first beat.
    word: Net,
    /// Whether the frame is no number, where numbers are floating point.
    nan: Option<Net>,
    start: Net,
    /// Cycles since.
    cycles: usize,
}

impl Exponent {
    /// As it is now, with so much more, and whether the frame is no number.
    fn now(&self, m: &mut Module, more: i32, interval: usize) -> (Net, Option<Net>) {
        let bits = m.width(self.word);
        let parts: Vec<Net> = [self.word].into_iter().chain(self.nan).collect();
        let both = m.concat(&parts);
        let both = delay_frame_value(m, &mut Pulse::new(self.start, interval), both, 0..self.cycles);
        let (word, more) = (m.slice(both, 0, bits), m.constant(bits, more as u128));
        (m.add(word, more), self.nan.map(|_| m.bit(both, bits)))
    }
}
