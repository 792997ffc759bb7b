//! `db`: the logarithm of a number that is not negative, in decibels.

use super::power::fixed;
use crate::chain::operation::{Body, Frame, Operation, Planned};
use crate::chain::ports::{Beats, Ports};
use crate::chain::requantize::{finish, Requantize};
use crate::chain::stream::Stream;
use crate::chain::text::{Arguments, Usage};
use crate::design::Config;
use crate::error::Error;
use crate::format::Fixed;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::{address_bits, Module};
use fftgen_hdl::dsl::*;
use std::sync::Arc;

pub const USAGE: Usage = Usage {
    word: "db",
    settings: "[10|20] [FORMAT]",
    summary:
        "10 or 20 times the decimal logarithm, 10 for a power; of zero and of negative numbers that of half a unit",
};

/// Bits of the number of an interval of the table, which is as many of the bits after the leading one.
const TABLE_BITS: u32 = 6;

/// Bits of the place within an interval.
const PLACE_BITS: u32 = 12;

/// Bits after the binary point of tables and sums.
const FRACTION: u32 = 20;

/// Bits of the usual results: from -256 to 256 dB, in 1/128 dB.
const USUAL: Fixed = Fixed { integer: 9, fraction: 7 };

/// A logarithm.
#[derive(Debug)]
struct Decibel {
    /// Decibels of a factor of ten.
    factor: usize,
    format: Option<Fixed>,
}

pub fn read(arguments: &mut Arguments) -> Result<Box<dyn Operation>, Error> {
    let factor = arguments.optional_number("the factor", 1)?.unwrap_or(10);
    if ![10, 20].contains(&factor) {
        return Err(arguments.refuse(format!("{factor} is neither 10, for powers, nor 20, for magnitudes")));
    }
    let format = arguments.next_if(|_| true).map(|word| fixed(arguments, word)).transpose()?;
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

    fn plan(&self, entering: &Stream, config: &Config) -> Result<Planned, Error> {
        entering.is_real()?;
        entering.in_frames()?;
        let format = self.format.unwrap_or(USUAL);
        let from = entering.element.format;
        let tables = Tables::new(self.factor as f64, from);
        let largest = tables.powers.iter().map(|power| power.unsigned_abs()).max().unwrap_or(0);
        let largest = u128::from(largest) + (u128::from(Tables::OCTAVES) << FRACTION);
        let rounding = config.arithmetic.rounding.unwrap_or_default();
        let requantize = Requantize::new([Tables::BITS, FRACTION], largest, format, rounding);
        Ok(Planned {
            leaving: entering.with_format(format),
            latency: Logarithm::LATENCY,
            interval: entering.beats(),
            frames: 1,
            body: Arc::new(Logarithm { entering: entering.clone(), tables, requantize }),
        })
    }
}

/// Tables of a logarithm, in units of 2^-[`FRACTION`] decibels.
struct Tables {
    /// The logarithm of 2 to the number of the leading one, in units of the numbers.
    powers: Vec<i64>,
    /// The logarithm of 1 + i/64 at the begin of each interval, and its growth within the interval.
    intervals: Vec<[i64; 2]>,
}

impl Tables {
    /// Bits of a logarithm: from -1024 to 1024 dB.
    const BITS: u32 = FRACTION + 11;

    /// Bits of the logarithm at the begin of an interval, and of its growth: both are positive.
    const INTERVAL_BITS: [u32; 2] = [FRACTION + 3, FRACTION - 2];

    /// Most decibels of a factor of two.
    const OCTAVES: u32 = 7;

    /// Tables of `factor` times the decimal logarithm of numbers of a format.
    fn new(factor: f64, format: Fixed) -> Self {
        let units = |decibels: f64| (decibels * f64::from(1u32 << FRACTION)).round() as i64;
        let octave = factor * 2f64.log10();
        // Zero counts as half a unit.
        let powers =
            (-1..format.bits() as i32 - 1).map(|power| units(octave * f64::from(power - format.fraction as i32)));
        let places = 1 << TABLE_BITS;
        let at = |place: usize| factor * (1.0 + place as f64 / places as f64).log10();
        // Chords lie below the curve: half of their largest distance is added.
        let middle = |place: usize| {
            let chord = (at(place) + at(place + 1)) / 2.0;
            (factor * (1.0 + (place as f64 + 0.5) / places as f64).log10() - chord) / 2.0
        };
        let interval = |place: usize| [units(at(place) + middle(place)), units(at(place + 1) - at(place))];
        Tables { powers: powers.collect(), intervals: (0..places).map(interval).collect() }
    }

    /// Returns the logarithm of a number of `bits` bits.
    fn logarithm(&self, number: i64, bits: u32) -> i64 {
        if number <= 0 {
            return self.powers[0];
        }
        let lead = number.ilog2();
        // The bits after the leading one.
        let rest = ((number as u64) << (63 - lead)) << 1 >> (64 - TABLE_BITS - PLACE_BITS);
        debug_assert!(lead < bits);
        let [begin, growth] = self.intervals[(rest >> PLACE_BITS) as usize];
        let place = (rest & ((1 << PLACE_BITS) - 1)) as i64;
        self.powers[lead as usize + 1] + begin + ((growth * place) >> PLACE_BITS)
    }
}

/// The logarithm by a leading one, a table, and interpolation.
struct Logarithm {
    entering: Stream,
    tables: Tables,
    requantize: Requantize,
}

impl Logarithm {
    /// A cycle of the leading one, one of the shift, one of the tables, two of the interpolation, one of the sum, and
    /// one of its rounding.
    const LATENCY: usize = 7;
}

impl Body for Logarithm {
    #[hdl]
    fn module(&self, name: &str) -> Module {
        let Logarithm { entering, tables, requantize } = self;
        let doc = format!(
            "Logarithm in decibels: the leading one of a number, and a table of {} intervals for the bits after it. \
             Latency: {} cycles.",
            tables.intervals.len(),
            Self::LATENCY
        );
        let m = Builder::new(name, doc);
        let ports = Ports::new(&m, entering, Reset::Rst);
        let beat = Beats::new("beat", ports.start, entering.beats());
        let mask = (1u128 << Tables::BITS) - 1;
        let powers: Vec<u128> = tables.powers.iter().map(|power| *power as u128 & mask).collect();
        let column = |side: usize| tables.intervals.iter().map(|row| row[side] as u128).collect::<Vec<_>>();
        let mut words = Vec::new();
        for (lane, number) in ports.data.iter().enumerate() {
            // The sign of a number that is negative is no digit of it.
            let digits = number.bits(0, number.width() - 1);
            let is_positive = !number.top() & digits.any();
            // The number of the leading one, and one more, so that zero is left for no digit.
            let bits = address_bits(number.width() as usize);
            let mut leading = m.constant(bits, 0);
            for digit in 0..digits.width() {
                leading = digits.bit(digit).mux(u128::from(digit) + 1, leading);
            }
            let lead = is_positive.mux(leading, 0).register();
            let wanted = TABLE_BITS + PLACE_BITS;
            // Shifted so that the leading one falls out at the high end.
            let padded = m.cat([m.constant(wanted, 0), digits]);
            let shift = lead.taken_from(digits.width());
            let shifted = (padded << shift.bits(0, address_bits(digits.width() as usize + 1)).until(1)).register();
            let top = padded.width() - 1;
            let rest = shifted.bits(top - wanted, wanted);
            let interval = rest.bits(PLACE_BITS, TABLE_BITS);
            let begin = m.rom(interval, Tables::INTERVAL_BITS[0], column(0)).register();
            let growth = m.rom(interval, Tables::INTERVAL_BITS[1], column(1)).register();
            let power = m.rom(lead.until(2), Tables::BITS, powers.clone()).register();
            let base = (power + begin.extend(Tables::BITS)).register();
            let place = rest.bits(0, PLACE_BITS).register();
            let step = growth.times(place).register().register().bits(PLACE_BITS, Tables::INTERVAL_BITS[1]);
            let is_zero = lead.is(0);
            let added = is_zero.mux(0, step.extend(Tables::BITS));
            let least = m.constant(Tables::BITS, powers[0]);
            let logarithm = (is_zero.mux(least, base) + added).register();
            words.push(requantize.word(name, &format!("round{lane}"), logarithm));
        }
        finish(ports.start, &beat, words, Self::LATENCY);
        m.finish()
    }

    fn run(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let bits = self.entering.element.format.bits();
        let logarithm = |_: usize, element: &[i64]| {
            let (word, overflow) = self.requantize.number(self.tables.logarithm(element[0], bits).into());
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

    #[test]
    fn logarithms_are_within_a_thousandth() {
        let format = Fixed::new(2, 30).unwrap();
        let tables = Tables::new(10.0, format);
        for number in (1..2000).chain((0..31).map(|bit| (1i64 << bit) + 12345 % (1 << bit))) {
            let found = tables.logarithm(number, 32) as f64 / f64::from(1u32 << FRACTION);
            let wanted = 10.0 * (number as f64 / f64::from(1u32 << 30)).log10();
            assert!((found - wanted).abs() < 0.001, "{number}: {found} for {wanted}");
        }
        assert!(tables.logarithm(0, 32) < tables.logarithm(1, 32));
    }
}
