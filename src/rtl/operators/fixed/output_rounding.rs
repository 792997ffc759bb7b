//! The end of a stage: bits are dropped at the low end by a rule, and at the high end where they must.

use crate::format::{Overflow, Rounding};
use crate::rtl::operators::add_carry;
use crate::rtl::operators::odd::odd;
use crate::rtl::operators::shift::left;
use crate::rtl::{Module, Net};

/// What becomes of a word at the end of a stage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OutputRounding {
    /// Bits of the word.
    pub internal_bits: u32,
    /// Bits of the number of places that the word moves up by first, where it does: there is a port for it. What is
    /// dropped is then fewer of its own bits, and nothing is lost at the high end.
    pub shift_field_bits: u32,
    /// Bits dropped at the low end; fewer than the word has.
    pub dropped_bits: u32,
    /// Bits that go out.
    pub output: u32,
    pub rounding: Rounding,
    /// What to do with a number that does not fit; nothing where all do.
    pub overflow: Option<Overflow>,
    /// Whether a word may have to be negated first: there is a port for it.
    pub signed: bool,
}

impl OutputRounding {
    /// A name for the operator, different for each.
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

    /// The operator, combinational. Ports `a`, `pre_shift` if the word moves up by as many, `negate` if it is signed; `y`, and
    /// `overflow` if there can be one.
    ///
    /// With q the bits that are kept and r whether the rule rounds up, y = q + r. Of the negated word, -(q + r) is
    /// ~q + 1 - r: the kept bits flip, and so does the carry.
    pub fn module(&self, name: &str) -> Module {
        let rule = self.rounding.words();
        let ends = self.overflow.map_or(String::new(), |overflow| format!(", {}", overflow.words()));
        let OutputRounding { internal_bits, shift_field_bits, dropped_bits, output, .. } = *self;
        let moved = if shift_field_bits > 0 { "2^pre_shift times a" } else { "A" };
        let mut m = Module::new(
            name,
            format!("{moved} word of {internal_bits} bits over 2^{dropped_bits}, {rule}, in {output} bits{ends}"),
        );
        let mut a = m.input("a", internal_bits);
        let mut cut = *self;
        if shift_field_bits > 0 {
            let by = m.input("pre_shift", shift_field_bits);
            cut.internal_bits += (1 << shift_field_bits) - 1;
            let wide = m.sign_extend(a, cut.internal_bits);
            a = left(&mut m, wide, by);
        }
        let negate = if self.signed { m.input("negate", 1) } else { m.constant(1, 0) };
        let (y, over) = cut.of(&mut m, a, negate);
        m.output("y", y);
        if let Some(over) = over {
            m.output("overflow", over);
        }
        m
    }

    /// The word that goes out of one, and where there can be an overflow, whether there is.
    pub(in crate::rtl::operators) fn of(&self, m: &mut Module, a: Net, negate: Net) -> (Net, Option<Net>) {
        let OutputRounding { internal_bits, dropped_bits, output, .. } = *self;
        let up = self.rounds_up(m, a, negate);
        let carry = m.xor(up, negate);
        m.name(carry, "round_up");

        // A bit more than is kept, where the sum may need it.
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

    /// Whether the rule rounds the magnitude up that is about to be negated, or the word as it is.
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

    /// Whether some bit that is dropped is set.
    fn lost(&self, m: &mut Module, a: Net) -> Net {
        match self.dropped_bits {
            0 => m.constant(1, 0),
            dropped_bits => {
                let low = m.slice(a, 0, dropped_bits);
                m.any(low)
            }
        }
    }

    fn finish(&self, m: &mut Module, sum: Net) -> (Net, Option<Net>) {
        let (output, width) = (self.output, m.width(sum));
        let low = m.slice(sum, 0, output);
        let Some(rule) = self.overflow else { return (low, None) };
        // Fits if all bits from the sign of the output on are the same.
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
                let most = m.repeat(positive, output - 1);
                let end = m.concat(&[most, sign]);
                m.mux(over, end, low)
            }
        };
        (y, Some(over))
    }
}
