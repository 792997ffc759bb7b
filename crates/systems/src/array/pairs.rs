//! Pencils of two real sequences: what the engine takes of them, and which of its results are kept.

use super::plan::{Mirrors, Plan};
use crate::design::Config;
use crate::format::{number, word, Format, Numbers};
use crate::model::Sample;

/// Points of a pencil, in a round of frames of real samples.
pub(super) struct Spectrum<'a> {
    config: &'a Config,
    numbers: Numbers<'a>,
    mirrors: Mirrors,
    /// Whether the points of the upper half of a pencil are conjugates of its values.
    has_conjugates: bool,
}

/// What the engine takes of a pencil: its first sequence, then its second one.
pub(super) struct Sequences {
    /// Points of each sequence.
    pub points: [Vec<Sample>; 2],
    /// Whether a value was too large for its word.
    pub overflow: bool,
}

/// Where a value of a spectrum is in a pencil.
enum Source {
    /// A part of a point, which is a real value.
    Part(usize, usize),
    /// A point, or its conjugate if it mirrors the value.
    Point(usize, bool),
}

impl Plan {
    /// Returns how pencils of a round lie in their points.
    pub(super) fn spectrum<'a>(&'a self, round: usize, numbers: Numbers<'a>) -> Spectrum<'a> {
        Spectrum {
            numbers,
            config: &self.engine(round).config,
            mirrors: self.mirrors(),
            has_conjugates: self.conjugate_round() == Some(round),
        }
    }
}

impl Spectrum<'_> {
    /// Takes a pencil apart. Before a forward transform the sequences are its real and its imaginary parts. Before an
    /// inverse transform they are halves of two spectra, whose other halves mirror them.
    pub fn sequences(&self, pencil: &[Sample]) -> Sequences {
        let mut overflow = false;
        let mut sequence = |is_second: usize| -> Vec<Sample> {
            let mut value = |result: usize| {
                let source = match self.config.inverse {
                    true => self.source(result, is_second, pencil.len()),
                    false => Source::Part(result, is_second),
                };
                let (point, is_mirrored) = match source {
                    Source::Part(point, part) => return [pencil[point][part], 0],
                    Source::Point(point, is_mirrored) => (point, is_mirrored),
                };
                let is_conjugate = self.has_conjugates && 2 * point >= pencil.len();
                match is_mirrored != is_conjugate {
                    true => self.conjugate(pencil[point], &mut overflow),
                    false => pencil[point],
                }
            };
            (0..pencil.len()).map(&mut value).collect()
        };
        let points = [sequence(0), sequence(1)];
        Sequences { points, overflow }
    }

    /// Returns where a value of the first or the second spectrum of a pencil of some points is.
    fn source(&self, result: usize, is_second: usize, length: usize) -> Source {
        let is_end = result == 0 || 2 * result == length;
        let (part, is_above) = match self.mirrors {
            Mirrors::Same => (is_end.then_some((result, is_second)), 2 * result > length),
            Mirrors::Shifted => {
                let end = (is_end && is_second == 0).then_some((0, usize::from(result > 0)));
                (end, 2 * result >= length)
            }
        };
        match part {
            Some((point, part)) => Source::Part(point, part),
            None if is_above == (is_second == 1) => Source::Point(result, false),
            None if self.mirrors == Mirrors::Shifted => Source::Point(length - result - is_second, true),
            None => Source::Point(length - result, true),
        }
    }

    /// Returns what is kept of the results of both sequences. The results of an inverse transform are real.
    pub fn kept(&self, [first, second]: [&[Sample]; 2]) -> Vec<Sample> {
        let length = first.len();
        let result = |point: usize| match (self.config.inverse, self.mirrors) {
            (true, _) => [first[point][0], second[point][0]],
            (false, Mirrors::Same) if point == 0 || 2 * point == length => [first[point][0], second[point][0]],
            (false, Mirrors::Shifted) if point == 0 => [first[0][0], first[length / 2][0]],
            (false, _) if 2 * point < length => first[point],
            (false, _) => second[point],
        };
        (0..length).map(result).collect()
    }

    /// Replaces points of complex pencils of an inverse transform that are conjugates by the values. Returns whether
    /// one was too large for its word.
    pub fn conjugated_points(&self, values: &mut [Sample], length: usize) -> bool {
        self.config.inverse && self.conjugated(values, length)
    }

    /// Replaces results of pencils of a forward transform by conjugates where these are their points. Returns whether
    /// one was too large for its word.
    pub fn conjugated_results(&self, values: &mut [Sample], length: usize) -> bool {
        !self.config.inverse && self.conjugated(values, length)
    }

    /// Replaces values in the upper halves of pencils by their conjugates, if their points have these.
    fn conjugated(&self, values: &mut [Sample], length: usize) -> bool {
        let mut overflow = false;
        let upper = values.iter_mut().enumerate().filter(|(number, _)| 2 * (number % length) >= length);
        for (_, value) in upper.filter(|_| self.has_conjugates) {
            *value = self.conjugate(*value, &mut overflow);
        }
        overflow
    }

    /// Returns the conjugate of a value. Notes in `overflow` if it was too large for its word.
    fn conjugate(&self, [re, im]: Sample, overflow: &mut bool) -> Sample {
        let (im, is_too_large) = negated(self.config, self.numbers, im);
        *overflow |= is_too_large;
        [re, im]
    }
}

/// Returns the negative of a part, and whether it is too large for its word.
fn negated(config: &Config, numbers: Numbers, part: u64) -> (u64, bool) {
    match numbers {
        Numbers::Residues(field) => (field.neg(part), false),
        Numbers::Words(Format::Float(float)) => (float.neg(part), false),
        Numbers::Words(Format::Fixed(fixed)) => {
            let bits = fixed.bits();
            let rule = config.arithmetic.overflow.unwrap_or_default();
            let (negative, is_too_large) = rule.fit(-i128::from(number(part, bits)), bits);
            (word(negative, bits), is_too_large)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Mirrors, Sequences, Spectrum};
    use crate::design::Config;
    use crate::format::Format;
    use crate::model::Sample;

    fn config(inverse: bool) -> Config {
        Config { inverse, ..Config::new(4, 1, Format::parse("fixed8", false).unwrap()) }
    }

    fn sequences(mirrors: Mirrors, has_conjugates: bool, pencil: &[Sample]) -> Sequences {
        let config = config(true);
        Spectrum { config: &config, numbers: config.format.into(), mirrors, has_conjugates }.sequences(pencil)
    }

    fn kept(inverse: bool, mirrors: Mirrors, results: [&[Sample]; 2]) -> Vec<Sample> {
        let config = config(inverse);
        Spectrum { config: &config, numbers: config.format.into(), mirrors, has_conjugates: false }.kept(results)
    }

    #[test]
    fn spectra_are_mirrored_ahead_of_inverse_transforms() {
        let Sequences { points, overflow } = sequences(Mirrors::Same, false, &[[1, 2], [3, 4], [5, 6], [7, 0x80]]);
        assert_eq!(points, [[[1, 0], [3, 4], [5, 0], [3, 0xfc]], [[2, 0], [7, 0x7f], [6, 0], [7, 0x80]]]);
        assert!(overflow);
        let pencil = [[1, 2], [3, 4], [5, 6], [7, 8]];
        let Sequences { points, .. } = sequences(Mirrors::Shifted, false, &pencil);
        assert_eq!(points, [[[1, 0], [3, 4], [2, 0], [3, 0xfc]], [[7, 0xf8], [5, 0xfa], [5, 6], [7, 8]]]);
        let Sequences { points, overflow } = sequences(Mirrors::Shifted, true, &pencil);
        assert_eq!(points, [[[1, 0], [3, 4], [2, 0], [3, 0xfc]], [[7, 8], [5, 6], [5, 0xfa], [7, 0xf8]]]);
        assert!(!overflow);
    }

    #[test]
    fn half_of_each_spectrum_is_kept() {
        let [first, second] = [[[1, 0], [2, 3], [4, 0], [2, 9]], [[5, 0], [6, 7], [8, 0], [6, 9]]];
        assert_eq!(kept(false, Mirrors::Same, [&first, &second]), [[1, 5], [2, 3], [4, 8], [6, 9]]);
        assert_eq!(kept(false, Mirrors::Shifted, [&first, &second]), [[1, 4], [2, 3], [8, 0], [6, 9]]);
        assert_eq!(kept(true, Mirrors::Same, [&first, &second]), [[1, 5], [2, 6], [4, 8], [2, 6]]);
    }
}
