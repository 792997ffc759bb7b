//! Floating point: each operator rounds its result.

use super::traits::{Arithmetic, Cycles, Operators};
use crate::chain::coefficients::{Coefficients, Growth};
use crate::chain::conversion::{self, Conversion};
use crate::design::Config;
use crate::error::Error;
use crate::format::{Float, Format};
use crate::operators::{depths, multiplier_of_any, Depths, MultiplierStyle, Products};
use crate::parts::cache::ModuleCache;
use crate::schedule::UnitKind;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

/// Operators of a format, each with a rounding.
pub(super) struct Floating {
    float: Float,
    depths: Depths,
    multiplier: MultiplierStyle,
}

impl Floating {
    pub fn new(float: Float, config: &Config) -> Self {
        let depths = depths(float, config.pipeline, config.multiplier, config.target.technology);
        Floating { float, depths, multiplier: config.multiplier }
    }
}

impl Arithmetic for Floating {
    fn cycles(&self) -> Cycles {
        let Depths { adder, multiplier, scaler, .. } = self.depths;
        Cycles { product: multiplier as usize, sum: adder as usize, scale: scaler as usize, leading: 0 }
    }

    fn coefficients(&self, values: &[f64], _: i32) -> Result<Coefficients, Error> {
        Coefficients::of_float(values, self.float.coefficient())
    }

    fn bits(&self, _: u32) -> u32 {
        self.float.bits()
    }

    fn longer(&self, _: u32, _: u32) -> Result<Format, Error> {
        Ok(Format::Float(self.float))
    }

    fn formats_of_length(&self) -> Result<[Format; 2], Error> {
        Ok([Format::Float(self.float); 2])
    }

    fn conversion(&self, _: Growth, to: Format, config: &Config) -> Result<Arc<dyn Conversion>, Error> {
        Ok(conversion::of_floats(self.float, to, config))
    }

    fn operators<'a>(&'a self, name: &'a str) -> Box<dyn Operators + 'a> {
        let cache = ModuleCache::new(name, self.depths, self.multiplier);
        Box::new(FloatOperators { float: self.float, products: self.multiplier, cache })
    }

    fn product(&self, number: i128, coefficient: i64) -> i128 {
        self.float.mul_by(self.float.coefficient(), number as u64, coefficient as u64).into()
    }

    fn square(&self, number: i128) -> i128 {
        self.float.mul(number as u64, number as u64).into()
    }

    fn sum(&self, a: i128, b: i128) -> i128 {
        self.float.add(a as u64, b as u64).into()
    }

    fn scaled(&self, number: i128, up: u32, unit: u32) -> i128 {
        match up as i32 - unit as i32 {
            0 => number,
            power => self.float.scale(number as u64, power).into(),
        }
    }

    fn negated(&self, number: i128) -> i128 {
        self.float.neg(number as u64).into()
    }

    fn magnitude(&self, number: i128) -> i128 {
        number & i128::from(self.float.sign_mask() - 1)
    }

    /// The order of IEEE 754 for all words: zeros by their sign, and a NaN of positive sign above infinity.
    fn rank(&self, number: i128) -> i128 {
        let magnitude = self.magnitude(number);
        if magnitude == number {
            magnitude
        } else {
            -1 - magnitude
        }
    }

    /// The field of the exponent is the number of a power. Numbers below the smallest normal one count as its half.
    fn powers(&self) -> Vec<i32> {
        (0..self.float.exponent_max() as i32).map(|field| field - self.float.bias()).collect()
    }

    fn has_infinity(&self) -> bool {
        true
    }

    fn leading(&self, number: i128, count: u32) -> (usize, u64) {
        let Float { fraction, .. } = self.float;
        let field = number as u64 >> fraction;
        if field == 0 || field > self.float.exponent_max() {
            return (0, 0);
        }
        let digits = number & ((1 << fraction) - 1);
        (field as usize, (digits << count >> fraction) as u64)
    }
}

/// Operators of floating point, as modules.
struct FloatOperators<'a> {
    float: Float,
    products: MultiplierStyle,
    cache: ModuleCache<'a>,
}

impl FloatOperators<'_> {
    /// Applies an operator of a kind of unit.
    fn apply<'m>(&mut self, kind: UnitKind, label: &str, cycles: u32, operands: &[Sig<'m>]) -> Sig<'m> {
        let operator = Operator { module: self.cache.float(kind, self.float), cycles };
        operands[0].builder().apply(label, &operator, operands)[0]
    }

    fn add<'m>(&mut self, label: &str, [a, b]: [Sig<'m>; 2], subtracts: u128) -> Sig<'m> {
        let operands = [a, b, a.builder().constant(1, subtracts)];
        self.apply(UnitKind::Add, label, self.cache.depths.adder, &operands)
    }
}

impl Operators for FloatOperators<'_> {
    fn product<'m>(&mut self, label: &str, number: Sig<'m>, coefficient: Sig<'m>) -> Sig<'m> {
        self.apply(UnitKind::Mul, label, self.cache.depths.multiplier, &[number, coefficient])
    }

    fn square<'m>(&mut self, label: &str, number: Sig<'m>) -> Sig<'m> {
        let (float, Depths { multiplier: cycles, technology, .. }) = (self.float, self.cache.depths);
        let products = Products { style: self.products, technology };
        let module = self.cache.module("mul_any", cycles, |name| multiplier_of_any(name, float, [float; 2], products));
        number.builder().apply(label, &Operator { module, cycles }, &[number; 2])[0]
    }

    fn sum<'m>(&mut self, label: &str, a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
        self.add(label, [a, b], 0)
    }

    fn difference<'m>(&mut self, label: &str, a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
        self.add(label, [a, b], 1)
    }

    fn scaled<'m>(&mut self, label: &str, number: Sig<'m>, up: u32, unit: u32) -> Sig<'m> {
        match up as i32 - unit as i32 {
            0 => number,
            power => self.apply(UnitKind::Scale(power), label, self.cache.depths.scaler, &[number]),
        }
    }

    fn longer<'m>(&self, number: Sig<'m>, _: u32) -> Sig<'m> {
        number
    }

    fn negated_if<'m>(&self, number: Sig<'m>, is_negated: Sig<'m>) -> Sig<'m> {
        number.flip_top(is_negated)
    }

    fn magnitude<'m>(&self, number: Sig<'m>) -> Sig<'m> {
        let m = number.builder();
        m.cat([number.bits(0, number.width() - 1), m.low()])
    }

    fn ordered<'m>(&self, a: Sig<'m>, b: Sig<'m>) -> ([Sig<'m>; 2], Sig<'m>) {
        // A word of a negative number is inverted, and one of a positive number is above all of these.
        let [rank, other] = [a, b].map(|word| word.invert_if(word.top()).flip_top(!word.top()));
        ([a, b], rank.lt(other))
    }

    fn leading<'m>(&self, number: Sig<'m>, count: u32) -> [Sig<'m>; 2] {
        let Float { exponent, fraction, .. } = self.float;
        let field = number.bits(fraction, exponent);
        let digits = number.bits(0, fraction).above_zeros(count.saturating_sub(fraction));
        [field.masked(!number.top()), digits.above(digits.width() - count)]
    }
}
