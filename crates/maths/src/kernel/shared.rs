//! The DFT by mirrored pairs, with products that serve two pairs of outputs each.
//!
//! The cosines and the sines of the symmetric algorithm are symmetric matrices S, and Σ_j S_ij x_j = (Σ_j S_ij) x_i +
//! Σ_(j≠i) S_ij (x_j - x_i), where the products of i, j and of j, i differ in sign only. The sum of a row of cosines is
//! -1/2, which takes no multiplier. The number of products is halved; each product takes one more sum, and the path is
//! one sum longer. Differences of nearly equal values cost a little accuracy, least where only the products by cosines
//! are shared.

use super::halves::{by_halves, products, squared_errors, Block};
use super::rader::powers;
use super::{Builder, ComplexWire};
use crate::exact::{roots, Complex, Real};

/// How the products by sines are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sines {
    /// One product for each element of each row.
    Rows,
    /// One product for each pair of rows, as for the cosines.
    Pairs,
    /// By [`by_halves`], for a prime size.
    Halves,
}

/// Adds a DFT of odd size whose products by cosines serve two pairs of outputs each.
pub(super) fn shared(b: &mut Builder, x: &[ComplexWire], sines: Sines) -> Vec<ComplexWire> {
    let (n, half) = (x.len(), x.len() / 2);
    let roots = roots(n);
    let (columns, rows) = match sines {
        Sines::Halves => by_powers(n, &roots),
        _ => ((1..=half).collect(), (1..=half).collect::<Vec<_>>()),
    };
    let root = |i: usize, j: usize| &roots[rows[i] * columns[j] % n];
    let cosine = |i: usize, j: usize| root(i, j).re.clone();
    let sine = |i: usize, j: usize| root(i, j).im.clone();
    let sums: Vec<ComplexWire> = columns.iter().map(|&j| b.complex_add(x[j], x[n - j])).collect();
    let differences: Vec<ComplexWire> = columns.iter().map(|&j| b.complex_sub(x[j], x[n - j])).collect();
    let mut even = by_pairs(b, &sums, cosine, |_| Real::ratio(-1, 2));
    let odd: Vec<Vec<ComplexWire>> = match sines {
        Sines::Rows => block(half, sine).iter().map(|row| products(b, &differences, row)).collect(),
        Sines::Pairs => by_pairs(b, &differences, sine, |i| row_sum(half, i, sine)),
        Sines::Halves => by_halves(b, &differences, &block(half, sine), f64::INFINITY),
    };
    even.iter_mut().for_each(|terms| terms.insert(0, x[0]));
    let mut y = vec![b.complex_sum(&[&x[..1], &sums].concat()); n];
    for (&k, (even, odd)) in rows.iter().zip(even.iter().zip(&odd)) {
        let (even, odd) = (b.complex_sum(even), b.complex_sum(odd).times_i());
        y[k] = b.complex_add(even, odd);
        y[n - k] = b.complex_sub(even, odd);
    }
    y
}

/// Returns the inputs and the outputs, one of each mirrored pair, of a DFT of prime size in an order in which the
/// matrix of sines divides into halves, as in Rader (1968). The order is that of the powers of a generator, or of its
/// square if the number of pairs is odd, because the square then reaches one element of each pair. The first output is
/// the one with which the errors are least.
fn by_powers(p: usize, roots: &[Complex]) -> (Vec<usize>, Vec<usize>) {
    let half = p / 2;
    let powers = powers(p);
    let power = |k: usize| powers[k * (1 + half % 2) % (p - 1)];
    let columns: Vec<usize> = (0..half).map(power).collect();
    let errors = |from: &usize| squared_errors(&block(half, |i, j| roots[power(i + from) * columns[j] % p].im.clone()));
    let from = (0..half).min_by(|a, b| errors(a).total_cmp(&errors(b))).unwrap_or(0);
    (columns, (from..from + half).map(power).collect())
}

/// Builds a square matrix from its elements.
fn block(size: usize, s: impl Fn(usize, usize) -> Real) -> Block {
    (0..size).map(|i| (0..size).map(|j| s(i, j).into()).collect()).collect()
}

/// Adds up row `i` of a matrix of `n` columns.
fn row_sum(n: usize, i: usize, s: impl Fn(usize, usize) -> Real) -> Real {
    (1..n).fold(s(i, 0), |sum, j| &sum + &s(i, j))
}

/// Returns the terms of each row of S x, where a product serves two rows. `s` gives the elements of the symmetric
/// matrix S, and `sum` the sum of each row.
fn by_pairs(
    b: &mut Builder,
    x: &[ComplexWire],
    s: impl Fn(usize, usize) -> Real,
    sum: impl Fn(usize) -> Real,
) -> Vec<Vec<ComplexWire>> {
    let mut terms: Vec<Vec<(f64, ComplexWire)>> = Vec::new();
    for (i, &x) in x.iter().enumerate() {
        let by = sum(i);
        terms.push(vec![(by.to_f64().abs(), b.complex_mul(x, &by.into()))]);
    }
    for i in 0..x.len() {
        for j in i + 1..x.len() {
            let (difference, by) = (b.complex_sub(x[j], x[i]), s(i, j));
            let product = b.complex_mul(difference, &by.clone().into());
            terms[i].push((by.to_f64().abs(), product));
            terms[j].push((by.to_f64().abs(), -product));
        }
    }
    // Terms with small factors come last, because `Builder::sum` combines the last terms first, and sums of small terms
    // have small rounding errors.
    terms.iter_mut().for_each(|row| row.sort_by(|a, b| b.0.total_cmp(&a.0)));
    terms.into_iter().map(|row| row.into_iter().map(|(_, term)| term).collect()).collect()
}
