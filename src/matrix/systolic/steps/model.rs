//! The bit-accurate model of a transform by steps.

use super::digits::reversed;
use super::plan::StepsPlan;
use crate::format::Float;
use crate::matrix::plan::ProductPlan;
use crate::matrix::sums::Sums;

impl StepsPlan {
    /// Returns the results of a batch, and whether a word was too large.
    pub fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        let mut overflow = false;
        let frames = points.chunks(self.size).flat_map(|frame| {
            let (results, overflows) = self.frame(frame);
            overflow |= overflows;
            results
        });
        let results = frames.collect();
        (results, overflow)
    }
}

impl StepsPlan {
    /// Transforms a frame in place: a step replaces its digit of a place, the first one the highest, by that of its results. Frequencies of one
    /// transform have these digits from the first one on as the lowest ones; those of a convolution, which goes there and back, are places.
    fn frame(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
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
                    let (results, overflows) = self.vector(number, &vector, (matrix, low));
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
