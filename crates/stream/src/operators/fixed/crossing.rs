//! Lane butterfly: sum and difference of two complex words with multiplexers in one LUT per bit.

use crate::rtl::Module;
use fftgen_hdl::dsl::*;

/// Kind of a lane butterfly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Crossing {
    /// Bits of a part of a word.
    pub bits: u32,
    /// Whether second words may be multiplied by -i.
    pub turned: bool,
    /// Whether sum and difference may be swapped.
    pub exchanged: bool,
}

/// Builds `first = a + b` and `second = a - b` of complex words, combinational.
///
/// Inputs:
/// - `a`, `b`
/// - `turn`, if the kind is `turned`: `b` is multiplied by -i first
/// - `exchange`, if the kind is `exchanged`: `first` is the difference and `second` the sum
///
/// Outputs: `first`, `second`. A result bit depends on a bit of `a`, on a bit of both parts of `b`, and on two flags:
/// five inputs and a carry.
#[hdl]
pub fn crossing(name: &str, kind: Crossing) -> Module {
    let Crossing { bits, turned, exchanged } = kind;
    let turns = if turned { ", the second of which may be turned by -i" } else { "" };
    let exchanges = if exchanged { ", or difference and sum" } else { "" };
    let doc = format!("Sum and difference{exchanges} of complex words of {bits} bits{turns}");
    let m = Builder::new(name, doc);
    let word = |name: &str| ["re", "im"].map(|part| m.input(format!("{name}_{part}"), bits));
    let (a, b) = (word("a"), word("b"));
    let turn = if turned { m.input("turn", 1) } else { m.low() };
    let exchange = if exchanged { m.input("exchange", 1) } else { m.low() };
    for (name, difference) in [("first", exchange), ("second", !exchange)] {
        for (part, suffix) in ["re", "im"].into_iter().enumerate() {
            let _scope = m.scope(&format!("{name}_{suffix}"));
            let addend = turn.mux(b[1 - part], b[part]);
            let subtract = difference ^ if part == 0 { m.low() } else { turn };
            let sum = match subtract.constant_value() {
                Some(0) => a[part] + addend,
                Some(_) => a[part] - addend,
                None => a[part].add_signed(addend, subtract),
            };
            m.output(format!("{name}_{suffix}"), sum);
        }
    }
    m.finish()
}
