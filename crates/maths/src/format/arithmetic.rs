//! Floating-point operations: on one value by definition, on slices by the host's arithmetic where that gives equal
//! bits.

use super::fixed::{Fixed, Overflow, Rounding};
use super::float::Float;
use super::{host, soft};
use std::ops::RangeInclusive;

impl Float {
    /// Returns `a + b`, rounded once.
    pub fn add(self, a: u64, b: u64) -> u64 {
        soft::add(self, a, b)
    }

    /// Returns `a - b`, rounded once.
    pub fn sub(self, a: u64, b: u64) -> u64 {
        self.add(a, self.neg(b))
    }

    /// Returns `a * b`, rounded once.
    pub fn mul(self, a: u64, b: u64) -> u64 {
        self.mul_by(self, a, b)
    }

    /// Returns `a * b`, rounded once to this format, where `b` is in another format.
    pub fn mul_by(self, other: Float, a: u64, b: u64) -> u64 {
        soft::mul(self, [self, other], [a, b])
    }

    /// Returns `a * 2^k`, rounded once, for any `k`.
    pub fn scale(self, a: u64, k: i32) -> u64 {
        soft::scale(self, a, k)
    }

    /// Returns the number that is nearest to one of another format.
    ///
    /// ```
    /// use fftgen_maths::format::Float;
    /// let [fp16, fp32] = [(5, 10), (8, 23)].map(|(exponent, fraction)| Float::new(exponent, fraction, false).unwrap());
    /// assert_eq!(fp16.nearest_of(fp32, (1.5f32).to_bits().into()), 0x3e00);
    /// assert_eq!(fp16.nearest_of(fp32, (1e6f32).to_bits().into()), fp16.infinity());
    /// ```
    pub fn nearest_of(self, from: Float, a: u64) -> u64 {
        soft::convert(from, self, a)
    }

    /// Returns `value * 2^exponent`, rounded once.
    ///
    /// ```
    /// use fftgen_maths::format::Float;
    /// let fp32 = Float::new(8, 23, false).unwrap();
    /// assert_eq!(fp32.nearest(-3, -1), (-1.5f32).to_bits() as u64);
    /// assert_eq!(fp32.nearest((1 << 25) + 2, 0), (33554432.0f32).to_bits() as u64);
    /// assert_eq!((fp32.nearest(1, -150), fp32.nearest(1, 128)), (0, fp32.infinity()));
    /// ```
    pub fn nearest(self, value: i128, exponent: i32) -> u64 {
        soft::nearest(self, value, exponent)
    }

    /// Returns `value * 2^exponent`, rounded once, where `value` has at most 53 bits. It is faster than
    /// [`Float::nearest`] for most formats.
    pub fn nearest_to(self, value: i64, exponent: i32) -> u64 {
        host::nearest(self, value, exponent)
    }

    /// Whether [`Float::nearest_by_host`] serves all exponents of a range.
    pub fn has_nearest_by_host(self, exponents: &RangeInclusive<i32>) -> bool {
        host::has_nearest(self, exponents)
    }

    /// Computes [`Float::nearest_to`] without a branch, where [`Float::has_nearest_by_host`] holds.
    #[inline(always)]
    pub fn nearest_by_host(self, value: i64, exponent: i32) -> u64 {
        host::host_nearest(self, value, exponent)
    }

    /// Computes [`Float::add`] of two slices. All slices of an operation must have equal lengths.
    pub fn add_slice(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        host::add(self, a, b, out);
    }

    /// Computes [`Float::sub`] of two slices.
    pub fn sub_slice(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        host::sub(self, a, b, out);
    }

    /// Computes [`Float::mul_by`] of two slices.
    pub fn mul_slice(self, other: Float, a: &[u64], b: &[u64], out: &mut [u64]) {
        host::mul(self, other, a, b, out);
    }

    /// Computes [`Float::scale`] of a slice.
    pub fn scale_slice(self, a: &[u64], k: i32, out: &mut [u64]) {
        host::scale(self, a, k, out);
    }
}

impl Fixed {
    /// Returns the number of a word for one of floating point, and whether that is too large, with saturation. NaN is
    /// zero, and too large.
    ///
    /// ```
    /// use fftgen_maths::format::{Fixed, Float, Rounding};
    /// let (q, fp32) = (Fixed::new(2, 2)?, Float::new(8, 23, false)?);
    /// let found = [0.375f32, -2.0, 2.0, f32::NAN].map(|x| q.of_float(fp32, x.to_bits().into(), Rounding::Convergent));
    /// assert_eq!(found, [(2, false), (-8, false), (7, true), (0, true)]);
    /// # Ok::<(), fftgen_maths::format::FormatError>(())
    /// ```
    pub fn of_float(self, from: Float, a: u64, rounding: Rounding) -> (i64, bool) {
        let Some(units) = soft::units(from, a, self.fraction, rounding) else { return (0, true) };
        let (number, is_too_large) = Overflow::Saturate.fit(units, self.bits());
        (number as i64, is_too_large)
    }
}
