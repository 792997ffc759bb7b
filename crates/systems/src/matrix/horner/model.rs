//! The bit-accurate model: steps of Horner's rule with the value semantics of the format.

use super::plan::HornerPlan;
use super::step::FixedStep;
use crate::exact::Field;
use crate::format::{number, Float};
use crate::matrix::definition::power;
use crate::matrix::model::complex_products;
use crate::matrix::sums::Sums;
use crate::matrix::words::CoefficientFormat;

impl HornerPlan {
    /// Returns the values of a frame of residues at all nodes.
    pub(super) fn exact(&self, field: &Field, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        let scale = field.power_of_two(-(self.fixed.map_or(0, |step| step.sums.shift) as i32));
        let value = |node: usize| {
            let factor = self.defined_factor(field, node);
            let sum = points.iter().rev().fold([0; 2], |sum, point| field.add_product(*point, sum, factor));
            sum.map(|part| field.mul(part, scale))
        };
        (0..self.nodes()).map(value).collect()
    }

    /// Returns the power of a node by which a point is multiplied.
    pub(super) fn defined(&self, field: &Field, node: usize, point: usize) -> [u64; 2] {
        power(field, self.defined_factor(field, node), point)
    }

    /// Returns the factor of a node.
    fn defined_factor(&self, field: &Field, node: usize) -> [u64; 2] {
        field.pair(&self.product.coefficients.rows_before_rounding.row(node)[0])
    }

    /// Returns the values of a frame at all nodes, and whether a word was too large.
    pub fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        match (self.fixed, self.product.sums, self.product.coefficients.format) {
            (Some(step), ..) => self.fixed_values(step, points),
            (None, Sums::Float(float), CoefficientFormat::Float(factor)) => {
                (self.float_values([float, factor], points), false)
            }
            (None, ..) => unreachable!("fixed point has a step"),
        }
    }

    /// Computes the values at all nodes in fixed point. Returns also whether a word of them was too large.
    fn fixed_values(&self, step: FixedStep, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        let FixedStep { sums, .. } = step;
        let points: Vec<[i128; 2]> =
            points.iter().map(|point| point.map(|part| i128::from(number(part, sums.data_bits)))).collect();
        let mut overflow = false;
        let mut fitted = |(value, overflows): (i128, bool)| {
            overflow |= overflows;
            value
        };
        let values = self.product.coefficients.words.all().iter().map(|factor| {
            let [c, s] = factor.map(|part| i128::from(number(part, sums.coefficient_bits)));
            let mut sum = [0i128; 2];
            for point in points.iter().rev() {
                let product = [sum[0] * c - sum[1] * s, sum[0] * s + sum[1] * c];
                sum = [0, 1].map(|part| fitted(step.round(product[part] + (point[part] << step.point_shift()))));
            }
            sum
        });
        let values: Vec<[i128; 2]> = values.collect();
        let results = values.into_iter().map(|sum| {
            sum.map(|part| {
                let (result, overflows) = sums.round(part);
                overflow |= overflows;
                result
            })
        });
        (results.collect(), overflow)
    }

    /// Computes the values at all nodes at once, in floating point. `formats`: that of the points, and that of the
    /// factors.
    fn float_values(&self, formats: [Float; 2], points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        let nodes = self.nodes();
        let factor =
            |part: usize| self.product.coefficients.words.all().iter().map(|word| word[part]).collect::<Vec<u64>>();
        let mut sums = [vec![0; nodes], vec![0; nodes]];
        for point in points.iter().rev() {
            let product = complex_products(self.product.rule, formats, &sums, [factor(0), factor(1)]);
            for part in [0, 1] {
                formats[0].add_slice(&product[part], &vec![point[part]; nodes], &mut sums[part]);
            }
        }
        let [re, im] = sums;
        re.into_iter().zip(im).map(|(re, im)| [re, im]).collect()
    }
}
