//! Tables of real coefficients, with a word for each element of a frame, and what results gain by them.

use super::settings::{Kind, Setting};
use crate::error::Error;
use crate::format::{Fixed, Float, Format};
use std::f64::consts::PI;

/// Coefficients in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coefficients {
    /// Bits of a word.
    pub bits: u32,
    /// Bits after the binary point.
    pub fraction: u32,
    /// Format of the words, where they are of floating point.
    pub float: Option<Float>,
    /// Two's complement words, or those of floating-point numbers.
    pub words: Vec<i64>,
}

/// Range and precision that a result gains over an element, where nothing is rounded on the way.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// Bits of the word.
    pub bits: u32,
    /// Bits after the binary point.
    pub fraction: u32,
    /// Largest magnitude of a result over that of an element, in units of their last places.
    pub gain: u128,
}

/// Bits by which a word of a coefficient is longer than one of the data, so that 1 is a number and the error of a
/// coefficient stays below that of a rounding.
const MORE_BITS: u32 = 2;

/// Bits of the longest word.
const MOST_BITS: u32 = 27;

impl Coefficients {
    /// Rounds coefficients to words for data in fixed point. Their largest magnitude is at most 2^`exponent`.
    pub fn of_fixed(values: &[f64], data: Fixed, exponent: i32) -> Result<Self, Error> {
        let bits = (data.bits() + MORE_BITS).min(MOST_BITS);
        let Ok(fraction) = u32::try_from((bits - MORE_BITS) as i32 - exponent) else {
            return Err(Error::Unsupported(format!(
                "a factor of {} is too large for words of {bits} bits",
                largest(values)
            )));
        };
        let unit = 2f64.powi(fraction as i32);
        Ok(Coefficients {
            bits,
            fraction,
            float: None,
            words: values.iter().map(|value| (value * unit).round() as i64).collect(),
        })
    }

    /// Rounds coefficients to numbers of floating point.
    pub fn of_float(values: &[f64], float: Float) -> Result<Self, Error> {
        let words: Vec<i64> = values.iter().map(|value| Format::Float(float).from_f64(*value) as i64).collect();
        if words.iter().any(|word| *word as u64 & float.infinity() == float.infinity()) {
            return Err(Error::Unsupported(format!(
                "a factor of {} is too large for {}; take a format with a longer exponent",
                largest(values),
                float.name()
            )));
        }
        Ok(Coefficients { bits: float.bits(), fraction: float.fraction, float: Some(float), words })
    }

    /// The coefficients as a setting. `places`: the place of each word, in the order of the addresses of registers.
    pub fn setting(&self, what: &'static str, places: Vec<usize>) -> Result<Setting, Error> {
        let kind = self.float.map_or(Kind::Signed(self.fraction), Kind::Float);
        Setting::table(what, kind, self.bits, (&self.words, places))
    }

    /// What a sum of products with any coefficients of the same bits gains, of which it has `terms`.
    pub fn most_growth(&self, terms: usize) -> Growth {
        let largest = 1 << (self.bits - 1);
        let gain = terms as u128 * largest;
        Growth { gain, ..self.growth(terms, [[].iter()].into_iter()) }
    }

    /// What a sum of products with the coefficients of each of some groups gains over an element, where each of them
    /// has at most `terms` coefficients.
    pub fn growth<'a, G: Iterator<Item = &'a i64>>(&self, terms: usize, groups: impl Iterator<Item = G>) -> Growth {
        let gain = |group: G| group.map(|word| u128::from(word.unsigned_abs())).sum();
        Growth {
            bits: self.bits + terms.next_power_of_two().ilog2(),
            fraction: self.fraction,
            gain: groups.map(gain).max().unwrap_or(0),
        }
    }
}

/// The largest magnitude.
pub fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |largest, value| largest.max(value.abs()))
}

/// The sum of cosines `Σ terms[k] · (-1)^k · cos(2πk·n/size)` at each of `size` places, which is periodic.
pub fn cosines(terms: &[f64], size: usize) -> Vec<f64> {
    let at = |n: usize| {
        let angle = 2.0 * PI * n as f64 / size as f64;
        let term = |(k, factor): (usize, &f64)| if k % 2 == 0 { *factor } else { -factor } * (k as f64 * angle).cos();
        terms.iter().enumerate().map(term).sum()
    };
    (0..size).map(at).collect()
}

/// The Kaiser window at each of `size` places, which is periodic: Kaiser, Schafer 1980.
pub fn kaiser(beta: f64, size: usize) -> Vec<f64> {
    let half = size as f64 / 2.0;
    let at = |n: usize| bessel(beta * (1.0 - ((n as f64 - half) / half).powi(2)).max(0.0).sqrt()) / bessel(beta);
    (0..size).map(at).collect()
}

/// The modified Bessel function of the first kind and order 0, by its power series.
fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for k in 1..500 {
        term *= (x / (2.0 * k as f64)).powi(2);
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum
}

/// Windows of a sum of cosines: their names, and the terms of the sum. Harris 1978; flat top: D'Antona, Ferrero 2006.
pub const COSINE_WINDOWS: [(&str, &[f64]); 6] = [
    ("rectangular", &[1.0]),
    ("hann", &[0.5, 0.5]),
    ("hamming", &[0.54, 0.46]),
    ("blackman", &[0.42, 0.5, 0.08]),
    ("blackman-harris", &[0.35875, 0.48829, 0.14128, 0.01168]),
    ("flat-top", &[0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368]),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The first values of SciPy's `get_window(name, 8)`, up to that in the middle.
    #[test]
    fn windows_are_those_of_scipy() {
        let flat_top = [-4.21051e-4, -0.026872193286334545, -0.05473684, 0.4441353572863345, 1.000000003];
        let blackman_harris = [6e-5, 0.021735837018679628, 0.21747, 0.69576416298132, 1.0];
        let windows = [
            (cosines(COSINE_WINDOWS[1].1, 8), [0.0, 0.14644660940672627, 0.5, 0.8535533905932737, 1.0]),
            (cosines(COSINE_WINDOWS[4].1, 8), blackman_harris),
            (cosines(COSINE_WINDOWS[5].1, 8), flat_top),
            (kaiser(8.0, 8), [0.00233883051273333, 0.08273981505097754, 0.36897272261583314, 0.788752446605349, 1.0]),
        ];
        for (window, wanted) in windows {
            let near = window.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-14);
            assert!(near, "{window:?}");
            assert!((1..4).all(|n| (window[n] - window[8 - n]).abs() < 1e-14), "{window:?}");
        }
    }

    #[test]
    fn a_word_of_one_is_exact() {
        let data = Fixed::new(1, 15).unwrap();
        let coefficients = Coefficients::of_fixed(&[1.0, -0.5], data, 0).unwrap();
        assert_eq!(coefficients.words, [1 << 16, -(1 << 15)]);
    }
}
