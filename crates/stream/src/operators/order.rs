//! Operands of a floating-point addition, ordered by magnitude and aligned to the larger one.

use super::shift::right;
use super::{add_carry, gate, weight, Fields};
use crate::format::Float;
use crate::rtl::{Module, Net};

/// Ordered and aligned operands.
pub(super) struct Aligned {
    /// Sign of the operand of larger magnitude, or of `a` if the magnitudes are equal.
    pub sign: Net,
    /// Whether the magnitude of `b` is larger.
    pub swap: Net,
    /// Whether the signs differ.
    pub opposite: Net,
    /// Exponent field of the larger operand.
    pub exponent: Net,
    /// Effective exponent of the larger operand, as [`weight`] defines it.
    pub weight: Net,
    /// Significand of the larger operand.
    pub large: Net,
    /// Significand of the smaller operand, aligned to the larger one, with two more bits below.
    pub small: Net,
    /// Whether any bit below `small` is set.
    pub sticky: Net,
    /// Whether an operand is infinite or NaN.
    pub special: Net,
    /// Whether both operands are infinite or NaN.
    pub both_special: Net,
    /// Whether an operand is NaN, if `special`.
    pub payload: Net,
    /// Whether both operands are zero, which the exponents alone tell without subnormals. Never set with subnormals.
    pub empty: Net,
}

/// Operand before the order of magnitudes is known.
struct Operand {
    fields: Fields,
    /// Exponent and fraction as one unsigned integer.
    magnitude: Net,
    /// Effective exponent.
    weight: Net,
    /// Significand with the leading bit. Without subnormals, the leading bit is always set. An operand that is zero
    /// then has a wrong significand, which the result does not use.
    significand: Net,
    /// Whether the magnitude is not zero.
    nonzero: Net,
    /// Whether the operand is infinite or NaN.
    special: Net,
}

impl Operand {
    /// Splits an operand.
    fn new(m: &mut Module, f: Float, word: Net) -> Operand {
        let fields = Fields::split(m, f, word);
        let magnitude = m.slice(word, 0, f.bits() - 1);
        let normal = m.any(fields.exponent);
        let (leading, weight, nonzero) = if f.subnormals {
            (normal, weight(m, fields.exponent, normal), m.any(magnitude))
        } else {
            (m.constant(1, 1), fields.exponent, normal)
        };
        let significand = m.concat(&[fields.fraction, leading]);
        let special = m.all(fields.exponent);
        m.name(special, format!("special_{}", fields.port));
        m.name(nonzero, format!("nonzero_{}", fields.port));
        Operand { fields, magnitude, weight, significand, nonzero, special }
    }
}

impl Aligned {
    /// Orders and aligns `a` and `b`, with the sign of `b` inverted if `subtract`.
    ///
    /// Magnitudes compare as integers. The difference of significands is therefore never negative, and the exponent of
    /// the larger operand alone tells whether an operand is infinite or NaN.
    pub fn new(m: &mut Module, f: Float, a: Net, b: Net, subtract: Option<Net>) -> Aligned {
        let (a, b) = (Operand::new(m, f, a), Operand::new(m, f, b));
        let sign_b = subtract.map_or(b.fields.sign, |subtract| m.xor(b.fields.sign, subtract));
        let opposite = m.xor(a.fields.sign, sign_b);
        m.name(opposite, "opposite");
        let swap = less(m, a.magnitude, b.magnitude);
        m.name(swap, "swap");
        let sign = m.mux(swap, sign_b, a.fields.sign);
        m.name(sign, "sign_large");
        let large = m.mux(swap, b.significand, a.significand);
        m.name(large, "large");
        let exponent = m.mux(swap, b.fields.exponent, a.fields.exponent);
        m.name(exponent, "exp_max");
        let weight = if f.subnormals { m.mux(swap, b.weight, a.weight) } else { exponent };
        let distance = distance(m, [a.weight, b.weight], swap);

        let both = m.and(a.nonzero, b.nonzero);
        m.name(both, "both_nonzero");
        let (small, sticky) = align(m, [&a, &b], swap, distance, both);
        let fraction = m.slice(large, 0, f.fraction);
        let empty = if f.subnormals {
            m.constant(1, 0)
        } else {
            let some = m.any(exponent);
            let empty = m.not(some);
            m.name(empty, "both_zero")
        };
        let special = m.all(exponent);
        m.name(special, "is_special");
        Aligned {
            sign,
            swap,
            opposite,
            exponent,
            weight,
            large,
            small,
            sticky,
            special,
            both_special: m.and(a.special, b.special),
            payload: m.any(fraction),
            empty,
        }
    }

    /// Computes `width` bits of the sum of the significands, or if `subtract` of their difference, and three bits
    /// below.
    ///
    /// The bits below the larger significand are zero. The sticky bit of a difference is therefore that of the smaller
    /// operand, and a set sticky bit borrows from the bits above, which clears the carry of the subtraction.
    pub fn combine(&self, m: &mut Module, subtract: Net, width: u32) -> Net {
        let below = m.width(self.small) + 1 - m.width(self.large);
        let (zeros, width) = (m.constant(below - 1, 0), width + below - 1);
        let large = m.concat(&[zeros, self.large]);
        let (large, small) = (m.extend(large, width), m.extend(self.small, width));
        let body = match m.constant_value(subtract) {
            Some(0) => m.add(large, small),
            _ => {
                let inverse = m.repeat(subtract, width);
                let small = m.xor(small, inverse);
                let exact = m.not(self.sticky);
                let carry = m.and(subtract, exact);
                add_carry(m, large, small, carry)
            }
        };
        m.name(body, if m.constant_value(subtract) == Some(0) { "sum_mantissa" } else { "diff_mantissa" });
        m.concat(&[self.sticky, body])
    }

    /// Computes whether the result is NaN: an operand is NaN, or infinities are subtracted.
    pub fn nan(&self, m: &mut Module, subtract: Net) -> Net {
        let difference = m.and(self.both_special, subtract);
        let invalid = m.or(self.payload, difference);
        let nan = m.and(self.special, invalid);
        m.name(nan, "nan")
    }

    /// Computes the sign of a result: `large`, the sign of the larger operand, but positive for a difference of zero.
    /// `vanished` tells that the significands cancel. It may be wrong for zero operands without subnormals.
    pub fn sign(&self, m: &mut Module, large: Net, subtract: Net, vanished: Net) -> Net {
        let vanished = m.or(vanished, self.empty);
        m.name(vanished, "is_zero");
        let plus = m.and(subtract, vanished);
        let minus = m.not(plus);
        m.and(large, minus)
    }
}

/// Computes the distance of the exponents. Both differences are computed in parallel with the comparison, which then
/// selects one.
fn distance(m: &mut Module, [a, b]: [Net; 2], swap: Net) -> Net {
    let (above, below) = (m.sub(a, b), m.sub(b, a));
    let distance = m.mux(swap, below, above);
    m.name(distance, "distance")
}

/// Aligns the smaller significand, and computes its sticky bit. The lowest digit of the distance does not depend on the
/// order, so it is applied to both operands before one multiplexer selects the smaller.
fn align(m: &mut Module, [a, b]: [&Operand; 2], swap: Net, distance: Net, both: Net) -> (Net, Net) {
    let (low_a, low_b) = (m.bit(a.weight, 0), m.bit(b.weight, 0));
    let odd = m.xor(low_a, low_b);
    m.name(odd, "distance_is_odd");
    let long = m.width(a.significand) + 2;
    let below = |m: &mut Module, significand: Net, zeros: u32| {
        let zeros = m.constant(zeros, 0);
        let word = m.concat(&[zeros, significand]);
        m.extend(word, long)
    };
    let [small_a, small_b] = [a, b].map(|operand| {
        let (moved, kept) = (below(m, operand.significand, 1), below(m, operand.significand, 2));
        m.mux(odd, moved, kept)
    });
    let small = m.mux(swap, small_a, small_b);
    m.name(small, "small");

    // A distance beyond the digits that shift all bits out leaves only the sticky bit.
    let digits = (long.ilog2() + 1).min(m.width(distance));
    let far = match m.width(distance) - digits {
        0 => m.constant(1, 0),
        rest => {
            let far = m.slice(distance, digits, rest);
            let far = m.any(far);
            m.name(far, "out_of_reach")
        }
    };
    let near = m.not(far);
    let live = m.and(near, both);
    m.name(live, "in_reach");
    let by = m.slice(distance, 0, digits);
    let (shifted, lost) = right(m, small, by, 1);
    // The LUT that adds a bit has a free input for the mask.
    let shifted = gate(m, shifted, live);
    let lost = m.or(lost, far);
    let sticky = m.and(lost, both);
    (shifted, m.name(sticky, "sticky"))
}

/// Computes whether `a < b` by digits of three bits. Two LUTs compare a digit, and a carry chain combines the digits.
fn less(m: &mut Module, a: Net, b: Net) -> Net {
    // Bits of a digit.
    const DIGIT: u32 = 3;
    let width = m.width(a);
    let (mut above, mut reached) = (vec![], vec![]);
    for low in (0..width).step_by(DIGIT as usize) {
        let digit = DIGIT.min(width - low);
        let (a, b) = (m.slice(a, low, digit), m.slice(b, low, digit));
        above.push(m.lt(a, b));
        let below = m.lt(b, a);
        reached.push(m.not(below));
    }
    let zero = m.constant(1, 0);
    above.push(zero);
    reached.push(zero);
    let (above, reached) = (m.concat(&above), m.concat(&reached));
    let carry = m.add(above, reached);
    m.name(carry, "comparison");
    m.bit(carry, m.width(carry) - 1)
}
