//! Fourier transforms in double precision, written by others: what the reference models are measured by.
//!
//! A crate of its own, because `rustfft` is generic: every crate of tests that calls it compiles all of it again, for half a
//! minute.

use num_complex::Complex64;
use rustfft::FftPlanner;

/// Transforms frames of `size` points, in natural order on both sides and without a factor, in place.
///
/// # Panics
///
/// If `samples` are no whole frames.
pub fn transform(samples: &mut [Complex64], size: usize, inverse: bool) {
    let mut planner = FftPlanner::new();
    let fft = if inverse { planner.plan_fft_inverse(size) } else { planner.plan_fft_forward(size) };
    fft.process(samples);
}

/// Transforms one frame forward along every dimension, in place. The last of the `lengths` counts the fastest.
pub fn transform_dimensions(samples: &mut [Complex64], lengths: &[usize]) {
    let mut stride = 1;
    for &length in lengths.iter().rev() {
        let starts = (0..samples.len()).filter(|index| index / stride % length == 0);
        let places: Vec<usize> = starts.flat_map(|start| (0..length).map(move |k| start + k * stride)).collect();
        let mut lines: Vec<Complex64> = places.iter().map(|&place| samples[place]).collect();
        transform(&mut lines, length, false);
        places.into_iter().zip(lines).for_each(|(place, value)| samples[place] = value);
        stride *= length;
    }
}
