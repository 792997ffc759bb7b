//! Rotations by three products, which multipliers make one after the other for words that take turns at them.

use super::eighth::registers;
use super::operator;
use crate::rtl::{address_bits, Module, Net};
use std::sync::Arc;

/// What tells rotors apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Traits {
    pub multipliers: usize,
    /// Cycles that a word waits, beside those of the operators.
    pub wait: usize,
    /// Registers in a row that words pass on the way to the multipliers.
    pub depth: usize,
}

/// The operators that it is made of.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    pub add: &'a Arc<Module>,
    /// Of two operands or of the first alone.
    pub gated: &'a Arc<Module>,
    pub mul: &'a Arc<Module>,
}

/// `re + i im = a + ib`, or that times c + id by the products c (a + b), a (d - c) and b (c + d), as what comes with it says.
///
/// Ports `a`, `b`; `still`: the row of registers stands still; `from`: 0 for a word as it came, or the number of a multiplier,
/// counted from 1; `ce`, `rst`; `re`, `im`. For each multiplier, each as early as it is used: `take`: registers take the word at
/// the end of the row; `drop`: a is wanted no more; `second`: b is wanted; `by`: a factor; `minus`: its product is taken off the
/// first one; `first`: it is the first; `hold`: the first is wanted again; `to_re`, `to_im`: a part is complete.
/// Latency: two sums and a product in `cycles`, and `wait`.
pub fn rotor(name: &str, parts: Parts, cycles: usize, traits: Traits) -> Module {
    let Traits { multipliers, wait, depth } = traits;
    let bits = parts.add.width(parts.add.outputs[0].fields[0]);
    let latency = cycles + wait;
    let doc = format!(
        "A complex word of {bits} bits for each part, or that times a factor, on multipliers in turn: {multipliers} for all \
         three products; latency {latency} cycles."
    );
    let mut m = Module::new(name, doc);
    let (a, b) = (m.input("a", bits), m.input("b", bits));
    let coefficient = parts.mul.width(parts.mul.inputs[1].fields[0]);
    let still = m.input("still", 1);
    let controls: Vec<Controls> = (0..multipliers).map(|number| Controls::new(&mut m, number, coefficient)).collect();
    let choice = address_bits(multipliers + 1);
    let from = m.input("from", choice);
    let enable = m.input("ce", 1);
    let reset = m.input("rst", 1);
    m.set_enable(enable);
    m.set_reset(reset);
    let moves = m.not(still);
    let words = [a, b].map(|word| {
        (0..depth).fold(word, |word, _| {
            let next = m.state(bits, None);
            m.drive_enabled(next, word, moves);
            next
        })
    });
    let results: Vec<[Net; 2]> =
        controls.iter().enumerate().map(|(number, controls)| turn(&mut m, parts, controls, words, number)).collect();
    for (part, name) in ["re", "im"].into_iter().enumerate() {
        let straight = registers(&mut m, [a, b][part], latency as u32);
        let cases: Vec<Net> = [straight].into_iter().chain(results.iter().map(|result| result[part])).collect();
        let word = m.select(from, &cases);
        m.output(name, word);
    }
    m
}

/// What a multiplier is told.
struct Controls {
    take: Net,
    drop: Net,
    second: Net,
    by: Net,
    minus: Net,
    first: Net,
    hold: Net,
    to: [Net; 2],
}

impl Controls {
    fn new(m: &mut Module, number: usize, coefficient: u32) -> Self {
        let mut input = |name: &str, width: u32| m.input(format!("{name}{number}"), width);
        Controls {
            take: input("take", 1),
            drop: input("drop", 1),
            second: input("second", 1),
            by: input("by", coefficient),
            minus: input("minus", 1),
            first: input("first", 1),
            hold: input("hold", 1),
            to: [input("to_re", 1), input("to_im", 1)],
        }
    }
}

/// A multiplier with what stands ahead of it and behind: the parts that it has made last.
fn turn(m: &mut Module, parts: Parts, controls: &Controls, words: [Net; 2], number: usize) -> [Net; 2] {
    let never = m.constant(1, 0);
    let bits = m.width(words[0]);
    let [held_a, held_b] = ["a", "b"].map(|name| {
        let state = m.state(bits, None);
        m.name(state, format!("held{number}_{name}"))
    });
    // Without a, the sum is b.
    let nothing = m.constant(bits, 0);
    let kept = m.mux(controls.take, words[0], held_a);
    let next = m.mux(controls.drop, nothing, kept);
    m.drive(held_a, next);
    m.drive_enabled(held_b, words[1], controls.take);
    let operand = operator(m, parts.gated, &format!("gated{number}"), [held_a, held_b, never, controls.second]);
    let product = operator(m, parts.mul, &format!("mul{number}"), [operand, controls.by]);
    // The first product, or nothing where there is nothing to add to.
    let common = m.state(bits, None);
    m.name(common, format!("common{number}"));
    let kept = m.mux(controls.hold, common, nothing);
    let next = m.mux(controls.first, product, kept);
    m.drive(common, next);
    let sum = operator(m, parts.add, &format!("add{number}"), [common, product, controls.minus]);
    let late = m.register(sum, None);
    [(sum, "re"), (late, "im")].map(|(sum, name)| {
        let state = m.state(bits, None);
        m.name(state, format!("{name}{number}"));
        let to = controls.to[usize::from(name == "im")];
        m.drive_enabled(state, sum, to);
        state
    })
}
