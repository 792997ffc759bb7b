//! Digits of the number of a bin, whose radices the steps of a frame give one after the other.

use super::step_table::StepTable;
use crate::lower::control::select;
use crate::rtl::{Module, Net};

/// Digits of the bin that is read.
pub struct OutputDigits {
    /// Distance of the next bin's place from that of this one, less one.
    pub increment: Net,
}

impl OutputDigits {
    /// Builds the digits. `takes`: high when the word of a step is taken, whose number is `step`; `leaves`: high when a bin is read;
    /// `ends`: high with the last bin.
    pub fn new(m: &mut Module, table: &StepTable, [takes, step]: [Net; 2], [leaves, ends]: [Net; 2]) -> Self {
        let (mut carry, mut full, mut increments) = (leaves, Vec::new(), Vec::new());
        for number in 0..table.steps {
            let is_own = m.eq_const(step, number as u128);
            let take = m.and(takes, is_own);
            let [last, increment] = [table.last_digit(), table.output_increment].map(|net| {
                let held = m.state(m.width(net), Some(0));
                m.drive_enabled(held, net, take);
                held
            });
            m.name(last, format!("bin_last{number}"));
            m.name(increment, format!("bin_step{number}"));
            let bits = m.width(last);
            let digit = m.state(bits, Some(0));
            m.name(digit, format!("bin_digit{number}"));
            let is_full = m.eq(digit, last);
            let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
            let clears = m.or(is_full, ends);
            let more = m.add(digit, one);
            let next = m.mux(clears, zero, more);
            let moves = m.or(carry, ends);
            m.drive_enabled(digit, next, moves);
            carry = m.and(carry, is_full);
            full.push(is_full);
            increments.push(increment);
        }
        // The increment is that of the first digit that does not wrap.
        let mut increment = increments[increments.len() - 1];
        for (is_full, own) in full.iter().zip(&increments).rev().skip(1) {
            increment = select(m, *is_full, &[*own, increment]);
        }
        OutputDigits { increment }
    }
}
