//! The DFT by mirrored pairs, with products that serve two pairs of outputs each.
//!
//! The cosines and the sines of the symmetric algorithm are symmetric matrices S, and
//! Σ_j S_ij x_j = (Σ_j S_ij) x_i + Σ_(j≠i) S_ij (x_j - x_i), where the products of i, j and of j, i differ in sign only.
//! The sum of a row of cosines is -1/2, which takes no multiplier. This halves the products for a sum more each and
//! one more on the way; differences of what is nearly equal cost a little accuracy, least with the cosines alone.

use super::{Builder, Cplx};
use crate::exact::{roots, Complex, Real};

/// The DFT of an odd number of points; products of cosines are shared, those of sines if `sines` says so.
pub(super) fn shared(b: &mut Builder, x: &[Cplx], sines: bool) -> Vec<Cplx> {
    let (n, half) = (x.len(), x.len() / 2);
    let roots = roots(n);
    let root = |j: usize, k: usize| &roots[(j + 1) * (k + 1) % n];
    let cosine = |j: usize, k: usize| root(j, k).re.clone();
    let sine = |j: usize, k: usize| root(j, k).im.clone();
    let sums: Vec<Cplx> = (1..=half).map(|j| b.complex_add(x[j], x[n - j])).collect();
    let differences: Vec<Cplx> = (1..=half).map(|j| b.complex_sub(x[j], x[n - j])).collect();
    let halves = vec![Real::ratio(-1, 2); half];
    let mut even = by_pairs(b, &sums, cosine, &halves);
    let odd = match sines {
        true => by_pairs(b, &differences, sine, &(0..half).map(|i| row_sum(half, i, sine)).collect::<Vec<_>>()),
        false => by_rows(b, &differences, sine),
    };
    even.iter_mut().for_each(|terms| terms.insert(0, x[0]));
    let mut y = vec![b.complex_sum(&[&x[..1], &sums].concat()); n];
    for (k, (even, odd)) in even.iter().zip(&odd).enumerate() {
        let (even, odd) = (b.complex_sum(even), b.complex_sum(odd).times_i());
        y[k + 1] = b.complex_add(even, odd);
        y[n - k - 1] = b.complex_sub(even, odd);
    }
    y
}

fn row_sum(n: usize, i: usize, s: impl Fn(usize, usize) -> Real) -> Real {
    (1..n).fold(s(i, 0), |sum, j| &sum + &s(i, j))
}

/// The terms of each row of S x.
fn by_rows(b: &mut Builder, x: &[Cplx], s: impl Fn(usize, usize) -> Real) -> Vec<Vec<Cplx>> {
    let mut row = |i: usize| x.iter().enumerate().map(|(j, &x)| b.complex_mul(x, &s(i, j).into())).collect();
    (0..x.len()).map(&mut row).collect()
}

/// The same for a symmetric S with these sums of its rows, products shared.
fn by_pairs(b: &mut Builder, x: &[Cplx], s: impl Fn(usize, usize) -> Real, sums: &[Real]) -> Vec<Vec<Cplx>> {
    let mut terms: Vec<Vec<Cplx>> =
        x.iter().zip(sums).map(|(&x, sum)| vec![b.complex_mul(x, &Complex::from(sum.clone()))]).collect();
    for i in 0..x.len() {
        for j in i + 1..x.len() {
            let difference = b.complex_sub(x[j], x[i]);
            let product = b.complex_mul(difference, &s(i, j).into());
            terms[i].push(product);
            terms[j].push(-product);
        }
    }
    terms
}
