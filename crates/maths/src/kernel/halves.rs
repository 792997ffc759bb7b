//! Products by symmetric matrices, by halves.
//!
//! A matrix has quarters P and R on the diagonal. Where both quarters off the diagonal are equal to Q, three products
//! by quarters replace four: (P ∓ Q) x ± Q (x ± y) is P x + Q y, and (R ∓ Q) y + Q (x ± y) is Q x + R y (Karatsuba and
//! Ofman 1962). From four points up the number of sums does not grow; for two points it grows by one. For an odd size
//! the last row and column are multiplied by themselves.
//!
//! A value that is added to an element is subtracted again, at a cost in accuracy. The cost is predicted: each product
//! and each sum makes an independent relative error of about one unit, which is followed to the outputs.

use super::{Builder, ComplexWire};
use crate::exact::Complex;

/// A symmetric matrix, row by row, of real or of imaginary numbers.
pub(super) type Block = Vec<Vec<Complex>>;

/// Squared relative error of a product, in units of that of a sum. It includes the rounding of the constant.
const PRODUCT_ERROR: f64 = 1.5;

/// A method to multiply by a matrix.
#[derive(Clone, Copy, PartialEq, Debug)]
enum BlockProduct {
    /// Every row by itself.
    Rows,
    /// The last row and column by themselves, and the rest by another method.
    Border,
    /// By differences of the halves if true, else by sums.
    Halves(bool),
}

/// Returns the terms of each row of a block times x. `growth` is the maximum ratio of the squared errors to those of
/// [`BlockProduct::Rows`]. It applies from four points up; for two points the ratio is at most 1.
pub(super) fn by_halves(b: &mut Builder, x: &[ComplexWire], block: &Block, growth: f64) -> Vec<Vec<ComplexWire>> {
    let half = x.len() / 2;
    let last = x.len().saturating_sub(1);
    match cheapest_product(&values(block), growth).0 {
        BlockProduct::Rows => block.iter().map(|row| products(b, x, row)).collect(),
        BlockProduct::Border => {
            let mut rows = by_halves(b, &x[..last], &part(block, 0, 0, last), growth);
            for (terms, row) in rows.iter_mut().zip(block) {
                terms.extend(products(b, &x[last..], &row[last..]));
            }
            rows.push(products(b, x, &block[last]));
            rows
        }
        BlockProduct::Halves(minus) => {
            let (low, high) = x.split_at(half);
            let signed = |x: ComplexWire| if minus { -x } else { x };
            let both: Vec<ComplexWire> = low.iter().zip(high).map(|(&l, &h)| b.complex_add(l, signed(h))).collect();
            let off_diagonal = part(block, 0, half, half);
            let diagonal = |from: usize| combined(&part(block, from, from, half), &off_diagonal, !minus);
            let both = by_halves(b, &both, &off_diagonal, growth);
            let both: Vec<ComplexWire> = both.iter().map(|terms| b.complex_sum(terms)).collect();
            let mut rows = by_halves(b, low, &diagonal(0), growth);
            rows.iter_mut().zip(&both).for_each(|(terms, &both)| terms.push(signed(both)));
            let second = by_halves(b, high, &diagonal(half), growth);
            rows.extend(second.into_iter().zip(both).map(|(terms, both)| [terms, vec![both]].concat()));
            rows
        }
    }
}

/// Returns the squared errors of a product by a block, by the best method, for elements of unit variance.
pub(super) fn squared_errors(block: &Block) -> f64 {
    cheapest_product(&values(block), f64::INFINITY).1
}

/// Returns the products of elements with the factors of a row. Products with small factors come last, because
/// [`Builder::sum`] combines the last terms first, and sums of small terms have small rounding errors.
pub(super) fn products(b: &mut Builder, x: &[ComplexWire], row: &[Complex]) -> Vec<ComplexWire> {
    let mut order: Vec<usize> = (0..row.len()).collect();
    let size = |at: &usize| (row[*at].re.to_f64() + row[*at].im.to_f64()).abs();
    order.sort_by(|i, j| size(j).total_cmp(&size(i)));
    order.into_iter().map(|at| b.complex_mul(x[at], &row[at])).collect()
}

/// Copies a square part of a block, from the row and column of its first element.
fn part<T: Clone>(block: &[Vec<T>], row: usize, column: usize, size: usize) -> Vec<Vec<T>> {
    block[row..row + size].iter().map(|row| row[column..column + size].to_vec()).collect()
}

/// Returns x - y if `minus`, else x + y.
fn combined(x: &Block, y: &Block, minus: bool) -> Block {
    let element = |(x, y): (&Complex, &Complex)| if minus { (x - y).snapped() } else { (x + y).snapped() };
    x.iter().zip(y).map(|(x, y)| x.iter().zip(y).map(element).collect()).collect()
}

/// Converts a block to doubles. Each element is its real or its imaginary part, of which one is zero.
fn values(block: &Block) -> Vec<Vec<f64>> {
    block.iter().map(|row| row.iter().map(|by| by.re.to_f64() + by.im.to_f64()).collect()).collect()
}

/// Returns the method for a product by a block, and its squared errors.
fn cheapest_product(block: &[Vec<f64>], growth: f64) -> (BlockProduct, f64) {
    let size = block.len();
    let power = |block: &[Vec<f64>]| block.iter().flatten().map(|by| by * by).sum::<f64>();
    let all = power(block);
    let rows = (BlockProduct::Rows, all * (PRODUCT_ERROR + (size as f64).log2()));
    if size < 2 {
        return (BlockProduct::Rows, all * PRODUCT_ERROR);
    }
    if size % 2 == 1 {
        let inner = part(block, 0, 0, size - 1);
        return match cheapest_product(&inner, growth) {
            (BlockProduct::Rows, _) => rows,
            (_, errors) => {
                (BlockProduct::Border, errors + (all - power(&inner)) * (PRODUCT_ERROR + 1.5) + power(&inner) / 2.0)
            }
        };
    }
    let half = size / 2;
    let off_diagonal = part(block, 0, half, half);
    if !are_close(&off_diagonal, &part(block, half, 0, half)) {
        return rows;
    }
    // The shared product has operands of twice the variance, which are sums themselves, and it reaches two rows.
    let shared = 4.0 * (cheapest_product(&off_diagonal, growth).1 + power(&off_diagonal));
    let by = |minus: bool| {
        let sign = if minus { 1.0 } else { -1.0 };
        let diagonal = |from: usize| -> Vec<Vec<f64>> {
            let row = |(x, y): (&Vec<f64>, &Vec<f64>)| x.iter().zip(y).map(|(x, y)| x + sign * y).collect();
            part(block, from, from, half).iter().zip(&off_diagonal).map(row).collect()
        };
        let errors = |from: usize| cheapest_product(&diagonal(from), growth).1;
        (BlockProduct::Halves(minus), errors(0) + errors(half) + shared + all)
    };
    let best = [by(false), by(true)].into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(rows);
    let max_errors = if size == 2 { rows.1 } else { rows.1 * growth };
    if best.1 <= max_errors {
        best
    } else {
        rows
    }
}

/// Returns whether two blocks are equal but for rounding errors.
fn are_close(x: &[Vec<f64>], y: &[Vec<f64>]) -> bool {
    x.iter().flatten().zip(y.iter().flatten()).all(|(x, y)| (x - y).abs() < 1e-12)
}
