//! Numbers of fp32 as sums of parts of bf16.

use super::float::Float;

/// The format of a part.
pub const BF16: Float = Float { exponent: 8, fraction: 7, subnormals: false };

/// Fraction bits of fp32 that a part of bf16 has not.
const LOW_BITS: u32 = 16;

/// Maximum number of parts of a number: three have all bits of its significand.
pub const MAX_PARTS: usize = 3;

/// Returns the parts of bf16 of a number of fp32: the first is nearest to the number, and each other one nearest to
/// what the parts before it leave. They are words of fp32, whose low 16 bits are zero. What is left of an infinity, of
/// a NaN or of a number that rounds to infinity is zero. A part below the smallest normal number is zero, and so are
/// those after it; a subnormal number has zeros.
///
/// ```
/// use fftgen_maths::format::bf16_parts;
/// let parts = bf16_parts(std::f32::consts::PI.to_bits().into()).map(|part| f32::from_bits(part as u32));
/// assert_eq!(parts[0], 3.140625);
/// assert_eq!(parts.iter().sum::<f32>(), std::f32::consts::PI);
/// ```
pub fn bf16_parts(a: u64) -> [u64; MAX_PARTS] {
    let fp32 = Float { fraction: BF16.fraction + LOW_BITS, ..BF16 };
    let mut left = a;
    let mut parts = [0; MAX_PARTS];
    for (number, part) in parts.iter_mut().enumerate() {
        let is_first = number == 0;
        let (magnitude, sign) = (left & (fp32.sign_mask() - 1), left & fp32.sign_mask());
        if magnitude >> fp32.fraction == 0 {
            *part = if is_first { sign } else { 0 };
            break;
        }
        if fp32.is_nan(left) {
            *part = fp32.nan();
            break;
        }
        let odd = magnitude >> LOW_BITS & 1;
        let rounded = (magnitude + (1 << (LOW_BITS - 1)) - 1 + odd) >> LOW_BITS << LOW_BITS;
        *part = sign | rounded;
        if rounded >= fp32.infinity() {
            break;
        }
        // The difference is exact, or below the smallest normal number and then zero.
        left = fp32.sub(left, *part);
    }
    parts
}
