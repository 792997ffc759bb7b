//! The DFT by mirrored pairs: sums are multiplied by cosines, differences by sines.

use super::{Builder, ComplexWire};
use crate::exact::{roots, Complex, Real};

/// Adds a DFT of any size by X_k, X_-k = x_0 + Σ cos(2πjk/n) (x_j + x_-j) ∓ i Σ sin(2πjk/n) (x_j - x_-j).
/// Every product is by a real number and serves two outputs (Singleton, 1969).
pub(super) fn symmetric(b: &mut Builder, x: &[ComplexWire]) -> Vec<ComplexWire> {
    mirrored(b, x, |b, value, factor| b.complex_mul(value, &Complex::from(factor.clone())))
}

/// Adds the DFT as [`symmetric`] does, with products by signed factors, each rounded as a whole. Halves are products
/// too.
pub(super) fn accumulated(b: &mut Builder, x: &[ComplexWire]) -> Vec<ComplexWire> {
    mirrored(b, x, |b, value, factor| ComplexWire {
        re: b.mul_signed(value.re, factor),
        im: b.mul_signed(value.im, factor),
    })
}

/// Adds a DFT by mirrored pairs. `product`: adds the product of a value by a real factor.
fn mirrored(
    b: &mut Builder,
    x: &[ComplexWire],
    product: impl Fn(&mut Builder, ComplexWire, &Real) -> ComplexWire,
) -> Vec<ComplexWire> {
    let n = x.len();
    let roots = roots(n);
    let pairs: Vec<(usize, ComplexWire, ComplexWire)> =
        (1..n.div_ceil(2)).map(|j| (j, b.complex_add(x[j], x[n - j]), b.complex_sub(x[j], x[n - j]))).collect();
    // Elements that are their own mirror images: x_0, and the middle of an even size.
    let self_mirrored: Vec<(usize, ComplexWire)> =
        (0..n).filter(|j| 2 * j % n.max(1) == 0).map(|j| (j, x[j])).collect();
    let mut y = vec![ComplexWire::ZERO; n];
    for k in 0..n / 2 + 1 {
        let Some(mirror) = (n - k).checked_rem(n) else { break };
        let mut even = Vec::new();
        let mut odd = Vec::new();
        for &(j, value) in &self_mirrored {
            even.push(product(b, value, &roots[j * k % n].re));
        }
        for (j, sum, difference) in &pairs {
            let root = &roots[j * k % n];
            even.push(product(b, *sum, &root.re));
            odd.push(product(b, *difference, &root.im));
        }
        let (even, odd) = (b.complex_sum(&even), b.complex_sum(&odd).times_i());
        y[k] = b.complex_add(even, odd);
        y[mirror] = b.complex_sub(even, if mirror == k { -odd } else { odd });
    }
    y
}
