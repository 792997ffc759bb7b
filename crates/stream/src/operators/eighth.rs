//! Rotation of some words of a stream by an eighth of a turn, with one multiplier.

use super::operator;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Builds `re + i im = turn ? (a + ib) e^(-πi/4) : a + ib`, where the product is (a + b)·√½ + i (b - a)·√½.
///
/// A rotated word must not follow another directly, and must not be the first word. The word after a rotated one passes
/// unchanged, whatever `turn` is.
///
/// `add` and `mul` are an adder and a multiplier, given with their latencies in cycles. Inputs: `a`, `b`; `by`, which
/// is √½ if the multiplier has a second port; `turn`, `ce`, `rst`. Outputs: `re`, `im`. The latency is that of both
/// operators plus 2 cycles. There is no register at the end, because the LUTs of a rounding can absorb the last
/// multiplexer.
pub fn eighth(name: &str, [add, mul]: [&Arc<Module>; 2], [adding, multiplying]: [u32; 2]) -> Module {
    let bits = add.width(add.outputs[0].fields[0]);
    let cycles = adding + multiplying;
    let doc = format!(
        "A complex word of {bits} bits for each part, or that times e^(-pi i/4), but not of two words in a row; \
         latency {} cycles.",
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
    // The adder computes the sum one cycle after the word, and the difference two cycles after it.
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
    let rotated = m.delay(summed, cycles + 1);
    m.name(first, "first_product");
    m.name(rotated, "turned");
    for ((word, product), name) in [a, b].into_iter().zip([first, product]).zip(["re", "im"]) {
        let unchanged = bypass(&mut m, word, cycles + 2);
        let word = m.mux(rotated, product, unchanged);
        m.output(name, word);
    }
    m
}

/// Maximum delay in cycles that is made of registers. Longer delays are delay lines in LUTs.
const MAX_REGISTERS: u32 = 6;

/// Delays a word by `cycles` cycles, by registers or by a delay line.
fn bypass(m: &mut Module, word: Net, cycles: u32) -> Net {
    match cycles {
        0..=MAX_REGISTERS => registers(m, word, cycles),
        _ => m.delay_line(word, cycles),
    }
}

/// Delays a word by `cycles` registers. Their resets prevent synthesis from mapping them to shift registers, which take
/// a LUT per bit even for short delays.
pub(super) fn registers(m: &mut Module, word: Net, cycles: u32) -> Net {
    (0..cycles).fold(word, |word, _| m.register_apart(word))
}
