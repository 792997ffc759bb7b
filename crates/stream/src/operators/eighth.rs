//! Rotation of some words of a stream by an eighth of a turn, with one multiplier.

use crate::rtl::Module;
use fftgen_hdl::dsl::*;
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
#[hdl]
pub fn eighth(name: &str, [add, mul]: [&Arc<Module>; 2], [adding, multiplying]: [u32; 2]) -> Module {
    let bits = add.width(add.outputs[0].fields[0]);
    let latency = adding + multiplying + 2;
    let doc = format!(
        "A complex word of {bits} bits for each part, or that times e^(-pi i/4), but not of two words in a row; \
         latency {latency} cycles."
    );
    let m = Builder::new(name, doc);
    let word = ["a", "b"].map(|port| m.input(port, bits).at(0));
    let factor = mul.inputs.iter().find(|port| port.name == "b");
    let by = factor.map(|port| m.input("by", mul.width(port.fields[0])));
    let turn = m.input("turn", 1).at(0);
    m.set_enable(m.input("ce", 1));
    m.set_reset(m.input("rst", 1));

    m.section("Sum one cycle after the word, and difference two cycles after it");
    let summed = m.state(1, 0).beside(turn);
    let not_summed = !summed;
    let load = turn & not_summed;
    let rotated = summed.next(load);
    let held = word.map(|part| m.reg(bits).beside(part).next_if(load, part));
    let [held_a, held_b] = held;
    // Operands of the sum, which has the parts of a word from the cycle after it on.
    let operands = [held_b, held_a, not_summed.untimed()];
    let adder = Operator { module: add.clone(), cycles: adding };
    let multiplier = Operator { module: mul.clone(), cycles: multiplying };
    let sum = m.apply("add", &adder, &operands)[0];
    let difference_product = m.apply("mul", &multiplier, &Vec::from_iter([sum].into_iter().chain(by)))[0];

    m.section("Product or unchanged word");
    let first_product = difference_product.register();
    let turned = rotated.until(latency as i32);
    // The imaginary part comes a cycle after the real one.
    let products = [first_product, difference_product.after(1)];
    for ((part, product), name) in word.into_iter().zip(products).zip(["re", "im"]) {
        let result = turned.mux(product, passed(part, latency));
        assert_eq!(result.cycle(), Some(latency as i32));
        m.output(name, result);
    }
    m.finish()
}

/// Maximum delay in cycles that is made of registers. Longer delays are delay lines in LUTs.
const MAX_REGISTERS: u32 = 6;

/// Delays a word by `cycles` cycles, by registers or by a delay line. Their resets keep the registers out of shift
/// registers, which take a LUT per bit even for short delays.
fn passed(word: Sig<'_>, cycles: u32) -> Sig<'_> {
    match cycles {
        0..=MAX_REGISTERS => (0..cycles).fold(word, |word, _| word.register_apart()),
        _ => word.later_in_line(cycles),
    }
}
