//! Transforms of any size as a convolution with a chirp (Bluestein 1970), in steps of small matrices.
//!
//! With c(n) = e^(-πi n²/N) a transform of N points is X(k) = c(k)·Σ x(n)·c(n)·conj c(k-n), a convolution of M ≥ 2N-1
//! points: a transform of M points, a product with the spectrum of conj c, and an inverse transform. The last step of
//! the one and the first step of the other are about the same digit, with a part of the spectrum between them, so that
//! they are one step of circulant matrices, a matrix for each vector of a frame. As cells have matrices for vectors
//! anyway, chirps and twiddle factors are in the matrices too.

use super::digits::reversed;
use super::matrices::{matrices, there_and_back, Matrices};
use crate::exact::{dft, Complex, Real};
use crate::matrix::rules::root;

/// Matrices of the steps of a convolution with a chirp.
pub struct Convolution {
    /// Points of a frame.
    size: usize,
    /// Whether the transform is the inverse one.
    inverse: bool,
    /// Factors of the first and of the last step, whose product is one over the divisor of the results.
    scales: [Real; 2],
    /// Points of the convolution.
    length: usize,
    /// Radices of all steps.
    pub radices: Vec<usize>,
    /// Shapes of the matrices of all steps.
    pub shapes: Vec<Matrices>,
    /// First columns of the circulant matrices, one after the other.
    filter: Vec<Complex>,
    /// Binary logarithm of what the circulant matrices are multiplied by.
    pub gain: u32,
    /// Largest magnitudes after each step of points in the unit circle, in fixed point.
    pub bounds: Vec<f64>,
}

impl Convolution {
    /// Computes the matrices for frames of `size` points by a convolution of as many points as the product of two or
    /// more radices. `by`: divisor of the results. `is_scaled`: whether the circulant matrices are multiplied by a
    /// power of two, so that their words have no leading zeros.
    pub fn new(size: usize, radices: &[usize], [inverse, is_scaled]: [bool; 2], by: usize) -> Self {
        let mut all = Convolution {
            size,
            inverse,
            scales: scales(by),
            length: radices.iter().product(),
            radices: there_and_back(radices),
            shapes: matrices(size, radices),
            filter: vec![],
            gain: 0,
            bounds: vec![1.0; 2 * radices.len() - 1],
        };
        let spectrum = all.spectrum();
        let middle = radices.len() - 1;
        all.filter = all.columns(&spectrum, radices[middle]);
        if is_scaled {
            all.bounds = (0..=2 * middle).map(|step| all.bound(&spectrum, step)).collect();
            let most = all.filter.iter().map(|value| value.to_c64().norm()).fold(0.0, f64::max);
            all.gain = (-most.log2()).floor().max(0.0) as u32;
            let by = all.gain as i32;
            let scaled = |value: &Complex| Complex { re: value.re.scaled(by), im: value.im.scaled(by) };
            all.filter = all.filter.iter().map(scaled).collect();
        }
        all
    }

    /// Computes the row of a result in a matrix of a step.
    pub fn row(&self, step: usize, matrix: usize, result: usize) -> Vec<Complex> {
        let low = self.low(step, matrix);
        let middle = self.radices.len() / 2;
        let Matrices { points, rest, .. } = self.shapes[step];
        // Twiddle factors are those of the digit's point or frequency with the digits that are left.
        let turn = |point: usize| root(result * (point * rest + low) % (points * rest), points * rest);
        let value = |point: usize| match step {
            0 => self.chirped(&turn(point), point * rest + low).scale(&self.scales[0]),
            _ if step < middle => turn(point),
            _ if step == middle => {
                &self.filter[low * points + (result + points - point) % points]
                    * &root(result * low % self.length, self.length).conj()
            }
            _ if step + 1 < self.radices.len() => turn(point).conj(),
            _ => {
                let turned = root(result * point % points, points).conj();
                self.chirped(&turned, result * (self.length / points) + low).scale(&self.scales[1])
            }
        };
        (0..points).map(value).collect()
    }

    /// Returns the number that the digits beside that of a vector make, as far as its matrix depends on them.
    fn low(&self, step: usize, matrix: usize) -> usize {
        let (middle, last) = (self.radices.len() / 2, self.radices.len() - 1);
        let others = match step {
            _ if step < middle => &self.radices[step + 1..=middle],
            _ if step < last => &self.radices[step + 1..],
            _ => &self.radices[1..=middle],
        };
        reversed(matrix, others)
    }

    /// Multiplies by the chirp. There is nothing beyond the points of a frame.
    fn chirped(&self, value: &Complex, number: usize) -> Complex {
        match number < self.size {
            true => value * &self.chirp(number),
            false => Complex::zero(),
        }
    }

    /// Computes the chirp: e^(∓πi n²/N).
    fn chirp(&self, number: usize) -> Complex {
        let value = root(number * number % (2 * self.size), 2 * self.size);
        if self.inverse {
            value.conj()
        } else {
            value
        }
    }

    /// Computes the spectrum of the chirp that points are convolved with, divided by the points of the convolution.
    fn spectrum(&self) -> Vec<Complex> {
        let response = |point: usize| match point.min(self.length - point) {
            number if number < self.size => self.chirp(number).conj(),
            _ => Complex::zero(),
        };
        let by = Real::ratio(1, self.length as i128);
        let response: Vec<Complex> = (0..self.length).map(response).collect();
        dft(&response).iter().map(|value| value.scale(&by)).collect()
    }

    /// Computes what points of the last digits are convolved with, of which there are as many as `points`: the response
    /// for each frequency of the digits before them, one after the other.
    fn columns(&self, spectrum: &[Complex], points: usize) -> Vec<Complex> {
        let others = self.length / points;
        let column = |low: usize| {
            let part: Vec<Complex> = spectrum.iter().skip(low).step_by(others).cloned().collect();
            let mut column = dft(&part);
            // An inverse transform is a forward one in the reverse order.
            column[1..].reverse();
            column
        };
        (0..others).flat_map(column).collect()
    }

    /// Computes the largest magnitude after a step of points in the unit circle: on the way back the first digits are
    /// transformed, and the others convolved.
    fn bound(&self, spectrum: &[Complex], step: usize) -> f64 {
        let middle = self.radices.len() / 2;
        let ahead = if step < middle { step + 1 } else { 2 * middle - step };
        let points: usize = self.radices[ahead..=middle].iter().product();
        let transformed = match ahead {
            0 => 1,
            _ => self.radices[1..ahead].iter().product::<usize>() * self.size.div_ceil(self.shapes[0].rest),
        };
        if step < middle {
            return transformed as f64;
        }
        let sum = |column: &[Complex]| column.iter().map(|value| value.to_c64().norm()).sum::<f64>();
        let most = |columns: Vec<Complex>| columns.chunks(points).map(sum).fold(0.0, f64::max);
        match ahead {
            0 => self.size as f64,
            _ => most(self.columns(spectrum, points)) * transformed as f64,
        }
    }

    /// Returns the least right shifts of the steps by which no point in the unit circle makes a word too large.
    pub fn shifts(&self) -> Vec<u32> {
        let middle = self.radices.len() / 2;
        let mut done = 0;
        let shift = |(step, bound): (usize, &f64)| {
            if step == middle {
                done -= self.gain as i32;
            }
            // Bounds are powers of two but for their rounding.
            let shift = ((bound.log2() - 1e-6).ceil() as i32 - done).max(0);
            done += shift;
            shift as u32
        };
        self.bounds.iter().enumerate().map(shift).collect()
    }
}

/// Divides one over the divisor of the results into the factors of the first and of the last step. The first one is a
/// power of two near the root: words between the steps are larger than points by about the root of their number.
fn scales(by: usize) -> [Real; 2] {
    let first = by.next_power_of_two().ilog2().div_ceil(2) as i32;
    [Real::one().scaled(-first), Real::ratio(1, by as i128).scaled(first)]
}
