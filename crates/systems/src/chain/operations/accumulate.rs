//! `average`, `sum`, `max-hold`, `min-hold`: one frame of several.

use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::parts::wide::WideMemory;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const AVERAGE: Usage = Usage {
    word: "average",
    settings: "K",
    summary:
        "the mean of K frames, a power of two; exact in fixed point, with as many more bits after the binary point",
};

pub const SUM: Usage = Usage {
    word: "sum",
    settings: "K",
    summary: "the sum of K frames; exact in fixed point, with more bits before the binary point",
};

pub const MAX_HOLD: Usage =
    Usage { word: "max-hold", settings: "K", summary: "the largest of each element of K frames" };

pub const MIN_HOLD: Usage =
    Usage { word: "min-hold", settings: "K", summary: "the smallest of each element of K frames" };

/// One frame of several.
#[derive(Clone, Copy, Debug)]
struct Accumulate {
    rule: Rule,
    frames: usize,
}

/// How elements of several frames become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Average,
    Sum,
    Max,
    Min,
}

pub fn average(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let frames = arguments.number("K", 1)?;
    match frames.is_power_of_two() {
        true => Ok(Box::new(Accumulate { rule: Rule::Average, frames })),
        false => Err(arguments
            .refuse(format!("{frames} is no power of two; take {}, or 'sum {frames}'", frames.next_power_of_two()))),
    }
}

pub fn sum(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Accumulate { rule: Rule::Sum, frames: arguments.number("K", 1)? }))
}

pub fn max_hold(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Accumulate { rule: Rule::Max, frames: arguments.number("K", 1)? }))
}

pub fn min_hold(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(Accumulate { rule: Rule::Min, frames: arguments.number("K", 1)? }))
}

impl Accumulate {
    fn usage(&self) -> Usage {
        match self.rule {
            Rule::Average => AVERAGE,
            Rule::Sum => SUM,
            Rule::Max => MAX_HOLD,
            Rule::Min => MIN_HOLD,
        }
    }

    /// Bits by which an exact sum is longer than an element.
    fn growth(&self) -> u32 {
        match self.rule {
            Rule::Average | Rule::Sum => self.frames.next_power_of_two().ilog2(),
            Rule::Max | Rule::Min => 0,
        }
    }

    /// Bits by which the binary point of a result is further to the left than that of a sum.
    fn shift(&self) -> u32 {
        match self.rule {
            Rule::Average => self.growth(),
            Rule::Sum | Rule::Max | Rule::Min => 0,
        }
    }
}

impl Operation for Accumulate {
    fn text(&self) -> String {
        format!("{} {}", self.usage().word, self.frames)
    }

    fn takes_any_order(&self) -> bool {
        true
    }

    fn with_frames(&self, most: usize) -> Option<Box<dyn Operation>> {
        (self.frames > most).then(|| Box::new(Accumulate { frames: most, ..*self }) as Box<dyn Operation>)
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.in_frames()?;
        if matches!(self.rule, Rule::Max | Rule::Min) {
            entering.is_real()?;
        }
        let arithmetic = arithmetic::of(entering.element.format, config);
        let format = arithmetic.longer(self.growth() - self.shift(), self.shift())?;
        let body = Accumulated { operation: *self, entering: entering.clone(), arithmetic };
        // A word is written before the next frame reads it.
        let least = body.write_cycles() + 1;
        if entering.beats() < least {
            return Err(Error::Unsupported(format!(
                "frames have {} beats, and the sums of {} take {least} or more; take a narrower width or longer frames",
                entering.beats(),
                entering.element.format.name()
            )));
        }
        Ok(Planned {
            leaving: entering.with_format(format),
            latency: body.latency(),
            interval: entering.beats(),
            frames: self.frames,
            body: Arc::new(body),
        })
    }
}

/// A memory of a frame, whose words are replaced by what they become with those of the next frame.
struct Accumulated {
    operation: Accumulate,
    entering: Stream,
    arithmetic: Arc<dyn Arithmetic>,
}

impl Accumulated {
    /// Bits of a component in the memory.
    fn bits(&self) -> u32 {
        self.arithmetic.bits(self.operation.growth())
    }

    /// Clock cycles from the read of a word to its write: a cycle of the read, and those of the sum.
    fn write_cycles(&self) -> usize {
        match self.operation.rule {
            Rule::Average | Rule::Sum => 1 + self.arithmetic.cycles().sum,
            Rule::Max | Rule::Min => 2,
        }
    }

    /// Clock cycles from the first of the frames to their result.
    fn latency(&self) -> usize {
        let scale = if self.operation.shift() > 0 { self.arithmetic.cycles().scale } else { 0 };
        (self.operation.frames - 1) * self.entering.beats() + self.write_cycles() + scale
    }

    /// Combines a number with the one of the frames before. Sums begin with zero, extremes with the first number.
    fn combined(&self, held: Option<i128>, new: i128) -> i128 {
        let (arithmetic, rank) = (&self.arithmetic, |number: &i128| self.arithmetic.rank(*number));
        match (self.operation.rule, held) {
            (Rule::Average | Rule::Sum, held) => arithmetic.sum(new, held.unwrap_or(0)),
            (_, None) => new,
            (Rule::Max, Some(held)) => [held, new].into_iter().max_by_key(rank).unwrap_or(new),
            (Rule::Min, Some(held)) => [held, new].into_iter().min_by_key(rank).unwrap_or(new),
        }
    }
}

impl Body for Accumulated {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Accumulated { operation, entering, arithmetic } = self;
        let (frames, beats) = (operation.frames, entering.beats());
        let (growth, write_cycles) = (operation.growth(), self.write_cycles() as u32);
        let doc = format!(
            "{}. Latency from the first of {frames} frames: {} cycles.",
            operation.usage().summary.replace('K', &frames.to_string()),
            self.latency()
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, beats);

        m.section("frames");
        let (number, _) = m.count("frame_number", beat.last, frames);
        let is_first = number.map_or(m.high(), |number| number.is(0)).named("is_first");
        let is_last = number.map_or(m.high(), |number| number.is(frames - 1)).named("is_last");

        m.section("elements of the frames before, with those of this one");
        let memory = WideMemory::new(&m, "frame", beats, [entering.components(), self.bits() as usize]);
        let held_words = memory.read(beat.address());
        let mut operators = arithmetic.operators(name);
        let is_first = is_first.at(0);
        let mut sums = Vec::new();
        for (place, (component, held)) in ports.data.iter().zip(held_words).enumerate() {
            let new = operators.longer(*component, growth);
            let sum = match operation.rule {
                Rule::Average | Rule::Sum => operators.sum(&format!("add{place}"), new, held.masked(!is_first)),
                Rule::Max => is_first.mux(new, operators.larger(held, new)).register(),
                Rule::Min => is_first.mux(new, operators.smaller(held, new)).register(),
            };
            assert_eq!(sum.cycle(), Some(write_cycles as i32));
            sums.push(sum);
        }
        let written = beat.active.later_with_reset(write_cycles).at(write_cycles as i32);
        memory.write(written, beat.address().later(write_cycles), &sums);
        let mut results = Vec::new();
        for (place, sum) in sums.into_iter().enumerate() {
            results.push(operators.scaled(&format!("mean{place}"), sum, 0, operation.shift()));
        }
        let last_frame = (self.latency() - (frames - 1) * beats) as u32;
        Ports::outputs(&m, (ports.start & is_last).later_with_reset(last_frame), results);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let of_block = |block: &[Frame]| {
            let result = |place: usize| {
                let new = block.iter().map(|frame| i128::from(frame.components[place]));
                let held = new.fold(None, |held, new| Some(self.combined(held, new)));
                self.arithmetic.scaled(held.unwrap_or(0), 0, self.operation.shift()) as i64
            };
            let components = (0..block[0].components.len()).map(result).collect();
            Frame { components, overflow: block.iter().any(|frame| frame.overflow) }
        };
        frames.chunks_exact(self.operation.frames).map(of_block).collect()
    }

    fn units(&self) -> Units {
        Units { adders: self.entering.components(), ..Units::default() }
    }

    fn memory_bits(&self) -> usize {
        self.entering.beats() * self.entering.components() * self.bits() as usize
    }
}
