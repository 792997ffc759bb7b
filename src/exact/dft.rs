//! The DFT of exact data, for constants that are themselves transforms.

use super::{roots, Complex};

/// Computes the DFT by decimation in time by the smallest prime factor, in O(n · sum of the prime factors of n).
///
/// ```
/// use fftgen::exact::{dft, Complex};
/// let flat = dft(&[Complex::one(), Complex::zero(), Complex::zero()]);
/// assert_eq!(flat, vec![Complex::one(); 3]);
/// ```
pub fn dft(x: &[Complex]) -> Vec<Complex> {
    let all: Vec<&Complex> = x.iter().collect();
    decimate(&all, &roots(x.len()), 1)
}

/// Computes the DFT of a decimated part of the data. `roots` are the roots of the whole transform, of which the part
/// uses every `stride`-th.
fn decimate(x: &[&Complex], roots: &[Complex], stride: usize) -> Vec<Complex> {
    let n = x.len();
    let Some(p) = (2..=n).find(|p| n % p == 0) else {
        return x.iter().map(|&v| v.clone()).collect();
    };
    let m = n / p;
    let parts: Vec<Vec<Complex>> = (0..p)
        .map(|i| {
            let part: Vec<&Complex> = x.iter().skip(i).step_by(p).copied().collect();
            let twiddle = |(k, v): (usize, Complex)| if i * k == 0 { v } else { &v * &roots[i * k * stride] };
            decimate(&part, roots, stride * p).into_iter().enumerate().map(twiddle).collect()
        })
        .collect();
    let butterfly = |k: usize| -> Complex {
        let (row, k) = (k / m, k % m);
        let term = |i: usize| match i * row % p {
            0 => parts[i][k].clone(),
            r if 2 * r == p => -&parts[i][k],
            r => &parts[i][k] * &roots[r * m * stride],
        };
        (1..p).fold(term(0), |sum, i| &sum + &term(i))
    };
    (0..n).map(butterfly).collect()
}
