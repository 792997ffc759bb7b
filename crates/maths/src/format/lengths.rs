//! Numbers in formats of longer and of shorter fractions, with exponents of equal bits.

use super::float::Float;

impl Float {
    /// Returns whether a format has the exponents of this one, and a longer fraction.
    ///
    /// ```
    /// use fftgen_maths::format::Float;
    /// let [fp32, e8m27, fp64] = [(8, 23), (8, 27), (11, 52)].map(|(e, m)| Float { exponent: e, fraction: m, subnormals: false });
    /// assert_eq!([fp32, e8m27, fp64].map(|other| fp32.is_shorter_than(other)), [false, true, false]);
    /// ```
    pub fn is_shorter_than(self, longer: Float) -> bool {
        longer == Float { fraction: longer.fraction, ..self } && longer.fraction > self.fraction
    }

    /// Returns a number of this format in one of a longer fraction. It is exact.
    pub fn lengthened(self, longer: Float, a: u64) -> u64 {
        longer.mul_by(self, longer.one(), a)
    }

    /// Returns a number of this format in one of a shorter fraction, rounded once.
    ///
    /// ```
    /// use fftgen_maths::format::Float;
    /// let [fp32, e8m27] = [23, 27].map(|fraction| Float { exponent: 8, fraction, subnormals: false });
    /// let third = u64::from((1f32 / 3.0).to_bits());
    /// let longer = fp32.lengthened(e8m27, third);
    /// assert_eq!([longer, longer + 7, longer + 8].map(|word| e8m27.shortened(fp32, word)), [third, third, third + 1]);
    /// ```
    pub fn shortened(self, shorter: Float, a: u64) -> u64 {
        shorter.mul_by(self, shorter.one(), a)
    }

    /// Returns 1.
    fn one(self) -> u64 {
        (self.bias() as u64) << self.fraction
    }
}
