//! The bit-accurate model of a transform by steps.

use super::places::reversed;
use super::plan::StepsPlan;
use crate::format::Float;
use crate::matrix::sums::Sums;
use crate::matrix::systolic::model::Batches;

impl Batches for StepsPlan {
    fn points(&self) -> usize {
        self.batch * self.size
    }

    fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
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
    /// Transforms a frame. Behind a step its digit of a place is that of its results, so that frequencies have the digits from the first step
    /// on as the lowest ones.
    fn frame(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        let (mut words, mut overflow) = (points.to_vec(), false);
        for (number, step) in self.steps.iter().enumerate() {
            let (radix, rest) = (step.radix(), step.rest);
            for first in (0..self.size).step_by(radix * rest) {
                for column in 0..rest {
                    let place = |row: usize| first + row * rest + column;
                    let vector: Vec<[u64; 2]> = (0..radix).map(|row| words[place(row)]).collect();
                    let (results, overflows) = self.vector(number, &vector, column);
                    overflow |= overflows;
                    results.into_iter().enumerate().for_each(|(row, result)| words[place(row)] = result);
                }
            }
        }
        let radices = self.radices();
        ((0..self.size).map(|frequency| words[reversed(frequency, &radices)]).collect(), overflow)
    }

    /// Multiplies a vector of a step, and the results by their twiddle factors.
    fn vector(&self, number: usize, vector: &[[u64; 2]], column: usize) -> (Vec<[u64; 2]>, bool) {
        let step = &self.steps[number];
        match (step.product.sums, &self.turn) {
            (Sums::Fixed(sums), Some(turn)) if step.factors.is_some() => {
                step.turned(turn, &step.product.exact_products(sums, vector), column)
            }
            (Sums::Fixed(_), _) => step.product.transform(vector),
            (Sums::Float(float), _) => {
                let [re, im] = step.float_turned(float, self.float_sums(number, float, vector), column);
                (re.into_iter().zip(im).map(|(re, im)| [re, im]).collect(), false)
            }
        }
    }

    /// Adds the products of a vector down the columns. Rows of cells beyond the radix add zeros.
    fn float_sums(&self, number: usize, float: Float, vector: &[[u64; 2]]) -> [Vec<u64>; 2] {
        let product = &self.steps[number].product;
        let radix = vector.len();
        let added = |a: [Vec<u64>; 2], b: [Vec<u64>; 2]| {
            [0, 1].map(|part| {
                let mut out = vec![0; radix];
                float.add_slice(&a[part], &b[part], &mut out);
                out
            })
        };
        let zeros = || [vec![0; radix], vec![0; radix]];
        let sums = (0..radix).map(|row| product.float_products(float, vector, row)).reduce(added).unwrap_or_else(zeros);
        match radix < self.cells.rows {
            true => added(sums, zeros()),
            false => sums,
        }
    }
}
