//! Rounding of a stage's outputs: low bits are dropped by a rounding rule, and high bits by an overflow rule.

use crate::format::{Overflow, Rounding};
use crate::operators::shift::left;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

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
        let m = Builder::new(
            name,
            format!("{moved} word of {internal_bits} bits over 2^{dropped_bits}, {rule}, in {output} bits{limits}"),
        );
        let mut rounding = *self;
        let word = m.input("a", internal_bits);
        let word = if shift_field_bits > 0 {
            let by = m.input("pre_shift", shift_field_bits);
            rounding.internal_bits += (1 << shift_field_bits) - 1;
            left(word.sign_extend(rounding.internal_bits), by)
        } else {
            word
        };
        let negate = if self.signed { m.input("negate", 1) } else { m.low() };
        let (rounded, overflow) = rounding.apply(word, negate);
        m.output("y", rounded);
        if let Some(overflow) = overflow {
            m.output("overflow", overflow);
        }
        m.finish()
    }

    /// Rounds a word. The second result tells whether it overflows, if a number may not fit.
    #[hdl]
    pub(in crate::operators) fn apply<'m>(&self, word: Sig<'m>, negate: Sig<'m>) -> (Sig<'m>, Option<Sig<'m>>) {
        let OutputRounding { internal_bits, dropped_bits, output, .. } = *self;
        let round_up = self.rounds_up(word, negate) ^ negate;

        // One bit more than is kept, if the sum may overflow.
        let bits = if self.overflow.is_some() { (internal_bits - dropped_bits + 1).max(output + 1) } else { output };
        let kept = word.bits(dropped_bits, (internal_bits - dropped_bits).min(bits));
        let kept = match self.rounding {
            Rounding::Odd => kept.with_lowest(word.any_below(dropped_bits)),
            _ => kept,
        };
        let signed = kept.sign_extend(bits).invert_if(negate);
        let rounded = match round_up.constant_value() {
            Some(0) => signed,
            _ => signed.plus_carry(round_up),
        };
        self.finish(rounded)
    }

    /// Whether a word rounds up. If `negate`, the rule is applied to the negated word.
    fn rounds_up<'m>(&self, word: Sig<'m>, negate: Sig<'m>) -> Sig<'m> {
        let never = negate.builder().low();
        let Some(below) = self.dropped_bits.checked_sub(1) else { return never };
        let (half, rest) = (word.bit(below), word.any_below(below));
        match self.rounding {
            Rounding::Convergent => half & (word.bit(self.dropped_bits) | rest),
            Rounding::HalfUp => half & (!negate | rest),
            Rounding::Truncate => negate & (half | rest),
            Rounding::Odd => never,
        }
    }

    /// Truncates the rounded word to the output, and applies the overflow rule.
    fn finish<'m>(&self, rounded: Sig<'m>) -> (Sig<'m>, Option<Sig<'m>>) {
        let low = rounded.bits(0, self.output);
        let Some(rule) = self.overflow else { return (low, None) };
        // The number fits if all bits from the sign of the output on are equal.
        let above = rounded.above(self.output - 1);
        let (ones, some) = (above.all(), above.any());
        let over = (some & !ones).named("over");
        let y = match rule {
            Overflow::Wrap => low,
            Overflow::Saturate => {
                let sign = rounded.top();
                let limit = rounded.builder().cat([(!sign).repeat(self.output - 1), sign]);
                over.mux(limit, low).named("limited")
            }
        };
        (y, Some(over))
    }
}
