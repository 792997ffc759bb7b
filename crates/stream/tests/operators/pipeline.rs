//! A pipelined module is the combinational one, later.

use super::evaluate::{Evaluator, Lanes, LANES};
use super::operands::Random;
use super::oracle::Operation;
use super::{both, netlist, netlists, FORMATS, SMALL};
use fftgen_hdl::rtl::retime::{pipeline, InputArrival, Profile};
use fftgen_hdl::rtl::technology::ULTRASCALE_PLUS;
use fftgen_hdl::rtl::{Module, Op};
use fftgen_stream::operators::depths;
use fftgen_stream::operators::pair;
use fftgen_stream::operators::MultiplierStyle;
use rayon::prelude::*;
use std::collections::VecDeque;

const CYCLES: usize = 200;

/// Streams random operands through both; in a third of the cycles the clock enable is off.
pub fn same_function(comb: &Module, piped: &Module, depth: u32, mut operands: impl FnMut() -> Vec<Lanes>) {
    let (mut one, mut other) = (Evaluator::new(comb), Evaluator::new(piped));
    let mut expected: VecDeque<Vec<Lanes>> = VecDeque::new();
    let mut random = Random(depth.into());
    for cycle in 0..CYCLES {
        let enabled = random.next() % 3 != 0;
        let mut inputs = operands();
        let y = one.evaluate(&inputs);
        inputs.push([enabled.into(); LANES]);
        let delayed = other.evaluate(&inputs);
        if expected.len() == depth as usize {
            assert!(delayed == expected[0], "{} at depth {depth}, cycle {cycle}", comb.doc);
        }
        if enabled {
            other.clock();
            expected.push_back(y);
            if expected.len() > depth as usize {
                expected.pop_front();
            }
        }
    }
}

#[test]
fn latency_is_exactly_the_depth() {
    let formats = both(&[&FORMATS[..], &SMALL[..]].concat());
    formats.into_par_iter().for_each(|(f, _)| {
        let operations = [Operation::Add, Operation::Mul, Operation::Scale(-3), Operation::Scale(5)];
        for comb in operations.into_iter().flat_map(|operation| netlists(f, operation)).chain([pair("pair", f)]) {
            for depth in [1, 2, 3, 4, 5, 7, 9] {
                let piped = pipeline(&comb, depth, InputArrival::default(), &ULTRASCALE_PLUS);
                let mut random = Random(7);
                same_function(&comb, &piped, depth, || {
                    let pairs: [(u64, u64); LANES] = std::array::from_fn(|_| random.pair(f));
                    let subtract = std::array::from_fn(|_| u128::from(random.next() & 1));
                    let operands = [pairs.map(|p| p.0.into()), pairs.map(|p| p.1.into()), subtract];
                    operands[..comb.inputs.len()].to_vec()
                });
            }
        }
    });
}

#[test]
fn pipelined_module_ends_in_registers_with_an_enable_and_no_reset() {
    let f = both(&FORMATS)[4].0;
    let comb = netlist(f, Operation::Mul);
    assert!(!pipeline(&comb, 0, InputArrival::default(), &ULTRASCALE_PLUS).is_clocked());
    let piped = pipeline(&comb, 4, InputArrival::default(), &ULTRASCALE_PLUS);
    assert_eq!(piped.inputs.last().unwrap().name, "ce");
    assert_eq!(piped.enable, Some(piped.inputs[2].fields[0]));
    assert!(piped.doc.ends_with("latency 4 cycles."), "{}", piped.doc);
    let op = |net: fftgen_hdl::rtl::Net| &piped.nets[net.index()].op;
    assert!(matches!(op(piped.outputs[0].fields[0]), Op::Reg { .. } | Op::Delay { .. }));
    for net in &piped.nets {
        assert!(!matches!(net.op, Op::Reg { reset: Some(_), .. } | Op::Reg { enable: Some(_), .. }));
    }
    // The same module every time.
    assert_eq!(format!("{piped:?}"), format!("{:?}", pipeline(&comb, 4, InputArrival::default(), &ULTRASCALE_PLUS)));
}

#[test]
fn higher_profiles_have_deeper_operators() {
    for (f, _) in both(&FORMATS) {
        for multiplier in [MultiplierStyle::Dsp, MultiplierStyle::Lut] {
            let [low, mid, high] =
                [Profile::Low, Profile::Mid, Profile::High].map(|p| depths(f, p, multiplier, &ULTRASCALE_PLUS));
            assert!(0 < low.adder && low.adder < mid.adder && mid.adder < high.adder);
            assert!(0 < low.multiplier && low.multiplier < mid.multiplier && mid.multiplier < high.multiplier);
            assert!(0 < low.pair && low.pair < mid.pair && mid.pair < high.pair);
            assert!(low.scaler <= mid.scaler && mid.scaler <= high.scaler);
        }
    }
}
