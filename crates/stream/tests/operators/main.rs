//! Every operator three ways: the netlist, the value semantics, and LLVM's soft float.
//!
//! `FFTGEN_PAIRS` sets the number of random pairs for each format, rule and operator.

mod cfp;
mod evaluate;
mod fixed;
mod formats;
mod lengths;
mod operands;
mod oracle;
mod parts;
mod pipeline;
mod products;
mod slices;
mod turned;

use evaluate::{Evaluator, LANES};
use fftgen_hdl::rtl::Module;
use fftgen_maths::format::Float;
use fftgen_stream::operators::{adder, multiplier, pair, scaler, MultiplierStyle};
use operands::{corners, is_finite, Random};
use oracle::{oracle, Operation, Oracle};
use rayon::prelude::*;

/// The formats of the random tests: exponent and fraction width, oracle.
const FORMATS: [(u32, u32, Oracle); 6] = [
    (5, 10, oracle::<5, 10>),
    (8, 7, oracle::<8, 7>),
    (8, 23, oracle::<8, 23>),
    (11, 52, oracle::<11, 52>),
    (6, 9, oracle::<6, 9>),
    (3, 52, oracle::<3, 52>),
];

/// The formats tested over all pairs.
const SMALL: [(u32, u32, Oracle); 4] =
    [(3, 3, oracle::<3, 3>), (4, 3, oracle::<4, 3>), (3, 2, oracle::<3, 2>), (3, 4, oracle::<3, 4>)];

fn pairs() -> u64 {
    std::env::var("FFTGEN_PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(30_000)
}

/// Both subnormal rules of a list of formats.
fn both(list: &[(u32, u32, Oracle)]) -> Vec<(Float, Oracle)> {
    let rules = list.iter().flat_map(|&(e, m, oracle)| [false, true].map(|s| (Float::new(e, m, s).unwrap(), oracle)));
    rules.collect()
}

fn semantics(f: Float, operation: Operation, a: u64, b: u64) -> u64 {
    match operation {
        Operation::Add => f.add(a, b),
        Operation::Sub => f.sub(a, b),
        Operation::Mul => f.mul(a, b),
        Operation::Scale(k) => f.scale(a, k),
    }
}

fn netlist(f: Float, operation: Operation) -> Module {
    match operation {
        Operation::Add | Operation::Sub => adder("adder", f),
        Operation::Mul => multiplier("multiplier", f, [f, f], MultiplierStyle::Dsp),
        Operation::Scale(k) => scaler("scaler", f, k),
    }
}

/// The operator in every way it is built; the first is [`netlist`].
fn netlists(f: Float, operation: Operation) -> Vec<Module> {
    let tables =
        (operation == Operation::Mul).then(|| multiplier("multiplier_in_tables", f, [f, f], MultiplierStyle::Lut));
    [netlist(f, operation)].into_iter().chain(tables).collect()
}

/// Holds the pair against the value semantics on all pairs.
fn check_pair(f: Float, mut pairs: impl Iterator<Item = (u64, u64)>) {
    let module = pair("pair", f);
    let mut evaluator = Evaluator::new(&module);
    loop {
        let batch: Vec<(u64, u64)> = pairs.by_ref().take(LANES).collect();
        if batch.is_empty() {
            return;
        }
        let lane = |i: usize| batch[i.min(batch.len() - 1)];
        let a = std::array::from_fn(|i| lane(i).0.into());
        let b = std::array::from_fn(|i| lane(i).1.into());
        let outputs = evaluator.evaluate(&[a, b]);
        for (i, &(a, b)) in batch.iter().enumerate() {
            for (operation, y) in [Operation::Add, Operation::Sub].into_iter().zip(&outputs) {
                let (value, y) = (semantics(f, operation, a, b), y[i]);
                assert!(y == value.into(), "{operation:?} of {a:#x} and {b:#x} in {f:?}: {value:#x}, pair {y:#x}");
            }
        }
    }
}

/// Holds the three against each other on all pairs.
fn check(f: Float, oracle: Oracle, operation: Operation, mut pairs: impl Iterator<Item = (u64, u64)>) {
    let modules = netlists(f, operation);
    let mut evaluators: Vec<Evaluator> = modules.iter().map(Evaluator::new).collect();
    let subtract = [u128::from(operation == Operation::Sub); LANES];
    loop {
        let batch: Vec<(u64, u64)> = pairs.by_ref().take(LANES).collect();
        if batch.is_empty() {
            return;
        }
        let lane = |i: usize| batch[i.min(batch.len() - 1)];
        let a = std::array::from_fn(|i| lane(i).0.into());
        let b = std::array::from_fn(|i| lane(i).1.into());
        let ports = &[a, b, subtract][..modules[0].inputs.len()];
        let found: Vec<_> = evaluators.iter_mut().map(|evaluator| evaluator.evaluate(ports)[0]).collect();
        for (i, &(a, b)) in batch.iter().enumerate() {
            let expected = oracle(f, operation, a, b);
            let value = semantics(f, operation, a, b);
            let taken = operation != Operation::Mul || is_finite(f, b);
            for (module, y) in modules.iter().zip(&found) {
                let (name, y) = (&module.name, y[i]);
                assert!(
                    value == expected && (y == expected.into() || !taken),
                    "{operation:?} of {a:#x} and {b:#x} in {f:?}: LLVM {expected:#x}, value {value:#x}, {name} {y:#x}"
                );
            }
        }
    }
}

/// Powers of two around every threshold of a format.
fn powers(f: Float) -> Vec<i32> {
    let (range, n) = (1i32 << f.exponent, f.fraction as i32);
    let mut powers = vec![i32::MIN, i32::MAX, 0];
    for k in [
        1,
        2,
        3,
        n - 1,
        n,
        n + 1,
        n + 2,
        n + 3,
        range / 2,
        range - 3,
        range - 2,
        range - 1,
        range,
        range + n,
        range + n + 1,
    ] {
        powers.extend([k, -k]);
    }
    powers.sort();
    powers.dedup();
    powers
}

const BINARY: [Operation; 3] = [Operation::Add, Operation::Sub, Operation::Mul];

#[test]
fn netlist_semantics_and_llvm_agree_on_all_pairs_of_small_formats() {
    both(&SMALL).into_par_iter().for_each(|(f, oracle)| {
        let all = 1u64 << f.bits();
        for operation in BINARY {
            check(f, oracle, operation, (0..all * all).map(|i| (i / all, i % all)));
        }
        check_pair(f, (0..all * all).map(|i| (i / all, i % all)));
        for k in powers(f) {
            check(f, oracle, Operation::Scale(k), (0..all).map(|a| (a, 0)));
        }
    });
}

#[test]
fn netlist_semantics_and_llvm_agree_on_corners() {
    both(&FORMATS).into_par_iter().for_each(|(f, oracle)| {
        let corners = corners(f);
        for operation in BINARY {
            check(f, oracle, operation, corners.iter().flat_map(|&a| corners.iter().map(move |&b| (a, b))));
        }
        check_pair(f, corners.iter().flat_map(|&a| corners.iter().map(move |&b| (a, b))));
        for k in powers(f) {
            check(f, oracle, Operation::Scale(k), corners.iter().map(|&a| (a, 0)));
        }
    });
}

#[test]
fn netlist_semantics_and_llvm_agree_on_random_pairs() {
    const CHUNK: u64 = 50_000;
    let chunks = pairs().div_ceil(CHUNK);
    let work: Vec<_> = both(&FORMATS).into_iter().flat_map(|f| (0..chunks).map(move |chunk| (f, chunk))).collect();
    work.into_par_iter().for_each(|((f, oracle), chunk)| {
        let seed = chunk << 16 | u64::from(f.bits()) << 1 | u64::from(f.subnormals);
        let count = CHUNK.min(pairs() - chunk * CHUNK);
        for operation in [if chunk % 2 == 0 { Operation::Add } else { Operation::Sub }, Operation::Mul] {
            let mut random = Random(seed);
            check(f, oracle, operation, (0..count).map(|_| random.pair(f)));
        }
        let mut random = Random(seed);
        check_pair(f, (0..count).map(|_| random.pair(f)));
    });
}
