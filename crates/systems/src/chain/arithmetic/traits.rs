//! What all arithmetics have.

use crate::chain::coefficients::{Coefficients, Growth};
use crate::chain::conversion::Conversion;
use crate::design::Config;
use crate::error::Error;
use crate::format::Format;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

/// Clock cycles of operators.
#[derive(Clone, Copy, Debug)]
pub struct Cycles {
    /// Of a product, and of a square.
    pub product: usize,
    /// Of a sum, and of a difference.
    pub sum: usize,
    /// Of a multiplication by a power of two.
    pub scale: usize,
    /// From a number to its leading one and the digits after it.
    pub leading: usize,
}

/// Arithmetic on elements of a format.
///
/// In the model a number is an integer: one of fixed point in units of its last place, or the word of a floating-point
/// number.
pub trait Arithmetic: Send + Sync {
    /// Returns the clock cycles of operators.
    fn cycles(&self) -> Cycles;

    /// Rounds coefficients to words, of which the largest is below 2^`exponent`, or equal to it.
    fn coefficients(&self, values: &[f64], exponent: i32) -> Result<Coefficients, Error>;

    /// Returns the bits of a number that is `more` bits longer than an element, where sums are exact.
    fn bits(&self, more: u32) -> u32;

    /// Returns the format of elements with so many more bits before and after the binary point, where sums are exact.
    fn longer(&self, integer: u32, fraction: u32) -> Result<Format, Error>;

    /// Returns the usual format of the power of a complex element, and of its length.
    fn formats_of_length(&self) -> Result<[Format; 2], Error>;

    /// Returns how results leave an operation as elements of a format. `growth`: what results gain over elements.
    fn conversion(&self, growth: Growth, to: Format, config: &Config) -> Result<Arc<dyn Conversion>, Error>;

    /// Returns the operators of a netlist. `name`: what the names of their modules begin with.
    fn operators<'a>(&'a self, name: &'a str) -> Box<dyn Operators + 'a>;

    /// Returns the product with a coefficient.
    fn product(&self, number: i128, coefficient: i64) -> i128;

    /// Returns the square.
    fn square(&self, number: i128) -> i128;

    /// Returns the sum.
    fn sum(&self, a: i128, b: i128) -> i128;

    /// Returns `a - b`.
    fn difference(&self, a: i128, b: i128) -> i128 {
        self.sum(a, self.negated(b))
    }

    /// Returns the number times 2^`up`, in units of 2^`unit`.
    fn scaled(&self, number: i128, up: u32, unit: u32) -> i128;

    /// Returns the number with the other sign.
    fn negated(&self, number: i128) -> i128;

    /// Returns the number without its sign.
    fn magnitude(&self, number: i128) -> i128;

    /// Returns an integer that is larger for a larger number.
    fn rank(&self, number: i128) -> i128;

    /// Returns the powers of two that a leading one may have, from the least on. The first one stands for numbers
    /// without a leading one.
    fn powers(&self) -> Vec<i32>;

    /// Whether a leading one may have one more power, which stands for infinities and NaN.
    fn has_infinity(&self) -> bool {
        false
    }

    /// Returns the number of the leading one's power of two, and the `count` digits after it. Zero and negative numbers
    /// have the number 0.
    fn leading(&self, number: i128, count: u32) -> (usize, u64);
}

/// Operators of a netlist. Their modules are built once.
pub trait Operators {
    /// Builds [`Arithmetic::product`].
    fn product<'m>(&mut self, label: &str, number: Sig<'m>, coefficient: Sig<'m>) -> Sig<'m>;

    /// Builds [`Arithmetic::square`].
    fn square<'m>(&mut self, label: &str, number: Sig<'m>) -> Sig<'m>;

    /// Builds [`Arithmetic::sum`], which has the bits of the longer operand.
    fn sum<'m>(&mut self, label: &str, a: Sig<'m>, b: Sig<'m>) -> Sig<'m>;

    /// Builds [`Arithmetic::difference`], which has the bits of the longer operand.
    fn difference<'m>(&mut self, label: &str, a: Sig<'m>, b: Sig<'m>) -> Sig<'m>;

    /// Builds [`Arithmetic::scaled`].
    fn scaled<'m>(&mut self, label: &str, number: Sig<'m>, up: u32, unit: u32) -> Sig<'m>;

    /// The number with `more` bits before the binary point, where sums are exact.
    fn longer<'m>(&self, number: Sig<'m>, more: u32) -> Sig<'m>;

    /// The number, with the other sign where `is_negated` is high.
    fn negated_if<'m>(&self, number: Sig<'m>, is_negated: Sig<'m>) -> Sig<'m>;

    /// Builds [`Arithmetic::magnitude`].
    fn magnitude<'m>(&self, number: Sig<'m>) -> Sig<'m>;

    /// Words of equal widths, and whether the first number is less than the second one.
    fn ordered<'m>(&self, a: Sig<'m>, b: Sig<'m>) -> ([Sig<'m>; 2], Sig<'m>);

    /// Builds [`Arithmetic::leading`].
    fn leading<'m>(&self, number: Sig<'m>, count: u32) -> [Sig<'m>; 2];

    /// The larger number.
    fn larger<'m>(&self, a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
        let ([a, b], a_is_less) = self.ordered(a, b);
        a_is_less.mux(b, a)
    }

    /// The smaller number.
    fn smaller<'m>(&self, a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
        let ([a, b], a_is_less) = self.ordered(a, b);
        a_is_less.mux(a, b)
    }
}
