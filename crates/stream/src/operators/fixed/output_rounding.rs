//! Rounding of a stage's outputs: low bits are dropped by a rounding rule, and high bits by an overflow rule.

use crate::format::{Overflow, Rounding};
use crate::operators::add_carry;
use crate::operators::odd::odd;
use crate::operators::shift::left;
use crate::rtl::{Module, Net};

/// Rounding of a word at the end of a stage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OutputRounding {
    /// Bits of the word.
    pub internal_bits: u32,
    /// Bits of the port for a left shift before the rounding, or zero. The shift widens the word, so that no bit is
    /// lost at the high end.
    pub shift_field_bits: u32,
    /// Bits dropped at the low end, fewer than the word has.
    pub dropped_bits: u32,
    /// Bits of the output.
    pub output: u32,
    /// Rule for the dropped bits.
    pub rounding: Rounding,
    /// Rule for numbers that do not fit. `None` if all numbers fit.
    pub overflow: Option<Overflow>,
    /// Whether the operator has a port that negates the word.
    pub signed: bool,
}

impl OutputRounding {
    /// Returns a name for the operator, which is unique.
    pub fn name(&self) -> String {
        let OutputRounding { internal_bits, shift_field_bits, dropped_bits, output, .. } = self;
        let moved = if *shift_field_bits > 0 { format!("_up{shift_field_bits}") } else { String::new() };
        let overflow = match self.overflow {
            None => "",
            Some(Overflow::Saturate) => "_saturate",
            Some(Overflow::Wrap) => "_wrap",
        };
        format!(
            "round_{internal_bits}_{dropped_bits}_{output}{moved}{overflow}{}",
            if self.signed { "_negate" } else { "" }
        )
    }

    /// Builds the operator, combinational. Inputs: `a`; `pre_shift`, a left shift in bits, if it has a field; `negate`
    /// if `signed`. Outputs: `y`, and `overflow` if a number may not fit.
    ///
    /// Let q be the kept bits, and r one if the rule rounds up. Then y = q + r. The negated result -(q + r) is ~q + 1 -
    /// r, so both the kept bits and the carry are inverted.
    pub fn module(&self, name: &str) -> Module {
        let rule = self.rounding.words();
        let limits = self.overflow.map_or(String::new(), |overflow| format!(", {}", overflow.words()));
        let OutputRounding { internal_bits, shift_field_bits, dropped_bits, output, .. } = *self;
        let moved = if shift_field_bits > 0 { "2^pre_shift times a" } else { "A" };
        let mut m = Module::new(
            name,
            format!("{moved} word of {internal_bits} bits over 2^{dropped_bits}, {rule}, in {output} bits{limits}"),
        );
        let mut a = m.input("a", internal_bits);
        let mut rounding = *self;
        if shift_field_bits > 0 {
            let by = m.input("pre_shift", shift_field_bits);
            rounding.internal_bits += (1 << shift_field_bits) - 1;
            let wide = m.sign_extend(a, rounding.internal_bits);
            a = left(&mut m, wide, by);
        }
        let negate = if self.signed { m.input("negate", 1) } else { m.constant(1, 0) };
        let (y, over) = rounding.apply(&mut m, a, negate);
        m.output("y", y);
        if let Some(over) = over {
            m.output("overflow", over);
        }
        m
    }

    /// Rounds a word. The second result tells whether it overflows, if a number may not fit.
    pub(in crate::operators) fn apply(&self, m: &mut Module, a: Net, negate: Net) -> (Net, Option<Net>) {
        let OutputRounding { internal_bits, dropped_bits, output, .. } = *self;
        let up = self.rounds_up(m, a, negate);
        let carry = m.xor(up, negate);
        m.name(carry, "round_up");

        // One bit more than is kept, if the sum may overflow.
        let width = if self.overflow.is_some() { (internal_bits - dropped_bits + 1).max(output + 1) } else { output };
        let kept = m.slice(a, dropped_bits, (internal_bits - dropped_bits).min(width));
        let kept = match self.rounding {
            Rounding::Odd => {
                let lost = self.lost(m, a);
                odd(m, kept, lost)
            }
            _ => kept,
        };
        let kept = m.sign_extend(kept, width);
        let flip = m.repeat(negate, width);
        let kept = m.xor(kept, flip);
        let sum = match m.constant_value(carry) {
            Some(0) => kept,
            _ => {
                let nothing = m.constant(width, 0);
                add_carry(m, nothing, kept, carry)
            }
        };
        m.name(sum, "rounded");
        self.finish(m, sum)
    }

    /// Computes whether `a` rounds up. If `negate`, the rule is applied to the negated word.
    fn rounds_up(&self, m: &mut Module, a: Net, negate: Net) -> Net {
        let never = m.constant(1, 0);
        let Some(below) = self.dropped_bits.checked_sub(1) else { return never };
        let half = m.bit(a, below);
        let rest = match below {
            0 => never,
            _ => {
                let rest = m.slice(a, 0, below);
                m.any(rest)
            }
        };
        match self.rounding {
            Rounding::Convergent => {
                let odd = m.bit(a, self.dropped_bits);
                let more = m.or(odd, rest);
                m.and(half, more)
            }
            Rounding::HalfUp => {
                let straight = m.not(negate);
                let more = m.or(straight, rest);
                m.and(half, more)
            }
            Rounding::Truncate => {
                let anything = m.or(half, rest);
                m.and(negate, anything)
            }
            Rounding::Odd => never,
        }
    }

    /// Computes whether any dropped bit is set.
    fn lost(&self, m: &mut Module, a: Net) -> Net {
        match self.dropped_bits {
            0 => m.constant(1, 0),
            dropped_bits => {
                let low = m.slice(a, 0, dropped_bits);
                m.any(low)
            }
        }
    }

    /// Truncates the rounded word to the output, and applies the overflow rule.
    fn finish(&self, m: &mut Module, sum: Net) -> (Net, Option<Net>) {
        let (output, width) = (self.output, m.width(sum));
        let low = m.slice(sum, 0, output);
        let Some(rule) = self.overflow else { return (low, None) };
        // The number fits if all bits from the sign of the output on are equal.
        let above = m.slice(sum, output - 1, width - output + 1);
        let (ones, some) = (m.all(above), m.any(above));
        let different = m.not(ones);
        let over = m.and(some, different);
        m.name(over, "over");
        let y = match rule {
            Overflow::Wrap => low,
            Overflow::Saturate => {
                let sign = m.bit(sum, width - 1);
                let positive = m.not(sign);
                let magnitude = m.repeat(positive, output - 1);
                let limit = m.concat(&[magnitude, sign]);
                m.mux(over, limit, low)
            }
        };
        (y, Some(over))
    }
}
