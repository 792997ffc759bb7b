//! The butterfly of delayed feedback: sum, difference and the switches around them in one lookup table a bit.

use crate::rtl::operators::{add_carry, add_tables};
use crate::rtl::{Module, Net};

/// What a butterfly has to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Butterfly {
    /// Of a part of a word.
    pub bits: u32,
    /// Second elements may be turned by -i.
    pub turned: bool,
    /// What is kept is the word that waits in the next cycle.
    pub adjacent: bool,
}

/// What a transform of two does while its elements pass, on complex words of `bits` bits, combinational.
///
/// Ports: `waiting`, the word from the delay line; `masked`, the same, but zero unless `complete`; `coming`, the word that
/// comes; `complete`, set for the second elements; where they may be `turned`, `turn` for those that are multiplied by -i
/// first. Outputs: `leaving` is waiting + coming or waiting, `kept` is waiting - coming or coming, when complete and when
/// not. A bit depends on the word that waits, both parts of the one that comes and the two flags: five inputs and a
/// carry. For adjacent elements there is also `ready`, which is what is kept, but zero unless `again` is set: what comes
/// next completes transforms.
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
            let taken = m.mux(complete, less, coming[part]);
            let suffix = ["re", "im"][part];
            if turned {
                m.name(x, format!("rotated_{suffix}"));
            }
            m.name(taken, format!("subtrahend_{suffix}"));
            [leaving, add_carry(&mut m, masked[part], taken, carry)]
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
