//! The model equals double precision within a bound that follows from the roundings.

use super::products::{array, array_of_parts, core, line, random, ring};
use crate::support::cases::cases;
use fftgen::format::Format;
use fftgen::matrix::{Elements, Matrix, Ratio};
use fftgen::model::Sample;
use fftgen::number::Datapath;
use fftgen::number::ProductRule::{self, Bf16, Bf16x3, Bf16x6, Whole};
use fftgen::rng::Rng;
use fftgen::{Config, Design};
use num_complex::Complex64;
use std::f64::consts::PI;

/// Returns points at random in the unit circle.
fn points(format: &Format, count: usize) -> (Vec<Sample>, Vec<Complex64>) {
    let mut rng = Rng::new(5);
    let samples: Vec<Sample> = (0..count).map(|_| [0; 2].map(|_: u64| format.from_f64(1.3 * rng.real()))).collect();
    let values = samples.iter().map(|[re, im]| Complex64::new(format.to_f64(*re), format.to_f64(*im))).collect();
    (samples, values)
}

/// Returns the maximum error of a result: of the coefficients, the products and the sums. `gain`: sum of the magnitudes of products.
fn bound(design: &Design, columns: usize, gain: f64) -> f64 {
    match design.config.format {
        Format::Float(float) => {
            let unit = 0.5f64.powi(float.fraction as i32 + 1);
            (columns as f64 + 4.0) * unit * 2f64.sqrt() * gain
        }
        // Half a unit of a coefficient for each product, and half a unit of the result.
        Format::Fixed(fixed) => {
            let facts = design.architecture.product().unwrap();
            let coefficient = 0.5f64.powi(facts.coefficient_fraction.unwrap() + 1);
            let scale: f64 = design.scale().split('/').nth(1).map_or(1.0, |by| by.parse().unwrap());
            2.0 * coefficient * columns as f64 + scale * 0.5f64.powi(fixed.fraction as i32) / 2f64.sqrt()
        }
    }
}

/// Compares the model with sums in double precision.
fn is_accurate(matrix: Matrix, entry: impl Fn(usize, usize) -> Complex64, precision: &str, elements: Elements) {
    let design = core(&matrix, precision, elements);
    let (samples, values) = points(&design.config.format, matrix.columns());
    frame_is_accurate(&design, (&values, &design.transform(&samples)), entry);
}

/// Compares the results of a frame with sums in double precision.
fn frame_is_accurate(
    design: &Design,
    (values, results): (&[Complex64], &[Sample]),
    entry: impl Fn(usize, usize) -> Complex64,
) {
    let format = design.config.format;
    let scale: f64 = design.scale().split('/').nth(1).map_or(1.0, |by| by.parse().unwrap());
    for (row, [re, im]) in results.iter().enumerate() {
        let found = scale * Complex64::new(format.to_f64(*re), format.to_f64(*im));
        let products: Vec<Complex64> = values.iter().enumerate().map(|(n, value)| value * entry(row, n)).collect();
        let wanted: Complex64 = products.iter().sum();
        let gain: f64 = products.iter().map(|product| product.norm()).sum();
        let bound = bound(design, values.len(), gain);
        assert!((found - wanted).norm() <= bound, "{}, row {row}: {found} for {wanted}, bound {bound:e}", design.name);
    }
}

/// Compares a matrix of real or complex numbers at random.
fn random_is_accurate(precision: &str, elements: Elements, is_real: bool) {
    let matrix = random(16, 24, is_real);
    let Matrix::Entries { columns, entries } = matrix.clone() else { unreachable!() };
    is_accurate(matrix, |row, n| entries[row * columns + n], precision, elements);
}

fn batches_are_accurate(precision: &str, cells: [usize; 2]) {
    let matrix = random(16, 24, false);
    let Matrix::Entries { columns, entries } = matrix.clone() else { unreachable!() };
    let design = array(&matrix, 4, precision, cells);
    let (samples, values) = points(&design.config.format, 4 * columns);
    let results = design.transform(&samples);
    for (values, results) in values.chunks(columns).zip(results.chunks(16)) {
        frame_is_accurate(&design, (values, results), |row, n| entries[row * columns + n]);
    }
}

/// Nodes in and on the unit circle and beyond it, at uneven places.
fn nodes(count: usize) -> Vec<Complex64> {
    let mut rng = Rng::new(9);
    (0..count).map(|_| Complex64::from_polar(1.0 + 0.05 * rng.real(), PI * rng.real())).collect()
}

fn nodes_are_accurate(precision: &str, elements: Elements) {
    let (nodes, size) = (nodes(12), 20);
    let matrix = Matrix::Nodes { size, nodes: nodes.clone().into() };
    is_accurate(matrix, |row, n| nodes[row].powi(-(n as i32)), precision, elements);
}

fn turn(turns: f64) -> Complex64 {
    Complex64::from_polar(1.0, -2.0 * PI * turns)
}

fn chirp_is_accurate(precision: &str, elements: Elements) {
    let ratio = |numerator, denominator| Ratio { numerator, denominator };
    let matrix = Matrix::Chirp { size: 30, start: ratio(-1, 8), step: ratio(3, 1000), count: 20 };
    is_accurate(matrix, |row, n| turn((-0.125 + 0.003 * row as f64) * n as f64), precision, elements);
}

fn bins_are_accurate(precision: &str, elements: Elements) {
    let bins = vec![18, 20, 22, 24, 31, 34, 38, 42];
    let matrix = Matrix::Bins { size: 205, bins: bins.clone() };
    is_accurate(matrix, |row, n| turn((bins[row] * n % 205) as f64 / 205.0), precision, elements);
}

fn cosines_are_accurate(precision: &str, elements: Elements) {
    let angle = |a: usize, b: usize| Complex64::from((PI * a as f64 / b as f64).cos());
    is_accurate(Matrix::Dct2(16), |row, n| angle((2 * n + 1) * row, 32), precision, elements);
    is_accurate(Matrix::Dct4(16), |row, n| angle((2 * n + 1) * (2 * row + 1), 64), precision, elements);
}

/// Errors of sums in sequence, of noise and in the mean of squares, grow with the root of the points; words of a longer fraction have that of one
/// rounding.
fn has_the_stated_error(matrix: Matrix, entry: impl Fn(usize, usize) -> Complex64) {
    let (columns, unit) = (matrix.columns(), 2f64.powi(-24));
    let bounds = [("e8m23", 0.4 * (columns as f64).sqrt()), ("e8m27", 0.7)];
    for (words, bound) in bounds {
        let fp32 = Format::parse("fp32", false).unwrap();
        let datapath = Datapath::from_word(words).filter(|_| words != "e8m23");
        let config = Config { datapath, ..Config::new(columns, 1, fp32) };
        let design = fftgen::matrix::design(config, &matrix, Elements::default()).unwrap();
        let (samples, values) = points(&fp32, columns);
        let (mut off, mut all) = (0.0, 0.0);
        for (row, [re, im]) in design.transform(&samples).into_iter().enumerate() {
            let wanted: Complex64 = values.iter().enumerate().map(|(n, value)| value * entry(row, n)).sum();
            off += (Complex64::new(fp32.to_f64(re), fp32.to_f64(im)) - wanted).norm_sqr();
            all += wanted.norm_sqr();
        }
        let error = (off / all).sqrt() / unit;
        assert!(error < bound && error > 0.3 * bound, "{}: {error:.2} u, bound {bound:.2} u", design.name);
    }
}

#[test]
fn errors_of_long_sums_are_those_of_the_guide() {
    let angle = |a: usize, b: usize| Complex64::from((PI * a as f64 / b as f64).cos());
    has_the_stated_error(Matrix::Dct2(128), |row, n| angle((2 * n + 1) * row % 512, 256));
    let bins: Vec<usize> = (0..24).map(|bin| 5 * bin + 1).collect();
    has_the_stated_error(Matrix::Bins { size: 256, bins: bins.clone() }, |row, n| {
        turn((bins[row] * n % 256) as f64 / 256.0)
    });
    let ratio = |numerator, denominator| Ratio { numerator, denominator };
    let chirp = Matrix::Chirp { size: 256, start: ratio(1, 8), step: ratio(1, 128), count: 32 };
    has_the_stated_error(chirp, |row, n| turn(((16 + row) * n % 128) as f64 / 128.0));
}

cases! {
    matrices_at_random_equal_double_precision(random_is_accurate) {
        fixed: ("fixed16", line(4, 1, 1), false),
        fixed_real: ("fixed24", line(4, 1, 1), true),
        fp32: ("fp32", line(4, 4, 1), false),
        fp32_ring: ("fp32", ring(4, 1, 1), false),
        bf16: ("bf16", line(2, 1, 1), true),
        fp64: ("fp64", line(2, 2, 1), false),
    }
}

cases! {
    batches_equal_double_precision(batches_are_accurate) {
        fixed: ("fixed16", [4, 4]),
        fp32: ("fp32", [8, 2]),
    }
}

cases! {
    nodes_equal_double_precision(nodes_are_accurate) {
        fixed: ("fixed16", line(3, 1, 1)),
        fp32: ("fp32", ring(2, 1, 1)),
        fp16: ("fp16", line(1, 3, 1)),
    }
}

cases! {
    chirps_equal_double_precision(chirp_is_accurate) {
        fixed: ("fixed18", ring(5, 1, 1)),
        fp32: ("fp32", line(5, 2, 1)),
    }
}

cases! {
    bins_equal_double_precision(bins_are_accurate) {
        fixed: ("fixed16", line(1, 8, 1)),
        fp32: ("fp32", line(1, 2, 1)),
    }
}

cases! {
    cosines_equal_double_precision(cosines_are_accurate) {
        fixed: ("fixed16", line(4, 1, 1)),
        fp32: ("fp32", line(2, 2, 1)),
        q_format: ("q4.12", line(2, 2, 1)),
    }
}

/// Compares the error of a uniform transform of noise, relative to the results in the mean of squares, with the measured one.
fn error_of_products_is(products: ProductRule, measured: f64) {
    const SIZE: usize = 64;
    let matrix = Matrix::Bins { size: SIZE, bins: (0..SIZE).collect() };
    let design = array_of_parts(&matrix, 16, products, [8, 4]);
    let (samples, values) = points(&design.config.format, 16 * SIZE);
    let results = design.transform(&samples);
    let [mut noise, mut power] = [0.0; 2];
    for (values, results) in values.chunks(SIZE).zip(results.chunks(SIZE)) {
        for (row, [re, im]) in results.iter().enumerate() {
            let found = Complex64::new(design.config.format.to_f64(*re), design.config.format.to_f64(*im));
            let products =
                values.iter().enumerate().map(|(n, value)| value * turn((row * n % SIZE) as f64 / SIZE as f64));
            let wanted: Complex64 = products.sum();
            noise += (found - wanted).norm_sqr();
            power += wanted.norm_sqr();
        }
    }
    let error = (noise / power).sqrt();
    assert!(error < 1.25 * measured && error > 0.8 * measured, "{}: {error:e}", design.name);
}

cases! {
    products_of_parts_have_the_measured_errors(error_of_products_is) {
        one: (Bf16, 1.8e-3),
        three: (Bf16x3, 3.0e-6),
        six: (Bf16x6, 9.1e-8),
        whole: (Whole, 8.9e-8),
    }
}
