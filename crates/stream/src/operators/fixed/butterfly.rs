//! Butterfly with delay feedback (SDF): sum, difference and multiplexers in one LUT per bit.

use crate::operators::add_tables;
use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Parts of a complex word.
const PARTS: [&str; 2] = ["re", "im"];

/// Kind of an SDF butterfly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Butterfly {
    /// Bits of a part of a word.
    pub bits: u32,
    /// Whether second elements may be multiplied by -i.
    pub turned: bool,
    /// Whether the delay is one cycle, so that the word for the delay line is the delayed word of the next cycle.
    pub adjacent: bool,
}

/// Builds an SDF butterfly on complex words, combinational.
///
/// Inputs:
/// - `waiting`: word from the delay line
/// - `masked`: equal to `waiting` if `complete`, else zero
/// - `coming`: input word
/// - `complete`: set for second elements
/// - `turn`, if the kind is `turned`: set for second elements that are multiplied by -i first
/// - `again`, if the kind is `adjacent`: set if the next input word is a second element
///
/// Outputs:
/// - `leaving`: `waiting + coming` if `complete`, else `waiting`
/// - `kept`, for the delay line: `waiting - coming` if `complete`, else `coming`
/// - `ready`, if the kind is `adjacent`: equal to `kept` if `again`, else zero
///
/// A result bit depends on a bit of the delayed word, on a bit of both parts of the input word, and on two flags: five
/// inputs and a carry.
#[hdl]
pub fn butterfly(name: &str, kind: Butterfly) -> Module {
    let Butterfly { bits, turned, adjacent } = kind;
    let turns = if turned { ", the second of which may be turned by -i" } else { "" };
    let m = Builder::new(
        name,
        format!("Sum and difference of complex words of {bits} bits{turns}, or the words as they are"),
    );
    let word = |name: &str| PARTS.map(|part| m.input(format!("{name}_{part}"), bits));
    let (waiting, masked, coming) = (word("waiting"), word("masked"), word("coming"));
    let complete = m.input("complete", 1);
    let turn = if turned { m.input("turn", 1) } else { m.low() };
    let again = adjacent.then(|| m.input("again", 1));
    let results = [0, 1].map(|part| {
        let _scope = m.scope(PARTS[part]);
        let rotated = turn.mux(coming[1 - part], coming[part]);
        let (second, negative) = match (turned, part) {
            (true, 1) => (rotated.invert_if(turn), turn),
            _ => (rotated, m.low()),
        };
        let carry = negative & complete;
        let is_added = complete.repeat(bits);
        let added = second & is_added;
        let leaving = match carry.constant_value() {
            Some(0) => add_tables(waiting[part], added),
            _ => waiting[part].add_carry(added, carry),
        };
        let (subtract, less) = (!negative, !second);
        let borrow = complete & subtract;
        let subtrahend = complete.mux(less, coming[part]);
        let kept = masked[part].add_carry(subtrahend, borrow);
        [leaving, kept]
    });
    for (index, name) in ["leaving", "kept"].into_iter().enumerate() {
        PARTS.iter().zip(&results).for_each(|(part, results)| m.output(format!("{name}_{part}"), results[index]));
    }
    if let Some(again) = again {
        let ready = results.map(|[_, kept]| again.mux(kept, 0));
        PARTS.iter().zip(ready).for_each(|(part, ready)| m.output(format!("ready_{part}"), ready));
    }
    m.finish()
}
