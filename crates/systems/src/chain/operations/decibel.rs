//! `db`: the logarithm of a number that is not negative, in decibels.

use crate::chain::arithmetic::{self, Arithmetic};
use crate::chain::conversion::{self, finish, Conversion, Integers};
use crate::chain::format::{in_chain, optional_format};
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::format::{Fixed, Format};
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "db",
    settings: "[10|20] [FORMAT]",
    summary:
        "10 or 20 times the decimal logarithm, 10 for a power; of zero and of negative numbers that of half the least",
};

/// Bits of the number of an interval of the table, which is as many of the bits after the leading one.
const TABLE_BITS: u32 = 6;

/// Bits of the place within an interval.
const PLACE_BITS: u32 = 12;

/// Bits after the binary point of tables and sums.
const FRACTION: u32 = 20;

/// Bits of the usual results: from -256 to 256 dB, in 1/128 dB. Where logarithms are larger there are more of them
/// before the binary point.
const USUAL: Fixed = Fixed { integer: 9, fraction: 7 };

/// A logarithm.
#[derive(Debug)]
struct Decibel {
    /// Decibels of a factor of ten.
    factor: usize,
    format: Option<Format>,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let factor = arguments.optional_number("the factor", 1)?.unwrap_or(10);
    if ![10, 20].contains(&factor) {
        return Err(arguments.refuse(format!("{factor} is neither 10, for powers, nor 20, for magnitudes")));
    }
    let format = optional_format(arguments)?;
    Ok(Box::new(Decibel { factor, format }))
}

impl Operation for Decibel {
    fn text(&self) -> String {
        let factor = if self.factor == 10 { String::new() } else { format!(" {}", self.factor) };
        let format = self.format.map_or(String::new(), |format| format!(" {}", format.name()));
        format!("db{factor}{format}")
    }

    fn takes_any_order(&self) -> bool {
        true
    }

    fn has_format(&self) -> bool {
        self.format.is_some()
    }

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_real()?;
        entering.in_frames()?;
        let arithmetic = arithmetic::of(entering.element.format, config);
        let tables = Tables::new(self.factor as f64, &*arithmetic);
        let usual = Format::Fixed(Fixed { integer: USUAL.integer.max(tables.integer), ..USUAL });
        let format = self.format.map_or(usual, |format| in_chain(format, config));
        let largest = tables.powers.iter().map(|power| power.unsigned_abs()).max().unwrap_or(0);
        let largest = u128::from(largest) + ((Tables::OCTAVE as u128) << FRACTION);
        let logarithms = Integers { bits: tables.bits, fraction: FRACTION, largest };
        let conversion = conversion::of_integers(logarithms, format, config);
        let body = Logarithm { entering: entering.clone(), arithmetic, tables, conversion };
        Ok(Planned {
            leaving: entering.with_format(format),
            latency: body.latency(),
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(body),
        })
    }
}

/// Tables of a logarithm, in units of 2^-[`FRACTION`] decibels.
struct Tables {
    /// The logarithm of each power of two of a leading one. For infinities and NaN it is larger than all others.
    powers: Vec<i64>,
    /// The logarithm of 1 + i/64 at the begin of each interval, and its growth within the interval.
    intervals: Vec<[i64; 2]>,
    /// Bits before the binary point of the logarithms of all numbers.
    integer: u32,
    /// Bits of a logarithm.
    bits: u32,
}

impl Tables {
    /// Bits of the logarithm at the begin of an interval, and of its growth: both are positive.
    const INTERVAL_BITS: [u32; 2] = [FRACTION + 3, FRACTION - 2];

    /// Most decibels of a factor of two.
    const OCTAVE: i64 = 7;

    /// Fewest bits before the binary point of a logarithm: more than those of the usual results.
    const LEAST_INTEGER: u32 = 11;

    /// Tables of `factor` times the decimal logarithm of numbers of an arithmetic.
    fn new(factor: f64, arithmetic: &dyn Arithmetic) -> Self {
        let units = |decibels: f64| (decibels * f64::from(1u32 << FRACTION)).round() as i64;
        let octave = factor * 2f64.log10();
        let mut powers: Vec<i64> =
            arithmetic.powers().into_iter().map(|power| units(octave * f64::from(power))).collect();
        let largest = powers.iter().map(|power| (power.abs() >> FRACTION) + Self::OCTAVE).max().unwrap_or(0);
        let integer = 2 + largest.unsigned_abs().max(1).ilog2();
        let bits = FRACTION + Self::LEAST_INTEGER.max(integer + 1);
        if arithmetic.has_infinity() {
            powers.push((1 << (bits - 1)) - (Self::OCTAVE << FRACTION));
        }
        let places = 1 << TABLE_BITS;
        let at = |place: usize| factor * (1.0 + place as f64 / places as f64).log10();
        // Chords lie below the curve: half of their largest distance is added.
        let middle = |place: usize| {
            let chord = (at(place) + at(place + 1)) / 2.0;
            (factor * (1.0 + (place as f64 + 0.5) / places as f64).log10() - chord) / 2.0
        };
        let interval = |place: usize| [units(at(place) + middle(place)), units(at(place + 1) - at(place))];
        Tables { powers, intervals: (0..places).map(interval).collect(), integer, bits }
    }

    /// Returns the logarithm of a number by its leading one and the digits after it.
    fn logarithm(&self, (lead, rest): (usize, u64)) -> i64 {
        if lead == 0 {
            return self.powers[0];
        }
        let [begin, growth] = self.intervals[(rest >> PLACE_BITS) as usize];
        let place = (rest & ((1 << PLACE_BITS) - 1)) as i64;
        self.powers[lead] + begin + ((growth * place) >> PLACE_BITS)
    }
}

/// The logarithm by a leading one, a table, and interpolation.
struct Logarithm {
    entering: Stream,
    arithmetic: Arc<dyn Arithmetic>,
    tables: Tables,
    conversion: Arc<dyn Conversion>,
}

impl Logarithm {
    /// The leading one, a cycle of the tables, two of the interpolation, one of the sum, and the rounding.
    fn latency(&self) -> usize {
        self.arithmetic.cycles().leading + 4 + self.conversion.cycles()
    }
}

impl Body for Logarithm {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Logarithm { entering, arithmetic, tables, conversion } = self;
        let latency = self.latency();
        let doc = format!(
            "Logarithm in decibels: the leading one of a number, and a table of {} intervals for the bits after it. \
             Latency: {latency} cycles.",
            tables.intervals.len()
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, entering.beats());
        let mask = (1u128 << tables.bits) - 1;
        let powers: Vec<u128> = tables.powers.iter().map(|power| *power as u128 & mask).collect();
        let column = |side: usize| tables.intervals.iter().map(|row| row[side] as u128).collect::<Vec<_>>();
        let operators = arithmetic.operators(name);
        let mut words = Vec::new();
        for (lane, number) in ports.data.iter().enumerate() {
            let [lead, rest] = operators.leading(*number, TABLE_BITS + PLACE_BITS);
            let interval = rest.bits(PLACE_BITS, TABLE_BITS);
            let begin = m.rom(interval, Tables::INTERVAL_BITS[0], column(0)).register();
            let growth = m.rom(interval, Tables::INTERVAL_BITS[1], column(1)).register();
            let power = m.rom(lead, tables.bits, powers.clone()).register();
            let base = (power + begin.extend(tables.bits)).register();
            let place = rest.bits(0, PLACE_BITS).register();
            let step = growth.times(place).register().register().bits(PLACE_BITS, Tables::INTERVAL_BITS[1]);
            let is_zero = lead.is(0);
            let added = is_zero.mux(0, step.extend(tables.bits));
            let least = m.constant(tables.bits, powers[0]);
            let logarithm = (is_zero.mux(least, base) + added).register();
            words.push(conversion.word(name, &format!("round{lane}"), logarithm));
        }
        finish(ports.start, &beat, words, latency);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let logarithm = |_: usize, element: &[i64]| {
            let leading = self.arithmetic.leading(element[0].into(), TABLE_BITS + PLACE_BITS);
            let (word, overflow) = self.conversion.number(self.tables.logarithm(leading).into());
            (vec![word], overflow)
        };
        frames.into_iter().map(|frame| frame.each(1, logarithm)).collect()
    }

    fn units(&self) -> Units {
        Units { multipliers: self.entering.lanes, adders: 2 * self.entering.lanes, ..Units::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The logarithm of a number of a format, and of its word.
    fn logarithm(format: Format, word: u64) -> [f64; 2] {
        let arithmetic = arithmetic::of(format, &Config::new(16, 1, format));
        let tables = Tables::new(10.0, &*arithmetic);
        let found = tables.logarithm(arithmetic.leading(word.into(), TABLE_BITS + PLACE_BITS));
        [found as f64 / f64::from(1u32 << FRACTION), 10.0 * format.to_f64(word).log10()]
    }

    #[test]
    fn logarithms_are_within_a_thousandth() {
        let check = |format: Format, word: u64| {
            let [found, wanted] = logarithm(format, word);
            assert!((found - wanted).abs() < 0.001, "{word:#x}: {found} for {wanted}");
        };
        let fixed = Format::Fixed(Fixed::new(2, 30).unwrap());
        for number in (1..2000).chain((0..31).map(|bit| (1u64 << bit) + 12345 % (1 << bit))) {
            check(fixed, number);
        }
        assert!(logarithm(fixed, 0)[0] < logarithm(fixed, 1)[0]);
        for name in ["fp32", "fp16", "e4m5", "fp64"] {
            let format = Format::parse(name, false).unwrap();
            for power in -6..7 {
                (0..97).for_each(|n| check(format, format.from_f64((1.0 + f64::from(n) / 97.0) * 2f64.powi(power))));
            }
            let infinity = format.from_f64(f64::INFINITY);
            assert!(logarithm(format, infinity)[0] > logarithm(format, infinity - 1)[0]);
            assert!(logarithm(format, 0)[0] < logarithm(format, format.from_f64(2f64.powi(-6)))[0]);
        }
    }
}
