//! Operands of a floating-point addition, ordered by magnitude and aligned to the larger one.

use super::shift::right;
use super::{weight, Fields};
use crate::format::Float;
use fftgen_hdl::dsl::*;

/// Ordered and aligned operands.
pub(super) struct Aligned<'m> {
    /// Sign of the operand of larger magnitude, or of `a` if the magnitudes are equal.
    pub sign: Sig<'m>,
    /// Whether the magnitude of `b` is larger.
    pub swap: Sig<'m>,
    /// Whether the signs differ.
    pub opposite: Sig<'m>,
    /// Exponent field of the larger operand.
    pub exponent: Sig<'m>,
    /// Effective exponent of the larger operand, as [`weight`] defines it.
    pub weight: Sig<'m>,
    /// Significand of the larger operand.
    pub large: Sig<'m>,
    /// Significand of the smaller operand, aligned to the larger one, with two more bits below.
    pub small: Sig<'m>,
    /// Whether any bit below `small` is set.
    pub sticky: Sig<'m>,
    /// Whether an operand is infinite or NaN.
    pub special: Sig<'m>,
    /// Whether both operands are infinite or NaN.
    pub both_special: Sig<'m>,
    /// Whether an operand is NaN, if `special`.
    pub payload: Sig<'m>,
    /// Whether both operands are zero, which the exponents alone tell without subnormals. Never set with subnormals.
    pub empty: Sig<'m>,
}

record! {
    /// Operand before the order of magnitudes is known.
    struct Operand {
        sign,
        exponent,
        /// Exponent and fraction as one number without sign.
        magnitude,
        /// Effective exponent.
        weight,
        /// Significand with the leading bit. Without subnormals, the leading bit is always set. An operand that is zero
        /// then has a wrong significand, which the result does not use.
        significand,
        /// Whether the magnitude is not zero.
        nonzero,
        /// Whether the operand is infinite or NaN.
        special,
    }
}

impl<'m> Operand<'m> {
    /// Splits an operand.
    fn new(f: Float, word: Sig<'m>) -> Self {
        let m = word.builder();
        let Fields { sign, exponent, fraction } = Fields::split(f, word);
        let magnitude = word.bits(0, f.bits() - 1);
        let normal = exponent.any();
        let (leading, weight, nonzero) = match f.subnormals {
            true => (normal, weight(exponent, normal), magnitude.any()),
            false => (m.high(), exponent, normal),
        };
        let significand = m.cat([fraction, leading]);
        Operand { sign, exponent, magnitude, weight, significand, nonzero, special: exponent.all() }
    }
}

impl<'m> Aligned<'m> {
    /// Orders and aligns `a` and `b`, with the sign of `b` inverted if `subtract`.
    ///
    /// Magnitudes compare as integers. The difference of significands is therefore never negative, and the exponent of
    /// the larger operand alone tells whether an operand is infinite or NaN.
    #[hdl]
    pub fn new(f: Float, a: Sig<'m>, b: Sig<'m>, subtract: Option<Sig<'m>>) -> Self {
        let m = a.builder();
        m.section("Order of the operands");
        let a = Operand::new(f, a);
        let b = Operand::new(f, b);
        let sign_b = subtract.map_or(b.sign, |subtract| b.sign ^ subtract);
        let opposite = a.sign ^ sign_b;
        let swap = less(a.magnitude, b.magnitude);
        let larger_sign = swap.mux(sign_b, a.sign);
        let large = swap.mux(b.significand, a.significand);
        let larger_exponent = swap.mux(b.exponent, a.exponent);
        let weight = if f.subnormals { swap.mux(b.weight, a.weight) } else { larger_exponent };

        m.section("Alignment to the larger operand");
        // Both differences are computed in parallel with the comparison, which then selects one.
        let distances = [a.weight - b.weight, b.weight - a.weight];
        let distance = swap.mux(distances[1], distances[0]);
        let both_nonzero = a.nonzero & b.nonzero;
        let (small, sticky) = align([a, b], swap, distance, both_nonzero);
        let empty = if f.subnormals { m.low() } else { !larger_exponent.any() };
        let special = larger_exponent.all();
        let both_special = a.special & b.special;
        let payload = large.any_below(f.fraction);
        Aligned {
            sign: larger_sign,
            swap,
            opposite,
            exponent: larger_exponent,
            weight,
            large,
            small,
            sticky,
            special,
            both_special,
            payload,
            empty,
        }
    }

    /// `width` bits of the sum of the significands, or if `subtract` of their difference, and three bits below.
    ///
    /// The bits below the larger significand are zero. The sticky bit of a difference is therefore that of the smaller
    /// operand, and a set sticky bit borrows from the bits above, which clears the carry of the subtraction.
    #[hdl]
    pub fn combine(&self, subtract: Sig<'m>, width: u32) -> Sig<'m> {
        let m = subtract.builder();
        m.section("Addition of the significands");
        let below = self.small.width() - self.large.width();
        let bits = width + below;
        let (large, small) = (self.large.above_zeros(below).extend(bits), self.small.extend(bits));
        let sum = match subtract.constant_value() {
            Some(0) => large + small,
            _ => {
                let addend = small.invert_if(subtract);
                large.add_carry(addend, subtract & !self.sticky)
            }
        };
        m.cat([self.sticky, sum])
    }

    /// Whether the result is NaN: an operand is NaN, or infinities are subtracted.
    pub fn nan(&self, subtract: Sig<'m>) -> Sig<'m> {
        let is_difference = (self.both_special & subtract).named("is_special_difference");
        let is_invalid = (self.payload | is_difference).named("is_invalid");
        self.special & is_invalid
    }

    /// The sign of a result: `large`, the sign of the larger operand, but positive for a difference of zero.
    /// `vanished` tells that the significands cancel. It may be wrong for zero operands without subnormals.
    pub fn sign(&self, large: Sig<'m>, subtract: Sig<'m>, vanished: Sig<'m>) -> Sig<'m> {
        let is_zero = (vanished | self.empty).named("is_zero");
        large & !(subtract & is_zero)
    }
}

/// Aligns the smaller significand, and computes its sticky bit. The lowest digit of the distance does not depend on the
/// order, so it is applied to both operands before one multiplexer selects the smaller.
#[hdl]
fn align<'m>([a, b]: [Operand<'m>; 2], swap: Sig<'m>, distance: Sig<'m>, both: Sig<'m>) -> (Sig<'m>, Sig<'m>) {
    let is_odd = a.weight.bit(0) ^ b.weight.bit(0);
    let bits = a.significand.width() + 2;
    let [small_a, small_b] = [a, b]
        .map(|operand| is_odd.mux(operand.significand.above_zeros(1).extend(bits), operand.significand.above_zeros(2)));
    let small = swap.mux(small_a, small_b);

    // A distance beyond the digits that shift all bits out leaves only the sticky bit.
    let digits = (bits.ilog2() + 1).min(distance.width());
    let out_of_reach = distance.any_above(digits);
    let in_reach = !out_of_reach & both;
    let (shifted, lost) = right(small, distance.bits(0, digits), 1);
    // The LUT that adds a bit has a free input for the mask.
    let aligned = shifted.masked(in_reach);
    let sticky = (lost | out_of_reach) & both;
    (aligned, sticky)
}

/// Whether `a < b`, by digits of three bits. Two LUTs compare a digit, and a carry chain combines the digits.
#[hdl]
fn less<'m>(a: Sig<'m>, b: Sig<'m>) -> Sig<'m> {
    // Bits of a digit.
    const DIGIT: u32 = 3;
    let m = a.builder();
    let digits = (0..a.width()).step_by(DIGIT as usize).map(|low| {
        let bits = DIGIT.min(a.width() - low);
        [a, b].map(|word| word.bits(low, bits))
    });
    let (mut less, mut at_most): (Vec<Sig>, Vec<Sig>) = digits.map(|[a, b]| (a.lt(b), !b.lt(a))).unzip();
    less.push(m.low());
    at_most.push(m.low());
    let is_less = m.cat(less);
    let is_at_most = m.cat(at_most);
    let comparison = is_less + is_at_most;
    comparison.top()
}
