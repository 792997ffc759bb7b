//! A rotation of some words of a stream, by half the multipliers of one for each word.

use super::eighth::passed;
use super::operator;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// `re + i im = turn ? (a + ib)(c + id) : a + ib`, where the product is ac - bd + i (ad + bc). A word that is turned comes
/// neither at once behind another nor first of all: what comes behind it is passed on in any case.
///
/// `add` and `mul`: an adder that subtracts where that is asked for, and a multiplier, with their cycles. Ports `a`, `b`;
/// `c`, `d`: a factor as the multiplier takes it, with the word that it turns; `turn`, `ce`, `rst`; `re`, `im`. Latency: those
/// of both, and 2 cycles; no register stands at the end.
pub fn rotation(name: &str, [add, mul]: [&Arc<Module>; 2], [adding, multiplying]: [u32; 2]) -> Module {
    let bits = add.width(add.outputs[0].fields[0]);
    let cycles = adding + multiplying;
    let doc = format!(
        "A complex word of {bits} bits for each part, or that times a factor, but not of two words in a row; latency {} \
         cycles.",
        cycles + 2
    );
    let mut m = Module::new(name, doc);
    let (a, b) = (m.input("a", bits), m.input("b", bits));
    let coefficient = mul.width(mul.inputs[1].fields[0]);
    let (c, d) = (m.input("c", coefficient), m.input("d", coefficient));
    let turn = m.input("turn", 1);
    let enable = m.input("ce", 1);
    let reset = m.input("rst", 1);
    m.set_enable(enable);
    m.set_reset(reset);
    // The products of the real part one cycle behind the word, those of the imaginary part two.
    let of_real = m.state(1, Some(0));
    let other = m.not(of_real);
    let load = m.and(turn, other);
    m.name(load, "load");
    m.drive(of_real, load);
    m.name(of_real, "of_real");
    let words = [(a, "a"), (b, "b")].map(|(word, name)| {
        let state = m.state(bits, None);
        m.drive_enabled(state, word, load);
        m.name(state, format!("held_{name}"))
    });
    let factors = [(); 2].map(|()| m.state(coefficient, None));
    for (number, (own, name)) in [(c, "c"), (d, "d")].into_iter().enumerate() {
        let next = m.mux(load, own, factors[1 - number]);
        m.drive(factors[number], next);
        m.name(factors[number], format!("held_{name}"));
    }
    let products: Vec<Net> =
        (0..2).map(|i| operator(&mut m, mul, &format!("mul{i}"), [words[i], factors[i]])).collect();
    let subtract = m.delay(of_real, multiplying);
    let sum = operator(&mut m, add, "add", [products[0], products[1], subtract]);
    let first = m.register(sum, None);
    m.name(first, "first_sum");
    let turned = m.delay(of_real, cycles + 1);
    m.name(turned, "turned");
    for ((word, sum), name) in [a, b].into_iter().zip([first, sum]).zip(["re", "im"]) {
        let straight = passed(&mut m, word, cycles + 2);
        let word = m.mux(turned, sum, straight);
        m.output(name, word);
    }
    m
}
