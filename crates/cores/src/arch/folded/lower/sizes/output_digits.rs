//! Digits of the number of a bin, whose radices the steps of a frame give one after the other.

use super::step_table::StepTable;
use crate::lower::control::select;
use crate::rtl::{Module, Net};

/// Digits of the number of a bin, in a part of the points.
pub struct OutputDigits {
    /// Distance of the next bin's place from that of this one through these digits, less that of two bins of which all digits wrap. That of the first
    /// part is less the points of the frame, too.
    pub increment: Net,
}

impl OutputDigits {
    /// Builds the digits. `label`: what their names begin with; `digits`: maximum number of them; `start`: pulse with the first sample of a frame;
    /// `takes`: high when the word of a step of the part is taken; `moves`: high when the digits count on; `wrapped`: increment where all digits wrap.
    ///
    /// The words move on to make room for those of later steps, whose digits are slower. A frame with fewer steps has no words in the first places,
    /// where digits of one value pass the carry on.
    pub fn new(
        m: &mut Module,
        (label, digits): (&str, usize),
        table: &StepTable,
        [start, takes]: [Net; 2],
        [moves, wrapped]: [Net; 2],
    ) -> Self {
        let [last, increments] =
            [(table.word.last_digit, "last"), (table.output_increment, "step")].map(|(word, name)| {
                let words: Vec<Net> = (0..digits).map(|_| m.state(m.width(word), Some(0))).collect();
                for (number, &held) in words.iter().enumerate() {
                    m.name(held, format!("{label}_{name}{number}"));
                }
                (word, words)
            });
        let shifts = m.or(start, takes);
        let none = m.constant(m.width(last.0), 0);
        for (number, &held) in last.1.iter().enumerate() {
            let behind = last.1.get(number + 1).copied().unwrap_or(last.0);
            let next = m.mux(start, none, behind);
            m.drive_enabled(held, next, shifts);
        }
        for (number, &held) in increments.1.iter().enumerate() {
            let behind = increments.1.get(number + 1).copied().unwrap_or(increments.0);
            m.drive_enabled(held, behind, takes);
        }
        let mut carry = moves;
        let count = |(number, &last): (usize, &Net)| {
            let digit = m.state(m.width(last), Some(0));
            m.name(digit, format!("{label}_digit{number}"));
            let is_full = m.eq(digit, last);
            let one = m.constant(m.width(last), 1);
            let more = m.add(digit, one);
            let next = m.mux(is_full, none, more);
            m.drive_enabled(digit, next, carry);
            carry = m.and(carry, is_full);
            is_full
        };
        let full: Vec<Net> = last.1.iter().enumerate().map(count).collect();
        // The increment is that of the first digit that does not wrap.
        let increment =
            full.iter().zip(&increments.1).rev().fold(wrapped, |next, (&full, &own)| select(m, full, &[own, next]));
        OutputDigits { increment }
    }
}
