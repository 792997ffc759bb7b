//! Transforms of real frames of several dimensions in fp32, beside double precision.

use fftgen::format::Format;
use fftgen::formula::{FrameShape, Kind};
use fftgen::model::Sample;
use fftgen::rng::Rng;
use num_complex::Complex64;
use oracle::transform_dimensions;
use std::cmp::Ordering;

/// Returns the spectrum of real samples as cores and arrays pack it: along the last dimension columns 1 to M-1, and in column 0 the values of
/// columns 0 and M, both in the rows that mirror themselves, and of two rows that mirror each other one in each.
fn packed(spectrum: &[Complex64], shape: FrameShape) -> Vec<Complex64> {
    let points = Kind::Real.point_shape(shape);
    let column = |leading: &[usize], column: usize| spectrum[shape.position(&[leading, &[column]].concat())];
    let point = |position: usize| {
        let indices = points.indices(position);
        let (&m, leading) = indices.split_last().expect("a dimension");
        let mirrored: Vec<usize> =
            leading.iter().zip(shape.dimensions()).map(|(k, length)| (length - k) % length).collect();
        match (m, leading.cmp(&mirrored)) {
            (1.., _) | (0, Ordering::Less) => column(leading, m),
            (0, Ordering::Greater) => column(leading, points.row()),
            (0, Ordering::Equal) => Complex64::new(column(leading, 0).re, column(leading, points.row()).re),
        }
    };
    (0..points.samples()).map(point).collect()
}

/// Returns the values of the parts of points in a format.
fn values(format: Format, points: &[Sample]) -> Vec<Complex64> {
    points.iter().map(|&[re, im]| Complex64::new(format.to_f64(re), format.to_f64(im))).collect()
}

/// Returns the length of a vector.
fn norm(values: &[Complex64]) -> f64 {
    values.iter().map(Complex64::norm_sqr).sum::<f64>().sqrt()
}

/// Returns the length of the difference of two vectors, relative to that of the second one.
fn error(found: &[Complex64], exact: &[Complex64]) -> f64 {
    let wrong: Vec<Complex64> = found.iter().zip(exact).map(|(found, exact)| found - exact).collect();
    norm(&wrong) / norm(exact)
}

/// Holds the spectrum of real samples, and what comes back of it, to the accuracy of fp32. `model`: the transform of points in fp32, or the
/// inverse one.
pub fn model_is_the_transform(lengths: &[usize], model: impl Fn(bool, &[Sample]) -> Vec<Sample>) {
    let shape = FrameShape::new(lengths).expect("a length");
    let format = Format::parse("fp32", false).unwrap();
    let mut rng = Rng::new(shape.samples() as u64);
    let words: Vec<u64> = (0..shape.samples()).map(|_| format.from_f64(rng.real())).collect();
    let samples: Vec<Sample> = words.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    let mut exact: Vec<Complex64> = words.iter().map(|&word| Complex64::new(format.to_f64(word), 0.0)).collect();
    transform_dimensions(&mut exact, shape.dimensions());
    let exact = packed(&exact, shape);
    let bound = ((shape.samples() as f64).log2() + 2.0).sqrt() * 2f64.powi(-24);
    let there = error(&values(format, &model(false, &samples)), &exact);
    assert!(there <= bound, "{lengths:?}: {there:e}");

    let spectrum: Vec<Sample> = exact.iter().map(|x| [format.from_f64(x.re), format.from_f64(x.im)]).collect();
    let back = error(&values(format, &model(true, &spectrum)), &values(format, &samples));
    assert!(back <= 2.0 * bound, "{lengths:?} back: {back:e}");
}
