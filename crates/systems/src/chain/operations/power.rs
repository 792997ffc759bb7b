//! `power`, `magnitude`: the squared length of a complex number, and its length.

use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::requantize::{finish, Requantize};
use crate::chain::stream::{Element, Stream};
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::format::{Fixed, Format};
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const POWER: Usage = Usage {
    word: "power",
    settings: "[FORMAT]",
    summary: "the sum of the squares of both parts; exact, or rounded to a format such as fixed24 or q2.22",
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
    format: Option<Fixed>,
}

pub fn power(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(true, arguments)
}

pub fn magnitude(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    read(false, arguments)
}

fn read(is_squared: bool, arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let format = arguments.next_if(|_| true).map(|word| fixed(arguments, word)).transpose()?;
    Ok(Box::new(Length { is_squared, format }))
}

/// Reads a format of fixed point.
pub fn fixed(arguments: &Arguments, word: &str) -> Result<Fixed, Error> {
    match Format::parse(word, false) {
        Ok(Format::Fixed(fixed)) => Ok(fixed),
        Ok(Format::Float(_)) => Err(arguments.refuse(format!("{word} is floating point, and chains are fixed point"))),
        Err(error) => Err(arguments.refuse(error)),
    }
}

impl Length {
    fn usage(&self) -> Usage {
        if self.is_squared {
            POWER
        } else {
            MAGNITUDE
        }
    }

    /// The usual format: no bit of a power is lost as long as there is room, and a length has a bit more before the
    /// binary point.
    fn usual(&self, Fixed { integer, fraction }: Fixed) -> Result<Fixed, Error> {
        let wanted = match self.is_squared {
            true => [2 * integer, (2 * fraction).min(64 - (2 * integer).min(63))],
            false => [integer + 1, fraction.saturating_sub(1)],
        };
        Ok(Fixed::new(wanted[0], wanted[1])?)
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

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_complex()?;
        entering.in_frames()?;
        let from = entering.element.format;
        let format = self.format.map_or_else(|| self.usual(from), Ok)?;
        let (bits, end) = (from.bits(), 1u128 << (from.bits() - 1));
        let (number, largest) = match self.is_squared {
            true => ([2 * bits, 2 * from.fraction], 2 * end * end),
            // In eighths.
            false => ([bits + 5, from.fraction + 3], 11 * end),
        };
        let rounding = config.arithmetic.rounding.unwrap_or_default();
        // The largest power needs a bit more than two words have.
        let requantize = Requantize::new([number[0] + 1, number[1]], largest, format, rounding);
        let leaving = Stream { element: Element { is_complex: false, format }, ..entering.clone() };
        let body: Arc<dyn Body> = match self.is_squared {
            true => Arc::new(Power { entering: entering.clone(), requantize }),
            false => Arc::new(Magnitude { entering: entering.clone(), requantize }),
        };
        let latency = if self.is_squared { Power::LATENCY } else { Magnitude::LATENCY };
        Ok(Planned { leaving, latency, interval: entering.beats(), frames: 1, body })
    }
}

/// Sum of the squares.
struct Power {
    entering: Stream,
    requantize: Requantize,
}

impl Power {
    /// Two cycles of the squares, one of their sum, and one of its rounding.
    const LATENCY: usize = 4;
}

impl Body for Power {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Power { entering, requantize } = self;
        let m = Builder::new(name, format!("Sum of the squares of both parts. Latency: {} cycles.", Self::LATENCY));
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, entering.beats());
        let mut words = Vec::new();
        for (lane, element) in ports.elements(entering).enumerate() {
            let squares = [0, 1].map(|part: usize| element[part].times_signed(element[part]).register().register());
            let bits = squares[0].width() + 1;
            let sum = (squares[0].sign_extend(bits) + squares[1].sign_extend(bits)).register();
            words.push(requantize.word(name, &format!("round{lane}"), sum));
        }
        finish(ports.start, &beat, words, Self::LATENCY);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let power = |_: usize, element: &[i64]| {
            let sum: i128 = element.iter().map(|&part| i128::from(part) * i128::from(part)).sum();
            let (word, overflow) = self.requantize.number(sum);
            (vec![word], overflow)
        };
        frames.into_iter().map(|frame| frame.each(2, power)).collect()
    }

    fn units(&self) -> Units {
        Units { multipliers: 2 * self.entering.lanes, adders: self.entering.lanes, ..Units::default() }
    }
}

/// The larger of two linear forms of the parts' magnitudes, in eighths: max·8 + min, and max·7 + min·4.
struct Magnitude {
    entering: Stream,
    requantize: Requantize,
}

impl Magnitude {
    /// A cycle of the magnitudes, one of their order, one of the forms, and one of the rounding.
    const LATENCY: usize = 4;
}

impl Body for Magnitude {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Magnitude { entering, requantize } = self;
        let doc = format!(
            "The larger of max + min/8 and 7/8 max + min/2 of the magnitudes of both parts. Latency: {} cycles.",
            Self::LATENCY
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, entering.beats());
        let mut words = Vec::new();
        for (lane, element) in ports.elements(entering).enumerate() {
            let bits = element[0].width();
            let [re, im] = [0, 1].map(|part: usize| element[part].negate_if(element[part].top(), bits).register());
            let is_less = re.lt(im);
            let [most, least] = [is_less.mux(im, re).register(), is_less.mux(re, im).register()];
            let wide = bits + 4;
            let [most, least] = [most, least].map(|part| part.extend(wide));
            let steep = most.doubled(3) + least;
            let flat = most.doubled(3) - most + least.doubled(2);
            let eighths = steep.lt(flat).mux(flat, steep).register();
            words.push(requantize.word(name, &format!("round{lane}"), eighths.extend(wide + 2)));
        }
        finish(ports.start, &beat, words, Self::LATENCY);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let length = |_: usize, element: &[i64]| {
            let [re, im] = [0, 1].map(|part: usize| i128::from(element[part].unsigned_abs()));
            let [most, least] = [re.max(im), re.min(im)];
            let (word, overflow) = self.requantize.number((8 * most + least).max(7 * most + 4 * least));
            (vec![word], overflow)
        };
        frames.into_iter().map(|frame| frame.each(2, length)).collect()
    }

    fn units(&self) -> Units {
        Units { adders: 5 * self.entering.lanes, ..Units::default() }
    }
}
