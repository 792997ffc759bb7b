//! Digits of the number of a bin, whose radices the steps of a frame give one after the other.

use super::step_table::StepTable;
use fftgen_hdl::dsl::*;

/// Builds the digits of the number of a bin, in a part of the points. `label`: what their names begin with; `digits`:
/// maximum number of them; `start`: pulse with the first sample of a frame; `takes`: high when the word of a step of
/// the part is taken;
/// `moves`: high when the digits count on; `wrapped`: increment where all digits wrap.
///
/// Returns the distance of the next bin's place from that of this one through these digits, less that of two bins of
/// which all digits wrap. That of the first part is less the points of the frame, too.
///
/// The words move on to make room for those of later steps, whose digits are slower. A frame with fewer steps has no
/// words in the first places, where digits of one value pass the carry on.
pub fn output_increment<'m>(
    m: &'m Builder,
    (label, digits): (&str, usize),
    table: &StepTable<'m>,
    [start, takes]: [Sig<'m>; 2],
    [moves, wrapped]: [Sig<'m>; 2],
) -> Sig<'m> {
    let states = |word: Sig<'m>, name: &str| -> Vec<Reg<'m>> {
        (0..digits).map(|number| m.state(word.width(), 0).named(&format!("{label}_{name}{number}"))).collect()
    };
    let (last, increments) = (states(table.word.last_digit, "last"), states(table.output_increment, "step"));
    let shifts = start | takes;
    let none = m.constant(table.word.last_digit.width(), 0);
    for (number, held) in last.iter().enumerate() {
        let after = last.get(number + 1).map_or(table.word.last_digit, |after| **after);
        held.next_if(shifts, start.mux(none, after));
    }
    for (number, held) in increments.iter().enumerate() {
        held.next_if(takes, increments.get(number + 1).map_or(table.output_increment, |after| **after));
    }
    let mut carry = moves;
    let count = |(number, &last): (usize, &Reg<'m>)| {
        let digit = m.state(last.width(), 0).named(&format!("{label}_digit{number}"));
        let is_full = digit.is(last);
        digit.next_if(carry, is_full.mux(none, digit + 1));
        carry = carry & is_full;
        is_full
    };
    let full: Vec<Sig> = last.iter().enumerate().map(count).collect();
    // The increment is that of the first digit that does not wrap.
    full.into_iter().zip(increments).rev().fold(wrapped, |next, (full, own)| full.mux(next, own))
}
