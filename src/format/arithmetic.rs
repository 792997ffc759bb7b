//! Operations of floating point: on one value by definition, on slices by the host where that gives the same bits.

use super::float::Float;
use super::{host, soft};

impl Float {
    pub fn add(self, a: u64, b: u64) -> u64 {
        soft::add(self, a, b)
    }

    pub fn sub(self, a: u64, b: u64) -> u64 {
        self.add(a, self.neg(b))
    }

    pub fn mul(self, a: u64, b: u64) -> u64 {
        self.mul_by(self, a, b)
    }

    /// `a * b` rounded once to this format, where `b` is of another.
    pub fn mul_by(self, other: Float, a: u64, b: u64) -> u64 {
        soft::mul(self, [self, other], [a, b])
    }

    /// `a * 2^k`, as a multiplication by an exact power of two would give it, for any `k`.
    pub fn scale(self, a: u64, k: i32) -> u64 {
        soft::scale(self, a, k)
    }

    /// `value * 2^exponent`, rounded once.
    ///
    /// ```
    /// use fftgen::format::Float;
    /// let fp32 = Float::new(8, 23, false).unwrap();
    /// assert_eq!(fp32.nearest(-3, -1), (-1.5f32).to_bits() as u64);
    /// assert_eq!(fp32.nearest((1 << 25) + 2, 0), (33554432.0f32).to_bits() as u64);
    /// assert_eq!((fp32.nearest(1, -150), fp32.nearest(1, 128)), (0, fp32.infinity()));
    /// ```
    pub fn nearest(self, value: i128, exponent: i32) -> u64 {
        soft::nearest(self, value, exponent)
    }

    /// Rounds `value` · 2^`exponent` to the nearest number, where `value` has at most 53 bits: quicker for most formats.
    pub fn nearest_to(self, value: i64, exponent: i32) -> u64 {
        host::nearest(self, value, exponent)
    }

    /// [`Float::add`] of two slices. The three slices of every slice operation have one length.
    pub fn add_slice(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        host::add(self, a, b, out);
    }

    /// [`Float::sub`] of two slices.
    pub fn sub_slice(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        host::sub(self, a, b, out);
    }

    /// [`Float::mul_by`] of two slices.
    pub fn mul_slice(self, other: Float, a: &[u64], b: &[u64], out: &mut [u64]) {
        host::mul(self, other, a, b, out);
    }

    /// [`Float::scale`] of a slice.
    pub fn scale_slice(self, a: &[u64], k: i32, out: &mut [u64]) {
        host::scale(self, a, k, out);
    }
}
