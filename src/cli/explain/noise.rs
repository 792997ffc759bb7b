//! Noise of a core's results, as it is foretold or as its model has it.

use crate::accuracy::{Definition, Errors};
use crate::cli::kinds::{Reference, Run};
use fftgen::format::Format;
use fftgen::number::fixed::Forecast;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{Display, Formatter};
use std::sync::{Arc, OnceLock};

/// Squared error of a complex product of four products and two sums, in units of the squared last place of 1: 0.54/12
/// for a rounded number of random size, once for the products of a part and once for their sum.
const ROTATED: f64 = 2.0 * 0.54 / 12.0;

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
