//! Eighths of a turn: a stream of words against the value semantics, whatever the depths of the adder and the multiplier.

use super::fixed::numeric;
use super::operands::Random;
use fftgen::format::{number, word};
use fftgen::rtl::operators::{eighth, fixed, Product};
use fftgen::rtl::pipeline::pipeline;
use fftgen::sim::Simulator;
use std::collections::VecDeque;
use std::sync::Arc;

const BITS: u32 = 20;
const COEFFICIENT: u32 = 18;
const POINT: u32 = 16;

/// √½ as the coefficient has it.
const HALF: i64 = 46341;

/// In a third of the cycles the clock enable is off; for a while the flag stands still, as between frames.
#[test]
fn words_are_turned_or_passed_on() {
    let numeric = numeric(BITS, COEFFICIENT, POINT);
    for (adding, multiplying) in [(1, 1), (1, 3), (2, 2), (5, 4)] {
        let add = Arc::new(pipeline(&fixed::adder("add", BITS), adding, 0.9));
        let multiplier = fixed::multiplier("mul", BITS, COEFFICIENT, POINT, Product::Blocks);
        let mul = Arc::new(pipeline(&multiplier, multiplying, 0.9));
        let mut sim = Simulator::new(&eighth("eighth", [&add, &mul], [adding, multiplying]));
        let latency = (adding + multiplying + 2) as usize;
        let mut random = Random((adding * multiplying).into());
        let mut wanted: VecDeque<Option<[u64; 2]>> = VecDeque::new();
        let (mut before, mut turned) = (false, 0);
        for cycle in 0..2000 {
            let idle = cycle / 100 % 4 == 3;
            // What passes between frames is nobody's, and the word ahead of a frame's first one may be turned for nothing.
            let turn = if idle { before } else { !before && random.next() % 2 == 0 && cycle % 400 != 0 };
            let [a, b] = [(); 2].map(|()| random.next() >> (64 - BITS));
            let enabled = random.next() % 3 != 0;
            let inputs: [(&str, u128); 6] = [
                ("a", a.into()),
                ("b", b.into()),
                ("by", HALF as u128),
                ("turn", turn.into()),
                ("ce", enabled.into()),
                ("rst", 0),
            ];
            for (port, value) in inputs {
                let slot = sim.input(port).unwrap()[0];
                sim.set(slot, value);
            }
            sim.settle();
            let found = ["re", "im"].map(|port| sim.get(sim.output(port).unwrap()[0]) as u64);
            if wanted.len() == latency {
                let wanted = wanted.front().copied().flatten();
                assert!(
                    wanted.is_none_or(|wanted| wanted == found),
                    "{adding} and {multiplying} cycles, cycle {cycle} {wanted:?} {found:?}"
                );
            }
            sim.step();
            if enabled {
                let [x, y] = [a, b].map(|part| i128::from(number(part, BITS)));
                let product = |sum: i128| word(numeric.product(number(word(sum, BITS), BITS).into(), HALF), BITS);
                let result = if turn { [product(x + y), product(y - x)] } else { [a, b] };
                wanted.push_back((!idle).then_some(result));
                turned += usize::from(turn && !idle);
                if wanted.len() > latency {
                    wanted.pop_front();
                }
                before = turn;
            }
        }
        assert!(turned > 200);
    }
}
