//! Errors of the results of a model beside the definition of what it computes.

use super::definition::Definition;
use crate::arch::Architecture;
use crate::exact::{Complex, Number};
use crate::format::Format;
use crate::model::{Sample, Transformed};
use crate::rng::Rng;
use crate::Config;
use num_complex::Complex64;

/// Longest significand whose noise is far above that of double precision, in bits.
const DOUBLE_BITS: u32 = 42;

/// Most work of a definition in double precision, and in 160 bits.
const MAX_WORK: [usize; 2] = [1 << 24, 1 << 18];

/// Largest frame of a transform that is measured in double precision, and in 160 bits, in points.
const MAX_POINTS: [usize; 2] = [1 << 18, 1 << 12];

/// Points of all frames together that are measured, if a frame has no more.
const ALL_POINTS: usize = 1 << 12;

/// Errors of the results of white noise of full scale, relative to the results.
#[derive(Clone, Copy)]
pub struct Errors {
    /// In the mean of squares.
    pub mean: f64,
    /// The largest one, beside the largest result.
    pub largest: f64,
    /// Power of a result, relative to that of a point.
    pub gain: f64,
}

impl Errors {
    /// Measures the model of an architecture whose frames are those of a configuration. `None` for frames that take
    /// long.
    pub fn of_architecture(config: &Config, definition: &Definition, architecture: &dyn Architecture) -> Option<Self> {
        if Self::takes_long(definition, config.format) {
            return None;
        }
        let model = architecture.model(config.format.into(), None);
        let output = architecture.pipeline().output_format(config.format);
        Self::of(definition, [config.format, output], architecture.points()[0], |samples| model.transform(samples))
    }

    /// Whether frames of a definition in a format take long.
    pub fn takes_long(definition: &Definition, format: Format) -> bool {
        let precision = usize::from(significand(format) > DOUBLE_BITS);
        let most = match definition {
            Definition::Transform(_) => MAX_POINTS,
            Definition::Products(..) => MAX_WORK,
        };
        definition.work() > most[precision]
    }

    /// Transforms frames of white noise, of as many points as given, whose format at the input and at the output is
    /// given. `None` where there are none but zeros.
    pub fn of(
        definition: &Definition,
        formats: [Format; 2],
        points: usize,
        transform: impl Fn(&[Sample]) -> Transformed,
    ) -> Option<Self> {
        Self::of_frames(definition, formats, points, noise(formats[0], points, ALL_POINTS), transform)
    }

    /// Measures frames of `points` points as [`Errors::of`] does, for given samples.
    pub fn of_frames(
        definition: &Definition,
        formats: [Format; 2],
        points: usize,
        samples: Vec<Sample>,
        transform: impl Fn(&[Sample]) -> Transformed,
    ) -> Option<Self> {
        let Comparison { gain, found, wanted } = Comparison::new(definition, formats, points, &samples, transform);
        let errors = || found.iter().zip(&wanted).map(|(x, y)| x - y);
        let mean = (energy(errors()) / energy(wanted.iter().copied())).sqrt();
        let largest = most(errors()) / most(wanted.iter().copied());
        mean.is_finite().then_some(Errors { mean, largest, gain })
    }
}

/// Draws frames of white noise of full scale, of `points` points each and of at most `all` points together, but at least
/// one frame.
pub fn noise(format: Format, points: usize, all: usize) -> Vec<Sample> {
    let mut rng = Rng::new(points as u64);
    let frames = (all / points.max(1)).max(1);
    (0..frames * points).map(|_| [0; 2].map(|_: u64| format.from_f64(2.0 * rng.real()))).collect()
}

fn energy(values: impl Iterator<Item = Complex64>) -> f64 {
    values.map(|x| x.norm_sqr()).sum()
}

fn most(values: impl Iterator<Item = Complex64>) -> f64 {
    values.map(|x| x.norm()).fold(0.0, f64::max)
}

/// Results of a model beside those of the definition.
pub struct Comparison {
    /// Power of a result, relative to that of a point.
    pub gain: f64,
    /// Results of the model, frame by frame.
    pub found: Vec<Complex64>,
    /// Exact results, at the scale that fits those of the model best.
    pub wanted: Vec<Complex64>,
}

impl Comparison {
    /// Transforms frames of `points` points in the format of the input to results in that of the output.
    pub fn new(
        definition: &Definition,
        [input, output]: [Format; 2],
        points: usize,
        samples: &[Sample],
        transform: impl Fn(&[Sample]) -> Transformed,
    ) -> Self {
        let frames = samples.len() / points.max(1);
        let values = |format: Format, samples: &[Sample]| -> Vec<Complex64> {
            samples.iter().map(|[re, im]| Complex64::new(format.to_f64(*re), format.to_f64(*im))).collect()
        };
        let Transformed { samples: results, exponents, .. } = transform(samples);
        let (points, mut found) = (values(input, samples), values(output, &results));
        for (frame, exponent) in found.chunks_mut(results.len() / frames).zip(exponents.into_iter().flatten()) {
            frame.iter_mut().for_each(|x| *x *= 2f64.powi(exponent));
        }
        let wanted = match significand(input) > DOUBLE_BITS {
            true => {
                let results = definition.results::<Complex>(points.iter().copied().map(Complex::exactly).collect());
                results.iter().map(Complex::to_double).collect()
            }
            false => definition.results(points.clone()),
        };
        let common: f64 = found.iter().zip(&wanted).map(|(x, y)| (x * y.conj()).re).sum();
        let scale = common / energy(wanted.iter().copied());
        let power = |values: &[Complex64]| energy(values.iter().copied()) / values.len() as f64;
        let gain = power(&found) / power(&points);
        Comparison { gain, found, wanted: wanted.into_iter().map(|x| scale * x).collect() }
    }
}

/// Returns the bits of a significand.
fn significand(format: Format) -> u32 {
    match format {
        Format::Float(float) => float.fraction + 1,
        Format::Fixed(fixed) => fixed.bits(),
    }
}
