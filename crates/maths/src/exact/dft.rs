//! The DFT of exact data, for constants that are themselves transforms, and of double precision.

use std::f64::consts::TAU;
use std::sync::Arc;

use super::{Memo, Number};
use num_complex::Complex64;

/// Largest prime whose DFT is computed by its matrix. That of a larger one is a convolution, which takes fewer
/// products.
const MAX_MATRIX: usize = 64;

/// An arithmetic in which lists are transformed.
pub(super) trait Domain {
    /// A complex number.
    type Number: Clone;
    fn zero(&self) -> Self::Number;
    fn add(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn neg(&self, a: &Self::Number) -> Self::Number;
    fn mul(&self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    fn conj(&self, a: &Self::Number) -> Self::Number;
    /// Divides by an integer.
    fn divided(&self, a: &Self::Number, by: usize) -> Self::Number;
    /// Returns all n roots e^(-2πi k/n).
    fn roots(&self, n: usize) -> Arc<[Self::Number]>;
}

/// Numbers of double precision.
pub(super) struct Doubles;

impl Domain for Doubles {
    type Number = Complex64;

    fn zero(&self) -> Complex64 {
        0.0.into()
    }

    fn add(&self, a: &Complex64, b: &Complex64) -> Complex64 {
        a + b
    }

    fn neg(&self, a: &Complex64) -> Complex64 {
        -a
    }

    fn mul(&self, a: &Complex64, b: &Complex64) -> Complex64 {
        a * b
    }

    fn conj(&self, a: &Complex64) -> Complex64 {
        a.conj()
    }

    fn divided(&self, a: &Complex64, by: usize) -> Complex64 {
        a / by as f64
    }

    fn roots(&self, n: usize) -> Arc<[Complex64]> {
        static CACHE: Memo<usize, Complex64> = Memo::new();
        let root = |k: usize| Complex64::cis(-TAU * k as f64 / n as f64);
        CACHE.get(n, || (0..n).map(root).collect())
    }
}

/// Computes the DFT in O(n · log n).
///
/// ```
/// use fftgen_maths::exact::{dft, Complex};
/// let flat = dft(&[Complex::one(), Complex::zero(), Complex::zero()]);
/// assert_eq!(flat, vec![Complex::one(); 3]);
/// ```
pub fn dft<C: Number>(x: &[C]) -> Vec<C> {
    C::transformed(x)
}

/// Computes the DFT by decimation in time by the smallest prime factor, and that of a large prime by a convolution.
/// Bluestein 1970.
pub(super) fn transform<D: Domain>(domain: &D, x: &[D::Number]) -> Vec<D::Number> {
    let all: Vec<&D::Number> = x.iter().collect();
    decimate(domain, &all, &domain.roots(x.len().max(1)), 1)
}

/// Computes the DFT of a decimated part of the data. `roots` are the roots of the whole transform, of which the part
/// uses every `stride`-th.
fn decimate<D: Domain>(domain: &D, x: &[&D::Number], roots: &[D::Number], stride: usize) -> Vec<D::Number> {
    let n = x.len();
    let Some(p) = (2..=n).find(|p| n % p == 0) else {
        return x.iter().map(|&v| v.clone()).collect();
    };
    if p == n && n > MAX_MATRIX {
        return chirp(domain, x);
    }
    let m = n / p;
    let parts: Vec<Vec<D::Number>> = (0..p)
        .map(|i| {
            let part: Vec<&D::Number> = x.iter().skip(i).step_by(p).copied().collect();
            let twiddle =
                |(k, v): (usize, D::Number)| if i * k == 0 { v } else { domain.mul(&v, &roots[i * k * stride]) };
            decimate(domain, &part, roots, stride * p).into_iter().enumerate().map(twiddle).collect()
        })
        .collect();
    let butterfly = |k: usize| -> D::Number {
        let (row, k) = (k / m, k % m);
        let term = |i: usize| match i * row % p {
            0 => parts[i][k].clone(),
            r if 2 * r == p => domain.neg(&parts[i][k]),
            r => domain.mul(&parts[i][k], &roots[r * m * stride]),
        };
        (1..p).fold(term(0), |sum, i| domain.add(&sum, &term(i)))
    };
    (0..n).map(butterfly).collect()
}

/// Computes the DFT by a convolution with a chirp, because nk = (n² + k² - (k - n)²)/2.
fn chirp<D: Domain>(domain: &D, x: &[&D::Number]) -> Vec<D::Number> {
    let n = x.len();
    let length = (2 * n - 1).next_power_of_two();
    let table = domain.roots(2 * n);
    let chirp: Vec<&D::Number> = (0..n).map(|j| &table[j * j % (2 * n)]).collect();
    let zeros = || vec![domain.zero(); length];
    let [mut points, mut response] = [zeros(), zeros()];
    for (j, by) in chirp.iter().enumerate() {
        points[j] = domain.mul(x[j], by);
        response[j] = domain.conj(by);
        response[(length - j) % length] = domain.conj(by);
    }
    let [points, response] = [transform(domain, &points), transform(domain, &response)];
    // The forward transform of a spectrum in conjugates is the convolution in conjugates, times its length.
    let spectrum: Vec<D::Number> = points.iter().zip(&response).map(|(a, b)| domain.conj(&domain.mul(a, b))).collect();
    let results = transform(domain, &spectrum).into_iter().zip(chirp);
    results.map(|(value, chirp)| domain.mul(&domain.divided(&domain.conj(&value), length), chirp)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{roots, Complex, Real};

    /// Sums equal the results of decimation, and of a prime's points and of twice as many those of the convolution,
    /// within 2^-140.
    #[test]
    fn bins_are_sums() {
        for n in [60, 67, 134] {
            let x: Vec<Complex> =
                (0..n).map(|j| Complex { re: Real::ratio(j * j % 31, 7), im: Real::ratio(5 - j, 3) }).collect();
            let table = roots(n as usize);
            for (k, value) in dft(&x).iter().enumerate() {
                let term = |(j, x): (usize, &Complex)| x * &table[j * k % n as usize];
                let sum = x.iter().enumerate().map(term).fold(Complex::zero(), |sum, term| &sum + &term);
                let error = value - &sum;
                for part in [error.re, error.im] {
                    assert!(part.scaled(140).abs().to_f64() < 1.0, "bin {k} of {n}");
                }
            }
        }
    }

    /// Double precision has the transform to its last places, of a prime by a convolution too.
    #[test]
    fn doubles_have_the_same_transform() {
        for n in [60, 67, 256] {
            let x: Vec<Complex64> = (0..n).map(|j| Complex64::new((j * j % 31) as f64, 5.0 - j as f64)).collect();
            let exact: Vec<Complex> = x.iter().map(|x| Complex::exactly(*x)).collect();
            let largest = x.iter().map(|x| x.norm()).sum::<f64>();
            for (found, wanted) in dft(&x).iter().zip(dft(&exact)) {
                assert!((found - wanted.to_c64()).norm() < 1e-14 * largest, "{n} points");
            }
        }
    }
}
