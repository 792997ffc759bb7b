//! Matrices and cores of the tests.

use fftgen::array::Topology;
use fftgen::format::Format;
use fftgen::matrix::{design, systolic_design, Cells, Elements, Matrix};
use fftgen::number::ProductRule;
use fftgen::rng::Rng;
use fftgen::{Config, Design};
use num_complex::Complex64;

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
pub fn array(matrix: &Matrix, batch: usize, precision: &str, [rows, columns]: [usize; 2]) -> Design {
    let config = Config::new([batch, matrix.columns()], 1, Format::parse(precision, false).unwrap());
    systolic_design(config, matrix, Cells { rows, columns }).unwrap()
}
