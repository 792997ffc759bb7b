//! Pencils of two real sequences: what the engine takes of them, and which of its results are kept.

use crate::design::Config;
use crate::format::{number, word, Format};
use crate::model::Sample;

/// What the engine takes of a pencil: its first sequence, then its second one.
pub(super) struct Sequences {
    /// Points of each sequence.
    pub points: [Vec<Sample>; 2],
    /// Whether a value was too large for its word.
    pub overflow: bool,
}

impl Sequences {
    /// Takes a pencil apart. Ahead of a forward transform the sequences are its real and its imaginary parts. Ahead of an inverse transform they
    /// are halves of two spectra, whose other halves mirror them.
    pub fn new(config: &Config, pencil: &[Sample]) -> Self {
        let mut overflow = false;
        let mut sequence = |is_second: bool| -> Vec<Sample> {
            let mut value = |point: usize| {
                let (mirror, [re, im]) = (pencil.len() - point, pencil[point]);
                if !config.inverse || holds_two_values(point, pencil.len()) {
                    return [if is_second { im } else { re }, 0];
                }
                if is_second == (mirror < point) {
                    return [re, im];
                }
                let [re, im] = pencil[mirror];
                let (im, is_too_large) = negated(config, im);
                overflow |= is_too_large;
                [re, im]
            };
            (0..pencil.len()).map(&mut value).collect()
        };
        let points = [sequence(false), sequence(true)];
        Sequences { points, overflow }
    }
}

/// Returns what is kept of the results of both sequences. The results of an inverse transform are real.
pub(super) fn kept(config: &Config, [first, second]: [&[Sample]; 2]) -> Vec<Sample> {
    let length = first.len();
    let result = |point: usize| match config.inverse || holds_two_values(point, length) {
        true => [first[point][0], second[point][0]],
        false if 2 * point < length => first[point],
        false => second[point],
    };
    (0..length).map(result).collect()
}

/// Whether a point of a spectrum of some points holds a real value of each sequence.
fn holds_two_values(point: usize, length: usize) -> bool {
    point == 0 || 2 * point == length
}

/// Returns the negative of a part, and whether it is too large for its word.
fn negated(config: &Config, part: u64) -> (u64, bool) {
    match config.format {
        Format::Float(float) => (float.neg(part), false),
        Format::Fixed(fixed) => {
            let bits = fixed.bits();
            let rule = config.arithmetic.overflow.unwrap_or_default();
            let (negative, is_too_large) = rule.fit(-i128::from(number(part, bits)), bits);
            (word(negative, bits), is_too_large)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{kept, Sequences};
    use crate::design::Config;
    use crate::format::Format;

    fn config(inverse: bool) -> Config {
        Config { inverse, ..Config::new(4, 1, Format::parse("fixed8", false).unwrap()) }
    }

    #[test]
    fn spectra_are_mirrored_ahead_of_inverse_transforms() {
        let Sequences { points, overflow } = Sequences::new(&config(true), &[[1, 2], [3, 4], [5, 6], [7, 0x80]]);
        assert_eq!(points, [[[1, 0], [3, 4], [5, 0], [3, 0xfc]], [[2, 0], [7, 0x7f], [6, 0], [7, 0x80]]]);
        assert!(overflow);
    }

    #[test]
    fn half_of_each_spectrum_is_kept() {
        let [first, second] = [[[1, 0], [2, 3], [4, 0], [2, 9]], [[5, 0], [6, 7], [8, 0], [6, 9]]];
        assert_eq!(kept(&config(false), [&first, &second]), [[1, 5], [2, 3], [4, 8], [6, 9]]);
        assert_eq!(kept(&config(true), [&first, &second]), [[1, 5], [2, 6], [4, 8], [2, 6]]);
    }
}
