//! `pfb`: the filters of a polyphase filter bank, before its transform.

use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::coefficients::{cosines, Coefficients, COSINE_WINDOWS};
use crate::chain::conversion::{finish, Conversion};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::{quoted, Error};
use crate::parts::wide::{wide_table, WideMemory};
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
        return Err(arguments.refuse(format!("{} is no window of cosines, such as hann", quoted(name))));
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
        let arithmetic = arithmetic::of(format, config);
        let coefficients = arithmetic.coefficients(&self.prototype(), 0)?;
        let of_channel = |channel: usize| coefficients.words.iter().skip(channel).step_by(channels);
        let growth = coefficients.growth(taps, (0..channels).map(of_channel));
        let conversion = arithmetic.conversion(growth, format, config)?;
        let body = Filters { entering: entering.clone(), taps, coefficients, arithmetic, conversion };
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
    arithmetic: Arc<dyn Arithmetic>,
    conversion: Arc<dyn Conversion>,
}

impl Filters {
    /// Levels of the tree of sums.
    fn levels(&self) -> u32 {
        self.taps.next_power_of_two().ilog2()
    }

    /// A cycle of the memory and the tables, those of the products, those of each level of the tree of sums, and those
    /// of the rounding.
    fn latency(&self) -> usize {
        let cycles = self.arithmetic.cycles();
        1 + cycles.product + self.levels() as usize * cycles.sum + self.conversion.cycles()
    }
}

impl Body for Filters {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Filters { entering, taps, coefficients, arithmetic, conversion } = self;
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
        let mut operators = arithmetic.operators(name);
        let mut words = Vec::new();
        let parts = entering.element.parts();
        for component in 0..entering.components() {
            let (lane, part) = (component / parts, ["re", "im"][component % parts]);
            let mut terms = Vec::new();
            for (age, (frame, taps)) in frames.iter().zip(&taps_of_beat).enumerate() {
                let product = operators.product(&format!("times{lane}_{part}_{age}"), frame[component], taps[lane]);
                terms.push(operators.longer(product, self.levels()));
            }
            let mut number = 0;
            let sum = tree(terms, |a, b| {
                number += 1;
                operators.sum(&format!("add{lane}_{part}_{number}"), a, b)
            });
            words.push(conversion.word(name, &format!("round{lane}_{part}"), sum));
        }
        finish(ports.start, &beat, words, latency);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let (parts, size) = (self.entering.element.parts(), self.entering.elements());
        let filtered = |number: usize| {
            let mut overflow = frames[number].overflow;
            let sum = |place: usize| {
                let term = |age: usize| {
                    let tap = self.coefficients.words[(self.taps - 1 - age) * size + place / parts];
                    let sample = number.checked_sub(age).map_or(0, |number| frames[number].components[place]);
                    self.arithmetic.product(sample.into(), tap)
                };
                let sum = tree((0..self.taps).map(term).collect(), |a, b| self.arithmetic.sum(a, b));
                let (word, is_too_large) = self.conversion.number(sum);
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

/// The sum of terms, of which neighbours are added first.
fn tree<T: Copy>(mut terms: Vec<T>, mut sum: impl FnMut(T, T) -> T) -> T {
    while terms.len() > 1 {
        let pair = |pair: &[T]| if let [a, b] = *pair { sum(a, b) } else { pair[0] };
        terms = terms.chunks(2).map(pair).collect();
    }
    terms[0]
}
