//! Arithmetic between steps: in fixed point a sum is rounded, multiplied by its twiddle factor, and rounded again.

use super::plan::StepsPlan;
use super::step::Step;
use super::turn::{Turn, GUARD_BITS};
use crate::format::{word, Float};
use crate::matrix::model::complex_products;
use crate::matrix::sums::{FixedSums, Sums};
use crate::number::ProductRule;

impl Step {
    /// Returns the rounding of sums to words that are multiplied by twiddle factors, in fixed point.
    pub fn word_rounding(&self) -> Option<FixedSums> {
        match self.product().sums {
            Sums::Fixed(sums) => Some(FixedSums {
                data_bits: sums.data_bits + GUARD_BITS,
                dropped_bits: sums.dropped_bits - GUARD_BITS,
                ..sums
            }),
            Sums::Float(_) => None,
        }
    }

    /// Multiplies the sums of a vector by their twiddle factors. Returns the points, and whether a word was too large.
    pub fn turned(&self, turn: &Turn, sums: &[[i128; 2]], column: usize) -> (Vec<[u64; 2]>, bool) {
        let (Some(words), Some(points), Sums::Fixed(product), Some(factors)) =
            (self.word_rounding(), turn.rounding, turn.product.sums, &self.factors)
        else {
            unreachable!("sums of fixed point before a step")
        };
        let mut overflow = false;
        let mut fitted = |rounding: &FixedSums, parts: [i128; 2]| {
            parts.map(|part| {
                let (number, overflows) = rounding.fit(part);
                overflow |= overflows;
                number
            })
        };
        let results = sums.iter().enumerate().map(|(row, sum)| {
            let turned = product.product_of(fitted(&words, *sum), factors.at(row, column));
            fitted(&points, turned).map(|part| word(part, points.data_bits))
        });
        (results.collect(), overflow)
    }

    /// Multiplies the results of a vector by their twiddle factors in floating point.
    pub fn float_turned(&self, float: Float, sums: [Vec<u64>; 2], column: usize) -> [Vec<u64>; 2] {
        let Some(factors) = &self.factors else { return sums };
        let factor = |part: usize| (0..self.results()).map(|row| factors.at(row, column)[part]).collect::<Vec<u64>>();
        complex_products(ProductRule::Whole, [float, float.coefficient()], &sums, [factor(0), factor(1)])
    }
}

impl StepsPlan {
    /// Returns the clock cycles from a sum to the point of the next step.
    pub fn turn_cycles(&self) -> usize {
        self.turn.as_ref().map_or(self.widest().round_cycles(), Turn::cycles)
    }
}
