//! Fixed-point samples at the ends of their range.

use fftgen::format::word;
use fftgen::model::Sample;
use fftgen::rng::Rng;

/// Samples whose parts are the largest or the least word of `bits` bits, at random.
pub fn random_extremes(bits: u32, count: usize, seed: u64) -> Vec<Sample> {
    let (mut noise, least) = (Rng::new(seed), 1u64 << (bits - 1));
    (0..count).map(|_| [0; 2].map(|_: u64| least - noise.word() % 2)).collect()
}

/// Frames of `size` points, four for each bin, that make a part of this bin as large as it can be: each word is at an end of its
/// range, by the sign that the transform multiplies it by.
pub fn largest_bins(bits: u32, size: usize) -> Vec<Sample> {
    let ends = [-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1].map(|end| word(end, bits));
    let mut samples = Vec::new();
    for bin in 0..size {
        for part in 0..2 {
            for sign in [1.0, -1.0] {
                samples.extend((0..size).map(|i| {
                    let angle = -std::f64::consts::TAU * (i * bin % size) as f64 / size as f64;
                    let by = if part == 0 { [angle.cos(), -angle.sin()] } else { [angle.sin(), angle.cos()] };
                    by.map(|by| ends[usize::from(by * sign >= 0.0)])
                }));
            }
        }
    }
    samples
}
