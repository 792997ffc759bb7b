//! Operators that turn some words of a stream, one part after the other, and pass the others on: against the value semantics,
//! whatever the depths of the adder and the multiplier.

use super::fixed::fixed_stage;
use super::operands::Random;
use fftgen_hdl::rtl::retime::{pipeline, InputArrival};
use fftgen_hdl::rtl::technology::ULTRASCALE_PLUS;
use fftgen_hdl::rtl::Module;
use fftgen_hdl::sim::Simulator;
use fftgen_maths::format::{number, word};
use fftgen_stream::operators::{eighth, fixed, MultiplierStyle};
use std::collections::VecDeque;
use std::sync::Arc;

/// Cycles of adders and multipliers.
const DEPTHS: [[u32; 2]; 4] = [[1, 1], [1, 3], [2, 2], [5, 4]];

const BITS: u32 = 20;
const COEFFICIENT: u32 = 18;
const POINT: u32 = 16;

/// √½ as the coefficient has it.
const HALF: i64 = 46341;

/// A word and the factor that comes with it.
type Words<const N: usize> = ([u64; 2], [u64; N]);

/// In a third of the cycles the clock enable is off; for a while the flag stands still, as between frames. `factors`: the
/// ports of a factor; `words`: some word; `turned`: that turned.
fn follow<const N: usize>(
    module: &Module,
    latency: u32,
    factors: [&str; N],
    words: impl Fn(&mut Random) -> Words<N>,
    turned: impl Fn(Words<N>) -> [u64; 2],
) {
    let mut sim = Simulator::new(module);
    let mut random = Random(latency.into());
    let mut wanted: VecDeque<Option<[u64; 2]>> = VecDeque::new();
    let (mut before, mut count) = (false, 0);
    for cycle in 0..2000 {
        let idle = cycle / 100 % 4 == 3;
        // What passes between frames is nobody's, and the word before a frame's first one may be turned for nothing.
        let turn = if idle { before } else { !before && random.next() % 2 == 0 && cycle % 400 != 0 };
        let (parts, factor) = words(&mut random);
        let enabled = random.next() % 3 != 0;
        let flags = [("turn", turn.into()), ("ce", enabled.into()), ("rst", 0)];
        let parts_in = ["a", "b"].into_iter().zip(parts);
        for (port, value) in parts_in.chain(factors.into_iter().zip(factor)).chain(flags) {
            let slot = sim.input(port).unwrap()[0];
            sim.set(slot, value.into());
        }
        sim.settle();
        let found = ["re", "im"].map(|port| sim.get(sim.output(port).unwrap()[0]) as u64);
        if wanted.len() == latency as usize {
            let wanted = wanted.front().copied().flatten();
            let right = wanted.is_none_or(|wanted| wanted == found);
            assert!(right, "{} of {latency} cycles, cycle {cycle}: {wanted:?} {found:?}", module.name);
        }
        sim.step();
        if enabled {
            let result = if turn { turned((parts, factor)) } else { parts };
            wanted.push_back((!idle).then_some(result));
            count += usize::from(turn && !idle);
            if wanted.len() > latency as usize {
                wanted.pop_front();
            }
            before = turn;
        }
    }
    assert!(count > 200);
}

#[test]
fn eighth_rotations_equal_value_semantics() {
    let fixed = fixed_stage(BITS, COEFFICIENT, POINT);
    for depths @ [adding, multiplying] in DEPTHS {
        let add = Arc::new(pipeline(
            &fixed::adder("add", BITS),
            adding,
            InputArrival { first: 0.9, later: 0.0 },
            &ULTRASCALE_PLUS,
        ));
        let multiplier = fixed::multiplier("mul", BITS, COEFFICIENT, POINT, MultiplierStyle::Dsp);
        let mul =
            Arc::new(pipeline(&multiplier, multiplying, InputArrival { first: 0.9, later: 0.0 }, &ULTRASCALE_PLUS));
        let words = |random: &mut Random| ([(); 2].map(|()| random.next() >> (64 - BITS)), [HALF as u64]);
        let turned = |([a, b], _): Words<1>| {
            let [x, y] = [a, b].map(|part| i128::from(number(part, BITS)));
            let product = |sum: i128| word(fixed.product(number(word(sum, BITS), BITS).into(), HALF), BITS);
            [product(x + y), product(y - x)]
        };
        let module = eighth("eighth", [&add, &mul], depths);
        follow(&module, adding + multiplying + 2, ["by"], words, turned);
    }
}
