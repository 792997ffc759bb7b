//! The noise that `fftgen explain` states of cores without a forecast, beside that of `fftgen model` on other frames.

use super::reference::values;
use crate::support::noise::noise_samples;
use crate::support::program::program;
use fftgen::format::Format;
use fftgen::rng::Rng;
use num_complex::Complex64;
use std::f64::consts::{PI, TAU};
use std::path::Path;

type Frame = Vec<Complex64>;

/// Fewest results that are measured.
const RESULTS: usize = 1 << 12;

/// What is wanted of a frame.
type Definition<'a> = Box<dyn Fn(&[Complex64]) -> Frame + 'a>;

/// Returns sums of products with factors of a result and a point.
fn products<'a>(results: usize, factor: impl Fn(usize, usize) -> Complex64 + 'a) -> Definition<'a> {
    Box::new(move |frame| {
        let sum = |k: usize| frame.iter().enumerate().map(|(n, x)| x * factor(k, n)).sum();
        (0..results).map(sum).collect()
    })
}

/// Returns the transform along dimensions.
fn transform<'a>(lengths: &'a [usize], inverse: bool) -> Definition<'a> {
    let conjugate = move |x: &mut Complex64| {
        if inverse {
            *x = x.conj()
        }
    };
    Box::new(move |frame| {
        let mut frame = frame.to_vec();
        frame.iter_mut().for_each(conjugate);
        oracle::transform_dimensions(&mut frame, lengths);
        frame.iter_mut().for_each(conjugate);
        frame
    })
}

/// Returns the spectrum of real samples in points of two.
fn spectrum(frame: &[Complex64]) -> Frame {
    let samples: Frame = frame.iter().flat_map(|pair| [pair.re.into(), pair.im.into()]).collect();
    let bins = transform(&[samples.len()], false)(&samples);
    let first = Complex64::new(bins[0].re, bins[frame.len()].re);
    [&[first], &bins[1..frame.len()]].concat()
}

/// Runs the program and returns what it prints.
fn run(folder: &Path, line: &str) -> String {
    let output = program(folder, line).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Measures the model of a core on frames of `points` points, in dB. `word`: flags of the model about the frames.
fn measured(flags: &str, word: &str, points: usize, definition: &Definition) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let precision = flags.split(' ').skip_while(|flag| *flag != "--precision").nth(1).unwrap();
    let format = Format::parse(precision, false).unwrap();
    let frames = RESULTS.div_ceil(definition(&vec![0.0.into(); points]).len());
    let samples = values(format, &noise_samples(format, frames * points, 1.0, 7));
    let is_real = flags.contains("--kind rfft");
    let line = |x: &Complex64| format!("{}{}{}\n", x.re, if is_real { '\n' } else { ',' }, x.im);
    let lines: String = samples.iter().map(line).collect();
    std::fs::write(folder.path().join("in.csv"), lines).unwrap();
    let found = run(folder.path(), &format!("model {flags} {word} --input in.csv --output - --output-format csv"));
    let number = |part: &str| part.parse::<f64>().unwrap();
    let numbers = found.lines().map(|line| line.split(',').map(number).collect::<Vec<f64>>());
    let found: Frame = numbers.map(|line| Complex64::new(line[0], line[1])).collect();
    let wanted: Frame = samples.chunks(points).flat_map(definition).collect();
    assert_eq!(found.len(), wanted.len(), "{flags}");
    let energy = |values: &mut dyn Iterator<Item = Complex64>| values.map(|x| x.norm_sqr()).sum::<f64>();
    let scale =
        found.iter().zip(&wanted).map(|(x, y)| (x * y.conj()).re).sum::<f64>() / energy(&mut wanted.iter().copied());
    let noise = energy(&mut found.iter().zip(&wanted).map(|(x, y)| x - scale * y));
    10.0 * (energy(&mut wanted.iter().map(|y| scale * y)) / noise).log10()
}

/// Holds the noise that is stated of a core to that of its model. `size`: place among the sizes that frames choose from.
fn is_stated(flags: &str, (word, size): (&str, Option<usize>), points: usize, definition: &Definition) {
    let folder = tempfile::tempdir().unwrap();
    let facts: serde_json::Value =
        serde_json::from_str(&run(folder.path(), &format!("explain {flags} --json"))).unwrap();
    let of = size.map_or(&facts, |size| &facts["sizes"][size]);
    let stated = of["noise"]["snr_db"].as_f64().unwrap_or_else(|| panic!("{flags}: no noise"));
    let found = measured(flags, word, points, definition);
    assert!((stated - found).abs() <= super::MOST_OFF, "{flags}: {stated:.1} dB stated, {found:.1} dB found");
}

#[test]
fn explain_states_the_noise_of_every_kind_of_core() {
    let mut rng = Rng::new(1);
    let mut one = |list: [usize; 3]| list[rng.below(3) as usize];
    let n = one([16, 24, 40]);
    let turn = |k: usize, n: usize| Complex64::cis(-TAU * k as f64 / n as f64);
    let angle = |a: usize, b: usize| Complex64::from((PI * a as f64 / b as f64).cos());
    let plain = ("", None);
    for precision in ["fixed12", "fp16"] {
        let core = |rest: &str| format!("--size {n} --precision {precision} {rest}");
        let dct2 = products(n, |k, j| angle((2 * j + 1) * k, 2 * n));
        is_stated(&core("--transform dct2"), plain, n, &dct2);
        let dct4 = products(n, |k, j| angle((2 * j + 1) * (2 * k + 1), 4 * n));
        is_stated(&core("--transform dct4"), plain, n, &dct4);
        let bins = products(3, |k, j| turn((2 * k + 1) * j, n));
        is_stated(&core("--transform goertzel:1,3,5"), plain, n, &bins);
        let chirp = products(5, |k, j| turn(k * j, 100));
        is_stated(&core("--transform czt:0,1/100,5"), plain, n, &chirp);
        is_stated(&core("--width 1 --kind rfft"), plain, n / 2, &(Box::new(spectrum) as Definition));
        let sizes = format!("--sizes 8,16 --width 1 --precision {precision}");
        is_stated(&sizes, ("--config-word 1", Some(1)), 16, &transform(&[16], false));
        let folded = format!("{sizes} --cycles 4000 --inverse");
        is_stated(&folded, ("--config-word 0", Some(0)), 8, &transform(&[8], true));
        let batch = |frame: &[Complex64]| frame.chunks(8).flat_map(transform(&[8], false)).collect();
        let systolic = format!("--size 4x8 --array systolic:2x2 --precision {precision}");
        is_stated(&systolic, plain, 32, &(Box::new(batch) as Definition));
    }
    is_stated("--size 8x4 --array ring:2 --precision fp16 --transform dct2", plain, 32, &{
        let factor =
            |k: usize, j: usize| angle((2 * (j / 4) + 1) * (k / 4), 16) * angle((2 * (j % 4) + 1) * (k % 4), 8);
        products(32, factor)
    });
}
