//! The DFT of exact data, for constants that are themselves transforms.

use super::{roots, Complex, Real};

/// Largest prime whose DFT is computed by its matrix. That of a larger one is a convolution, which takes fewer products.
const MAX_MATRIX: usize = 64;

/// Computes the DFT by decimation in time by the smallest prime factor, in O(n · log n). Bluestein 1970.
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
    if p == n && n > MAX_MATRIX {
        return chirp(x);
    }
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

/// Computes the DFT by a convolution with a chirp, because nk = (n² + k² - (k - n)²)/2.
fn chirp(x: &[&Complex]) -> Vec<Complex> {
    let n = x.len();
    let length = (2 * n - 1).next_power_of_two();
    let table = roots(2 * n);
    let chirp: Vec<&Complex> = (0..n).map(|j| &table[j * j % (2 * n)]).collect();
    let zeros = || vec![Complex::zero(); length];
    let [mut points, mut response] = [zeros(), zeros()];
    for (j, by) in chirp.iter().enumerate() {
        points[j] = x[j] * by;
        response[j] = by.conj();
        response[(length - j) % length] = by.conj();
    }
    let [points, response] = [dft(&points), dft(&response)];
    // The forward transform of a spectrum in conjugates is the convolution in conjugates, times its length.
    let spectrum: Vec<Complex> = points.iter().zip(&response).map(|(a, b)| (a * b).conj()).collect();
    let by = Real::ratio(1, length as i128);
    dft(&spectrum).iter().zip(chirp).map(|(value, chirp)| &value.conj().scale(&by) * chirp).collect()
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
