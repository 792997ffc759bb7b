//! What a transform of real data is, in double precision.

use fftgen::formula::Kind;
use fftgen::rng::Rng;
use num_complex::Complex64;

/// Numbers even in [-1, 1).
fn noise(count: usize, seed: u64) -> Vec<f64> {
    let mut noise = Rng::new(seed);
    (0..count).map(|_| 2.0 * noise.real()).collect()
}

/// A transform in double precision, without a factor.
pub fn dft(x: &[Complex64], inverse: bool) -> Vec<Complex64> {
    let mut y = x.to_vec();
    oracle::transform(&mut y, x.len(), inverse);
    y
}

/// The spectrum of real samples.
fn spectrum(x: &[f64]) -> Vec<Complex64> {
    dft(&x.iter().map(|&x| x.into()).collect::<Vec<_>>(), false)
}

/// The spectrum of a frame of real samples in points, as it passes the ports: by the definition of the packing.
pub fn packed(kind: Kind, frame: &[Complex64]) -> Vec<Complex64> {
    let parts = |f: fn(&Complex64) -> f64| frame.iter().map(f).collect::<Vec<_>>();
    match kind {
        Kind::Complex => dft(frame, false),
        Kind::Real => {
            let samples: Vec<f64> = frame.iter().flat_map(|point| [point.re, point.im]).collect();
            let x = spectrum(&samples);
            let first = Complex64::new(x[0].re, x[frame.len()].re);
            [&[first], &x[1..frame.len()]].concat()
        }
        Kind::RealPair => {
            let (a, b, n) = (spectrum(&parts(|x| x.re)), spectrum(&parts(|x| x.im)), frame.len());
            let point = |k: usize| match 2 * k {
                twice if twice % n == 0 => Complex64::new(a[k].re, b[k].re),
                twice if twice < n => a[k],
                _ => b[n - k],
            };
            (0..n).map(point).collect()
        }
    }
}

/// Points without a pattern.
pub fn points(count: usize, seed: u64) -> Vec<Complex64> {
    noise(2 * count, seed).chunks(2).map(|pair| Complex64::new(pair[0], pair[1])).collect()
}
