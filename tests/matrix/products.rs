//! Matrices and cores of the tests.

use fftgen::array::Topology;
use fftgen::format::Format;
use fftgen::matrix::{design, horner_design, systolic_design, Cells, Elements, LoadedNodes, Matrix};
use fftgen::model::Sample;
use fftgen::number::ProductRule;
use fftgen::rng::Rng;
use fftgen::{Config, Design};
use num_complex::Complex64;
use std::f64::consts::PI;

/// Matrix of numbers at random, of which each part is less than 1.
pub fn random(rows: usize, columns: usize, is_real: bool) -> Matrix {
    let mut rng = Rng::new((rows * 1000 + columns) as u64);
    let mut part = || rng.word() as i64 as f64 / 2f64.powi(63);
    let entries = (0..rows * columns).map(|_| Complex64::new(part(), if is_real { 0.0 } else { part() }));
    Matrix::Entries { columns, entries: entries.collect() }
}

/// Elements on a line.
pub fn line(count: usize, macs: usize, hop: usize) -> Elements {
    Elements { topology: Topology::Line(count), macs, hop }
}

/// Elements on a ring.
pub fn ring(count: usize, macs: usize, hop: usize) -> Elements {
    Elements { topology: Topology::Ring(count), macs, hop }
}

/// Core of a matrix with points of a format.
pub fn core(matrix: &Matrix, precision: &str, elements: Elements) -> Design {
    let config = Config::new(matrix.columns(), 1, Format::parse(precision, false).unwrap());
    design(config, matrix, elements).unwrap()
}

/// Core for values at nodes that come while it runs.
pub fn horner(nodes: &LoadedNodes, points: usize, precision: &str, elements: Elements) -> Design {
    let config = Config::new(points, 1, Format::parse(precision, false).unwrap());
    horner_design(config, nodes, elements).unwrap()
}

/// Core of a matrix with points of fp32, whose products are made of parts.
pub fn core_of_parts(matrix: &Matrix, products: ProductRule, elements: Elements) -> Design {
    let fp32 = Format::parse("fp32", false).unwrap();
    design(Config { products, ..Config::new(matrix.columns(), 1, fp32) }, matrix, elements).unwrap()
}

/// Systolic array for batches of points of fp32, whose products are made of parts.
pub fn array_of_parts(matrix: &Matrix, batch: usize, products: ProductRule, [rows, columns]: [usize; 2]) -> Design {
    let fp32 = Format::parse("fp32", false).unwrap();
    let config = Config { products, ..Config::new([batch, matrix.columns()], 1, fp32) };
    systolic_design(config, matrix, Cells { rows, columns }).unwrap()
}

/// Systolic array of rows and columns of cells, for batches of some frames.
pub fn array(matrix: &Matrix, batch: usize, precision: &str, cells: [usize; 2]) -> Design {
    wide_array(matrix, (batch, 1), precision, cells)
}

/// Systolic array for batches of some frames that come by some points a clock cycle.
pub fn wide_array(
    matrix: &Matrix,
    (batch, width): (usize, usize),
    precision: &str,
    [rows, columns]: [usize; 2],
) -> Design {
    let config = Config::new([batch, matrix.columns()], width, Format::parse(precision, false).unwrap());
    systolic_design(config, matrix, Cells { rows, columns }).unwrap()
}

/// Batch of noise for a core.
pub fn noise(design: &Design, [batch, size]: [usize; 2]) -> Vec<Sample> {
    let mut rng = Rng::new(7);
    let mut part = || design.config.format.from_f64(1.3 * rng.real());
    (0..batch * size).map(|_| [part(), part()]).collect()
}

/// Returns the error of the transforms of a batch by the model, relative to the results in the mean of squares.
pub fn error_of_transform(design: &Design, [_, size]: [usize; 2], inverse: bool, samples: &[Sample]) -> f64 {
    let format = design.config.format;
    let scale: f64 = design.scale().split('/').nth(1).map_or(1.0, |by| by.parse().unwrap());
    let value = |[re, im]: &Sample| Complex64::new(format.to_f64(*re), format.to_f64(*im));
    let [mut noise, mut power] = [0.0; 2];
    for (points, results) in samples.chunks(size).zip(design.transform(samples).chunks(size)) {
        for (row, result) in results.iter().enumerate() {
            let turn = |n: usize| {
                let angle = 2.0 * PI * (row * n % size) as f64 / size as f64;
                Complex64::from_polar(1.0, if inverse { angle } else { -angle })
            };
            let wanted: Complex64 = points.iter().enumerate().map(|(n, point)| value(point) * turn(n)).sum();
            noise += (scale * value(result) - wanted).norm_sqr();
            power += wanted.norm_sqr();
        }
    }
    (noise / power).sqrt()
}
