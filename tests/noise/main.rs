//! Rung 7: the noise of the model of drawn cores, beside exact results that are rounded once, and beside what is foretold; and what `fftgen explain`
//! measures of the others.
//!
//! 300 cores are drawn, and 10,000 with `FFTGEN_GRID=full`. `FFTGEN_SHOW` prints what each has.

mod drawn;
mod explained;
#[path = "../support/noise.rs"]
mod noise;
#[path = "../support/program.rs"]
#[allow(dead_code)]
mod program;
mod reference;

use drawn::draw;
use fftgen::arch::Architecture;
use fftgen::format::{Format, Overflow};
use fftgen::model::Transformed;
use fftgen::number::Scale;
use fftgen::proof::Verdict;
use fftgen::{Config, Design};
use num_complex::Complex64;
use rayon::prelude::*;
use reference::{values, wanted};

/// Most that the results of a core lose against exact ones that are rounded once, in dB.
const MOST_LOST: f64 = 12.0;

/// Most that a forecast is off, in dB.
const MOST_OFF: f64 = 2.0;

/// Signal to noise in dB.
struct Ratios {
    /// Of the model.
    found: f64,
    /// Of exact results, rounded once.
    once: f64,
}

/// Measures the model on white noise of full scale.
fn measured(config: &Config, architecture: &dyn Architecture) -> Ratios {
    let (format, [points, _]) = (config.format, architecture.points());
    let frames = (8_192 / points).clamp(3, 256);
    let samples = noise::noise_samples(format, points * frames, 1.0, points as u64);
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
    Ratios { found: ratio(&found), once: ratio(&once) }
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

/// Whether a core may lose no more than the floor. Words that grow keep bits that the coefficients have not, and where results overflow only
/// saturated ones are near the exact ones.
fn has_floor(config: &Config) -> bool {
    match (config.format, config.arithmetic.scale()) {
        (Format::Float(_), _) => true,
        (Format::Fixed(_), _) if config.has_block_exponents() => true,
        (Format::Fixed(_), Scale::None) => false,
        (Format::Fixed(_), Scale::Root | Scale::Chosen) => config.arithmetic.overflow != Some(Overflow::Wrap),
        (Format::Fixed(_), _) => true,
    }
}

/// Returns what is wrong with a core, and whether there is one. Its plan is exact too.
fn judge(number: u64) -> (bool, Option<String>) {
    let config = draw(number);
    let Ok(architecture) = Design::architecture(&config) else { return (false, None) };
    let verdict = config.prove(&*architecture, number);
    if !matches!(verdict, Verdict::Exact(_)) {
        return (true, Some(format!("{number}: {}, {}: {verdict}", config.top_name(), architecture.plan())));
    }
    let Ratios { found, once } = measured(&config, &*architecture);
    let foretold = architecture.forecast(config.points(), config.format).map(|forecast| forecast.snr);
    // Where little is left of the signal, noise is not independent of it, and a value that wraps is a rare event.
    let is_foretold = once.is_finite() && once > MOST_LOST && config.arithmetic.overflow != Some(Overflow::Wrap);
    let off = foretold.filter(|foretold| is_foretold && (found - foretold).abs() > MOST_OFF);
    let lost = has_floor(&config) && found < once - MOST_LOST;
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
    let count = if std::env::var("FFTGEN_GRID").is_ok_and(|grid| grid == "full") { 10_000 } else { 300 };
    let judged: Vec<(bool, Option<String>)> = (0..count).into_par_iter().map(judge).collect();
    let cores = judged.iter().filter(|(there, _)| *there).count();
    assert!(2 * cores > judged.len(), "{cores} of {count} configurations have a core");
    let wrong: Vec<String> = judged.into_iter().filter_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{} of {cores} cores:\n{}", wrong.len(), wrong.join("\n"));
}
