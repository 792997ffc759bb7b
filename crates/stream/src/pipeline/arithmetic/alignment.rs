//! Clock cycles and LUTs of the operators that encode, align and decode shared-exponent words.

use super::shared_exponent::{InputEncoding, SharedExponent};
use crate::operators::comparisons;

impl SharedExponent {
    /// Clock cycles to decode a word as two floating-point numbers. Families that are slower than UltraScale+ take a
    /// cycle for the detection of infinities.
    pub fn decode_cycles(&self) -> usize {
        self.stretched(3) + self.extra_cycles()
    }

    /// Returns the clock cycles that families slower than UltraScale+ take for long decisions.
    fn extra_cycles(&self) -> usize {
        usize::from(self.halves > 2)
    }

    /// Returns the clock cycles of an operator that takes `cycles` on UltraScale+.
    fn stretched(&self, cycles: usize) -> usize {
        (cycles * self.halves).div_ceil(2)
    }

    /// Clock cycles to align the `words` words of a beat to one exponent. Two comparisons of exponents take a cycle,
    /// and the last shift another. A further cycle finds the exponents of words, or is a first shift of floating-point
    /// numbers. Families that are slower than UltraScale+ take a cycle for the choice between words, and another one
    /// where there are more than two.
    pub fn align_cycles(&self, encoding: InputEncoding, words: usize) -> usize {
        let compared = |exponents: usize| 2 + comparisons(exponents).div_ceil(2);
        let cycles = self.stretched(match (encoding, words) {
            (InputEncoding::Float, 0 | 1) => 2,
            (InputEncoding::Float, _) => compared(2 * words),
            (_, 0..=2) => words.max(1),
            _ => compared(words),
        });
        cycles + self.extra_cycles() * words.saturating_sub(1).min(2)
    }

    /// Clock cycles to shift a word to the known exponent of its transform, one of `transforms`, whose choice takes
    /// time.
    pub fn shift_cycles(&self, encoding: InputEncoding, transforms: usize) -> usize {
        self.stretched(match (encoding, transforms) {
            (InputEncoding::Float, _) | (_, 2..) => 2,
            _ => 1,
        })
    }

    /// Clock cycles from the last word of a transform on `lanes` lanes until the largest exponent of the transform is
    /// known.
    pub fn max_exponent_cycles(&self, encoding: InputEncoding, lanes: usize) -> usize {
        self.exponent_ready_cycles(encoding) + self.compare_cycles(encoding, lanes) + 1
    }

    /// Clock cycles to find the exponent at which a word is aligned: none for a floating-point number, which has it as
    /// a field.
    pub fn exponent_ready_cycles(&self, encoding: InputEncoding) -> usize {
        self.stretched(usize::from(encoding != InputEncoding::Float))
    }

    /// Exponents of which the largest is found in one clock cycle, by comparing each with each. Families that are
    /// slower than UltraScale+ compare two.
    pub fn exponents_per_comparison(&self) -> usize {
        3 - self.extra_cycles()
    }

    /// Clock cycles to compare the exponents of a beat until so many are left that one clock cycle compares them with
    /// the largest of the beats before. Each part of a floating-point number has an exponent of its own.
    pub fn compare_cycles(&self, encoding: InputEncoding, lanes: usize) -> usize {
        let exponents = if encoding == InputEncoding::Float { 2 * lanes } else { lanes };
        let together = self.exponents_per_comparison();
        let left = |count: &usize| Some(count.div_ceil(together)).filter(|_| *count >= together);
        std::iter::successors(Some(exponents), left).skip(1).count()
    }

    /// Levels of a shifter of four ways, each with a LUT for each bit of a part.
    fn shift_levels(&self) -> usize {
        (self.max_shift() / 2 + 1).ilog2().div_ceil(2) as usize
    }

    /// Estimate of the LUTs that align `words` words of a beat to one exponent. Each bit of a part takes those of the
    /// shifter, which for floating-point numbers has three levels of four ways, of the sticky bit and of the sign. Each
    /// exponent is compared with a few others.
    pub fn align_luts(&self, encoding: InputEncoding, words: usize) -> usize {
        let (parts, bits, exponent) = (2 * words, self.aligned as usize, self.float.exponent as usize);
        match (encoding, words) {
            (InputEncoding::Float, _) => parts * (bits * 11 / 2 + 2 * exponent),
            (_, 1) => bits * 5 / 2,
            _ => parts * bits * (2 * self.shift_levels() + 1) / 2 + words * 7 * exponent,
        }
    }

    /// Estimate of the LUTs that align the words of transforms over several beats, `transforms` of them in a batch on
    /// `lanes` lanes, without the delay of the words.
    pub fn multi_beat_align_luts(&self, encoding: InputEncoding, lanes: usize, transforms: usize) -> usize {
        let (bits, exponent) = (self.aligned as usize, self.float.exponent as usize);
        let (each, compared) = match encoding {
            InputEncoding::Float => (2 * (bits * 11 / 2 + exponent), 2 * lanes),
            _ => (2 * bits * (self.shift_levels() + 2) + 2 * exponent, lanes),
        };
        lanes * each + transforms * (compared + 1) * 2 * exponent
    }

    /// Estimate of the LUTs that encode the floating-point numbers of a beat as words.
    pub fn encode_luts(&self) -> usize {
        self.lanes * self.align_luts(InputEncoding::Float, 1)
    }

    /// Estimate of the LUTs that decode the words of a beat as floating-point numbers.
    pub fn decode_luts(&self) -> usize {
        self.lanes * 2 * self.mantissa() as usize * 6
    }
}
