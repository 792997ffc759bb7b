//! `overlap-add`: frames become samples again, each frame a hop after the one before.

use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::coefficients::Growth;
use crate::chain::conversion::{finish, Conversion};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::parts::wide::WideMemory;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::{address_bits, Module};
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "overlap-add",
    settings: "H",
    summary: "the sums of frames, each H elements after the one before: H elements leave for each frame",
};

/// Sums of frames that overlap.
#[derive(Debug)]
struct OverlapAdd {
    hop: usize,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    Ok(Box::new(OverlapAdd { hop: arguments.number("H", 1)? }))
}

impl Operation for OverlapAdd {
    fn text(&self) -> String {
        format!("overlap-add {}", self.hop)
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_unpacked()?;
        let (size, lanes, hop) = (entering.in_natural_frames()?, entering.lanes, self.hop);
        if hop >= size {
            return Err(Error::Unsupported(format!(
                "frames of {size} with a hop of {hop} do not overlap; leave it out"
            )));
        }
        let format = entering.element.format;
        let arithmetic = arithmetic::of(format, config);
        let terms = size.div_ceil(hop);
        let growth = Growth { bits: address_bits(terms), fraction: 0, gain: terms as u128 };
        let conversion = arithmetic.conversion(growth, format, config)?;
        let body = Sums { entering: entering.clone(), hop, growth: growth.bits, arithmetic, conversion };
        // The first word of what frames have in common is written before the next frame reads it.
        let least = body.write_cycles() + 1;
        if hop % lanes != 0 || (size - hop) / lanes < least {
            return Err(Error::Unsupported(format!(
                "frames of {size} with a hop of {hop} overlap by less than {least} whole beats of {lanes}; take a \
                 multiple of {lanes} up to {}",
                (size / lanes).saturating_sub(least) * lanes
            )));
        }
        Ok(Planned {
            leaving: Stream { frame: Some(hop), ..entering.clone() },
            latency: body.latency(),
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(body),
        })
    }
}

/// A memory of the sums that no frame has completed yet.
struct Sums {
    entering: Stream,
    hop: usize,
    /// Bits by which an exact sum is longer than an element.
    growth: u32,
    arithmetic: Arc<dyn Arithmetic>,
    conversion: Arc<dyn Conversion>,
}

impl Sums {
    /// Clock cycles from the read of a word to its write: a cycle of the read, and those of the sum.
    fn write_cycles(&self) -> usize {
        1 + self.arithmetic.cycles().sum
    }

    /// After a sum it is rounded.
    fn latency(&self) -> usize {
        self.write_cycles() + self.conversion.cycles()
    }

    /// Bits of a component in the memory.
    fn sum_bits(&self) -> usize {
        self.arithmetic.bits(self.growth) as usize
    }

    /// Beats that frames have in common.
    fn common_beats(&self) -> usize {
        self.entering.beats() - self.hop / self.entering.lanes
    }
}

impl Body for Sums {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Sums { entering, hop, growth, arithmetic, conversion } = self;
        let (beats, common, latency) = (entering.beats(), self.common_beats(), self.latency());
        let write_cycles = self.write_cycles() as u32;
        let hop_beats = beats - common;
        let doc = format!(
            "Sums of frames of {} elements, each {hop} after the one before. Latency: {latency} cycles.",
            entering.elements()
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, beats);
        let leaving = Beats::new("leaving_beat", ports.start, hop_beats);

        m.section("sums of the frames before");
        let has_frames = m.state(1, 0);
        has_frames.set_or_clear(beat.last, m.low());
        let number = beat.address();
        let is_common = number.lt(common);
        let address = number.resize(address_bits(common));
        let memory = WideMemory::new(&m, "sums", common, [entering.components(), self.sum_bits()]);
        let is_held = is_common & has_frames.at(0);
        let mut operators = arithmetic.operators(name);
        let mut sums = Vec::new();
        for (place, (component, held)) in ports.data.iter().zip(memory.read(address)).enumerate() {
            let new = operators.longer(*component, *growth);
            sums.push(operators.sum(&format!("add{place}"), new, held.masked(is_held)));
        }
        // What is not complete waits for the next frame, in the place where that reads it.
        let is_incomplete = beat.active.at(0) & !number.lt(hop_beats);
        let place = (number - hop_beats as u128).resize(address_bits(common));
        let incomplete = is_incomplete.untimed().later_with_reset(write_cycles).at(write_cycles as i32);
        memory.write(incomplete, place.later(write_cycles), &sums);

        m.section("sums that leave");
        let words = sums.iter().enumerate().map(|(place, sum)| conversion.word(name, &format!("round{place}"), *sum));
        finish(ports.start, &leaving, words.collect(), latency);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let components = self.hop * self.entering.element.parts();
        let mut sums = vec![0; self.entering.elements() * self.entering.element.parts()];
        let complete = |frame: Frame| {
            sums.iter_mut()
                .zip(&frame.components)
                .for_each(|(sum, part)| *sum = self.arithmetic.sum((*part).into(), *sum));
            let complete: Vec<i128> = sums.drain(..components).collect();
            sums.resize(sums.len() + components, 0);
            let words = complete.into_iter().map(|sum| self.conversion.number(sum));
            let (components, overflows): (Vec<i64>, Vec<bool>) = words.unzip();
            Frame { components, overflow: frame.overflow || overflows.contains(&true) }
        };
        frames.into_iter().map(complete).collect()
    }

    fn has_history(&self) -> bool {
        true
    }

    fn units(&self) -> Units {
        Units { adders: self.entering.components(), ..Units::default() }
    }

    fn memory_bits(&self) -> usize {
        self.common_beats() * self.entering.components() * self.sum_bits()
    }
}
