//! Fixed point: sums and products have all their bits.

use super::traits::{Arithmetic, Cycles, Operators};
use crate::chain::coefficients::{Coefficients, Growth};
use crate::chain::conversion::{self, Conversion, Integers};
use crate::design::Config;
use crate::error::Error;
use crate::format::{Fixed, Format};
use crate::rtl::{address_bits, Net};
use fftgen_hdl::dsl::*;
use std::sync::Arc;

/// Arithmetic without a rounding.
pub(super) struct Exact {
    pub format: Fixed,
}

/// Bits of the longest word of a format.
const MOST_BITS: u32 = 64;

/// Bits of the longest exact result, which is a net.
const MOST_EXACT_BITS: u32 = Net::MAX_WIDTH;

impl Arithmetic for Exact {
    fn cycles(&self) -> Cycles {
        Cycles { product: 2, sum: 1, scale: 0, leading: 2 }
    }

    fn coefficients(&self, values: &[f64], exponent: i32) -> Result<Coefficients, Error> {
        Coefficients::of_fixed(values, self.format, exponent)
    }

    fn bits(&self, more: u32) -> u32 {
        self.format.bits() + more
    }

    fn longer(&self, integer: u32, fraction: u32) -> Result<Format, Error> {
        let format = Fixed::new(self.format.integer + integer, self.format.fraction + fraction).map_err(|error| {
            let most = MOST_BITS.saturating_sub(integer + fraction);
            Error::Unsupported(format!("{error}; add 'convert' before it, as in convert fixed{most}"))
        })?;
        Ok(Format::Fixed(format))
    }

    /// No bit of a power is lost as long as there is room, and a length has a bit more before the binary point.
    fn formats_of_length(&self) -> Result<[Format; 2], Error> {
        let Fixed { integer, fraction } = self.format;
        let power = Fixed::new(2 * integer, (2 * fraction).min(MOST_BITS - (2 * integer).min(MOST_BITS - 1)))?;
        Ok([power, Fixed::new(integer + 1, fraction.saturating_sub(1))?].map(Format::Fixed))
    }

    fn conversion(&self, growth: Growth, to: Format, config: &Config) -> Result<Arc<dyn Conversion>, Error> {
        let bits = self.format.bits() + growth.bits;
        if bits > MOST_EXACT_BITS {
            return Err(Error::Unsupported(format!(
                "its exact results have {bits} bits, and there are {MOST_EXACT_BITS} at most; add 'convert' before it, \
                 as in convert fixed32"
            )));
        }
        let integers = Integers {
            bits,
            fraction: self.format.fraction + growth.fraction,
            largest: growth.gain << (self.format.bits() - 1),
        };
        Ok(conversion::of_integers(integers, to, config))
    }

    fn operators<'a>(&'a self, _: &'a str) -> Box<dyn Operators + 'a> {
        Box::new(ExactOperators)
    }

    fn product(&self, number: i128, coefficient: i64) -> i128 {
        number * i128::from(coefficient)
    }

    fn square(&self, number: i128) -> i128 {
        number * number
    }

    fn sum(&self, a: i128, b: i128) -> i128 {
        a + b
    }

    fn scaled(&self, number: i128, up: u32, _: u32) -> i128 {
        number << up
    }

    fn negated(&self, number: i128) -> i128 {
        -number
    }

    fn magnitude(&self, number: i128) -> i128 {
        number.abs()
    }

    fn rank(&self, number: i128) -> i128 {
        number
    }

    /// Zero counts as half a unit.
    fn powers(&self) -> Vec<i32> {
        (-1..self.format.bits() as i32 - 1).map(|power| power - self.format.fraction as i32).collect()
    }

    fn leading(&self, number: i128, count: u32) -> (usize, u64) {
        if number <= 0 {
            return (0, 0);
        }
        let lead = number.ilog2();
        (lead as usize + 1, ((number as u64) << (63 - lead)) << 1 >> (64 - count))
    }
}

/// Operators of integers.
struct ExactOperators;

/// Words of equal widths.
fn of_equal_widths<'m>(a: Sig<'m>, b: Sig<'m>) -> [Sig<'m>; 2] {
    let bits = a.width().max(b.width());
    [a, b].map(|word| word.sign_extend(bits))
}

impl Operators for ExactOperators {
    fn product<'m>(&mut self, _: &str, number: Sig<'m>, coefficient: Sig<'m>) -> Sig<'m> {
        number.times_signed(coefficient).register().register()
    }

    fn square<'m>(&mut self, _: &str, number: Sig<'m>) -> Sig<'m> {
        number.times_signed(number).register().register()
    }

    fn sum<'m>(&mut self, _: &str, a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
        let [a, b] = of_equal_widths(a, b);
        (a + b).register()
    }

    fn difference<'m>(&mut self, _: &str, a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
        let [a, b] = of_equal_widths(a, b);
        (a - b).register()
    }

    fn scaled<'m>(&mut self, _: &str, number: Sig<'m>, up: u32, _: u32) -> Sig<'m> {
        number.above_zeros(up)
    }

    fn longer<'m>(&self, number: Sig<'m>, more: u32) -> Sig<'m> {
        number.sign_extend(number.width() + more)
    }

    fn negated_if<'m>(&self, number: Sig<'m>, is_negated: Sig<'m>) -> Sig<'m> {
        number.negate_if(is_negated, number.width() + 1)
    }

    /// It has a bit more, because it is a number with a sign.
    fn magnitude<'m>(&self, number: Sig<'m>) -> Sig<'m> {
        let bits = number.width();
        number.negate_if(number.top(), bits).extend(bits + 1)
    }

    fn ordered<'m>(&self, a: Sig<'m>, b: Sig<'m>) -> ([Sig<'m>; 2], Sig<'m>) {
        let words = of_equal_widths(a, b);
        // Without their signs the numbers have the order of unsigned ones.
        let [lifted, other] = words.map(|word| word.flip_top(word.builder().high()));
        (words, lifted.lt(other))
    }

    /// A cycle of the leading one, and one of the shift.
    #[hdl]
    fn leading<'m>(&self, number: Sig<'m>, count: u32) -> [Sig<'m>; 2] {
        let m = number.builder();
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
        // Shifted so that the leading one falls out at the high end.
        let padded = digits.above_zeros(count);
        let shift = lead.taken_from(digits.width());
        let shifted = (padded << shift.bits(0, address_bits(digits.width() as usize + 1)).until(1)).register();
        let rest = shifted.bits(shifted.width() - 1 - count, count);
        [lead.register(), rest]
    }
}
