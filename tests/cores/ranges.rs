//! Floating point up to its bounds: nothing overflows on the way where the manifest says so, and small numbers are kept.

use crate::support::cases::cases;
use crate::support::full::is_full;
use crate::support::program::program;
use fftgen::rng::Rng;
use num_complex::Complex64;
use std::fs;

/// Largest number of `fp16`.
const LARGEST: f64 = 65504.0;

/// Error of the results in the mean of squares, in units of 2^-11·√log2 N: more than that of any core, and far less than that of a lost point.
const ERROR: f64 = 4.0;

type Frame = Vec<[f64; 2]>;

/// Transforms a frame of some lengths, forward or back. The inverse is the forward transform with both parts exchanged, divided by the points.
fn transform(frame: &[[f64; 2]], lengths: &[usize], inverse: bool) -> Frame {
    let by = if inverse { frame.len() as f64 } else { 1.0 };
    let turned = |[re, im]: [f64; 2]| if inverse { [im, re] } else { [re, im] };
    let mut points: Vec<Complex64> =
        frame.iter().map(|point| turned(*point)).map(|[re, im]| Complex64::new(re, im)).collect();
    oracle::transform_dimensions(&mut points, lengths);
    points.into_iter().map(|point| turned([point.re / by, point.im / by])).collect()
}

/// Noise, numbers of equal magnitudes, and a constant, whose results are one bin.
fn shapes(points: usize) -> [Frame; 3] {
    let mut rng = Rng::new(points as u64);
    let mut noise = || 2.0 * rng.real();
    let noise: Frame = (0..points).map(|_| [noise(), noise()]).collect();
    let edges = noise.iter().map(|point| point.map(f64::signum)).collect();
    [noise, edges, vec![[1.0, -1.0]; points]]
}

/// Largest part of inputs and results.
fn largest_part(frames: [&[[f64; 2]]; 2]) -> f64 {
    frames.into_iter().flatten().flatten().fold(0.0, |most, part| part.abs().max(most))
}

fn sum(frame: &[[f64; 2]]) -> f64 {
    frame.iter().map(|[re, im]| re.hypot(*im)).sum()
}

/// Runs the program, and returns what it prints.
fn run(folder: &std::path::Path, line: &str) -> String {
    let output = program(folder, line).output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Frames whose largest part, or whose sum, is half of the largest number, and frames of small numbers, have the results of double precision.
/// `asked`: flags of the model about the frames; `range`: what the manifest has to say.
fn serves_its_range(flags: &str, lengths: &[usize], (inverse, asked): (bool, &str), range: &str) {
    let points = lengths.iter().product();
    let folder = tempfile::tempdir().unwrap();
    let core = format!("{flags} --precision fp16");
    run(folder.path(), &format!("generate {core} --name core --no-verify --emit none --out core"));
    let manifest = fs::read_to_string(folder.path().join("core/core.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    // Of a core of several engines it is a fact about all of them.
    let said = manifest.get("safe_range").unwrap_or(&manifest["format"]["safe_range"]);
    assert_eq!(said, range, "{core}");
    let mut frames = vec![];
    for shape in shapes(points) {
        let results = transform(&shape, lengths, inverse);
        let part = largest_part([&shape, &results]);
        let most = match range {
            "parts" => part,
            "eightfold-parts" => 8.0 * part,
            _ => part.max(sum(&shape)),
        };
        let to_scale = |by: f64| shape.iter().map(|point| point.map(|part| part * by)).collect::<Frame>();
        frames.extend([to_scale(0.499 * LARGEST / most), to_scale(0.5 / part)]);
    }
    let lines: String = frames.iter().flatten().map(|[re, im]| format!("{re},{im}\n")).collect();
    fs::write(folder.path().join("in.csv"), lines).unwrap();
    let found = run(folder.path(), &format!("model {core} {asked} --input in.csv --output - --output-format csv"));
    let number = |part: &str| part.parse::<f64>().unwrap();
    let found: Vec<Vec<f64>> = found.lines().map(|line| line.split(',').map(number).collect()).collect();
    let bound = ERROR * 2f64.powi(-11) * (points as f64).log2().sqrt();
    assert_eq!(found.len(), frames.len() * points);
    for (number, (frame, found)) in frames.iter().zip(found.chunks(points)).enumerate() {
        let wanted = transform(frame, lengths, inverse);
        let square = |of: &[f64]| of.iter().map(|part| part * part).sum::<f64>();
        let off = |(a, b): (&[f64; 2], &Vec<f64>)| square(&[a[0] - b[0], a[1] - b[1]]);
        let error = wanted.iter().zip(found).map(off).sum::<f64>() / square(wanted.as_flattened());
        assert!(error.sqrt() <= bound, "{core}, frame {number}: {:e}, above {bound:e}", error.sqrt());
    }
}

const FORWARD: (bool, &str) = (false, "");
const INVERSE: (bool, &str) = (true, "");
/// The inverse, or the larger of two sizes, by a configuration word.
const CHOSEN: (bool, &str) = (true, "--config-word 1");

cases! {
    floats_serve_their_range(serves_its_range) {
        shared_inverse: ("--size 32 --width 1 --inverse", &[32], INVERSE, "parts"),
        float_inverse: ("--size 16 --width 4 --datapath float --inverse", &[16], INVERSE, "parts"),
        float_odd_inverse: ("--size 15 --width 1 --datapath float --inverse", &[15], INVERSE, "parts"),
        chosen: ("--size 16 --width 1 --runtime direction", &[16], CHOSEN, "parts"),
        folded_float_inverse: ("--size 16 --width 1 --cycles 500 --datapath float --inverse", &[16], INVERSE, "sums"),
        rader_inverse: ("--size 58 --width 1 --inverse", &[58], INVERSE, "eightfold-parts"),
        convolved: ("--size 67 --width 1 --cycles 12560", &[67], FORWARD, "parts"),
        convolved_inverse: ("--size 67 --width 1 --cycles 12560 --inverse", &[67], INVERSE, "parts"),
        sizes_inverse: ("--sizes 4,16 --width 1 --inverse", &[16], CHOSEN, "sums"),
        array: ("--size 8x8 --array ring:2", &[8, 8], FORWARD, "parts"),
        array_float_inverse: ("--size 8x8 --array line:2 --datapath float --inverse", &[8, 8], INVERSE, "parts"),
        long_array: ("--size 64 --array ring:4 --datapath float", &[64], FORWARD, "parts"),
        memory: ("--size 8x8 --width 4 --memory axi --datapath float", &[8, 8], FORWARD, "parts"),
    }
}

/// With `FFTGEN_GRID=full`.
fn serves_its_range_too(flags: &str, lengths: &[usize], inverse: (bool, &str), range: &str) {
    if is_full() {
        serves_its_range(flags, lengths, inverse, range);
    }
}

cases! {
    more_floats_serve_their_range(serves_its_range_too) {
        shared: ("--size 64 --width 1", &[64], FORWARD, "parts"),
        shared_mixed_inverse: ("--size 60 --width 2 --inverse", &[60], INVERSE, "parts"),
        block_inverse: ("--size 64 --width 1 --datapath bfp20 --inverse", &[64], INVERSE, "parts"),
        float: ("--size 60 --width 2 --datapath float", &[60], FORWARD, "parts"),
        float_feedback_inverse: ("--size 64 --width 1 --datapath float --least-memory --inverse", &[64], INVERSE, "parts"),
        prime_inverse: ("--size 43 --width 1 --inverse", &[43], INVERSE, "parts"),
        rader_square_inverse: ("--size 29x29 --width 1 --inverse", &[29, 29], INVERSE, "eightfold-parts"),
        folded_inverse: ("--size 64 --width 1 --cycles 1500 --inverse", &[64], INVERSE, "parts"),
        folded_chosen: ("--size 64 --width 1 --cycles 1500 --runtime direction", &[64], CHOSEN, "parts"),
        paired_inverse: ("--size 20 --width 1 --cycles 800 --inverse", &[20], INVERSE, "parts"),
        long_convolved: ("--size 157 --width 1 --cycles 12560", &[157], FORWARD, "parts"),
        convolved_float: ("--size 67 --width 1 --cycles 12560 --datapath float", &[67], FORWARD, "sums"),
        convolution: ("--size 67 --width 1", &[67], FORWARD, "parts"),
        long_array_inverse: ("--size 64 --array ring:4 --inverse", &[64], INVERSE, "parts"),
        folded_array_inverse: ("--size 16x16 --array ring:2 --cycles 500 --datapath float --inverse", &[16, 16], INVERSE, "sums"),
        memory_inverse: ("--size 8x8 --width 4 --memory axi --inverse", &[8, 8], INVERSE, "parts"),
        convolution_inverse: ("--size 67 --width 1 --inverse", &[67], INVERSE, "parts"),
    }
}
