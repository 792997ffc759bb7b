//! Transforms of several dimensions in double precision.

use rustfft::{num_complex::Complex64, FftPlanner};

/// Transforms along every dimension in double precision, in place.
pub fn transform(samples: &mut [Complex64], lengths: &[usize]) {
    let mut stride = 1;
    for &length in lengths.iter().rev() {
        let fft = FftPlanner::new().plan_fft_forward(length);
        for start in (0..samples.len()).filter(|index| index / stride % length == 0) {
            let mut line: Vec<Complex64> = (0..length).map(|k| samples[start + k * stride]).collect();
            fft.process(&mut line);
            line.into_iter().enumerate().for_each(|(k, value)| samples[start + k * stride] = value);
        }
        stride *= length;
    }
}
