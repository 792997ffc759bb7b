//! Words of constants in an arithmetic, and what is made of them: words with a sign, and those of the products by a
//! factor.

use super::operators::OperatorSet;
use crate::exact::Real;
use crate::pipeline::StageArithmetic;
use fftgen_hdl::dsl::*;

impl OperatorSet {
    /// Bits of a coefficient.
    pub fn coefficient(&self) -> u32 {
        self.arithmetic.coefficient_bits()
    }

    /// Returns the magnitude of a constant. Where words have a sign bit, the bit is set for [`OperatorSet::signed`].
    pub fn magnitude(&self, value: &Real) -> u64 {
        let word = self.encode(&value.abs());
        match self.arithmetic.has_sign_bit() {
            // Zero has no sign.
            true => word | u64::from(!value.is_zero()) << (self.coefficient() - 1),
            false => word,
        }
    }

    /// A coefficient, negated where `negative` is high. Where words have a sign bit, the coefficient is a magnitude
    /// with the bit set, which is cleared where `negative` is low.
    pub fn signed<'m>(&self, word: Sig<'m>, negative: Sig<'m>) -> Sig<'m> {
        let bits = self.coefficient();
        match self.arithmetic.has_sign_bit() {
            true => word.builder().cat([word.bits(0, bits - 1), word.top() & negative]),
            false => word.negate_if(negative, bits),
        }
    }

    /// The coefficients of a factor from its parts: both parts where products are four, as in floating point, and else
    /// real part, sum of both parts, and imaginary part less real part.
    pub fn coefficients_of<'m>(&self, [re, im]: [Sig<'m>; 2]) -> Vec<Sig<'m>> {
        match self.arithmetic.has_sign_bit() {
            true => vec![re, im],
            false => vec![re, re + im, im - re],
        }
    }

    /// Both parts of a factor from its [coefficients](Self::coefficients_of).
    pub fn parts_of<'m>(&self, words: &[Sig<'m>]) -> [Sig<'m>; 2] {
        let im = if self.arithmetic.has_sign_bit() { words[1] } else { words[1] - words[0] };
        [words[0], im]
    }

    /// 2^-`halvings` times a coefficient. In fixed point the coefficients of a stage have as many bits more after their
    /// point; in floating point the result has to be zero or a normal number.
    pub fn divided<'m>(&self, word: Sig<'m>, halvings: u32) -> Sig<'m> {
        let StageArithmetic::Float(float) = self.arithmetic else { return word };
        let float = float.coefficient();
        let (fraction, exponent) = (word.bits(0, float.fraction), word.bits(float.fraction, float.exponent));
        let sign = word.bit(float.fraction + float.exponent);
        let less = exponent.any().mux(exponent - halvings, exponent);
        word.builder().cat([fraction, less, sign])
    }

    /// Encodes a constant as a coefficient.
    pub fn encode(&self, value: &Real) -> u64 {
        self.arithmetic.encode(value)
    }
}
