//! Frames of noise.

use fftgen::format::Format;
use fftgen::model::Sample;
use fftgen::rng::Rng;

/// Samples whose parts are even in [-`amplitude`, `amplitude`).
pub fn noise_samples(format: Format, count: usize, amplitude: f64, seed: u64) -> Vec<Sample> {
    let mut noise = Rng::new(seed);
    (0..count).map(|_| [0; 2].map(|_: u64| format.from_f64(2.0 * amplitude * noise.real()))).collect()
}
