//! Signal to noise of the model.

use crate::support::noise::noise_samples;
use fftgen::format::Format;
use fftgen::Design;
use num_complex::Complex64;

/// Signal to noise in dB on white noise, beside a transform in double precision.
pub fn ratio(design: &Design, amplitude: f64, scale: f64) -> f64 {
    let config = &design.config;
    let size = config.points();
    let samples = noise_samples(config.format, 8 * size, amplitude, size as u64);
    let complex = |format: Format, samples: &[[u64; 2]]| -> Vec<Complex64> {
        samples.iter().map(|s| Complex64::new(format.to_f64(s[0]), format.to_f64(s[1]))).collect()
    };
    let found = complex(design.output_format(), &design.transform(&samples));
    let mut wanted = complex(config.format, &samples);
    oracle::transform(&mut wanted, size, config.inverse);
    let power: f64 = wanted.iter().map(|x| (x * scale).norm_sqr()).sum();
    let error: f64 = found.iter().zip(&wanted).map(|(x, y)| (x - y * scale).norm_sqr()).sum();
    10.0 * (power / error).log10()
}
