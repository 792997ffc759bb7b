//! Noise of a core's results, as it is foretold or as its model has it.

use super::definition::Definition;
use crate::cli::kinds::{Reference, Run};
use fftgen::arch::Architecture;
use fftgen::exact::{Complex, Number};
use fftgen::format::Format;
use fftgen::model::{Sample, Transformed};
use fftgen::number::fixed::Forecast;
use fftgen::rng::Rng;
use fftgen::Config;
use num_complex::Complex64;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter};
use std::sync::{Arc, OnceLock};

/// Longest significand whose noise is far above that of double precision, in bits.
const DOUBLE_BITS: u32 = 42;

/// Most work of a definition in double precision, and in 160 bits.
const MAX_WORK: [usize; 2] = [1 << 24, 1 << 18];

/// Largest frame of a transform that is measured in double precision, and in 160 bits, in points.
const MAX_POINTS: [usize; 2] = [1 << 18, 1 << 12];

/// Squared error of a complex product of four products and two sums, in units of the squared last place of 1: 0.54/12
/// for a rounded number of random size, once for the products of a part and once for their sum.
const ROTATED: f64 = 2.0 * 0.54 / 12.0;

/// Fewest points of all frames together that are measured.
const MIN_POINTS: usize = 1 << 12;

/// Noise of the results of white noise of full scale.
#[derive(Serialize, JsonSchema)]
pub struct Noise {
    /// Signal-to-noise ratio, to a tenth.
    pub snr_db: f64,
    /// Bits by which an unscaled complex output can be longer than the longest input. None where the noise was
    /// measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub growth_bits: Option<f64>,
}

/// Rounds to a tenth.
fn tenths(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

impl From<Forecast> for Noise {
    fn from(forecast: Forecast) -> Self {
        Noise {
            snr_db: tenths(forecast.snr),
            growth_bits: Some(tenths(forecast.growth.log2())).filter(|bits| bits.is_finite()),
        }
    }
}

impl Display for Noise {
    fn fmt(&self, f: &mut Formatter) -> std::fmt::Result {
        let Noise { snr_db, growth_bits } = self;
        match growth_bits {
            Some(bits) => {
                write!(f, "{snr_db:.1} dB below white noise of full scale; words grow by {bits:.1} bits at most")
            }
            None => write!(f, "{snr_db:.1} dB below the results of white noise, by the model"),
        }
    }
}

impl Noise {
    /// Measures a model, which `with_model` hands on, beside the definition of its core. `None` for frames that take
    /// long.
    pub fn measured<'a>(
        definition: &'a Definition,
        format: Format,
        with_model: impl FnOnce(Run<'a>) -> anyhow::Result<()>,
    ) -> Option<Self> {
        if Errors::takes_long(definition, format) {
            return None;
        }
        let found = Arc::new(OnceLock::new());
        let place = found.clone();
        let measure = move |model: &Reference| {
            let [input, output] = model.frames;
            let errors = Errors::of(definition, [input.format, output.format], input.size(), model.transform);
            place.get_or_init(|| errors);
            Ok(())
        };
        with_model(Box::new(measure)).ok()?;
        Noise::from_error(found.get()?.as_ref()?.mean)
    }

    /// Foretells the noise of frames that pass several engines one after the other, from the errors of each engine at
    /// full scale. What an engine of fixed point adds counts the more, the less power the engines before it have
    /// left. `factors`: number of multiplications by twiddle factors between engines.
    pub fn of_rounds(rounds: impl IntoIterator<Item = Option<Errors>>, factors: usize, format: Format) -> Option<Self> {
        let (mut noise, mut level) = (0.0, 1.0);
        for errors in rounds {
            let Errors { mean, gain, .. } = errors?;
            noise += mean * mean / level;
            level *= gain;
            match format {
                // A rounding is far below that of the engine after it, whose results have less power.
                Format::Fixed(_) => {}
                Format::Float(_) => level = 1.0,
            }
        }
        if let Format::Float(float) = format {
            noise += factors as f64 * ROTATED * 0.25f64.powi(float.fraction as i32);
        }
        Noise::from_error(noise.sqrt())
    }

    /// Returns the noise of results of an error, relative to them in the mean of squares. `None` where there is no
    /// error.
    pub fn from_error(mean: f64) -> Option<Self> {
        let snr_db = tenths(-20.0 * mean.log10());
        snr_db.is_finite().then_some(Noise { snr_db, growth_bits: None })
    }
}

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
    /// given. The scale of the results is the one that fits them best. `None` where there are none but zeros.
    pub fn of(
        definition: &Definition,
        formats: [Format; 2],
        points: usize,
        transform: impl Fn(&[Sample]) -> Transformed,
    ) -> Option<Self> {
        let mut rng = Rng::new(points as u64);
        let frames = (MIN_POINTS / points.max(1)).max(1);
        let noise = (0..frames * points).map(|_| [0; 2].map(|_: u64| formats[0].from_f64(2.0 * rng.real())));
        Self::of_frames(definition, formats, points, noise.collect(), transform)
    }

    /// Measures frames of `points` points as [`Errors::of`] does, for given samples.
    pub fn of_frames(
        definition: &Definition,
        [input, output]: [Format; 2],
        points: usize,
        samples: Vec<Sample>,
        transform: impl Fn(&[Sample]) -> Transformed,
    ) -> Option<Self> {
        let frames = samples.len() / points.max(1);
        let values = |format: Format, samples: &[Sample]| -> Vec<Complex64> {
            samples.iter().map(|[re, im]| Complex64::new(format.to_f64(*re), format.to_f64(*im))).collect()
        };
        let Transformed { samples: results, exponents, .. } = transform(&samples);
        let (points, mut found) = (values(input, &samples), values(output, &results));
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
        let energy = |values: &mut dyn Iterator<Item = Complex64>| values.map(|x| x.norm_sqr()).sum::<f64>();
        let most = |values: &mut dyn Iterator<Item = Complex64>| values.map(|x| x.norm()).fold(0.0, f64::max);
        let common: f64 = found.iter().zip(&wanted).map(|(x, y)| (x * y.conj()).re).sum();
        let scale = common / energy(&mut wanted.iter().copied());
        let wanted: Vec<Complex64> = wanted.into_iter().map(|x| scale * x).collect();
        let errors = || found.iter().zip(&wanted).map(|(x, y)| x - y);
        let mean = (energy(&mut errors()) / energy(&mut wanted.iter().copied())).sqrt();
        let largest = most(&mut errors()) / most(&mut wanted.iter().copied());
        let power = |values: &[Complex64]| energy(&mut values.iter().copied()) / values.len() as f64;
        let gain = power(&found) / power(&points);
        mean.is_finite().then_some(Errors { mean, largest, gain })
    }
}

/// Returns the bits of a significand.
fn significand(format: Format) -> u32 {
    match format {
        Format::Float(float) => float.fraction + 1,
        Format::Fixed(fixed) => fixed.bits(),
    }
}
