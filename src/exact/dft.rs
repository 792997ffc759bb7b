//! The DFT of exact data, for constants that are themselves transforms, and of double precision.

use super::Number;

/// Largest prime whose DFT is computed by its matrix. That of a larger one is a convolution, which takes fewer products.
const MAX_MATRIX: usize = 64;

/// Computes the DFT by decimation in time by the smallest prime factor, in O(n · log n). Bluestein 1970.
///
/// ```
/// use fftgen::exact::{dft, Complex};
/// let flat = dft(&[Complex::one(), Complex::zero(), Complex::zero()]);
/// assert_eq!(flat, vec![Complex::one(); 3]);
/// ```
pub fn dft<C: Number>(x: &[C]) -> Vec<C> {
    let all: Vec<&C> = x.iter().collect();
    decimate(&all, &C::roots(x.len()), 1)
}

/// Computes the DFT of a decimated part of the data. `roots` are the roots of the whole transform, of which the part
/// uses every `stride`-th.
fn decimate<C: Number>(x: &[&C], roots: &[C], stride: usize) -> Vec<C> {
    let n = x.len();
    let Some(p) = (2..=n).find(|p| n % p == 0) else {
        return x.iter().map(|&v| v.clone()).collect();
    };
    if p == n && n > MAX_MATRIX {
        return chirp(x);
    }
    let m = n / p;
    let parts: Vec<Vec<C>> = (0..p)
        .map(|i| {
            let part: Vec<&C> = x.iter().skip(i).step_by(p).copied().collect();
            let twiddle = |(k, v): (usize, C)| if i * k == 0 { v } else { v.times(&roots[i * k * stride]) };
            decimate(&part, roots, stride * p).into_iter().enumerate().map(twiddle).collect()
        })
        .collect();
    let butterfly = |k: usize| -> C {
        let (row, k) = (k / m, k % m);
        let term = |i: usize| match i * row % p {
            0 => parts[i][k].clone(),
            r if 2 * r == p => parts[i][k].negated(),
            r => parts[i][k].times(&roots[r * m * stride]),
        };
        (1..p).fold(term(0), |sum, i| sum.plus(&term(i)))
    };
    (0..n).map(butterfly).collect()
}

/// Computes the DFT by a convolution with a chirp, because nk = (n² + k² - (k - n)²)/2.
fn chirp<C: Number>(x: &[&C]) -> Vec<C> {
    let n = x.len();
    let length = (2 * n - 1).next_power_of_two();
    let table = C::roots(2 * n);
    let chirp: Vec<&C> = (0..n).map(|j| &table[j * j % (2 * n)]).collect();
    let zeros = || vec![C::exactly(0.0.into()); length];
    let [mut points, mut response] = [zeros(), zeros()];
    for (j, by) in chirp.iter().enumerate() {
        points[j] = x[j].times(by);
        response[j] = by.conjugate();
        response[(length - j) % length] = by.conjugate();
    }
    let [points, response] = [dft(&points), dft(&response)];
    // The forward transform of a spectrum in conjugates is the convolution in conjugates, times its length.
    let spectrum: Vec<C> = points.iter().zip(&response).map(|(a, b)| a.times(b).conjugate()).collect();
    dft(&spectrum).iter().zip(chirp).map(|(value, chirp)| value.conjugate().over(length).times(chirp)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{roots, Complex, Real};
    use num_complex::Complex64;

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
