//! The DFT by mirrored pairs: sums are multiplied by cosines, differences by sines.

use super::{Builder, ComplexWire};
use crate::exact::{roots, Complex};

/// Adds a DFT of any size by X_k, X_-k = x_0 + Σ cos(2πjk/n) (x_j + x_-j) ∓ i Σ sin(2πjk/n) (x_j - x_-j).
/// Every product is by a real number and serves two outputs (Singleton, 1969).
pub(super) fn symmetric(b: &mut Builder, x: &[ComplexWire]) -> Vec<ComplexWire> {
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
            even.push(b.complex_mul(value, &roots[j * k % n]));
        }
        for (j, sum, difference) in &pairs {
            let root = &roots[j * k % n];
            even.push(b.complex_mul(*sum, &Complex::from(root.re.clone())));
            odd.push(b.complex_mul(*difference, &Complex::from(root.im.clone())));
        }
        let (even, odd) = (b.complex_sum(&even), b.complex_sum(&odd).times_i());
        y[k] = b.complex_add(even, odd);
        y[mirror] = b.complex_sub(even, if mirror == k { -odd } else { odd });
    }
    y
}
