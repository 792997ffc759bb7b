//! A frame of samples and its spectrum, of which every value is known, and whether one is the transform of the other.

use crate::exact::Field;
use crate::formula::{FrameShape, Kind};
use crate::model::Sample;
use crate::rng::Rng;
use std::cmp::Ordering;

/// Products of points and results that are computed where not all results are known.
const MAX_PRODUCTS: usize = 1 << 22;

/// Returns points in the places of the frame. `order`: the point at each position; `supported`: the positions that
/// there are, if not all are. Other points are zeros.
pub(super) fn in_places(points: &[Sample], order: Vec<usize>, supported: Option<&[usize]>) -> Vec<Sample> {
    let mut placed = vec![[0; 2]; order.len()];
    match supported {
        None => order.iter().zip(points).for_each(|(place, point)| placed[*place] = *point),
        Some(positions) => positions.iter().zip(points).for_each(|(place, point)| placed[*place] = *point),
    }
    placed
}

/// What a frame is.
pub(super) struct FullFrame<'a> {
    pub field: &'a Field,
    /// Lengths in samples.
    pub shape: FrameShape,
    pub kind: Kind,
}

impl FullFrame<'_> {
    /// Returns the complex samples of a frame of points.
    pub fn samples(&self, points: &[Sample]) -> Vec<Sample> {
        match self.kind {
            Kind::Complex | Kind::RealPair => points.to_vec(),
            Kind::Real => {
                let channels = self.shape.channels();
                let rows = points.chunks(channels);
                rows.flat_map(|row| [0, 1].map(|part| row.iter().map(move |point| [point[part], 0])))
                    .flatten()
                    .collect()
            }
        }
    }

    /// Returns the spectrum of complex samples of the points that hold the spectrum of a frame.
    pub fn spectrum(&self, points: &[Sample]) -> Vec<Sample> {
        let channels = self.shape.channels();
        let position = |number: usize| (self.shape.indices(number / channels), number % channels);
        let all = (0..self.shape.samples()).map(position);
        let held = self.kind.point_shape(self.shape);
        let point = |indices: &[usize], channel: usize| points[held.position(indices) * channels + channel];
        let negated = |indices: &[usize]| -> Vec<usize> {
            indices.iter().zip(self.shape.dimensions()).map(|(index, length)| (length - index) % length).collect()
        };
        let conj = |[re, im]: Sample| [re, self.field.neg(im)];
        match self.kind {
            Kind::Complex => points.to_vec(),
            Kind::Real => all.map(|(indices, channel)| self.real_bin(&indices, |at| point(at, channel))).collect(),
            Kind::RealPair => all
                .map(|(indices, channel)| {
                    let mirrored = negated(&indices);
                    let [own, other] = [point(&indices, channel), point(&mirrored, channel)];
                    // Spectra A and B of the real and the imaginary parts.
                    let [a, b] = match indices.cmp(&mirrored) {
                        Ordering::Equal => return own,
                        Ordering::Less => [own, other],
                        Ordering::Greater => [other, own].map(conj),
                    };
                    [self.field.sub(a[0], b[1]), self.field.add(a[1], b[0])]
                })
                .collect(),
        }
    }

    /// Returns a bin of the spectrum of real samples. `point`: the point that has an index.
    fn real_bin(&self, indices: &[usize], point: impl Fn(&[usize]) -> Sample) -> Sample {
        let Some((&column, row)) = indices.split_last() else { return [0; 2] };
        let mirrored: Vec<usize> =
            row.iter().zip(self.shape.dimensions()).map(|(index, length)| (length - index) % length).collect();
        let half = self.shape.row() / 2;
        let at = |row: &[usize], column: usize| point(&[row, &[column]].concat());
        let conj = |[re, im]: Sample| [re, self.field.neg(im)];
        match (column, row.cmp(&mirrored)) {
            (0, Ordering::Equal) => [at(row, 0)[0], 0],
            (0, Ordering::Less) => at(row, 0),
            (0, Ordering::Greater) => conj(at(&mirrored, 0)),
            (column, Ordering::Equal) if column == half => [at(row, 0)[1], 0],
            (column, Ordering::Greater) if column == half => at(row, 0),
            (column, Ordering::Less) if column == half => conj(at(&mirrored, 0)),
            (column, _) if column < half => at(row, column),
            (column, _) => conj(at(&mirrored, self.shape.row() - column)),
        }
    }

    /// Whether the second one of two frames is the transform of the first one, times a scale, in an image of the
    /// numbers: re + i·im, or re - i·im. `wanted`: the places that are known, if not all are.
    pub fn is_transform(
        &self,
        [from, to]: [&[Sample]; 2],
        (image, inverse): (usize, bool),
        wanted: Option<&[usize]>,
        scale: u64,
        rng: &mut Rng,
    ) -> bool {
        let field = self.field;
        let backwards = inverse != (image == 1);
        let [from, to] =
            [from, to].map(|points| points.iter().map(|pair| field.images(*pair)[image]).collect::<Vec<u64>>());
        let sum = |weights: &[u64], values: &[u64]| {
            weights.iter().zip(values).fold(0, |sum, (a, b)| field.add(sum, field.mul(*a, *b)))
        };
        if let Some(wanted) = wanted {
            let most = (MAX_PRODUCTS / from.len()).clamp(1, wanted.len());
            let skipped = rng.word() as usize % (wanted.len() - most + 1);
            return wanted[skipped..skipped + most].iter().all(|place| {
                let roots = self.rows(|length, dimension| {
                    let index = self.shape.indices(place / self.shape.channels())[dimension];
                    let step = field.root(if backwards { length - index } else { index }, length);
                    powers(field, step, length)
                });
                let channel = place % self.shape.channels();
                let own =
                    (0..roots.len()).map(
                        |position| {
                            if position % self.shape.channels() == channel {
                                roots[position]
                            } else {
                                0
                            }
                        },
                    );
                field.mul(sum(&own.collect::<Vec<_>>(), &from), scale) == to[*place]
            });
        }
        let bases: Vec<u64> = self.shape.dimensions().iter().map(|_| rng.word() % field.prime()).collect();
        let channels: Vec<u64> = (0..self.shape.channels()).map(|_| rng.word() % field.prime()).collect();
        let weighted = |rows: Vec<u64>| -> Vec<u64> {
            rows.iter().zip(channels.iter().cycle()).map(|(row, channel)| field.mul(*row, *channel)).collect()
        };
        let left = weighted(self.rows(|length, dimension| powers(field, bases[dimension], length)));
        let right = weighted(self.rows(|length, dimension| series(field, bases[dimension], length, backwards)));
        sum(&left, &to) == field.mul(sum(&right, &from), scale)
    }

    /// Returns the products of a number along each dimension, for each place. `along`: the numbers along a dimension,
    /// of its length and its number.
    fn rows(&self, along: impl Fn(usize, usize) -> Vec<u64>) -> Vec<u64> {
        let lists = self.shape.dimensions().iter().enumerate().map(|(dimension, length)| along(*length, dimension));
        let outer = |outer: Vec<u64>, inner: Vec<u64>| -> Vec<u64> {
            outer.iter().flat_map(|a| inner.iter().map(|b| self.field.mul(*a, *b)).collect::<Vec<_>>()).collect()
        };
        let rows = lists.fold(vec![1], outer);
        rows.into_iter().flat_map(|row| std::iter::repeat_n(row, self.shape.channels())).collect()
    }
}

/// Returns the first powers of a number.
fn powers(field: &Field, base: u64, count: usize) -> Vec<u64> {
    std::iter::successors(Some(1), |power| Some(field.mul(*power, base))).take(count).collect()
}

/// Returns the sums of z^k w^(jk) over k for each j: (z^N - 1)/(z w^j - 1). All quotients take one inverse.
fn series(field: &Field, z: u64, length: usize, backwards: bool) -> Vec<u64> {
    let step = field.root(if backwards { length - 1 } else { 1 }, length);
    let divisors: Vec<u64> =
        powers(field, step, length).into_iter().map(|root| field.sub(field.mul(z, root), 1)).collect();
    let products: Vec<u64> = divisors
        .iter()
        .scan(1, |product, divisor| {
            let before = *product;
            *product = field.mul(before, *divisor);
            Some(before)
        })
        .collect();
    let all = divisors.last().zip(products.last()).map_or(1, |(a, b)| field.mul(*a, *b));
    let mut inverse = field.mul(field.inverse(all), field.sub(field.power(z, length as u64), 1));
    let mut quotients = vec![0; length];
    for place in (0..length).rev() {
        quotients[place] = field.mul(inverse, products[place]);
        inverse = field.mul(inverse, divisors[place]);
    }
    quotients
}
