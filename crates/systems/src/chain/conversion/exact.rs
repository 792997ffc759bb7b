//! Exact numbers become words of fixed point: rounded, and saturated where they may be too large.

use super::traits::{Conversion, Converted, Integers};
use crate::chain::ports::{Beats, Ports};
use crate::format::{Fixed, Overflow, Rounding};
use crate::operators::fixed::OutputRounding;
use fftgen_hdl::dsl::*;
use std::sync::Arc;

/// Conversion of exact numbers to words of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requantize {
    /// Bits of a number.
    bits: u32,
    /// Zeros that are appended at the low end before the rounding.
    appended: u32,
    rounding: OutputRounding,
}

impl Requantize {
    pub fn new(from: Integers, to: Fixed, rounding: Rounding) -> Self {
        let Integers { bits, fraction, largest } = from;
        let dropped_bits = fraction.saturating_sub(to.fraction);
        let appended = to.fraction.saturating_sub(fraction);
        // Numbers that are shorter than what is dropped still have a sign.
        let bits = bits.max(dropped_bits + 1);
        let largest = i128::try_from(largest).unwrap_or(i128::MAX).saturating_mul(1 << appended).min(i128::MAX / 2);
        let limit = Rounding::HalfUp.drop(largest, dropped_bits);
        let fits = limit < 1 << (to.bits() - 1);
        let rounding = OutputRounding {
            internal_bits: bits + appended,
            shift_field_bits: 0,
            dropped_bits,
            output: to.bits(),
            rounding,
            overflow: (!fits).then_some(Overflow::Saturate),
            signed: false,
        };
        Requantize { bits, appended, rounding }
    }
}

impl Conversion for Requantize {
    fn cycles(&self) -> usize {
        1
    }

    fn number(&self, number: i128) -> (i64, bool) {
        let rounded = self.rounding.rounding.drop(number << self.appended, self.rounding.dropped_bits);
        let (word, overflow) = Overflow::Saturate.fit(rounded, self.rounding.output);
        (word as i64, overflow)
    }

    fn word<'m>(&self, prefix: &str, label: &str, number: Sig<'m>) -> Converted<'m> {
        let m = number.builder();
        let number = match self.appended {
            0 => number.sign_extend(self.bits),
            zeros => m.cat([m.constant(zeros, 0), number.sign_extend(self.bits)]),
        };
        if self.rounding.dropped_bits == 0 && self.rounding.overflow.is_none() {
            return (number.resize_signed(self.rounding.output).register(), None);
        }
        let module = Arc::new(self.rounding.module(&format!("{prefix}_{}", self.rounding.name())));
        let outputs = m.operate(label, &module, [number]);
        let timed = |output: Sig<'m>| number.cycle().map_or(output, |cycle| output.at(cycle)).register();
        (timed(outputs[0]), outputs.get(1).map(|overflow| timed(*overflow)))
    }
}

/// Adds the outputs of an operation: the words, `latency` clock cycles after the beats that enter, and `overflow`, high
/// in a cycle in which a word of a beat is too large.
pub fn finish<'m>(start: Sig<'m>, beat: &Beats<'m>, words: Vec<Converted<'m>>, latency: usize) {
    let m = start.builder();
    assert!(words.iter().all(|(word, _)| word.cycle() == Some(latency as i32)), "all words have the latency");
    Ports::outputs(m, start.later_with_reset(latency as u32), words.iter().map(|(word, _)| *word));
    let too_large: Vec<Sig> = words.iter().filter_map(|(_, overflow)| *overflow).collect();
    if !too_large.is_empty() {
        let is_result = beat.active.later_with_reset(latency as u32);
        m.output("overflow", m.any_of(too_large).untimed() & is_result);
    }
}
