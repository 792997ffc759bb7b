//! Noise of a core's results, as it is foretold or as its model has it.

use crate::cli::kinds::{Reference, Run};
use fftgen::exact::{dft, Complex, Real};
use fftgen::format::Format;
use fftgen::formula::{Kind, Order};
use fftgen::model::{Sample, Transformed};
use fftgen::number::fixed::Forecast;
use fftgen::rng::Rng;
use fftgen::Config;
use num_complex::Complex64;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter};

/// Largest frame that is transformed, in points.
const MAX_POINTS: usize = 1 << 12;

/// Noise of the results of white noise of full scale.
#[derive(Serialize, JsonSchema)]
pub struct Noise {
    /// Signal-to-noise ratio, to a tenth.
    pub snr_db: f64,
    /// Bits by which an unscaled complex output can be longer than the longest input. None where the noise was measured.
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
            None => write!(f, "{snr_db:.1} dB below the results of a frame of white noise, by the model"),
        }
    }
}

impl Noise {
    /// Measures the model of a core whose frames are complex points in natural order, beside the exact transform. `None` for other frames, for
    /// matrix products, and for long frames. `with_model`: hands the model of the core on.
    pub fn measured(config: &Config, with_model: impl FnOnce(Run) -> anyhow::Result<()>) -> Option<Self> {
        let is_plain = config.kind == Kind::Complex && config.shape.channels() == 1 && config.support.is_none();
        let is_natural = config.orders == [Order::Natural; 2] && config.runtime.sizes.is_empty();
        if !is_plain || !is_natural || config.points() > MAX_POINTS {
            return None;
        }
        let mut found = None;
        let measure = |model: &Reference| {
            found = measured(config, model);
            Ok(())
        };
        with_model(Box::new(measure)).ok()?;
        found.map(|snr_db: f64| Noise { snr_db: tenths(snr_db), growth_bits: None })
    }
}

/// Returns the ratio in dB. The scale of the results is the one that fits them best.
fn measured(config: &Config, model: &Reference) -> Option<f64> {
    let [input, output] = model.frames;
    let mut rng = Rng::new(input.size() as u64);
    let samples: Vec<Sample> =
        (0..input.size()).map(|_| [0; 2].map(|_: u64| input.format.from_f64(2.0 * rng.real()))).collect();
    let Transformed { samples: results, .. } = (model.transform)(&samples);
    let value = |format: Format, [re, im]: &Sample| Complex64::new(format.to_f64(*re), format.to_f64(*im));
    let points: Vec<Complex64> = samples.iter().map(|sample| value(input.format, sample)).collect();
    let found: Vec<Complex64> = results.iter().map(|result| value(output.format, result)).collect();
    let wanted = exact(config, points);
    let energy = |values: &mut dyn Iterator<Item = Complex64>| values.map(|x| x.norm_sqr()).sum::<f64>();
    let common: f64 = found.iter().zip(&wanted).map(|(x, y)| (x * y.conj()).re).sum();
    let scale = common / energy(&mut wanted.iter().copied());
    let noise = energy(&mut found.iter().zip(&wanted).map(|(x, y)| x - scale * y));
    let signal = energy(&mut wanted.iter().map(|y| scale * y));
    Some(10.0 * (signal / noise).log10()).filter(|ratio| ratio.is_finite())
}

/// Transforms points along all dimensions.
fn exact(config: &Config, mut points: Vec<Complex64>) -> Vec<Complex64> {
    let turned = |x: Complex64| if config.inverse { x.conj() } else { x };
    let mut stride = 1;
    for &length in config.shape.dimensions().iter().rev() {
        for start in (0..points.len()).filter(|index| index / stride % length == 0) {
            let places = || (0..length).map(|k| start + k * stride);
            let line: Vec<Complex> = places()
                .map(|place| {
                    let point = turned(points[place]);
                    Complex { re: Real::from_f64(point.re), im: Real::from_f64(point.im) }
                })
                .collect();
            places().zip(dft(&line)).for_each(|(place, bin)| points[place] = turned(bin.to_c64()));
        }
        stride *= length;
    }
    points
}
