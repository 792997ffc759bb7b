//! Words of constants in an arithmetic, and what is made of them: words with a sign, and those of the products by a factor.

use super::operators::OperatorSet;
use super::sign::complement;
use crate::exact::Real;
use crate::pipeline::StageArithmetic;
use crate::rtl::{Module, Net};

impl OperatorSet {
    /// Bits of a coefficient.
    pub fn coefficient(&self) -> u32 {
        self.arithmetic.coefficient_bits()
    }

    /// Returns the magnitude of a constant. Where words have a sign bit, the bit is set for [`OperatorSet::with_sign`].
    pub fn magnitude(&self, value: &Real) -> u64 {
        let word = self.encode(&value.abs());
        match self.arithmetic.has_sign_bit() {
            // Zero has no sign.
            true => word | u64::from(!value.is_zero()) << (self.coefficient() - 1),
            false => word,
        }
    }

    /// Negates a coefficient when `negative` is high. Where words have a sign bit, the coefficient is a magnitude with the bit set, which
    /// is cleared when `negative` is low.
    pub fn with_sign(&self, m: &mut Module, word: Net, negative: Net) -> Net {
        let bits = self.coefficient();
        if !self.arithmetic.has_sign_bit() {
            return complement(m, word, bits, negative);
        }
        let (magnitude, signed) = (m.slice(word, 0, bits - 1), m.bit(word, bits - 1));
        let sign = m.and(signed, negative);
        m.concat(&[magnitude, sign])
    }

    /// Returns the coefficients of a factor from its parts: both parts where products are four, as in floating point, and else real part, sum of
    /// both parts, and imaginary part less real part.
    pub fn factor_words(&self, m: &mut Module, [re, im]: [Net; 2]) -> Vec<Net> {
        match self.arithmetic.has_sign_bit() {
            true => vec![re, im],
            false => vec![re, m.add(re, im), m.sub(im, re)],
        }
    }

    /// Returns both parts of a factor from its [coefficients](Self::factor_words).
    pub fn parts_of_factor(&self, m: &mut Module, words: &[Net]) -> [Net; 2] {
        let im = match self.arithmetic.has_sign_bit() {
            true => words[1],
            false => m.sub(words[1], words[0]),
        };
        [words[0], im]
    }

    /// Returns 2^-`halvings` times a coefficient. In fixed point the coefficients of a stage have as many bits more after their point; in floating point
    /// the result has to be zero or a normal number.
    pub fn halved(&self, m: &mut Module, word: Net, halvings: u32) -> Net {
        let StageArithmetic::Float(float) = self.arithmetic else { return word };
        let float = float.coefficient();
        let fraction = m.slice(word, 0, float.fraction);
        let exponent = m.slice(word, float.fraction, float.exponent);
        let sign = m.bit(word, float.fraction + float.exponent);
        let halvings = m.constant(float.exponent, halvings.into());
        let less = m.sub(exponent, halvings);
        let is_normal = m.any(exponent);
        let less = m.mux(is_normal, less, exponent);
        m.concat(&[fraction, less, sign])
    }

    /// Encodes a constant as a coefficient.
    pub fn encode(&self, value: &Real) -> u64 {
        self.arithmetic.encode(value)
    }
}
