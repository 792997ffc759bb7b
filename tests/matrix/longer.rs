//! Computation in words of a longer fraction: netlists equal the model at the promised clock cycles, and results are those of the longer words,
//! rounded once.

use super::products::{error_of_transform, line, noise, random, ring};
use crate::support::cases::cases;
use fftgen::format::{Float, Format};
use fftgen::formula::FrameShape;
use fftgen::matrix::{
    chirp_design, chirp_radices, design, horner_design, radices, steps_design, systolic_design, Cells, Elements,
    LoadedNodes, Matrix,
};
use fftgen::number::Datapath;
use fftgen::verify::{check, stimulus};
use fftgen::{Config, Design};

/// Configuration of words with a fraction of `fraction` bits within ports of a format.
fn config(shape: impl Into<FrameShape>, precision: &str, subnormals: bool, fraction: u32) -> Config {
    let format = Format::parse(precision, subnormals).unwrap();
    let Format::Float(float) = format else { panic!("{precision} is fixed point") };
    let words = Float { fraction, subnormals: false, ..float };
    Config { datapath: Some(Datapath::Longer(words)), ..Config::new(shape, 1, format) }
}

/// Core on elements of words with a fraction of some bits.
pub fn core(matrix: &Matrix, precision: &str, fraction: u32, elements: Elements) -> Design {
    design(config(matrix.columns(), precision, false, fraction), matrix, elements).unwrap()
}

fn gradual(matrix: &Matrix, precision: &str, fraction: u32, elements: Elements) -> Design {
    design(config(matrix.columns(), precision, true, fraction), matrix, elements).unwrap()
}

fn nodes(count: usize, points: usize, precision: &str, fraction: u32, elements: Elements) -> Design {
    horner_design(config(points, precision, false, fraction), &LoadedNodes::Any(count), elements).unwrap()
}

fn cells(matrix: &Matrix, batch: usize, precision: &str, fraction: u32, [rows, columns]: [usize; 2]) -> Design {
    let config = config([batch, matrix.columns()], precision, false, fraction);
    systolic_design(config, matrix, Cells { rows, columns }).unwrap()
}

fn steps(shape: [usize; 2], precision: &str, fraction: u32, [rows, columns]: [usize; 2]) -> Design {
    let cells = Cells { rows, columns };
    steps_design(config(shape, precision, false, fraction), false, cells, &radices(shape[1], cells)[0]).unwrap()
}

fn chirp(shape: [usize; 2], precision: &str, fraction: u32, [rows, columns]: [usize; 2]) -> Design {
    let cells = Cells { rows, columns };
    let radices = &chirp_radices(shape[1], cells)[0];
    chirp_design(config(shape, precision, false, fraction), true, cells, radices).unwrap()
}

fn equals_model(design: Design) {
    let measured = check(&design, 12, |_| {}).unwrap();
    assert_eq!(measured.interval, design.interval(), "{}", design.name);
}

cases! {
    longer_words_equal_the_model(equals_model) {
        one_element: (core(&random(6, 5, false), "fp16", 11, line(1, 1, 1))),
        line_of_elements: (core(&random(12, 10, false), "fp32", 27, line(2, 1, 1))),
        ring_of_elements: (core(&random(16, 16, false), "fp16", 20, ring(4, 2, 1))),
        real: (core(&Matrix::Dct2(8), "bf16", 23, line(2, 1, 1))),
        subnormals: (gradual(&random(4, 6, false), "e4m3", 7, line(1, 1, 1))),
        loaded: (core(&Matrix::Loaded { rows: 8, columns: 6 }, "fp16", 13, line(2, 1, 1))),
        loaded_nodes: (nodes(24, 6, "fp16", 13, line(2, 1, 1))),
        loaded_ring: (core(&Matrix::Loaded { rows: 8, columns: 8 }, "fp16", 13, ring(4, 1, 1))),
        systolic: (cells(&random(8, 8, false), 6, "fp16", 14, [4, 2])),
        systolic_steps: (steps([2, 16], "fp32", 27, [4, 4])),
        systolic_convolution: (chirp([2, 7], "fp16", 14, [4, 2])),
    }
}

/// Results in words of 4 bits more have the error of one rounding, which is at most half a unit, and 0.4 units in the mean of noise.
fn is_rounded_once(design: Design, shape: [usize; 2]) {
    let error = error_of_transform(&design, shape, false, &noise(&design, shape));
    let Format::Float(float) = design.config.format else { panic!("{} is fixed point", design.name) };
    let unit = 0.5f64.powi(float.fraction as i32 + 1);
    assert!((0.3 * unit..0.6 * unit).contains(&error), "{}: {:.2} units", design.name, error / unit);
}

cases! {
    errors_are_those_of_one_rounding(is_rounded_once) {
        by_steps: (steps([4, 256], "fp32", 27, [16, 16]), [4, 256]),
        whole: (cells(&Matrix::Uniform { size: 64, inverse: false, by: 1 }, 6, "fp32", 28, [8, 8]), [6, 64]),
        half_precision: (steps([2, 64], "fp16", 15, [8, 8]), [2, 64]),
    }
}

/// A result is the one of the longer words, rounded.
#[test]
fn results_are_those_of_the_longer_words() {
    let (matrix, elements) = (random(8, 12, false), line(1, 1, 1));
    let [fp16, e5m14] = [10, 14].map(|fraction| Float { exponent: 5, fraction, subnormals: false });
    let longer = core(&matrix, "fp16", 14, elements);
    let own = design(Config::new(12, 1, Format::Float(e5m14)), &matrix, elements).unwrap();
    let samples = stimulus(&longer.config.format, 12, 8, 3);
    let words: Vec<[u64; 2]> = samples.iter().map(|sample| sample.map(|part| fp16.lengthened(e5m14, part))).collect();
    let results = own.transform(&words);
    let rounded: Vec<[u64; 2]> = results.iter().map(|result| result.map(|part| e5m14.shortened(fp16, part))).collect();
    assert_eq!(longer.transform(&samples), rounded);
    assert_eq!(longer.core_latency(), own.core_latency() + 1);
}
