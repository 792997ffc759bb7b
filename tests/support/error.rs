//! Errors of the reference model on noise, beside a double precision FFT written by others.

use fftgen::format::Format;
use fftgen::formula::Direction;
use fftgen::model::Model;
use fftgen::pipeline::Pipeline;
use fftgen::rng::Rng;
use num_complex::Complex64;
use std::f64::consts::PI;

/// White noise in both parts of samples.
#[derive(Clone, Copy, Debug)]
pub enum White {
    /// Even in [-1/2, 1/2).
    Even,
    /// Normal, of this standard deviation.
    Normal(f64),
}

/// Normal noise of eight amplitudes, 2^(k/4) for k = 0 to 7. Exponents that count fours make the same of what is four times as
/// large.
pub fn amplitudes() -> impl Iterator<Item = White> {
    (0..8).map(|k| White::Normal(2f64.powf(f64::from(k) / 4.0)))
}

/// Relative L2 error of a forward transform, or of an inverse scaled by 1/N, on so many samples or a few frames, in units of
/// the format's roundoff u = 2^-(fraction + 1).
pub fn error(pipeline: &Pipeline, format: Format, white: White, samples: usize) -> f64 {
    let (Format::Float(float), size) = (format, pipeline.size) else { panic!("{} is floating point", format.name()) };
    let mut rng = Rng::new(size as u64);
    let frames = samples.div_ceil(size).max(2);
    let samples: Vec<[u64; 2]> =
        (0..size * frames).map(|_| white.sample(&mut rng).map(|part| format.from_f64(part))).collect();
    let complex = |s: &[u64; 2]| Complex64::new(format.to_f64(s[0]), format.to_f64(s[1]));
    let mut exact: Vec<Complex64> = samples.iter().map(complex).collect();
    let inverse = pipeline.spec.direction == Direction::Inverse;
    oracle::transform(&mut exact, size, inverse);
    let scale = if inverse { 1.0 / size as f64 } else { 1.0 };
    let found = Model::new(pipeline, format).run(&samples);
    let (mut wrong, mut power) = (0.0, 0.0);
    for (found, exact) in found.iter().map(complex).zip(exact.iter().map(|x| x * scale)) {
        wrong += (found - exact).norm_sqr();
        power += exact.norm_sqr();
    }
    (wrong / power).sqrt() * 2f64.powi(float.fraction as i32 + 1)
}

impl White {
    fn sample(self, rng: &mut Rng) -> [f64; 2] {
        match self {
            White::Even => [rng.real(), rng.real()],
            White::Normal(deviation) => {
                // Box and Muller, of a number that is not zero.
                let (radius, turn) = ((-2.0 * (0.5 - rng.real()).ln()).sqrt(), 2.0 * PI * rng.real());
                [turn.cos(), turn.sin()].map(|part| deviation * radius * part)
            }
        }
    }
}
