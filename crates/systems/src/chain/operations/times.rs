//! `times`: each element times a complex number of a list, as of a filter's spectrum.

use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::requantize::{finish, Requantize};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Numbers, Usage};
use crate::chain::wide::wide_table;
use crate::design::Config;
use crate::error::Error;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use num_complex::Complex64;
use std::f64::consts::TAU;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "times",
    settings: "[taps:]LIST|FILE",
    summary: "each element times a number of a list such as 1,0.5-0.25j or of a file, or times the spectrum of taps",
};

/// Products with a list of numbers.
#[derive(Clone, Debug)]
struct Times {
    numbers: Numbers,
    /// Whether the numbers are taps of a filter, whose transform is the list.
    are_taps: bool,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let word = arguments.word("a list of numbers")?;
    let (list, are_taps) = word.strip_prefix("taps:").map_or((word, false), |list| (list, true));
    let numbers = arguments.numbers(list)?;
    Ok(Box::new(Times { numbers, are_taps }))
}

impl Times {
    /// The factors of a frame, in natural order.
    fn factors(&self, size: usize) -> Vec<Complex64> {
        if !self.are_taps {
            return self.numbers.all.clone();
        }
        let root = |power: usize| Complex64::cis(-TAU * (power % size) as f64 / size as f64);
        let bin = |bin: usize| self.numbers.all.iter().enumerate().map(|(tap, number)| number * root(bin * tap)).sum();
        (0..size).map(bin).collect()
    }
}

impl Operation for Times {
    fn text(&self) -> String {
        format!("times {}{}", if self.are_taps { "taps:" } else { "" }, self.numbers.text())
    }

    fn tag(&self) -> String {
        let what = if self.are_taps { "taps" } else { "times" };
        format!("{what}{}", self.numbers.tag())
    }

    fn takes_any_order(&self) -> bool {
        true
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_complex()?;
        let (size, count) = (entering.in_frames()?, self.numbers.all.len());
        match self.are_taps {
            true if count > size => {
                return Err(Error::Unsupported(format!("{count} taps are more than the {size} elements of a frame")));
            }
            false if count != size => {
                return Err(Error::Unsupported(format!("{count} numbers for frames of {size} elements; give {size}")));
            }
            _ => (),
        }
        let natural = self.factors(size);
        let factors: Vec<Complex64> =
            entering.order.points(size.into()).into_iter().map(|point| natural[point]).collect();
        let format = entering.element.format;
        let bits = (format.bits() + 2).min(27);
        let largest = factors.iter().flat_map(|factor| [factor.re.abs(), factor.im.abs()]).fold(0.0, f64::max);
        // The largest part fills its word: it is below 2^(bits - 1) after the rounding.
        let exponent = if largest > 0.0 { largest.log2().floor() as i32 + 1 } else { 0 };
        let fraction = bits as i32 - 2 - exponent;
        let Ok(fraction) = u32::try_from(fraction) else {
            return Err(Error::Unsupported(format!("a factor of {largest} is too large for words of {bits} bits")));
        };
        let unit = 2f64.powi(fraction as i32);
        let word = |factor: &Complex64| [factor.re, factor.im].map(|part| (part * unit).round() as i64);
        let words: Vec<[i64; 2]> = factors.iter().map(word).collect();
        let gain = words.iter().map(|[re, im]| u128::from(re.unsigned_abs() + im.unsigned_abs())).max().unwrap_or(0);
        let rounding = config.arithmetic.rounding.unwrap_or_default();
        let product = [format.bits() + bits + 1, format.fraction + fraction];
        let requantize = Requantize::new(product, gain << (format.bits() - 1), format, rounding);
        Ok(Planned {
            leaving: entering.clone(),
            latency: Products::LATENCY,
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(Products { entering: entering.clone(), bits, words, requantize }),
        })
    }
}

/// Products with a table of complex words.
struct Products {
    entering: Stream,
    /// Bits of a part of a factor.
    bits: u32,
    /// Factors in the order in which elements come.
    words: Vec<[i64; 2]>,
    requantize: Requantize,
}

impl Products {
    /// A cycle of the table, two of the products, one of their sums, and one of the rounding.
    const LATENCY: usize = 5;
}

impl Body for Products {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Products { entering, bits, words: factors, requantize } = self;
        let bits = *bits;
        let doc = format!("Each element times its complex factor, whose parts have {bits} bits. Latency: 5 cycles.");
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, entering.beats());
        m.section("factors");
        let parts: Vec<&[i64]> = factors.as_flattened().chunks(2 * entering.lanes).collect();
        let factors_of_beat = wide_table(beat.address(), bits, &parts);
        m.section("products");
        let mut words = Vec::new();
        for (lane, (element, factor)) in ports.elements(entering).zip(factors_of_beat.chunks(2)).enumerate() {
            let wide = element[0].width() + bits + 1;
            let times = |part: usize, other: usize| {
                let product = element[part].times_signed(factor[other]);
                product.register().register().sign_extend(wide)
            };
            let re = (times(0, 0) - times(1, 1)).register();
            let im = (times(0, 1) + times(1, 0)).register();
            words.push(requantize.word(name, &format!("round{lane}_re"), re));
            words.push(requantize.word(name, &format!("round{lane}_im"), im));
        }
        finish(ports.start, &beat, words, Self::LATENCY);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let product = |number: usize, element: &[i64]| {
            let [c, d] = self.words[number].map(i128::from);
            let [a, b] = [0, 1].map(|part: usize| i128::from(element[part]));
            let [re, im] = [a * c - b * d, a * d + b * c].map(|part| self.requantize.number(part));
            (vec![re.0, im.0], re.1 | im.1)
        };
        frames.into_iter().map(|frame| frame.each(2, product)).collect()
    }

    fn units(&self) -> Units {
        let lanes = self.entering.lanes;
        Units { multipliers: 4 * lanes, adders: 2 * lanes, ..Units::default() }
    }
}
