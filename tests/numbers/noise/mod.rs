//! Rung 7: the noise of the model of drawn cores, beside exact results that are rounded once, and beside what is foretold; and what `fftgen explain`
//! measures of the others.
//!
//! 300 cores are drawn, and 10,000 with `FFTGEN_GRID=full`; `FFTGEN_DRAWS=849,1240` draws these. `FFTGEN_SHOW` prints what each has.

mod drawn;
mod explained;
mod reference;

use crate::support::full::is_full;
use crate::support::noise::noise_samples;
use drawn::draw;
use fftgen::arch::Architecture;
use fftgen::format::{Format, Overflow, Rounding};
use fftgen::formula::Kind;
use fftgen::model::Transformed;
use fftgen::number::fixed::Forecast;
use fftgen::number::Scale;
use fftgen::pipeline::Stage;
use fftgen::proof::Verdict;
use fftgen::{Config, Design};
use num_complex::Complex64;
use rayon::prelude::*;
use reference::{values, wanted};
use std::ops::RangeInclusive;

/// Most that the results of a core lose against exact ones that are rounded once to the nearest, in dB.
const MOST_LOST: f64 = 12.0;

/// Most that the guide states of the L2 error in floating point operator by operator, in units of u·√log2 N, where half a last place of 1 is u.
const MOST_ERROR: f64 = 0.8;

/// Most that a forecast is off, in dB, and where frames have few points, whose few coefficients that are not exact are alike.
const MOST_OFF: f64 = 2.0;
const MOST_OFF_OF_FEW: f64 = 3.0;
const FEW_POINTS: usize = 8;

/// Fewest words that are too long and may be found, and fewest whose power is near the expected one.
const FEW: f64 = 1e-3;
const MANY: f64 = 50.0;

/// Signal to noise in dB.
struct Ratios {
    /// Of the model.
    found: f64,
    /// Of exact results, rounded once.
    once: f64,
    /// Components that were measured.
    words: usize,
}

/// Measures the model on white noise of full scale.
fn measured(config: &Config, architecture: &dyn Architecture) -> Ratios {
    let (format, [points, _]) = (config.format, architecture.points());
    let frames = (8_192 / points).clamp(3, 256);
    let samples = noise_samples(format, points * frames, 1.0, points as u64);
    let pipeline = architecture.pipeline();
    let Transformed { samples: results, exponents, .. } = architecture.model(format.into(), None).transform(&samples);
    let output = pipeline.output_format(format);
    let units: Vec<f64> = match exponents {
        Some(exponents) => exponents.into_iter().map(|exponent| 2f64.powi(exponent)).collect(),
        None => vec![1.0; frames],
    };
    let scale = scale(config, architecture);
    let wanted: Vec<Complex64> =
        values(format, &samples).chunks(points).flat_map(|frame| wanted(config, frame)).map(|x| scale * x).collect();
    let in_units = |values: Vec<Complex64>| -> Vec<Complex64> {
        values.chunks(points).zip(&units).flat_map(|(frame, unit)| frame.iter().map(move |x| x * unit)).collect()
    };
    let found = in_units(values(output, &results));
    let rounded = |x: f64, unit: f64| output.to_f64(output.from_f64(x / unit));
    let frames = wanted.chunks(points).zip(&units);
    let once = frames
        .flat_map(|(frame, unit)| frame.iter().map(|x| Complex64::new(rounded(x.re, *unit), rounded(x.im, *unit))));
    let once = in_units(once.collect());
    let energy = |values: &mut dyn Iterator<Item = Complex64>| values.map(|x| x.norm_sqr()).sum::<f64>();
    let signal = energy(&mut wanted.iter().copied());
    let ratio = |values: &[Complex64]| {
        let noise = energy(&mut values.iter().zip(&wanted).map(|(x, y)| x - y));
        10.0 * (signal / noise).log10()
    };
    Ratios { found: ratio(&found), once: ratio(&once), words: 2 * found.len() }
}

/// Returns the ratios in dB that a forecast allows for a number of measured components. So many expected words that are too long are at least none, and at
/// most three of their deviations and three words more; where they are far from one, there is none.
fn range(forecast: &Forecast, words: usize, most_off: f64) -> RangeInclusive<f64> {
    let expected = forecast.overflow * words as f64;
    let ends = match expected {
        ..FEW => [0.0, 0.0],
        FEW..MANY => [0.0, 1.0 + 3.0 / expected.sqrt() + 3.0 / expected],
        _ => [1.0, 1.0],
    };
    let noise = |snr: f64| 0.1f64.powf(snr / 10.0);
    let excess = noise(forecast.snr) - noise(forecast.quiet);
    let [high, low] = ends.map(|share| -10.0 * (noise(forecast.quiet) + share * excess).log10());
    low - most_off..=high + most_off
}

/// Returns what the results of a core are multiplied by, from what its documents say.
fn scale(config: &Config, architecture: &dyn Architecture) -> f64 {
    let pipeline = architecture.pipeline();
    let chosen = config.clone().chosen(pipeline);
    let said = architecture.scale().unwrap_or_else(|| chosen.number().scale(pipeline));
    let number = |text: &str| text.parse::<f64>().unwrap();
    match said.strip_prefix("1/") {
        None => number(&said),
        Some("2^exponent") => 1.0,
        Some("2^shifts") => 0.5f64.powi(pipeline.shifts()),
        Some(divisor) => match (divisor.strip_prefix("2^"), divisor.strip_prefix("sqrt(")) {
            (Some(power), _) => 0.5f64.powi(power.parse().unwrap()),
            (_, Some(size)) => 1.0 / number(size.trim_end_matches(')')).sqrt(),
            _ => 1.0 / number(divisor),
        },
    }
}

/// Returns the least ratio of a core, in dB, where exact results that are rounded once have `once`. `None` where there is no floor: words that grow keep bits that
/// the coefficients have not, a word that wraps is as far off as it can be, where inputs outside the unit circle or the scale make one too long, and
/// of few bits nothing is left to lose.
fn floor(config: &Config, architecture: &dyn Architecture, once: f64) -> Option<f64> {
    let fits = |(stage, _): (&Stage, usize)| stage.arithmetic.fixed().is_none_or(|fixed| fixed.never_overflows);
    let wraps = config.arithmetic.overflow == Some(Overflow::Wrap) && !architecture.stages().into_iter().all(fits);
    let is_fixed = matches!(config.format, Format::Fixed(_));
    let grows = is_fixed && !config.has_block_exponents() && config.arithmetic.scale() == Scale::None;
    // Truncated words have four times the mean square error of rounded ones.
    let more = if config.arithmetic.rounding == Some(Rounding::Truncate) { 10.0 * 4f64.log10() } else { 0.0 };
    let floor = once - MOST_LOST - more;
    let stated = match config.format {
        Format::Float(float) => {
            let steps = (config.shape.samples() as f64).log2().max(1.0);
            -20.0 * (MOST_ERROR * 0.5f64.powi(float.fraction as i32 + 1) * steps.sqrt()).log10()
        }
        Format::Fixed(_) => floor,
    };
    (once > MOST_LOST && !wraps && !grows).then_some(floor.min(stated))
}

/// Returns what is wrong with a core, and whether there is one. Its plan is exact too.
fn judge(number: u64) -> (bool, Option<String>) {
    let config = draw(number);
    let Ok(architecture) = Design::architecture(&config) else { return (false, None) };
    let verdict = config.prove(&*architecture, number);
    if !matches!(verdict, Verdict::Exact(_)) {
        return (true, Some(format!("{number}: {}, {}: {verdict}", config.top_name(), architecture.plan())));
    }
    let Ratios { found, once, words } = measured(&config, &*architecture);
    let forecast = architecture.forecast(config.points(), config.format);
    let most_off = if config.size() <= FEW_POINTS { MOST_OFF_OF_FEW } else { MOST_OFF };
    let foretold = forecast.map(|forecast| range(&forecast, words, most_off));
    // A value that wraps is held to the forecast where it is no rare event, and where words have equal power, other than in a convolution.
    let is_rare =
        |forecast: Forecast| forecast.overflow * (words as f64) < MANY || architecture.pipeline().is_convolution();
    let wraps = config.arithmetic.overflow == Some(Overflow::Wrap) && forecast.is_some_and(is_rare);
    // Where little is left of the signal, noise is not independent of it. Two real samples are their sum and their difference, without a
    // product, and are foretold as more are.
    let is_pair = config.kind == Kind::Real && config.size() == 2;
    let is_foretold = once.is_finite() && once > MOST_LOST && !wraps && !is_pair;
    let off = foretold.clone().filter(|foretold| is_foretold && !foretold.contains(&found));
    let lost = floor(&config, &*architecture, once).is_some_and(|floor| found < floor);
    let text = || {
        format!(
            "{number}: {} {:?} {:?} {:?} {:?}, {}: {found:.1} dB, rounded once {once:.1}, foretold {foretold:.1?}",
            config.top_name(),
            config.arithmetic.scale,
            config.arithmetic.rounding,
            config.arithmetic.overflow,
            config.goal,
            architecture.plan()
        )
    };
    if std::env::var("FFTGEN_SHOW").is_ok() {
        println!("{}", text());
    }
    (true, (off.is_some() || lost).then(text))
}

#[test]
fn no_core_loses_the_signal_and_noise_is_foretold() {
    let count = if is_full() { 10_000 } else { 300 };
    let drawn: Vec<u64> = match std::env::var("FFTGEN_DRAWS") {
        Ok(numbers) => numbers.split(',').map(|number| number.parse().unwrap()).collect(),
        Err(_) => (0..count).collect(),
    };
    let judged: Vec<(bool, Option<String>)> = drawn.into_par_iter().map(judge).collect();
    let cores = judged.iter().filter(|(there, _)| *there).count();
    assert!(2 * cores > judged.len(), "{cores} of {} configurations have a core", judged.len());
    let wrong: Vec<String> = judged.into_iter().filter_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{} of {cores} cores:\n{}", wrong.len(), wrong.join("\n"));
}
