//! The DFT of exact data, for constants that are themselves transforms.

use std::sync::Arc;

use super::origin::Origin;
use super::{roots, Complex, Real};

/// Largest prime whose DFT is computed by its matrix. That of a larger one is a convolution, which takes fewer products.
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

/// Values of 160 bits.
struct Values;

impl Domain for Values {
    type Number = Complex;

    fn zero(&self) -> Complex {
        Complex::zero()
    }

    fn add(&self, a: &Complex, b: &Complex) -> Complex {
        a + b
    }

    fn neg(&self, a: &Complex) -> Complex {
        -a
    }

    fn mul(&self, a: &Complex, b: &Complex) -> Complex {
        a * b
    }

    fn conj(&self, a: &Complex) -> Complex {
        a.conj()
    }

    fn divided(&self, a: &Complex, by: usize) -> Complex {
        a.scale(&Real::ratio(1, by as i128))
    }

    fn roots(&self, n: usize) -> Arc<[Complex]> {
        roots(n)
    }
}

/// Computes the DFT in O(n · log n).
///
/// ```
/// use fftgen::exact::{dft, Complex};
/// let flat = dft(&[Complex::one(), Complex::zero(), Complex::zero()]);
/// assert_eq!(flat, vec![Complex::one(); 3]);
/// ```
pub fn dft(x: &[Complex]) -> Vec<Complex> {
    let list: Arc<[[Real; 2]]> = x.iter().map(|value| [value.re.clone(), value.im.clone()]).collect();
    // Bins keep the list, and not the sums within the transform.
    let unknown =
        |value: &Complex| Complex { re: value.re.as_origin(Origin::Unknown), im: value.im.as_origin(Origin::Unknown) };
    let values: Vec<Complex> = x.iter().map(unknown).collect();
    let part = |value: &Real, bin: usize, part: usize| value.as_origin(Origin::Bin { list: list.clone(), bin, part });
    let whole = |(bin, value): (usize, Complex)| Complex { re: part(&value.re, bin, 0), im: part(&value.im, bin, 1) };
    transform(&Values, &values).into_iter().enumerate().map(whole).collect()
}

/// Computes the DFT by decimation in time by the smallest prime factor, and that of a large prime by a convolution. Bluestein 1970.
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

    /// Sums over a prime's points and over twice as many equal the convolution's results within 2^-140.
    #[test]
    fn large_primes_are_convolutions() {
        for n in [67, 134] {
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
}
