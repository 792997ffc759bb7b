//! Products by symmetric matrices, by halves.
//!
//! Where the quarters off the diagonal are the same, Q, and those on it P and R, three products by quarters do for four:
//! (P ∓ Q) x ± Q (x ± y) is P x + Q y, and (R ∓ Q) y + Q (x ± y) is Q x + R y (Karatsuba and Ofman 1962).
//! From four points up that takes no more sums; of two points it takes one more. An odd side leaves a row and a column out.
//!
//! What is added to an element is taken away again, at a cost in accuracy. It is foretold: how far errors of one part in
//! u, made by each product and each sum on the way, reach what comes out.

use super::{Builder, ComplexWire};
use crate::exact::Complex;

/// A symmetric matrix, row by row, of real or of imaginary numbers.
pub(super) type Block = Vec<Vec<Complex>>;

/// Squared errors of a product, of which the rounding of its constant is a part.
const PRODUCT: f64 = 1.5;

/// How to multiply by a matrix.
#[derive(Clone, Copy, PartialEq, Debug)]
enum BlockProduct {
    Rows,
    /// The last row and column by themselves.
    Border,
    /// By sums of the halves, or by differences.
    Halves(bool),
}

/// The terms of each row of a block times x. `growth`: how many times the squared errors of the rows by themselves may be
/// exceeded where halves take no more sums.
pub(super) fn by_halves(b: &mut Builder, x: &[ComplexWire], block: &Block, growth: f64) -> Vec<Vec<ComplexWire>> {
    let half = x.len() / 2;
    let last = x.len().saturating_sub(1);
    match noise(&values(block), growth).0 {
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
            let across = part(block, 0, half, half);
            let less = |from: usize| combined(&part(block, from, from, half), &across, !minus);
            let both = by_halves(b, &both, &across, growth);
            let both: Vec<ComplexWire> = both.iter().map(|terms| b.complex_sum(terms)).collect();
            let mut rows = by_halves(b, low, &less(0), growth);
            rows.iter_mut().zip(&both).for_each(|(terms, &both)| terms.push(signed(both)));
            let second = by_halves(b, high, &less(half), growth);
            rows.extend(second.into_iter().zip(both).map(|(terms, both)| [terms, vec![both]].concat()));
            rows
        }
    }
}

/// Squared errors of a product by a block, by the best way, for elements of unit variance.
pub(super) fn squared_errors(block: &Block) -> f64 {
    noise(&values(block), f64::INFINITY).1
}

pub(super) fn products(b: &mut Builder, x: &[ComplexWire], row: &[Complex]) -> Vec<ComplexWire> {
    // What is small is added up first.
    let mut order: Vec<usize> = (0..row.len()).collect();
    let size = |at: &usize| (row[*at].re.to_f64() + row[*at].im.to_f64()).abs();
    order.sort_by(|i, j| size(j).total_cmp(&size(i)));
    order.into_iter().map(|at| b.complex_mul(x[at], &row[at])).collect()
}

fn part<T: Clone>(block: &[Vec<T>], row: usize, column: usize, size: usize) -> Vec<Vec<T>> {
    block[row..row + size].iter().map(|row| row[column..column + size].to_vec()).collect()
}

/// x - y, or x + y.
fn combined(x: &Block, y: &Block, minus: bool) -> Block {
    let element = |(x, y): (&Complex, &Complex)| if minus { (x - y).settled() } else { (x + y).settled() };
    x.iter().zip(y).map(|(x, y)| x.iter().zip(y).map(element).collect()).collect()
}

fn values(block: &Block) -> Vec<Vec<f64>> {
    block.iter().map(|row| row.iter().map(|by| by.re.to_f64() + by.im.to_f64()).collect()).collect()
}

fn noise(block: &[Vec<f64>], growth: f64) -> (BlockProduct, f64) {
    let size = block.len();
    let power = |block: &[Vec<f64>]| block.iter().flatten().map(|by| by * by).sum::<f64>();
    let all = power(block);
    let rows = (BlockProduct::Rows, all * (PRODUCT + (size as f64).log2()));
    if size < 2 {
        return (BlockProduct::Rows, all * PRODUCT);
    }
    if size % 2 == 1 {
        let inner = part(block, 0, 0, size - 1);
        return match noise(&inner, growth) {
            (BlockProduct::Rows, _) => rows,
            (_, errors) => {
                (BlockProduct::Border, errors + (all - power(&inner)) * (PRODUCT + 1.5) + power(&inner) / 2.0)
            }
        };
    }
    let half = size / 2;
    let across = part(block, 0, half, half);
    if !alike(&across, &part(block, half, 0, half)) {
        return rows;
    }
    // What both halves meet is of twice the variance, is itself a sum, and reaches two rows.
    let shared = 4.0 * (noise(&across, growth).1 + power(&across));
    let by = |minus: bool| {
        let sign = if minus { 1.0 } else { -1.0 };
        let less = |from: usize| -> Vec<Vec<f64>> {
            let row = |(x, y): (&Vec<f64>, &Vec<f64>)| x.iter().zip(y).map(|(x, y)| x + sign * y).collect();
            part(block, from, from, half).iter().zip(&across).map(row).collect()
        };
        (BlockProduct::Halves(minus), noise(&less(0), growth).1 + noise(&less(half), growth).1 + shared + all)
    };
    let best = [by(false), by(true)].into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(rows);
    let most = if size == 2 { rows.1 } else { rows.1 * growth };
    if best.1 <= most {
        best
    } else {
        rows
    }
}

/// But for what rounding leaves.
fn alike(x: &[Vec<f64>], y: &[Vec<f64>]) -> bool {
    x.iter().flatten().zip(y.iter().flatten()).all(|(x, y)| (x - y).abs() < 1e-12)
}
