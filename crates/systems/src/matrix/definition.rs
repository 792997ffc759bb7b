//! What a matrix is by its definition.

use super::rules::Matrix;
use crate::exact::{Field, Real};
use crate::model::Sample;
use num_complex::Complex64;

impl Matrix {
    /// Returns a coefficient by the definition of the matrix, but for a divisor. `None` for one that is loaded.
    pub(super) fn defined(&self, field: &Field, row: usize, column: usize) -> Option<Sample> {
        let product = |a: usize, b: usize, n: usize| (a as u128 * b as u128 % n as u128) as usize;
        let cosine = |k: usize, n: usize| {
            let z = field.root(k, n);
            [field.mul(field.add(z, field.inverse(z)), field.power_of_two(-1)), 0]
        };
        let root = |k: usize, n: usize| field.parts(field.root(k, n));
        Some(match self {
            Matrix::Dct2(size) => cosine((2 * column + 1) * row, 4 * size),
            Matrix::Dct4(size) => cosine((2 * column + 1) * (2 * row + 1), 8 * size),
            Matrix::Bins { size, bins } => root(product(bins[row], column, *size), *size),
            Matrix::Uniform { size, inverse: false, .. } => root(product(row, column, *size), *size),
            Matrix::Uniform { size, inverse: true, .. } => root(size - product(row, column, *size), *size),
            Matrix::Chirp { start, step, .. } => {
                let turns = |place: i128, denominator: i64| {
                    let order = i128::from(denominator);
                    let exponent = (place.rem_euclid(order) * column as i128).rem_euclid(order);
                    field.root(exponent as usize, denominator as usize)
                };
                let first = turns(start.numerator.into(), start.denominator);
                let further = turns(i128::from(step.numerator) * row as i128, step.denominator);
                field.parts(field.mul(first, further))
            }
            Matrix::Nodes { nodes, .. } => power(field, inverse(field, pair(field, nodes[row])), column),
            Matrix::Entries { columns, entries } => pair(field, entries[row * columns + column]),
            Matrix::Loaded { .. } => return None,
        })
    }
}

/// Returns the residues of a pair of doubles.
fn pair(field: &Field, Complex64 { re, im }: Complex64) -> Sample {
    [re, im].map(|part| field.residue(&Real::from_f64(part)))
}

/// Returns 1/z.
fn inverse(field: &Field, [re, im]: Sample) -> Sample {
    let norm = field.inverse(field.add(field.mul(re, re), field.mul(im, im)));
    [field.mul(re, norm), field.neg(field.mul(im, norm))]
}

/// Returns z^n.
pub(super) fn power(field: &Field, z: Sample, n: usize) -> Sample {
    (0..n).fold([1, 0], |power, _| field.add_product([0; 2], power, z))
}
