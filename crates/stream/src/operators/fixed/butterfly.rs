//! Butterfly with delay feedback (SDF): sum, difference and multiplexers in one LUT per bit.

use crate::operators::{add_carry, add_tables};
use crate::rtl::{Module, Net};

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
pub fn butterfly(name: &str, kind: Butterfly) -> Module {
    let Butterfly { bits, turned, adjacent } = kind;
    let turns = if turned { ", the second of which may be turned by -i" } else { "" };
    let mut m = Module::new(
        name,
        format!("Sum and difference of complex words of {bits} bits{turns}, or the words as they are"),
    );
    let mut word = |name: &str| ["re", "im"].map(|part| m.input(format!("{name}_{part}"), bits));
    let (waiting, masked, coming) = (word("waiting"), word("masked"), word("coming"));
    let complete = m.input("complete", 1);
    let turn = if turned { m.input("turn", 1) } else { m.constant(1, 0) };
    let again = adjacent.then(|| m.input("again", 1));
    let straight = m.constant(1, 0);
    let all = |m: &mut Module, bit: Net| m.repeat(bit, bits);
    let outputs: Vec<[Net; 2]> = [0, 1]
        .map(|part| {
            let other = coming[1 - part];
            let (x, negative) = match (turned, part) {
                (false, _) => (coming[part], straight),
                (true, 0) => (m.mux(turn, other, coming[part]), straight),
                (true, _) => {
                    let x = m.mux(turn, other, coming[part]);
                    let flip = all(&mut m, turn);
                    (m.xor(x, flip), turn)
                }
            };
            let (only, carry) = (all(&mut m, complete), m.and(negative, complete));
            let added = m.and(x, only);
            let leaving = match m.constant_value(carry) {
                Some(0) => add_tables(&mut m, waiting[part], added),
                _ => add_carry(&mut m, waiting[part], added, carry),
            };
            let positive = m.not(negative);
            let (less, carry) = (m.not(x), m.and(complete, positive));
            let addend = m.mux(complete, less, coming[part]);
            let suffix = ["re", "im"][part];
            if turned {
                m.name(x, format!("rotated_{suffix}"));
            }
            m.name(addend, format!("subtrahend_{suffix}"));
            [leaving, add_carry(&mut m, masked[part], addend, carry)]
        })
        .into();
    for (index, name) in ["leaving", "kept"].into_iter().enumerate() {
        for (part, nets) in ["re", "im"].into_iter().zip(&outputs) {
            m.output(format!("{name}_{part}"), nets[index]);
        }
    }
    if let Some(again) = again {
        let zero = m.constant(bits, 0);
        for (part, nets) in ["re", "im"].into_iter().zip(&outputs) {
            let ready = m.mux(again, nets[1], zero);
            m.output(format!("ready_{part}"), ready);
        }
    }
    m
}
