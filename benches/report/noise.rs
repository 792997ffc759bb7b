//! How much noise cores of fixed point add to white noise of full scale: the program's model beside a double precision FFT.

use crate::measure::{fftgen, Lab};
use crate::published::Core;
use anyhow::{ensure, Context, Result};
use fftgen::format::Format;
use num_complex::Complex64;
use serde::{Deserialize, Serialize};

/// Samples of a measurement, and frames at the least.
const SAMPLES: usize = 32_768;
const FRAMES: usize = 4;

#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Noise {
    /// Signal to noise, in dB.
    pub snr: f64,
    /// The same as `fftgen explain` foretells it, if it does.
    pub foretold: Option<f64>,
}

/// What is read of `fftgen explain --json`.
#[derive(Deserialize)]
struct Explained {
    noise: Option<Foretold>,
}

#[derive(Deserialize)]
struct Foretold {
    snr_db: f64,
}

impl Lab {
    /// Of a core whose scale is a power of two; known under all that is said of its plan, which has the words of each stage.
    pub fn noise(&self, core: &Core, wanted: bool) -> Result<Option<Noise>> {
        let plan = fftgen("explain", core, &["--json"])?;
        let explained: Explained = serde_json::from_str(&plan)?;
        let foretold = explained.noise.map(|noise| noise.snr_db);
        self.cache.get(&format!("{core}-noise"), &[&plan], wanted, || Ok(Noise { snr: ratio(core)?, foretold }))
    }
}

fn ratio(core: &Core) -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let [input, output] = ["input.csv", "output.csv"].map(|name| folder.path().join(name));
    let samples = samples(core)?;
    let text: String = samples.iter().map(|x| format!("{:?},{:?}\n", x.re, x.im)).collect();
    std::fs::write(&input, text)?;
    let path = |path: &std::path::Path| path.to_str().map(String::from).context("a temporary folder with a plain name");
    fftgen("model", core, &["--input", &path(&input)?, "--output", &path(&output)?])?;
    let found = std::fs::read_to_string(&output)?;
    let format = Format::parse(&core.precision, false)?;
    // A word is written as the shortest number that the format reads back; with an exponent, as it is.
    let block = core.options.get("scale").is_some_and(|scale| scale == "bfp");
    let word = |x: f64| if block { x } else { format.to_f64(format.from_f64(x)) };
    let found: Vec<Complex64> = found.lines().map(number).collect::<Result<_>>()?;
    let found: Vec<Complex64> = found.into_iter().map(|x| Complex64::new(word(x.re), word(x.im))).collect();
    ensure!(found.len() == samples.len(), "{} points came out of {}", found.len(), samples.len());
    let mut wanted = samples;
    oracle::transform(&mut wanted, core.size, false);
    let power = |points: &[Complex64]| points.iter().map(|x| x.norm_sqr()).sum::<f64>();
    // The nearest power of two is the scale.
    let scale = (0.5 * (power(&found) / power(&wanted)).log2()).round().exp2();
    wanted.iter_mut().for_each(|x| *x *= scale);
    let errors: Vec<Complex64> = found.iter().zip(&wanted).map(|(x, y)| x - y).collect();
    Ok(10.0 * (power(&wanted) / power(&errors)).log10())
}

/// Frames of noise that fills the words evenly, as the core's format has it.
fn samples(core: &Core) -> Result<Vec<Complex64>> {
    let format = Format::parse(&core.precision, false)?;
    let mut noise = fftgen::rng::Rng::new(core.size as u64);
    let mut part = || format.to_f64(format.from_f64(2.0 * noise.real()));
    let count = (SAMPLES / core.size).max(FRAMES) * core.size;
    Ok((0..count).map(|_| Complex64::new(part(), part())).collect())
}

fn number(line: &str) -> Result<Complex64> {
    let (re, im) = line.split_once(',').with_context(|| format!("{line:?} is no point"))?;
    Ok(Complex64::new(re.parse()?, im.parse()?))
}
