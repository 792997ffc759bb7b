//! `average`, `sum`, `max-hold`, `min-hold`: one frame of several.

use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::chain::wide::WideMemory;
use crate::design::Config;
use crate::error::Error;
use crate::format::Fixed;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const AVERAGE: Usage = Usage {
    word: "average",
    settings: "K",
    summary: "the mean of K frames, a power of two; exact, with as many more bits after the binary point",
};

pub const SUM: Usage =
    Usage { word: "sum", settings: "K", summary: "the sum of K frames; exact, with more bits before the binary point" };

pub const MAX_HOLD: Usage =
    Usage { word: "max-hold", settings: "K", summary: "the largest of each element of K frames" };

pub const MIN_HOLD: Usage =
    Usage { word: "min-hold", settings: "K", summary: "the smallest of each element of K frames" };

/// Fewest beats of a frame: a word is written two clock cycles after it was read.
const LEAST_BEATS: usize = 3;

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

    /// Bits by which a sum is longer than an element.
    fn growth(&self) -> u32 {
        match self.rule {
            Rule::Average | Rule::Sum => self.frames.next_power_of_two().ilog2(),
            Rule::Max | Rule::Min => 0,
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

    fn plan(&self, entering: &Stream, _: &Config) -> Result<Planned, Error> {
        entering.in_frames()?;
        if matches!(self.rule, Rule::Max | Rule::Min) {
            entering.is_real()?;
        }
        if entering.beats() < LEAST_BEATS {
            return Err(Error::Unsupported(format!(
                "frames have {} beats, and a sum takes {LEAST_BEATS}; take a narrower width",
                entering.beats()
            )));
        }
        let Fixed { integer, fraction } = entering.element.format;
        let growth = self.growth();
        let format = match self.rule {
            Rule::Average => Fixed::new(integer, fraction + growth),
            _ => Fixed::new(integer + growth, fraction),
        };
        let format = format.map_err(|error| {
            Error::Unsupported(format!("{error}; add 'convert' before it, as in convert fixed{}", 64 - growth))
        })?;
        Ok(Planned {
            leaving: entering.with_format(format),
            latency: (self.frames - 1) * entering.beats() + Accumulated::LATENCY,
            interval: entering.beats(),
            frames: self.frames,
            body: Arc::new(Accumulated { operation: *self, entering: entering.clone(), bits: format.bits() }),
        })
    }
}

/// A memory of a frame, whose words are replaced by what they become with those of the next frame.
struct Accumulated {
    operation: Accumulate,
    entering: Stream,
    /// Bits of a component that leaves.
    bits: u32,
}

impl Accumulated {
    /// A cycle of the read, and one of the sum.
    const LATENCY: usize = 2;

    /// Combines a number with the one of the frames before.
    fn combined(&self, held: i64, new: i64) -> i64 {
        match self.operation.rule {
            Rule::Average | Rule::Sum => held + new,
            Rule::Max => held.max(new),
            Rule::Min => held.min(new),
        }
    }
}

impl Body for Accumulated {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Accumulated { operation, entering, bits } = self;
        let (frames, beats, bits) = (operation.frames, entering.beats(), *bits);
        let doc = format!(
            "{}. Latency from the first of {frames} frames: {} cycles.",
            operation.usage().summary.replace('K', &frames.to_string()),
            (frames - 1) * beats + Self::LATENCY
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, beats);

        m.section("frames");
        let (number, _) = m.count("frame_number", beat.last, frames);
        let is_first = number.map_or(m.high(), |number| number.is(0)).named("is_first");
        let is_last = number.map_or(m.high(), |number| number.is(frames - 1)).named("is_last");

        m.section("elements of the frames before, with those of this one");
        let memory = WideMemory::new(&m, "frame", beats, [entering.components(), bits as usize]);
        let held_words = memory.read(beat.address());
        let mut results = Vec::new();
        for (component, held) in ports.data.iter().zip(held_words) {
            let new = component.sign_extend(bits);
            let both = match operation.rule {
                Rule::Average | Rule::Sum => held + new,
                Rule::Max | Rule::Min => {
                    // Without their signs the numbers have the order of unsigned ones.
                    let [lifted, other] = [held, new].map(|word| word.flip_top(m.high()));
                    let held_is_less = lifted.lt(other);
                    let takes_new = if operation.rule == Rule::Max { held_is_less } else { !held_is_less };
                    takes_new.mux(new, held)
                }
            };
            let result = is_first.at(0).mux(new, both).register();
            assert_eq!(result.cycle(), Some(Self::LATENCY as i32));
            results.push(result);
        }
        memory.write(beat.active.later_with_reset(2).at(2), beat.address().later(2), &results);
        let start = (ports.start & is_last).later_with_reset(Self::LATENCY as u32);
        Ports::outputs(&m, start, results);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let of_block = |block: &[Frame]| {
            let mut all = block[0].clone();
            for Frame { components, overflow } in &block[1..] {
                let held = all.components.iter_mut().zip(components);
                held.for_each(|(held, new)| *held = self.combined(*held, *new));
                all.overflow |= overflow;
            }
            all
        };
        frames.chunks_exact(self.operation.frames).map(of_block).collect()
    }

    fn units(&self) -> Units {
        Units { adders: self.entering.components(), ..Units::default() }
    }

    fn memory_bits(&self) -> usize {
        self.entering.beats() * self.entering.components() * self.bits as usize
    }
}
