//! Prime DFTs with few multiplications, by construction.
//!
//! Rader (1968): with g a generator modulo p, the outputs at g^k are x_0 + Σ_j ω^(g^(j+k)) x_(g^j), a
//! product by a Hankel matrix H of p - 1 points. Winograd (1978): H = Aᵀ diag(K) A, where A evaluates a
//! polynomial modulo the factors of z^n - 1 and then by Karatsuba's points (Blahut, Fast Algorithms for
//! Signal Processing, ch. 3 and 5). A holds 0, ±1, ±2 and needs only additions; K is what is left, and comes
//! out purely real or purely imaginary.

use super::linear::{Linear, Slot};
use super::solve::solve;
use super::{Builder, Cplx};
use crate::exact::{roots, Complex, Real};

/// p, a generator of its residues, and the coprime sizes that p - 1 splits into.
const PRIMES: [(usize, usize, [usize; 2]); 5] =
    [(3, 2, [2, 1]), (5, 2, [4, 1]), (7, 3, [2, 3]), (11, 2, [2, 5]), (13, 2, [4, 3])];

/// The DFT of `x`; sizes outside the table have no such kernel and come back unchanged.
pub(super) fn winograd(b: &mut Builder, x: &[Cplx]) -> Vec<Cplx> {
    let Some(&(p, generator, sizes)) = PRIMES.iter().find(|row| row.0 == x.len()) else {
        return x.to_vec();
    };
    let powers: Vec<usize> = std::iter::successors(Some(1), |g| Some(g * generator % p)).take(p - 1).collect();
    let a = evaluation(sizes);
    let points = a.apply(b, &powers.iter().map(|&i| x[i]).collect::<Vec<_>>());
    let mut products: Vec<Cplx> =
        points.iter().zip(multipliers(&a, &powers)).map(|(&point, k)| b.complex_mul(point, &k)).collect();
    // The first point is the sum of the inputs, and the first product reaches every output: x_0 joins both.
    let mut y = vec![b.complex_add(x[0], points[0]); p];
    products[0] = b.complex_add(x[0], products[0]);
    for (&i, value) in powers.iter().zip(a.apply_transposed(b, &products)) {
        y[i] = value;
    }
    y
}

/// A, on a vector that is a grid by the Chinese remainder theorem: modulo the factors of z^n - 1 along each
/// side, then Karatsuba's points of each remainder.
fn evaluation([rows, columns]: [usize; 2]) -> Linear {
    let n = rows * columns;
    let mut a = Linear::new(n);
    let at = |i: usize, j: usize| (0..n).find(|k| k % rows == i && k % columns == j).unwrap_or(0);
    // By column: what is left modulo each factor.
    let split: Vec<Vec<Vec<Slot>>> =
        (0..columns).map(|j| remainders(&mut a, (0..rows).map(|i| at(i, j)).collect())).collect();
    for factor in 0..split[0].len() {
        let degree = split[0][factor].len();
        let lines: Vec<Vec<Vec<Slot>>> =
            (0..degree).map(|d| remainders(&mut a, split.iter().map(|column| column[factor][d]).collect())).collect();
        for other in 0..lines[0].len() {
            let polynomial: Vec<Slot> = lines.iter().flat_map(|line| line[other].clone()).collect();
            karatsuba(&mut a, &polynomial);
        }
    }
    a
}

/// A polynomial of n coefficients modulo the factors of z^n - 1, for n a power of two up to 4 or a prime.
fn remainders(a: &mut Linear, x: Vec<Slot>) -> Vec<Vec<Slot>> {
    let n = x.len();
    match n {
        1 => vec![x],
        // z^n - 1 = (z^(n/2) - 1)(z^(n/2) + 1).
        2 | 4 => {
            let (low, high) = x.split_at(n / 2);
            let fold = low.iter().zip(high);
            let sums = fold.clone().map(|(&l, &h)| a.combine(&[l, h], &[])).collect();
            let differences = fold.map(|(&l, &h)| a.combine(&[l], &[h])).collect();
            let mut all = remainders(a, sums);
            all.push(differences);
            all
        }
        // z^n - 1 = (z - 1)(z^(n-1) + ... + z + 1).
        _ => {
            let last = x[n - 1];
            let sum = a.combine(&x, &[]);
            vec![vec![sum], x[..n - 1].iter().map(|&s| a.combine(&[s], &[last])).collect()]
        }
    }
}

/// Low half, high half and their sum, and so on down (Karatsuba & Ofman, 1962).
fn karatsuba(a: &mut Linear, x: &[Slot]) {
    if let [single] = *x {
        return a.outputs.push(single);
    }
    let (low, high) = x.split_at(x.len() / 2);
    let sums: Vec<Slot> = low.iter().zip(high).map(|(&l, &h)| a.combine(&[l, h], &[])).collect();
    for part in [low, high, &sums] {
        karatsuba(a, part);
    }
}

/// K: what makes Aᵀ diag(K) A the Hankel matrix with ω^(g^(j+k)) at j, k. The equations have integer
/// coefficients, so K is a rational combination of roots, exact to their precision.
fn multipliers(a: &Linear, powers: &[usize]) -> Vec<Complex> {
    let (n, matrix) = (powers.len(), a.matrix());
    let equation = |j: usize, k: usize| -> Vec<i64> {
        let products = matrix.iter().map(|row| row[j] * row[k]);
        products.chain((0..n).map(|i| i64::from(i == (j + k) % n))).collect()
    };
    let equations = (0..n).flat_map(|j| (j..n).map(move |k| (j, k))).map(|(j, k)| equation(j, k)).collect();
    let roots = roots(n + 1);
    let combine = |(divisor, weights): (i64, Vec<i64>)| {
        let terms = powers.iter().zip(weights).map(|(&k, weight)| roots[k].scale(&Real::ratio(weight, divisor)));
        terms.fold(Complex::zero(), |sum, term| &sum + &term).settled()
    };
    solve(equations, matrix.len()).into_iter().map(combine).collect()
}
