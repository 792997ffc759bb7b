//! The bit-accurate model of a systolic array.

use super::plan::SystolicPlan;
use crate::exact::Field;
use crate::format::Float;
use crate::matrix::sums::Sums;

impl SystolicPlan {
    /// Returns the results of a batch of residues.
    pub(super) fn exact(&self, field: &Field, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        points.chunks(self.product.columns()).flat_map(|frame| self.product.exact(field, frame)).collect()
    }

    /// Returns the results of a batch, and whether one was too large for its word.
    pub fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        let frames = points.chunks(self.product.columns());
        let results: Vec<(Vec<[u64; 2]>, bool)> = frames
            .map(|frame| match self.product.sums {
                Sums::Fixed(_) => self.product.transform(frame),
                Sums::Float(float) => (self.float_sums(float, frame), false),
            })
            .collect();
        let overflow = results.iter().any(|(_, overflow)| *overflow);
        (results.into_iter().flat_map(|(results, _)| results).collect(), overflow)
    }

    /// Adds the products of all rows at once: down the column of a tile, and tile by tile.
    fn float_sums(&self, float: Float, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        let rows = self.product.rows();
        let zeros = || [vec![0; rows], vec![0; rows]];
        let added = |a: &[Vec<u64>; 2], b: &[Vec<u64>; 2]| {
            let mut out = zeros();
            (0..2).for_each(|part| float.add_slice(&a[part], &b[part], &mut out[part]));
            out
        };
        let tile = |first: usize| {
            let products =
                (first..first + self.cells.rows).map(|step| self.product.float_products(float, points, step));
            products.reduce(|sum, product| added(&sum, &product)).unwrap_or_else(zeros)
        };
        let sums = (0..points.len()).step_by(self.cells.rows).map(tile);
        let [re, im] = match self.has_accumulators() {
            true => sums.fold(zeros(), |all, sum| added(&all, &sum)),
            false => sums.reduce(|all, sum| added(&all, &sum)).unwrap_or_else(zeros),
        };
        re.into_iter().zip(im).map(|(re, im)| [re, im]).collect()
    }
}
