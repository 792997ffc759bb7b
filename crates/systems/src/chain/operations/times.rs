//! `times`: each element times a complex number of a list, as of a filter's spectrum.

use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::coefficients::{largest, Coefficients};
use crate::chain::conversion::{finish, Conversion};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::settings::{chosen, loaded, written, Setting};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Numbers, Usage};
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
    settings: "[load:][taps:]LIST|FILE",
    summary: "each element times a number of a list such as 1,0.5-0.25j or of a file, or times the spectrum of taps; \
              both parts of what rfft packs by themselves; load: registers change the factors",
};

/// Products with a list of numbers.
#[derive(Clone, Debug)]
struct Times {
    numbers: Numbers,
    /// Whether the numbers are taps of a filter, whose transform is the list.
    are_taps: bool,
    /// Whether registers change the factors.
    is_loaded: bool,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let (word, is_loaded) = loaded(arguments.word("a list of numbers")?);
    let (list, are_taps) = word.strip_prefix("taps:").map_or((word, false), |list| (list, true));
    let numbers = arguments.numbers(list)?;
    Ok(Box::new(Times { numbers, are_taps, is_loaded }))
}

impl Times {
    /// The factors of the elements of a frame, in natural order.
    fn factors(&self, entering: &Stream) -> Vec<Complex64> {
        if !self.are_taps {
            return self.numbers.all.clone();
        }
        let size = samples(entering);
        let root = |power: usize| Complex64::cis(-TAU * (power % size) as f64 / size as f64);
        let taps = self.numbers.all.iter().enumerate();
        let bin = |bin: usize| taps.clone().map(|(tap, number)| number * root(bin * tap)).sum::<Complex64>();
        let mut factors: Vec<Complex64> = (0..entering.elements()).map(bin).collect();
        if let Some(shared) = entering.packed {
            factors[0].im = bin(shared).re;
        }
        factors
    }

    /// Refuses numbers that are no factors of a stream.
    fn check(&self, entering: &Stream) -> Result<(), Error> {
        entering.is_complex()?;
        let (size, count) = (entering.in_frames()?, self.numbers.all.len());
        let refuse = |why: String| Err(Error::Unsupported(why));
        let is_real = self.numbers.all.iter().all(|number| number.im == 0.0);
        match self.are_taps {
            true if count > samples(entering) => {
                refuse(format!("{count} taps are more than the {} elements of a frame", samples(entering)))
            }
            true if entering.packed.is_some() && !is_real => {
                refuse("complex taps make real samples complex; take real taps, or complex samples and 'fft'".into())
            }
            false if count != size => refuse(format!("{count} numbers for frames of {size} elements; give {size}")),
            _ => Ok(()),
        }
    }
}

/// Elements of a frame whose transform a stream is.
fn samples(entering: &Stream) -> usize {
    entering.packed.map_or(entering.elements(), |shared| 2 * shared)
}

impl Operation for Times {
    fn text(&self) -> String {
        let taps = if self.are_taps { "taps:" } else { "" };
        format!("times {}", written(format!("{taps}{}", self.numbers.text()), self.is_loaded))
    }

    fn tag(&self) -> String {
        let what = if self.are_taps { "taps" } else { "times" };
        format!("{}{what}{}", if self.is_loaded { "load" } else { "" }, self.numbers.tag())
    }

    fn takes_any_order(&self) -> bool {
        true
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        self.check(entering)?;
        let natural = self.factors(entering);
        let points = entering.order.points(entering.shape());
        let factors = points.iter().map(|point| natural[*point]);
        let factors: Vec<f64> = factors.flat_map(|factor| [factor.re, factor.im]).collect();
        // The largest part fills its word.
        let largest = largest(&factors);
        let exponent = if largest > 0.0 { largest.log2().floor() as i32 + 1 } else { 0 };
        let format = entering.element.format;
        let arithmetic = arithmetic::of(format, config);
        let factors = arithmetic::of(entering.precise_format(), config).coefficients(&factors, exponent)?;
        let setting = self
            .is_loaded
            .then(|| {
                factors.setting(
                    "factors, of complex elements real and imaginary part one after the other",
                    places(&points),
                )
            })
            .transpose()?;
        let growth = match setting {
            Some(_) => factors.most_growth(2),
            None => factors.growth(2, factors.words.chunks(2).map(<[i64]>::iter)),
        };
        let conversion = arithmetic.conversion(growth, format, config)?;
        let body = Products { entering: entering.clone(), factors, setting, arithmetic, conversion };
        Ok(Planned {
            leaving: entering.clone(),
            latency: body.latency(),
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(body),
        })
    }
}

/// The places of both parts of each factor in natural order, where elements come in another one.
fn places(points: &[usize]) -> Vec<usize> {
    let mut places = vec![0; 2 * points.len()];
    for (at, point) in points.iter().enumerate() {
        (0..2).for_each(|part| places[2 * point + part] = 2 * at + part);
    }
    places
}

/// Products with a table of complex words.
#[derive(Clone)]
struct Products {
    entering: Stream,
    /// Parts of the factors in the order in which elements come.
    factors: Coefficients,
    /// The factors, where registers change them.
    setting: Option<Setting>,
    arithmetic: Arc<dyn Arithmetic>,
    conversion: Arc<dyn Conversion>,
}

impl Products {
    /// A cycle of the table, those of the products, of their sums, and of the rounding.
    fn latency(&self) -> usize {
        let cycles = self.arithmetic.cycles();
        1 + cycles.product + cycles.sum + self.conversion.cycles()
    }
}

impl Body for Products {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Products { entering, factors, setting, arithmetic, conversion } = self;
        let latency = self.latency();
        let doc = format!(
            "Each element times its complex factor, whose parts have {} bits. Latency: {latency} cycles.",
            factors.bits
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, entering.beats());
        m.section("factors");
        let parts: Vec<&[i64]> = factors.words.chunks(2 * entering.lanes).collect();
        let factors_of_beat = chosen((&m, name), setting.as_ref(), beat.address(), (factors.bits, &parts));
        m.section("products");
        let mut operators = arithmetic.operators(name);
        let mut words = Vec::new();
        for (lane, (element, factor)) in ports.elements(entering).zip(factors_of_beat.chunks(2)).enumerate() {
            let mut times = |part: usize, other: usize| {
                let label = format!("times{lane}_{}_by_{}", ["re", "im"][part], ["re", "im"][other]);
                let product = operators.product(&label, element[part], factor[other]);
                operators.longer(product, 1)
            };
            let products = [[times(0, 0), times(1, 1)], [times(0, 1), times(1, 0)]];
            let [re, im] = match ports.is_shared(entering, lane) {
                None => products,
                Some(two) => {
                    let [[re, im], crossed] = products;
                    [[re, im.masked(!two)], [two.mux(im, crossed[0]), crossed[1].masked(!two)]]
                }
            };
            let re = operators.difference(&format!("add{lane}_re"), re[0], re[1]);
            let im = operators.sum(&format!("add{lane}_im"), im[0], im[1]);
            words.push(conversion.word(name, &format!("round{lane}_re"), re));
            words.push(conversion.word(name, &format!("round{lane}_im"), im));
        }
        finish(ports.start, &beat, words, latency);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let arithmetic = &self.arithmetic;
        let product = |number: usize, element: &[i64]| {
            let times = |part: usize, other: usize| {
                arithmetic.product(element[part].into(), self.factors.words[2 * number + other])
            };
            let [re, im] = match self.entering.is_shared(number) {
                false => [[times(0, 0), times(1, 1)], [times(0, 1), times(1, 0)]],
                true => [[times(0, 0), 0], [times(1, 1), 0]],
            };
            let [re, im] = [arithmetic.difference(re[0], re[1]), arithmetic.sum(im[0], im[1])];
            let [re, im] = [re, im].map(|part| self.conversion.number(part));
            (vec![re.0, im.0], re.1 | im.1)
        };
        frames.into_iter().map(|frame| frame.each(2, product)).collect()
    }

    fn setting(&self) -> Option<&Setting> {
        self.setting.as_ref()
    }

    fn with_words(&self, words: &[i64]) -> Option<Arc<dyn Body>> {
        let words = self.setting.as_ref()?.placed(words);
        Some(Arc::new(Products { factors: Coefficients { words, ..self.factors.clone() }, ..self.clone() }))
    }

    fn units(&self) -> Units {
        let lanes = self.entering.lanes;
        Units { multipliers: 4 * lanes, adders: 2 * lanes, ..Units::default() }
    }
}
