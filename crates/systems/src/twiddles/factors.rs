//! Factors as products of a coarse and a fine factor.
//!
//! Exponent e is hB + l, for a power of two B. The coarse factor is C = ω^(hB), and the fine one is 1 + D = ω^l, so
//! that the factor is C + CD. D is small, so that its words are short. C and D are rounded to the fraction of the
//! factor and [`GUARD_BITS`] more. Their errors of half a unit in each component, and the rounding of the sum, make an
//! error of at most 0.5 + 1.25/2^`GUARD_BITS` units of the last place of the factor, which is less than one.

use crate::design::Config;
use crate::exact::{Complex, Field, Root};
use crate::format::{Format, Rounding};

/// Bits of the coarse and the fine factor after the last place of their product.
const GUARD_BITS: u32 = 3;

/// Bits of the fraction of a factor beyond that of the coefficients of a floating-point format, to which it is rounded.
const FLOAT_GUARD_BITS: u32 = 2;

/// A complex factor as integers: the real and the imaginary part.
pub type Parts = [i128; 2];

/// The tables of coarse and fine factors.
#[derive(Clone, Debug)]
pub struct FactorTables {
    /// Bits after the binary point of a factor.
    pub fraction: u32,
    /// Bits of the exponent that choose the fine factor.
    pub fine_bits: u32,
    /// The coarse factors, in units of 2^-[`FactorTables::table_fraction`].
    pub coarse: Vec<Parts>,
    /// The fine factors less one, in the units of the coarse ones.
    pub fine: Vec<Parts>,
}

impl FactorTables {
    /// Tabulates the roots of unity of an order, at least 2, for the transform and the format of a configuration.
    pub fn new(order: usize, config: &Config) -> Self {
        let fraction = match config.format {
            // A sign, and a bit before the binary point.
            Format::Fixed(_) => config.number().coefficient_bits() - 2,
            Format::Float(float) => float.coefficient().fraction + FLOAT_GUARD_BITS,
        };
        let parts = |root: &Complex| [&root.re, &root.im].map(|part| part.units((fraction + GUARD_BITS) as i32));
        let one = 1 << (fraction + GUARD_BITS);
        let (fine_bits, coarse, fine) = tables(order, config.inverse, parts);
        let fine = fine.into_iter().map(|[re, im]| [re - one, im]).collect();
        FactorTables { fraction, fine_bits, coarse, fine }
    }

    /// Bits after the binary point of the words of the tables.
    pub fn table_fraction(&self) -> u32 {
        self.fraction + GUARD_BITS
    }

    /// Bits that the sum C + CD has after the last place of a factor.
    pub fn dropped_bits(&self) -> u32 {
        self.table_fraction() + GUARD_BITS
    }

    /// Bits of a component of a factor: a sign, a bit before the binary point, and the fraction.
    pub fn bits(&self) -> u32 {
        self.fraction + 2
    }

    /// Computes a factor, in units of 2^-[`FactorTables::fraction`], rounded half upwards.
    pub fn factor(&self, exponent: usize) -> Parts {
        let [re, im] = self.coarse[exponent >> self.fine_bits];
        let [fine_re, fine_im] = self.fine[exponent & ((1 << self.fine_bits) - 1)];
        let sums = [re * fine_re - im * fine_im, re * fine_im + im * fine_re];
        let wide = [re, im].map(|part| part << self.table_fraction());
        [0, 1].map(|part| Rounding::HalfUp.drop(wide[part] + sums[part], self.dropped_bits()))
    }
}

/// The tables of coarse and fine factors as residues.
pub struct ExactFactors {
    fine_bits: u32,
    coarse: Vec<[u64; 2]>,
    fine: Vec<[u64; 2]>,
}

impl ExactFactors {
    /// Tabulates the roots of unity of an order, at least 2, for the transform of a configuration.
    pub fn new(field: &Field, order: usize, config: &Config) -> Self {
        let (fine_bits, coarse, fine) = tables(order, config.inverse, |root| field.pair(root));
        ExactFactors { fine_bits, coarse, fine: fine.into_iter().map(|[re, im]| [field.sub(re, 1), im]).collect() }
    }

    /// Computes a factor, C + CD.
    pub fn factor(&self, field: &Field, exponent: usize) -> [u64; 2] {
        let coarse = self.coarse[exponent >> self.fine_bits];
        field.add_product(coarse, coarse, self.fine[exponent & ((1 << self.fine_bits) - 1)])
    }
}

/// Returns the bits of the exponent that choose the fine root of unity of an order, all coarse roots and all fine ones.
/// `parts`: those of a table's word.
fn tables<T>(order: usize, inverse: bool, parts: impl Fn(&Complex) -> T) -> (u32, Vec<T>, Vec<T>) {
    let fine_bits = order.next_power_of_two().ilog2().div_ceil(2);
    let word = |exponent: usize| {
        let root = Root::new(exponent, order);
        parts(&if inverse { root.conj() } else { root }.value())
    };
    let coarse = (0..order.div_ceil(1 << fine_bits)).map(|high| word(high << fine_bits)).collect();
    (fine_bits, coarse, (0..1 << fine_bits).map(word).collect())
}

/// Returns the bits of a two's complement word that holds both parts of all factors of a table.
pub fn word_bits(table: &[Parts]) -> u32 {
    let bits = |part: &i128| 129 - (part ^ (part >> 127)).leading_zeros();
    table.iter().flatten().map(bits).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares factors with the exact roots: no component is wrong by a unit of the last place.
    #[test]
    fn factors_are_right_within_a_unit() {
        for (order, precision, inverse) in [
            (1024, "fixed40", false),
            (3 << 13, "fixed16", true),
            (1 << 20, "fixed18", false),
            (1 << 24, "fp32", false),
            (1024, "fp64", true),
        ] {
            let format = Format::parse(precision, false).unwrap();
            let tables = FactorTables::new(order, &Config { inverse, ..Config::new(order, 1, format) });
            for exponent in (0..order).step_by(order / 1000) {
                let root = Root::new(exponent, order);
                let root = if inverse { root.conj() } else { root }.value();
                let exact = [root.re, root.im].map(|part| part.units(tables.fraction as i32 + 8));
                for (found, exact) in tables.factor(exponent).iter().zip(exact) {
                    assert!((found * 256 - exact).abs() <= 256, "exponent {exponent} of {order}, {precision}");
                }
            }
            assert_eq!(tables.factor(0), [1 << tables.fraction, 0]);
        }
    }

    #[test]
    fn words_hold_their_tables() {
        assert_eq!([word_bits(&[[0, -1]]), word_bits(&[[1, 0]]), word_bits(&[[-8, 7]])], [1, 2, 4]);
    }
}
