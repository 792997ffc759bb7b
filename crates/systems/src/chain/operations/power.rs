//! `power`, `magnitude`: the squared length of a complex number, and its length.

use crate::chain::arithmetic::{self, Arithmetic, Operators};
use crate::chain::coefficients::Growth;
use crate::chain::conversion::{finish, Conversion};
use crate::chain::format::{in_chain, optional_format};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const POWER: Usage = Usage {
    word: "power",
    settings: "[FORMAT]",
    summary: "the sum of the squares of both parts, rounded to a format such as q2.22 or fp32, or exact in fixed point",
};

pub const MAGNITUDE: Usage = Usage {
    word: "magnitude",
    settings: "[FORMAT]",
    summary: "the length within 2.8 %: the larger of max + min/8 and 7/8 max + min/2 of the parts' magnitudes",
};

/// Length of a complex number.
#[derive(Debug)]
struct Length {
    is_squared: bool,
    /// Format of the results. `None` for the usual one.
    format: Option<Format>,
}

pub fn power(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(true, arguments)
}

pub fn magnitude(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(false, arguments)
}

fn read(is_squared: bool, arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let format = optional_format(arguments)?;
    Ok(Box::new(Length { is_squared, format }))
}

impl Length {
    fn usage(&self) -> Usage {
        if self.is_squared {
            POWER
        } else {
            MAGNITUDE
        }
    }
}

impl Operation for Length {
    fn text(&self) -> String {
        let format = self.format.map_or(String::new(), |format| format!(" {}", format.name()));
        format!("{}{format}", self.usage().word)
    }

    fn takes_any_order(&self) -> bool {
        true
    }

    fn has_format(&self) -> bool {
        self.format.is_some()
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_complex()?;
        entering.in_frames()?;
        let from = entering.element.format;
        let arithmetic = arithmetic::of(from, config);
        let format = match self.format {
            Some(format) => in_chain(format, config),
            None => arithmetic.formats_of_length()?[usize::from(!self.is_squared)],
        };
        let growth = match self.is_squared {
            // The largest power needs a bit more than two words have.
            true => Growth { bits: from.bits() + 1, fraction: from.fraction(), gain: 1 << from.bits() },
            // In eighths.
            false => Growth { bits: 5, fraction: 3, gain: 11 },
        };
        let conversion = arithmetic.conversion(growth, format, config)?;
        let length = Lengths { entering: entering.clone(), arithmetic, conversion };
        let leaving = entering.with_real_numbers(format);
        let (latency, body): (usize, Arc<dyn Body>) = match self.is_squared {
            true => (length.latency_of_power(), Arc::new(Power(length))),
            false => (length.latency_of_magnitude(), Arc::new(Magnitude(length))),
        };
        Ok(Planned { leaving, latency, interval: entering.beats(), frames: 1, body })
    }
}

/// Lengths of complex elements.
struct Lengths {
    entering: Stream,
    arithmetic: Arc<dyn Arithmetic>,
    conversion: Arc<dyn Conversion>,
}

impl Lengths {
    /// The squares, their sum, and its rounding.
    fn latency_of_power(&self) -> usize {
        let cycles = self.arithmetic.cycles();
        cycles.product + cycles.sum + self.conversion.cycles()
    }

    /// A cycle of the order of the magnitudes, one of the order of the forms, two sums, and the rounding.
    fn latency_of_magnitude(&self) -> usize {
        let cycles = self.arithmetic.cycles();
        2 + cycles.scale + 2 * cycles.sum + self.conversion.cycles()
    }

    /// Builds the module of an operation. `length`: the number for the parts of the element of a lane.
    fn module(
        &self,
        name: &str,
        (what, latency): (&str, usize),
        length: impl for<'m> Fn(&mut dyn Operators, usize, [Sig<'m>; 2]) -> Sig<'m>,
    ) -> Module {
        let Lengths { entering, arithmetic, conversion } = self;
        let m = Builder::new(name, format!("{what}. Latency: {latency} cycles."));
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, entering.beats());
        let mut operators = arithmetic.operators(name);
        let mut words = Vec::new();
        for (lane, parts) in ports.bins(entering).into_iter().enumerate() {
            let number = length(&mut *operators, lane, parts);
            words.push(conversion.word(name, &format!("round{lane}"), number));
        }
        finish(ports.start, &beat, words, latency);
        m.finish()
    }

    /// The results in the model.
    fn run(&self, frames: Vec<Frame>, length: impl Fn(&dyn Arithmetic, [i128; 2]) -> i128) -> Vec<Frame> {
        let word = |number: usize, element: &[i64]| {
            let number = length(&*self.arithmetic, self.entering.bin(number, element).map(i128::from));
            let (word, overflow) = self.conversion.number(number);
            (vec![word], overflow)
        };
        frames.into_iter().map(|frame| frame.each(2, word)).collect()
    }
}

/// Sum of the squares.
struct Power(Lengths);

impl Body for Power {
    fn module(&self, name: &str) -> Module {
        let what = ("Sum of the squares of both parts", self.0.latency_of_power());
        self.0.module(name, what, |operators, lane, [re, im]| {
            let [re, im] = [(re, "re"), (im, "im")].map(|(part, label)| {
                let square = operators.square(&format!("square{lane}_{label}"), part);
                operators.longer(square, 1)
            });
            operators.sum(&format!("add{lane}"), re, im)
        })
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        self.0.run(frames, |arithmetic, parts| {
            let [re, im] = parts.map(|part| arithmetic.square(part));
            arithmetic.sum(re, im)
        })
    }

    fn units(&self) -> Units {
        let lanes = self.0.entering.lanes;
        Units { multipliers: 2 * lanes, adders: lanes, ..Units::default() }
    }
}

/// The larger of two linear forms of the parts' magnitudes, max + min/8 and 7/8 max + min/2: the larger magnitude less
/// the smaller one of max/8 - min/2 and -min/8. If both magnitudes are infinite the difference is NaN, which is not the
/// smaller one.
struct Magnitude(Lengths);

/// The power of two by which an eighth is less than a number.
const EIGHTHS: u32 = 3;

impl Body for Magnitude {
    fn module(&self, name: &str) -> Module {
        let what = "The larger of max + min/8 and 7/8 max + min/2 of the magnitudes of both parts";
        self.0.module(name, (what, self.0.latency_of_magnitude()), longer_form)
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        self.0.run(frames, |arithmetic, parts| {
            let parts = parts.map(|part| arithmetic.magnitude(part));
            let rank = |number: &i128| arithmetic.rank(*number);
            let [most, least] = if rank(&parts[0]) < rank(&parts[1]) { [parts[1], parts[0]] } else { parts };
            let [of_most, half] = [(most, 0), (least, 2)].map(|(part, up)| arithmetic.scaled(part, up, EIGHTHS));
            let flat = arithmetic.difference(of_most, half);
            let steep = arithmetic.negated(arithmetic.scaled(least, 0, EIGHTHS));
            let taken = if rank(&flat) < rank(&steep) { flat } else { steep };
            arithmetic.difference(arithmetic.scaled(most, EIGHTHS, EIGHTHS), taken)
        })
    }

    fn units(&self) -> Units {
        Units { adders: 2 * self.0.entering.lanes, ..Units::default() }
    }
}

/// Builds the magnitude of the element of a lane.
#[hdl]
fn longer_form<'m>(operators: &mut dyn Operators, lane: usize, parts: [Sig<'m>; 2]) -> Sig<'m> {
    let m = parts[0].builder();
    let [re, im] = parts.map(|part| operators.magnitude(part));
    let most = operators.larger(re, im).register();
    let least = operators.smaller(re, im).register();
    let eighth_of_most = operators.scaled(&format!("eighth{lane}_most"), most, 0, EIGHTHS);
    let half = operators.scaled(&format!("half{lane}_least"), least, 2, EIGHTHS);
    let [of_most, half] = [eighth_of_most, half].map(|part| operators.longer(part, 1));
    let flat = operators.difference(&format!("flat{lane}"), of_most, half);
    let eighth = operators.scaled(&format!("eighth{lane}_least"), least, 0, EIGHTHS);
    let steep = operators.negated_if(eighth, m.high());
    let taken = operators.smaller(flat, steep).register();
    let whole = operators.scaled(&format!("whole{lane}"), most, EIGHTHS, EIGHTHS);
    operators.difference(&format!("length{lane}"), operators.longer(whole, 1), taken)
}
