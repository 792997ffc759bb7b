//! What a core computes, by its definition.

use crate::exact::{dft, Number};
use crate::formula::{FrameShape, Kind};
use crate::matrix::Matrix;
use crate::Config;
use num_complex::Complex64;
use std::cmp::Ordering;

/// What a core computes of frames.
pub enum Definition<'a> {
    /// The transform of a configuration, of each frame.
    Transform(&'a Config),
    /// Products along the last dimensions of frames of some lengths, with a matrix each.
    Products(&'a [usize], &'a [Matrix]),
}

impl Definition<'_> {
    /// Returns the number of operations of a definition, but for a factor.
    pub fn work(&self) -> usize {
        match self {
            Definition::Transform(config) => config.points(),
            Definition::Products(lengths, matrices) => {
                let points = lengths.iter().fold(1usize, |all, length| all.saturating_mul(*length));
                points.saturating_mul(matrices.iter().map(Matrix::rows).sum())
            }
        }
    }

    /// Computes the results of points in the order of the ports, without a scale.
    pub fn results<C: Number>(&self, points: Vec<C>) -> Vec<C> {
        match self {
            Definition::Transform(config) => {
                let share = config.frame_points()[0];
                points.chunks(share).flat_map(|frame| transformed(config, frame)).collect()
            }
            Definition::Products(lengths, matrices) => {
                let mut lengths = lengths.to_vec();
                let first = lengths.len() - matrices.len();
                matrices.iter().enumerate().fold(points, |points, (number, matrix)| {
                    let rows: Vec<Vec<C>> =
                        (0..matrix.rows()).map(|row| matrix.row(row).iter().map(C::nearest).collect()).collect();
                    let product = |line: &[C]| rows.iter().map(|row| product(row, line)).collect();
                    let results = along(&points, &lengths, first + number, product);
                    lengths[first + number] = matrix.rows();
                    results
                })
            }
        }
    }
}

/// Adds the products of a row and the points of a line.
fn product<C: Number>(row: &[C], line: &[C]) -> C {
    row.iter().zip(line).fold(C::exactly(0.0.into()), |sum, (by, point)| sum.plus(&by.times(point)))
}

/// Replaces each line along a dimension of frames by what a function makes of it.
fn along<C: Number>(points: &[C], lengths: &[usize], dimension: usize, by: impl Fn(&[C]) -> Vec<C>) -> Vec<C> {
    let (length, stride) = (lengths[dimension], lengths[dimension + 1..].iter().product::<usize>());
    let block = |block: &[C]| -> Vec<C> {
        let line = |first: usize| by(&block[first..].iter().step_by(stride).cloned().collect::<Vec<C>>());
        let lines: Vec<Vec<C>> = (0..stride).map(line).collect();
        (0..lines[0].len() * stride).map(|place| lines[place % stride][place / stride].clone()).collect()
    };
    points.chunks(length * stride).flat_map(block).collect()
}

/// Computes the transform of the points that pass the input of a core.
fn transformed<C: Number>(config: &Config, points: &[C]) -> Vec<C> {
    let shape = config.point_shape();
    let [entering, leaving] = config.orders.map(|order| order.points(shape));
    let positions = config.support_positions();
    let [taken, given] = match (&positions, config.inverse) {
        (Some(positions), false) => [&positions[..], &leaving],
        (Some(positions), true) => [&entering, &positions[..]],
        (None, _) => [&entering[..], &leaving],
    };
    let mut frame = vec![zero::<C>(); shape.samples()];
    taken.iter().zip(points).for_each(|(place, point)| frame[*place] = point.clone());
    let results = natural(config, frame);
    given.iter().map(|place| results[*place].clone()).collect()
}

/// Computes the transform of a frame in natural order.
fn natural<C: Number>(config: &Config, frame: Vec<C>) -> Vec<C> {
    let shape = config.shape;
    match (config.kind, config.inverse) {
        (Kind::Complex, inverse) => dimensions(shape, frame, inverse),
        (Kind::Real, false) => {
            let samples = frame.iter().flat_map(parts).collect();
            packed(shape, &dimensions(shape, samples, false))
        }
        (Kind::Real, true) => {
            let samples = dimensions(shape, unpacked(shape, &frame), true);
            samples.chunks(2).map(|pair| joined([&pair[0], &pair[1]])).collect()
        }
        (Kind::RealPair, false) => paired(&dimensions(shape, frame, false)),
        (Kind::RealPair, true) => dimensions(shape, unpaired(&frame), true),
    }
}

/// Transforms points along all dimensions, those of each channel by themselves.
fn dimensions<C: Number>(shape: FrameShape, points: Vec<C>, inverse: bool) -> Vec<C> {
    let turned = |points: Vec<C>| match inverse {
        true => points.iter().map(C::conjugate).collect(),
        false => points,
    };
    let all = 0..shape.dimensions().len();
    turned(all.fold(turned(points), |points, dimension| along(&points, &shape.axes(), dimension, dft)))
}

fn zero<C: Number>() -> C {
    C::exactly(0.0.into())
}

/// Returns real and imaginary part as numbers.
fn parts<C: Number>(point: &C) -> [C; 2] {
    let conjugate = point.conjugate();
    let difference = point.plus(&conjugate.negated()).over(2);
    [point.plus(&conjugate).over(2), difference.times(&C::exactly(-Complex64::i()))]
}

/// Returns the number of two real numbers.
fn joined<C: Number>([re, im]: [&C; 2]) -> C {
    re.plus(&im.times(&C::exactly(Complex64::i())))
}

/// Returns the rows of a frame of real samples beside those that mirror them, with the place of their first point among
/// all points.
fn mirrored_rows(shape: FrameShape) -> impl Iterator<Item = (usize, [Vec<usize>; 2])> {
    let points = Kind::Real.point_shape(shape);
    (0..points.samples()).step_by(points.row()).map(move |place| {
        let own = points.indices(place)[..shape.dimensions().len() - 1].to_vec();
        let mirrored = own.iter().zip(shape.dimensions()).map(|(k, length)| (length - k) % length).collect();
        (place, [own, mirrored])
    })
}

/// Packs the spectrum of real samples: along the last dimension columns 1 to M-1, and in column 0 the values of columns
/// 0 and M, both in the rows that mirror themselves, and of two rows that mirror each other one in each.
fn packed<C: Number>(shape: FrameShape, spectrum: &[C]) -> Vec<C> {
    let half = shape.row() / 2;
    let row = |(_, [own, mirrored]): (usize, [Vec<usize>; 2])| {
        let column = |column: usize| spectrum[shape.position(&[&own[..], &[column]].concat())].clone();
        let first = match own.cmp(&mirrored) {
            Ordering::Less => column(0),
            Ordering::Greater => column(half),
            Ordering::Equal => joined([&column(0), &column(half)]),
        };
        [first].into_iter().chain((1..half).map(column)).collect::<Vec<C>>()
    };
    mirrored_rows(shape).flat_map(row).collect()
}

/// Returns the spectrum that is packed in points.
fn unpacked<C: Number>(shape: FrameShape, points: &[C]) -> Vec<C> {
    let half = shape.row() / 2;
    let mut spectrum = vec![zero::<C>(); shape.samples()];
    for (place, [own, mirrored]) in mirrored_rows(shape) {
        let mut set = |column: usize, value: &C| {
            let other = (shape.row() - column) % shape.row();
            spectrum[shape.position(&[&mirrored[..], &[other]].concat())] = value.conjugate();
            spectrum[shape.position(&[&own[..], &[column]].concat())] = value.clone();
        };
        let first = &points[place];
        match own.cmp(&mirrored) {
            Ordering::Less => set(0, first),
            Ordering::Greater => set(half, first),
            Ordering::Equal => parts(first).iter().zip([0, half]).for_each(|(part, column)| set(column, part)),
        }
        (1..half).for_each(|column| set(column, &points[place + column]));
    }
    spectrum
}

/// Separates the spectra of two real frames, of which the transform of their sum with a factor i is given.
fn paired<C: Number>(spectrum: &[C]) -> Vec<C> {
    let n = spectrum.len();
    let point = |k: usize| {
        let [own, mirrored] = [&spectrum[k], &spectrum[(n - k) % n].conjugate()];
        match 2 * k {
            twice if twice % n == 0 => own.clone(),
            twice if twice < n => own.plus(mirrored).over(2),
            // B[n-k] of the mirrored points, whose conjugate is B[k].
            _ => own.plus(&mirrored.negated()).over(2).times(&C::exactly(-Complex64::i())).conjugate(),
        }
    };
    (0..n).map(point).collect()
}

/// Joins the spectra of two real frames, as [`paired`] separates them.
fn unpaired<C: Number>(points: &[C]) -> Vec<C> {
    let n = points.len();
    let point = |k: usize| {
        let other = &points[(n - k) % n];
        match 2 * k {
            twice if twice % n == 0 => points[k].clone(),
            twice if twice < n => joined([&points[k], other]),
            _ => joined([&other.conjugate(), &points[k].conjugate()]),
        }
    };
    (0..n).map(point).collect()
}
