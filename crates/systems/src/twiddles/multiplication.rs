//! What the multiplication of a point by its factor returns.
//!
//! # Rules
//!
//! - In fixed point both parts of the product are exact, and each is rounded once by the rounding mode to the word of
//!   the format, which is saturated or wrapped.
//! - In floating point each part of the factor is rounded to the format of coefficients. Each of four products and two
//!   sums is rounded to the format.

use super::factors::{ExactFactors, FactorTables};
use crate::design::Config;
use crate::exact::Field;
use crate::format::{number, word, Fixed, Float, Format, Numbers, Overflow, Rounding};
use crate::model::Sample;

/// The multiplication of points by roots of unity of an order.
pub enum Multiplication<'a> {
    /// Of words.
    Rounded(Box<RoundedProducts>),
    /// Of residues.
    Exact(&'a Field, ExactFactors),
}

impl<'a> Multiplication<'a> {
    /// Tabulates the factors for the words of a configuration, or for residues.
    pub fn new(order: usize, config: &Config, numbers: Numbers<'a>) -> Self {
        match numbers {
            Numbers::Words(_) => {
                let tables = FactorTables::new(order, config);
                Multiplication::Rounded(Box::new(RoundedProducts { tables, config: config.clone() }))
            }
            Numbers::Residues(field) => Multiplication::Exact(field, ExactFactors::new(field, order, config)),
        }
    }

    /// Multiplies a point by the root of an exponent below the order. Returns also whether a part of the product was
    /// too large for its word.
    pub fn apply(&self, exponent: usize, sample: Sample) -> (Sample, bool) {
        match self {
            Multiplication::Rounded(products) => products.apply(exponent, sample),
            Multiplication::Exact(field, factors) => {
                (field.add_product([0; 2], sample, factors.factor(field, exponent)), false)
            }
        }
    }
}

/// The multiplication of words.
pub struct RoundedProducts {
    tables: FactorTables,
    config: Config,
}

impl RoundedProducts {
    /// Multiplies a point by the root of an exponent.
    fn apply(&self, exponent: usize, sample: Sample) -> (Sample, bool) {
        let factor = self.tables.factor(exponent);
        match self.config.format {
            Format::Fixed(fixed) => self.fixed(fixed, sample, factor),
            Format::Float(float) => (self.float(float, sample, factor), false),
        }
    }

    /// Multiplies in fixed point.
    fn fixed(&self, format: Fixed, sample: Sample, [c, s]: [i128; 2]) -> (Sample, bool) {
        let [re, im] = sample.map(|part| i128::from(number(part, format.bits())));
        let round = |exact: i128| {
            let rounded = rounding(&self.config).drop(exact, self.tables.fraction);
            overflow(&self.config).fit(rounded, format.bits())
        };
        let [(re, re_overflows), (im, im_overflows)] = [re * c - im * s, re * s + im * c].map(round);
        ([re, im].map(|part| word(part, format.bits())), re_overflows || im_overflows)
    }

    /// Multiplies in floating point.
    fn float(&self, format: Float, [re, im]: Sample, factor: [i128; 2]) -> Sample {
        let coefficient = format.coefficient();
        let rounded = Float { subnormals: false, ..coefficient };
        let [c, s] = factor.map(|part| rounded.nearest(part, -(self.tables.fraction as i32)));
        let times = |a: u64, b: u64| format.mul_by(coefficient, a, b);
        [format.sub(times(re, c), times(im, s)), format.add(times(re, s), times(im, c))]
    }
}

/// Returns the rounding of products in fixed point.
pub fn rounding(config: &Config) -> Rounding {
    config.arithmetic.rounding.unwrap_or_default()
}

/// Returns what becomes of products that are too large in fixed point.
pub fn overflow(config: &Config) -> Overflow {
    config.arithmetic.overflow.unwrap_or_default()
}
