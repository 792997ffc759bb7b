//! Transforms a frame with the bit-accurate model and compares the result with a DFT in double precision.
//!
//! `cargo run --example bit_accurate_model`

use fftgen::{format::Format, Config, Design, Error};
use std::f64::consts::TAU;

const SIZE: usize = 60;

/// X[k] = Σ x[n] e^(-2πi nk/N), term by term.
fn dft(x: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let turned = |[re, im]: [f64; 2], angle: f64| {
        let (sin, cos) = angle.sin_cos();
        [re * cos + im * sin, im * cos - re * sin]
    };
    let point = |k: usize| {
        let terms = x.iter().enumerate().map(|(n, &x)| turned(x, TAU * (n * k % SIZE) as f64 / SIZE as f64));
        terms.fold([0.0, 0.0], |sum, term| [sum[0] + term[0], sum[1] + term[1]])
    };
    (0..x.len()).map(point).collect()
}

fn main() -> Result<(), Error> {
    // A tone between two bins, with a second one 60 dB below it.
    let tone = |n: usize, bin: f64, level: f64| {
        let (sin, cos) = (TAU * bin * n as f64 / SIZE as f64).sin_cos();
        [level * cos, level * sin]
    };
    let pairs = (0..SIZE).map(|n| (tone(n, 7.3, 0.5), tone(n, 20.0, 0.0005)));
    let signal: Vec<[f64; 2]> = pairs.map(|(a, b)| [a[0] + b[0], a[1] + b[1]]).collect();

    for name in ["fp32", "bf16", "fixed16"] {
        let format = Format::parse(name, false)?;
        let design = Design::new(Config::new(SIZE, 2, format))?;
        // As in 1/128, in fixed point; floating point is not scaled.
        let scale = design.scale().split_once('/').map_or(1.0, |(_, by)| 1.0 / by.parse().unwrap_or(1.0));
        let samples: Vec<[u64; 2]> = signal.iter().map(|point| point.map(|part| format.from_f64(part))).collect();
        let output = design.output_format();
        let spectrum = design.transform(&samples).into_iter().map(|point| point.map(|part| output.to_f64(part)));

        // The reference sees the samples as the core does, rounded to the format.
        let rounded: Vec<[f64; 2]> = samples.iter().map(|point| point.map(|part| format.to_f64(part))).collect();
        let (mut error, mut power) = (0.0, 0.0);
        for (got, exact) in spectrum.zip(dft(&rounded)) {
            let exact = exact.map(|part| part * scale);
            error += (got[0] - exact[0]).powi(2) + (got[1] - exact[1]).powi(2);
            power += exact[0].powi(2) + exact[1].powi(2);
        }
        println!(
            "{name:8} scale {:6} error {:6.1} dB below the signal",
            design.scale(),
            -10.0 * (error / power).log10()
        );
    }
    Ok(())
}
