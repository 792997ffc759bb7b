//! The bit-accurate model of a transform by steps.

use super::digits::reversed;
use super::plan::StepsPlan;
use crate::exact::Field;
use crate::format::Float;
use crate::matrix::plan::ProductPlan;
use crate::matrix::rules::Matrix;
use crate::matrix::sums::Sums;

impl StepsPlan {
    /// Returns the results of a batch of residues.
    pub(super) fn exact(&self, field: &Field, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        let vector = |number: usize, vector: &[[u64; 2]], matrix: usize, column: usize| {
            let step = &self.steps[number];
            let results = step.products[matrix % step.matrices()].exact(field, vector);
            let turned = |(row, result): (usize, [u64; 2])| match &step.factors {
                Some(factors) => {
                    let factor = field.pair(&factors.rows_before_rounding.row(row)[column]);
                    field.add_product([0; 2], result, factor)
                }
                None => result,
            };
            (results.into_iter().enumerate().map(turned).collect(), false)
        };
        points.chunks(self.size).flat_map(|frame| self.frame(frame, &vector).0).collect()
    }

    /// Returns a coefficient of the transform.
    pub(super) fn defined(&self, field: &Field, row: usize, column: usize) -> [u64; 2] {
        let matrix = Matrix::Uniform { size: self.size, inverse: self.inverse, by: 1 };
        matrix.defined(field, row, column).unwrap_or_default()
    }

    /// Returns the results of a batch, and whether a word was too large.
    pub fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        let mut overflow = false;
        let vector = |number: usize, vector: &[[u64; 2]], matrix: usize, column: usize| {
            self.vector(number, vector, (matrix, column))
        };
        let frames = points.chunks(self.size).flat_map(|frame| {
            let (results, overflows) = self.frame(frame, &vector);
            overflow |= overflows;
            results
        });
        let results = frames.collect();
        (results, overflow)
    }
}

/// Results of a vector, and whether a word was too large: from the number of the step, the vector, and the numbers of
/// its matrix and its column.
type OfVector<'a> = dyn Fn(usize, &[[u64; 2]], usize, usize) -> (Vec<[u64; 2]>, bool) + 'a;

impl StepsPlan {
    /// Transforms a frame in place: a step replaces its digit of a place, the first one the highest, by that of its
    /// results. Frequencies of one transform have these digits from the first one on as the lowest ones; those of a
    /// convolution, which goes there and back, are places. `of_vector`: the results of a vector in a step with a number
    /// of its matrix and of its column of twiddle factors.
    fn frame(&self, points: &[[u64; 2]], of_vector: &OfVector) -> (Vec<[u64; 2]>, bool) {
        let (mut words, mut overflow) = (points.to_vec(), false);
        words.resize(self.length, [0; 2]);
        let digits = &self.radices()[self.ends[0].clone()];
        for number in 0..self.steps.len() {
            let digit = self.digit(number);
            let (radix, stride) = (digits[digit], digits[digit + 1..].iter().product::<usize>());
            for (high, first) in (0..self.length).step_by(radix * stride).enumerate() {
                for low in 0..stride {
                    let place = |row: usize| first + row * stride + low;
                    let vector: Vec<[u64; 2]> = (0..radix).map(|row| words[place(row)]).collect();
                    let is_low = number + 1 < digits.len() || number + 1 == self.steps.len();
                    let matrix = if is_low { reversed(low, digits[digit + 1..].iter().rev()) } else { high };
                    let (results, overflows) = of_vector(number, &vector, matrix, low);
                    overflow |= overflows;
                    results.into_iter().enumerate().for_each(|(row, result)| words[place(row)] = result);
                }
            }
        }
        let place = |frequency: usize| match self.convolution() {
            Some(_) => frequency,
            None => reversed(frequency, digits),
        };
        ((0..self.size).map(|frequency| words[place(frequency)]).collect(), overflow)
    }

    /// Returns the digit of a step.
    fn digit(&self, step: usize) -> usize {
        let middle = self.ends[0].end - 1;
        if step <= middle {
            step
        } else {
            2 * middle - step
        }
    }

    /// Multiplies a vector of a step by its matrix, and the results by the twiddle factors of a column.
    fn vector(&self, number: usize, vector: &[[u64; 2]], (matrix, column): (usize, usize)) -> (Vec<[u64; 2]>, bool) {
        let step = &self.steps[number];
        let product = &step.products[matrix % step.matrices()];
        match (product.sums, &self.turn) {
            (Sums::Fixed(sums), Some(turn)) if step.factors.is_some() => {
                step.turned(turn, &product.exact_products(sums, vector), column)
            }
            (Sums::Fixed(_), _) => product.transform(vector),
            (Sums::Float(float), _) => {
                let [re, im] = step.float_turned(float, self.float_sums(product, float, vector), column);
                (re.into_iter().zip(im).map(|(re, im)| [re, im]).collect(), false)
            }
        }
    }

    /// Adds the products of a vector down the columns. Rows of cells beyond the radix add zeros.
    fn float_sums(&self, product: &ProductPlan, float: Float, vector: &[[u64; 2]]) -> [Vec<u64>; 2] {
        let (radix, results) = (vector.len(), product.rows());
        let added = |a: [Vec<u64>; 2], b: [Vec<u64>; 2]| {
            [0, 1].map(|part| {
                let mut out = vec![0; results];
                float.add_slice(&a[part], &b[part], &mut out);
                out
            })
        };
        let zeros = || [vec![0; results], vec![0; results]];
        let sums = (0..radix).map(|row| product.float_products(float, vector, row)).reduce(added).unwrap_or_else(zeros);
        match radix < self.cells.rows {
            true => added(sums, zeros()),
            false => sums,
        }
    }
}
