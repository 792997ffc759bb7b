//! The bit-accurate model: products and sums with the value semantics of the format, in the order of the elements.

use super::plan::ProductPlan;
use super::sums::{FixedSums, Sums};
use super::words::CoefficientFormat;
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::format::{word, Float};

/// Bit-accurate model of a matrix product. Frames hold the points, and behind them the results.
pub(super) struct ProductModel<'a> {
    pub plan: &'a ProductPlan,
}

impl BlockModel for ProductModel<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        for frame in 0..frames.count {
            let at = |element: usize, part: usize, frames: &Frames| {
                frames.values[(2 * element + part) * frames.count + frame]
            };
            let points: Vec<[u64; 2]> =
                (0..self.plan.columns()).map(|point| [0, 1].map(|part| at(point, part, frames))).collect();
            let (results, overflow) = self.plan.transform(&points);
            for (row, result) in results.iter().enumerate() {
                for (part, value) in result.iter().enumerate() {
                    frames.values[(2 * (self.plan.columns() + row) + part) * frames.count + frame] = *value;
                }
            }
            frames.overflow[frame] |= overflow;
        }
    }
}

impl ProductPlan {
    /// Returns the results of a frame, and whether one was too large for its word.
    pub fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        match self.sums {
            Sums::Fixed(fixed) => self.exact_sums(fixed, points),
            Sums::Float(float) => (self.float_sums(float, points), false),
        }
    }

    /// Adds the products of all rows exactly, and rounds each sum once.
    fn exact_sums(&self, fixed: FixedSums, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        let mut overflow = false;
        let rows = (0..self.rows()).map(|row| {
            let products =
                points.iter().enumerate().map(|(n, point)| fixed.product(*point, self.coefficients.at(row, n)));
            let sum = products.fold([0i128; 2], |sum, product| [sum[0] + product[0], sum[1] + product[1]]);
            sum.map(|part| {
                let (result, overflows) = fixed.round(part);
                overflow |= overflows;
                result
            })
        });
        (rows.collect(), overflow)
    }

    /// Adds the products of all rows at once, point by point.
    fn float_sums(&self, float: Float, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        let rows = self.rows();
        let mut partial = vec![[vec![0; rows], vec![0; rows]]; self.partial_sums];
        for step in 0..self.columns() {
            let products = self.float_products(float, points, step);
            let sums = &mut partial[step % self.partial_sums];
            for (sum, product) in sums.iter_mut().zip(&products) {
                let before = std::mem::replace(sum, vec![0; rows]);
                float.add_slice(&before, product, sum);
            }
        }
        // Sums in the order of their last products, and zeros up to a power of two.
        let first = self.columns() % self.partial_sums;
        partial.rotate_left(first);
        partial.resize(self.leaves(), [vec![0; rows], vec![0; rows]]);
        while partial.len() > 1 {
            partial =
                partial.chunks(2).map(|pair| [0, 1].map(|part| added(float, &pair[0][part], &pair[1][part]))).collect();
        }
        let [re, im] = partial.swap_remove(0);
        re.into_iter().zip(im).map(|(re, im)| [re, im]).collect()
    }

    /// Multiplies for each row the point that its element has in a step.
    pub(super) fn float_products(&self, float: Float, points: &[[u64; 2]], step: usize) -> [Vec<u64>; 2] {
        let (rows, format) = (self.rows(), self.multiplied_format(float));
        let columns: Vec<usize> = (0..rows).map(|row| self.column(row / self.element_rows(), step)).collect();
        let point = |part: usize| columns.iter().map(|column| points[*column][part]).collect::<Vec<u64>>();
        let factor = |part: usize| {
            let words = columns.iter().enumerate().map(|(row, column)| self.coefficients.at(row, *column)[part]);
            words.map(|word| self.multiplied_word(word)).collect::<Vec<u64>>()
        };
        let product = |a: &[u64], b: &[u64]| {
            let mut out = vec![0; rows];
            float.mul_slice(format, a, b, &mut out);
            out
        };
        let ([re, im], c) = ([point(0), point(1)], factor(0));
        if self.coefficients.is_real {
            return [product(&re, &c), product(&im, &c)];
        }
        let s = factor(1);
        let mut difference = vec![0; rows];
        float.sub_slice(&product(&re, &c), &product(&im, &s), &mut difference);
        [difference, added(float, &product(&re, &s), &product(&im, &c))]
    }

    /// Returns the column whose point an element multiplies in a step.
    pub fn column(&self, element: usize, step: usize) -> usize {
        match self.elements.is_ring() {
            true => (element * self.block() + step) % self.columns(),
            false => step,
        }
    }

    /// Returns the format of factors at the multipliers.
    pub(super) fn multiplied_format(&self, float: Float) -> Float {
        float.coefficient()
    }

    /// Returns a part of a coefficient as a factor at the multipliers: a loaded coefficient has zeros behind its fraction.
    pub(super) fn multiplied_word(&self, part: u64) -> u64 {
        match (self.coefficients.format, self.sums) {
            (CoefficientFormat::Float(given), Sums::Float(float)) => {
                let longer = float.coefficient();
                word(i128::from(part) << (longer.fraction - given.fraction), longer.bits())
            }
            _ => part,
        }
    }
}

/// Adds two rows of numbers.
fn added(float: Float, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len()];
    float.add_slice(a, b, &mut out);
    out
}
