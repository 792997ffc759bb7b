//! `overlap-add`: frames become samples again, each frame a hop after the one before.

use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::requantize::{finish, Requantize};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::chain::wide::WideMemory;
use crate::design::Config;
use crate::error::Error;
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

/// Clock cycles from the read of a word to its write.
const WRITE_CYCLES: usize = 2;

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
        let (size, lanes, hop) = (entering.in_natural_frames()?, entering.lanes, self.hop);
        if hop >= size {
            return Err(Error::Unsupported(format!(
                "frames of {size} with a hop of {hop} do not overlap; leave it out"
            )));
        }
        // The first word of what frames have in common is written before the next frame reads it.
        let least = WRITE_CYCLES + 1;
        if hop % lanes != 0 || (size - hop) / lanes < least {
            return Err(Error::Unsupported(format!(
                "frames of {size} with a hop of {hop} overlap by less than {least} whole beats of {lanes}; take a \
                 multiple of {lanes} up to {}",
                (size / lanes).saturating_sub(least) * lanes
            )));
        }
        let format = entering.element.format;
        let terms = size.div_ceil(hop);
        let sum_bits = format.bits() + address_bits(terms);
        let largest = (terms as u128) << (format.bits() - 1);
        let rounding = config.arithmetic.rounding.unwrap_or_default();
        let requantize = Requantize::new([sum_bits, format.fraction], largest, format, rounding);
        Ok(Planned {
            leaving: Stream { frame: Some(hop), ..entering.clone() },
            latency: Sums::LATENCY,
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(Sums { entering: entering.clone(), hop, sum_bits, requantize }),
        })
    }
}

/// A memory of the sums that no frame has completed yet.
struct Sums {
    entering: Stream,
    hop: usize,
    sum_bits: u32,
    requantize: Requantize,
}

impl Sums {
    /// A cycle of the read, one of the sum, and one of the rounding.
    const LATENCY: usize = 3;

    /// Beats that frames have in common.
    fn common_beats(&self) -> usize {
        self.entering.beats() - self.hop / self.entering.lanes
    }
}

impl Body for Sums {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Sums { entering, hop, sum_bits, requantize } = self;
        let (beats, common, sum_bits) = (entering.beats(), self.common_beats(), *sum_bits);
        let hop_beats = beats - common;
        let doc = format!(
            "Sums of frames of {} elements, each {hop} after the one before. Latency: {} cycles.",
            entering.elements(),
            Self::LATENCY
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
        let memory = WideMemory::new(&m, "sums", common, [entering.components(), sum_bits as usize]);
        let is_held = is_common & has_frames.at(0);
        let mut sums = Vec::new();
        for (component, held) in ports.data.iter().zip(memory.read(address)) {
            let sum = (component.sign_extend(sum_bits) + held.masked(is_held)).register();
            sums.push(sum);
        }
        // What is not complete waits for the next frame, in the place where that reads it.
        let is_incomplete = beat.active.at(0) & !number.lt(hop_beats);
        let place = (number - hop_beats as u128).resize(address_bits(common));
        let incomplete = is_incomplete.untimed().later_with_reset(WRITE_CYCLES as u32).at(WRITE_CYCLES as i32);
        memory.write(incomplete, place.later(WRITE_CYCLES as u32), &sums);

        m.section("sums that leave");
        let words = sums.iter().enumerate().map(|(place, sum)| requantize.word(name, &format!("round{place}"), *sum));
        finish(ports.start, &leaving, words.collect(), Self::LATENCY);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let components = self.hop * self.entering.element.parts();
        let mut sums = vec![0; self.entering.elements() * self.entering.element.parts()];
        let complete = |frame: Frame| {
            sums.iter_mut().zip(&frame.components).for_each(|(sum, part)| *sum += i128::from(*part));
            let complete: Vec<i128> = sums.drain(..components).collect();
            sums.resize(sums.len() + components, 0);
            let words = complete.into_iter().map(|sum| self.requantize.number(sum));
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
        self.common_beats() * self.entering.components() * self.sum_bits as usize
    }
}
