//! The bit-accurate model: products and sums with the value semantics of the format, in the order of the elements.

use super::plan::ProductPlan;
use super::sums::{FixedSums, Sums};
use super::words::CoefficientFormat;
use crate::exact::Field;
use crate::format::{bf16_parts, word, Float, MAX_PARTS};
use crate::number::ProductRule;

impl ProductPlan {
    /// Returns the results of a frame of residues.
    pub(super) fn exact(&self, field: &Field, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        let scale = match self.sums {
            Sums::Fixed(fixed) => field.power_of_two(-(fixed.shift as i32)),
            Sums::Float(_) => 1,
        };
        let result = |row: usize| {
            let coefficients = self.coefficients.rows_before_rounding.row(row);
            let sum = (0..self.columns()).fold([0; 2], |sum, step| {
                let column = self.column(row / self.element_rows(), step);
                field.add_product(sum, points[column], field.pair(&coefficients[column]))
            });
            sum.map(|part| field.mul(part, scale))
        };
        (0..self.rows()).map(result).collect()
    }

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
        let rows = self.exact_products(fixed, points).into_iter().map(|sum| {
            sum.map(|part| {
                let (result, overflows) = fixed.round(part);
                overflow |= overflows;
                result
            })
        });
        (rows.collect(), overflow)
    }

    /// Adds the products of all rows exactly.
    pub(super) fn exact_products(&self, fixed: FixedSums, points: &[[u64; 2]]) -> Vec<[i128; 2]> {
        let row = |row: usize| {
            let products =
                points.iter().enumerate().map(|(n, point)| fixed.product(*point, self.coefficients.at(row, n)));
            products.fold([0i128; 2], |sum, product| [sum[0] + product[0], sum[1] + product[1]])
        };
        (0..self.rows()).map(row).collect()
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
        let point = [point(0), point(1)];
        if self.coefficients.is_real {
            return point.map(|part| products(self.rule, [float, format], &part, &factor(0)));
        }
        complex_products(self.rule, [float, format], &point, [factor(0), factor(1)])
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

    /// Returns a part of a coefficient as a factor at the multipliers: a loaded coefficient has zeros after its
    /// fraction.
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

/// Multiplies two rows of complex numbers by a rule. `formats`: that of the products, and that of the factors.
pub(super) fn complex_products(
    rule: ProductRule,
    formats: [Float; 2],
    [re, im]: &[Vec<u64>; 2],
    [c, s]: [Vec<u64>; 2],
) -> [Vec<u64>; 2] {
    let product = |a: &[u64], b: &[u64]| products(rule, formats, a, b);
    let mut difference = vec![0; re.len()];
    formats[0].sub_slice(&product(re, &c), &product(im, &s), &mut difference);
    [difference, added(formats[0], &product(re, &s), &product(im, &c))]
}

/// Multiplies two rows of numbers by a rule. `formats`: that of the products, and that of the factors `b`.
fn products(rule: ProductRule, [float, other]: [Float; 2], a: &[u64], b: &[u64]) -> Vec<u64> {
    let times = |other: Float, a: &[u64], b: &[u64]| {
        let mut out = vec![0; a.len()];
        float.mul_slice(other, a, b, &mut out);
        out
    };
    if rule.parts().is_none() {
        return times(other, a, b);
    }
    let [a, b] = [a, b].map(|row| row.iter().map(|word| bf16_parts(*word)).collect::<Vec<_>>());
    let part = |row: &[[u64; MAX_PARTS]], part: usize| row.iter().map(|parts| parts[part]).collect::<Vec<u64>>();
    let sum = |sum: Vec<u64>, next: Vec<u64>| added(float, &sum, &next);
    let groups = rule.groups().into_iter().map(|group| {
        let products = group.into_iter().map(|[i, k]| times(float, &part(&a, i), &part(&b, k)));
        products.reduce(sum).unwrap_or_default()
    });
    groups.reduce(sum).unwrap_or_default()
}

/// Adds two rows of numbers.
fn added(float: Float, a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len()];
    float.add_slice(a, b, &mut out);
    out
}
