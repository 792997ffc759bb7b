//! What a double precision FFT tells of the reference.

use super::pipeline;
use crate::support::noise::noise_samples;
use fftgen::format::Format;
use fftgen::model::{Model, Sample};
use fftgen::pipeline::Pipeline;
use fftgen::Config;
use num_complex::Complex64;

pub fn complex(format: Format, samples: &[Sample]) -> Vec<Complex64> {
    samples.iter().map(|s| Complex64::new(format.to_f64(s[0]), format.to_f64(s[1]))).collect()
}

/// Transforms of frames of `size` points in double precision, times `scale`.
pub fn exact(samples: &[Complex64], size: usize, inverse: bool, scale: f64) -> Vec<Complex64> {
    let mut found = samples.to_vec();
    oracle::transform(&mut found, size, inverse);
    found.iter().map(|x| x * scale).collect()
}

/// Signal to noise in dB of the chosen plan, on white noise of full scale. The plan multiplies the transform by `scale`.
pub fn ratio(config: &Config, scale: f64) -> f64 {
    ratio_of(&pipeline(config), config, scale, 1.0)
}

/// Signal to noise in dB of a pipeline that need not be the configuration's own plan, on white noise of an amplitude.
pub fn ratio_of(pipeline: &Pipeline, config: &Config, scale: f64, amplitude: f64) -> f64 {
    let (size, format) = (pipeline.size, config.format);
    let frames = (32_768 / size).clamp(4, 512);
    let samples = noise_samples(format, size * frames, amplitude, size as u64);
    let transformed = Model::new(pipeline, format).transform(&samples);
    let mut found = complex(pipeline.output_format(format), &transformed.samples);
    for (frame, exponent) in found.chunks_mut(size).zip(transformed.exponents.iter().flatten()) {
        frame.iter_mut().for_each(|x| *x *= 2f64.powi(*exponent));
    }
    let wanted = exact(&complex(format, &samples), size, config.inverse, scale);
    let power: f64 = wanted.iter().map(|x| x.norm_sqr()).sum();
    let error: f64 = found.iter().zip(&wanted).map(|(x, y)| (x - y).norm_sqr()).sum();
    10.0 * (power / error).log10()
}
