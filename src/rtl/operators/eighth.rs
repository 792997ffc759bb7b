//! An eighth of a turn for some words of a stream, by one multiplier.

use super::operator;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// `re + i im = turn ? (a + ib) e^(-πi/4) : a + ib`, where that is (a + b)·√½ + i (b - a)·√½. A word that is turned comes
/// neither at once behind another nor first of all: what comes behind it is passed on in any case.
///
/// `add` and `mul`: an adder and a multiplier, with their cycles. Ports `a`, `b`, `by`: √½ as the multiplier takes it, if it
/// does, `turn`, `ce`, `rst`; `re`, `im`. Latency: those of both, and 2 cycles; no register stands at the end, since the choice fits into
/// the tables of a rounding.
pub fn eighth(name: &str, [add, mul]: [&Arc<Module>; 2], [adding, multiplying]: [u32; 2]) -> Module {
    let bits = add.width(add.outputs[0].fields[0]);
    let cycles = adding + multiplying;
    let doc = format!(
        "A complex word of {bits} bits for each part, or that times e^(-pi i/4), but not of two words in a row; latency {} cycles.",
        cycles + 2
    );
    let mut m = Module::new(name, doc);
    let (a, b) = (m.input("a", bits), m.input("b", bits));
    let factor = mul.inputs.iter().find(|port| port.name == "b");
    let by = factor.map(|port| m.input("by", mul.width(port.fields[0])));
    let turn = m.input("turn", 1);
    let enable = m.input("ce", 1);
    let reset = m.input("rst", 1);
    m.set_enable(enable);
    m.set_reset(reset);
    // The sum one cycle behind the word, the difference two.
    let summed = m.state(1, Some(0));
    let other = m.not(summed);
    let load = m.and(turn, other);
    m.name(load, "load");
    m.name(other, "not_summed");
    m.drive(summed, load);
    m.name(summed, "summed");
    let held = [a, b].map(|word| {
        let state = m.state(bits, None);
        m.drive_enabled(state, word, load);
        state
    });
    m.name(held[0], "held_a");
    m.name(held[1], "held_b");
    let sum = operator(&mut m, add, "add", [held[1], held[0], other]);
    let product = operator(&mut m, mul, "mul", [sum].into_iter().chain(by));
    let first = m.register(product, None);
    let turned = m.delay(summed, cycles + 1);
    m.name(first, "first_product");
    m.name(turned, "turned");
    for ((word, product), name) in [a, b].into_iter().zip([first, product]).zip(["re", "im"]) {
        let straight = passed(&mut m, word, cycles + 2);
        let word = m.mux(turned, product, straight);
        m.output(name, word);
    }
    m
}

/// Cycles for which a word passes registers: for more, synthesis makes a shift register of lookup tables.
const MOST_REGISTERS: u32 = 6;

/// A word so many cycles ago. If they are few, resets keep the registers out of shift registers.
fn passed(m: &mut Module, word: Net, cycles: u32) -> Net {
    match cycles {
        0..=MOST_REGISTERS => registers(m, word, cycles),
        _ => m.waiting(word, cycles),
    }
}

/// A word so many cycles ago. Resets keep lines out of shift registers, of which each bit takes a lookup table however short it
/// is.
pub(super) fn registers(m: &mut Module, word: Net, cycles: u32) -> Net {
    (0..cycles).fold(word, |word, _| m.register(word, Some(0)))
}
