//! `pfb`: the filters of a polyphase filter bank, before its transform.

use crate::chain::coefficients::{cosines, Coefficients, COSINE_WINDOWS};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::requantize::{finish, Requantize};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::chain::wide::{wide_table, WideMemory};
use crate::design::Config;
use crate::error::Error;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::{address_bits, Module};
use fftgen_hdl::dsl::*;
use std::f64::consts::PI;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "pfb",
    settings: "N taps P [window NAME]",
    summary:
        "the filters of N channels, a sinc of P·N taps times a window (hamming); samples before the first are zeros",
};

/// Fewest beats of a frame: a word is written a clock cycle after it was read.
const LEAST_BEATS: usize = 2;

/// The filters of a filter bank.
#[derive(Debug)]
struct FilterBank {
    channels: usize,
    taps: usize,
    /// Row of [`COSINE_WINDOWS`].
    window: usize,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let channels = arguments.number("N", 2)?;
    let Some(taps) = arguments.named_number("taps", 1)? else {
        return Err(arguments.refuse("taps is missing, as in pfb 1024 taps 4"));
    };
    let name = arguments.named("window")?.unwrap_or("hamming");
    let Some(window) = COSINE_WINDOWS.iter().position(|(known, _)| *known == name) else {
        return Err(arguments.refuse(format!("{name} is no window of cosines, such as hann")));
    };
    Ok(Box::new(FilterBank { channels, taps, window }))
}

impl FilterBank {
    /// The taps of the prototype filter, whose sum over the samples of a channel is about 1.
    fn prototype(&self) -> Vec<f64> {
        let count = self.channels * self.taps;
        let window = cosines(COSINE_WINDOWS[self.window].1, count);
        let sinc = |n: usize| {
            let x = PI * ((n as f64 + 0.5) / self.channels as f64 - self.taps as f64 / 2.0);
            if x == 0.0 {
                1.0
            } else {
                x.sin() / x
            }
        };
        window.iter().enumerate().map(|(n, window)| window * sinc(n)).collect()
    }
}

impl Operation for FilterBank {
    fn text(&self) -> String {
        let window = COSINE_WINDOWS[self.window].0;
        let window = if window == "hamming" { String::new() } else { format!(" window {window}") };
        format!("pfb {} taps {}{window}", self.channels, self.taps)
    }

    fn block(&self) -> Option<usize> {
        Some(self.channels)
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        let FilterBank { channels, taps, .. } = *self;
        if let Some(frame) = entering.frame {
            return Err(Error::Unsupported(format!(
                "it makes frames of samples, and frames of {frame} come; leave what makes these out"
            )));
        }
        let entering = Stream { frame: Some(channels), ..entering.clone() };
        if channels % entering.lanes != 0 || channels / entering.lanes < LEAST_BEATS {
            return Err(Error::Unsupported(format!(
                "{channels} samples are not {LEAST_BEATS} or more whole beats of {}; take a width that divides {}",
                entering.lanes,
                channels / LEAST_BEATS
            )));
        }
        let format = entering.element.format;
        let coefficients = Coefficients::new(&self.prototype(), format);
        let growth = address_bits(taps);
        let product = [format.bits() + coefficients.bits + growth, format.fraction + coefficients.fraction];
        let of_channel = |channel: usize| {
            let words = coefficients.words.iter().skip(channel).step_by(channels);
            words.map(|word| u128::from(word.unsigned_abs())).sum::<u128>()
        };
        let largest = (0..channels).map(of_channel).max().unwrap_or(0) << (format.bits() - 1);
        let rounding = config.arithmetic.rounding.unwrap_or_default();
        let body = Filters {
            entering: entering.clone(),
            taps,
            coefficients,
            requantize: Requantize::new(product, largest, format, rounding),
        };
        Ok(Planned {
            latency: body.latency(),
            interval: entering.beats(),
            frames: 1,
            leaving: entering,
            body: Arc::new(body),
        })
    }
}

/// Filters of all channels, which share their products: a frame's samples, and those of the frames before it.
struct Filters {
    entering: Stream,
    taps: usize,
    coefficients: Coefficients,
    requantize: Requantize,
}

impl Filters {
    /// A cycle of the memory and the tables, two of the products, one for each level of the tree of sums, and one of
    /// the rounding.
    fn latency(&self) -> usize {
        4 + self.taps.next_power_of_two().ilog2() as usize
    }
}

impl Body for Filters {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Filters { entering, taps, coefficients, requantize } = self;
        let (taps, beats, latency) = (*taps, entering.beats(), self.latency());
        let doc = format!(
            "Filters of {} channels, {taps} taps each. Samples before the first one are zeros. Latency: {latency} \
             cycles.",
            entering.elements()
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, beats);

        m.section("samples of the frames before");
        let sample_bits = entering.element.format.bits();
        let components = entering.components();
        let newest: Vec<Sig> = ports.data.iter().map(|sample| sample.until(1)).collect();
        let mut frames = vec![newest];
        if taps > 1 {
            let known = m.state(address_bits(taps), 0).named("known_frames");
            known.next_if(beat.last & known.lt(taps - 1), *known + 1);
            let word = [components * (taps - 1), sample_bits as usize];
            let memory = WideMemory::new(&m, "frames", beats, word);
            for (age, held) in memory.read(beat.address()).chunks(components).enumerate() {
                let is_known = (!known.lt(age + 1)).at(0);
                frames.push(held.iter().map(|sample| sample.masked(is_known)).collect());
            }
            memory.write(beat.active.later_with_reset(1).at(1), beat.address().later(1), &frames[..taps - 1].concat());
        }

        m.section("taps");
        // The oldest frame has the first taps.
        let mut taps_of_beat = Vec::new();
        for of_frame in coefficients.words.chunks(entering.elements()).rev() {
            let words: Vec<&[i64]> = of_frame.chunks(entering.lanes).collect();
            taps_of_beat.push(wide_table(beat.address(), coefficients.bits, &words));
        }

        m.section("sums of products");
        let wide = sample_bits + coefficients.bits + address_bits(taps);
        let mut words = Vec::new();
        let parts = entering.element.parts();
        for place in 0..entering.components() {
            let lane = place / parts;
            let mut terms = Vec::new();
            for (frame, taps) in frames.iter().zip(&taps_of_beat) {
                terms.push(frame[place].times_signed(taps[lane]).register().register().sign_extend(wide));
            }
            while terms.len() > 1 {
                terms = terms.chunks(2).map(|pair| pair.iter().copied().reduce(|a, b| a + b)).map(registered).collect();
            }
            words.push(requantize.word(name, &format!("round{lane}_{}", ["re", "im"][place % parts]), terms[0]));
        }
        finish(ports.start, &beat, words, latency);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let (parts, size) = (self.entering.element.parts(), self.entering.elements());
        let filtered = |number: usize| {
            let mut overflow = frames[number].overflow;
            let sum = |place: usize| {
                let products = (0..self.taps.min(number + 1)).map(|age| {
                    let tap = self.coefficients.words[(self.taps - 1 - age) * size + place / parts];
                    i128::from(frames[number - age].components[place]) * i128::from(tap)
                });
                let (word, is_too_large) = self.requantize.number(products.sum());
                overflow |= is_too_large;
                word
            };
            let components = (0..parts * size).map(sum).collect();
            Frame { components, overflow }
        };
        (0..frames.len()).map(filtered).collect()
    }

    fn has_history(&self) -> bool {
        self.taps > 1
    }

    fn units(&self) -> Units {
        let products = self.taps * self.entering.components();
        Units { multipliers: products, adders: products - self.entering.components(), ..Units::default() }
    }

    fn memory_bits(&self) -> usize {
        (self.taps - 1) * self.entering.beats() * self.entering.beat_bits()
    }

    fn summary(&self) -> Option<String> {
        Some(format!("{} coefficients of {} bits", self.coefficients.words.len(), self.coefficients.bits))
    }
}

/// A sum a cycle later. A term that is left over waits with the others.
fn registered(sum: Option<Sig<'_>>) -> Sig<'_> {
    sum.map_or_else(|| unreachable!("chunks are not empty"), Sig::register)
}
