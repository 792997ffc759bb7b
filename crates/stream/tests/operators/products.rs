//! Products by coefficients, which may be longer than values: netlist, value semantics and LLVM.

use super::evaluate::{Evaluator, LANES};
use super::operands::{corners, is_finite, Random};
use super::oracle::{product, ProductOracle};
use fftgen_maths::format::Float;
use fftgen_stream::operators::{multiplier, multiplier_of_any, MultiplierStyle};
use rayon::prelude::*;

/// Exponent width, fraction of the values and of the coefficients, oracle.
const FORMATS: [(u32, u32, u32, ProductOracle); 8] = [
    (5, 10, 14, product::<5, 10, 14>),
    (8, 7, 11, product::<8, 7, 11>),
    (6, 9, 13, product::<6, 9, 13>),
    (5, 15, 16, product::<5, 15, 16>),
    (3, 2, 6, product::<3, 2, 6>),
    (3, 4, 8, product::<3, 4, 8>),
    (8, 7, 3, product::<8, 7, 3>),
    (3, 3, 2, product::<3, 3, 2>),
];

/// Most bits of both operands for which all pairs are tried.
const ALL: u32 = 20;

const RANDOM: usize = 200_000;

fn check(formats: [Float; 2], oracle: ProductOracle, mut pairs: impl Iterator<Item = (u64, u64)>) {
    let [f, other] = formats;
    let [dsp, lut] =
        [MultiplierStyle::Dsp, MultiplierStyle::Lut].map(|style| multiplier("multiplier", f, [f, other], style));
    // One that also takes coefficients that are no finite numbers.
    let modules = [dsp, lut, multiplier_of_any("multiplier_of_any", f, [f, other], MultiplierStyle::Dsp)];
    let mut evaluators = modules.each_ref().map(Evaluator::new);
    loop {
        let batch: Vec<(u64, u64)> = pairs.by_ref().take(LANES).collect();
        let Some(&last) = batch.last() else { return };
        let lane = |i: usize| *batch.get(i).unwrap_or(&last);
        let ports = [std::array::from_fn(|i| lane(i).0.into()), std::array::from_fn(|i| lane(i).1.into())];
        let found = evaluators.each_mut().map(|evaluator| evaluator.evaluate(&ports)[0]);
        for (i, &(a, b)) in batch.iter().enumerate() {
            let (expected, value) = (oracle(formats, a, b), f.mul_by(other, a, b));
            let y = found.map(|lanes| lanes[i]);
            assert!(
                value == expected && y[2] == expected.into() && (y == [expected.into(); 3] || !is_finite(other, b)),
                "{a:#x} times {b:#x} of {other:?} in {f:?}: LLVM {expected:#x}, value {value:#x}, netlists {y:#x?}"
            );
        }
    }
}

#[test]
fn products_by_longer_coefficients_equal_llvm() {
    let both = FORMATS.into_par_iter().flat_map(|format| [false, true].into_par_iter().map(move |s| (format, s)));
    both.for_each(|((exponent, fraction, longer, oracle), subnormals)| {
        let formats = [fraction, longer].map(|fraction| Float::new(exponent, fraction, subnormals).unwrap());
        let [bits, others] = formats.map(Float::bits);
        if bits + others <= ALL {
            check(formats, oracle, (0..1 << (bits + others)).map(|i: u64| (i >> others, i & ((1 << others) - 1))));
            return;
        }
        let (values, coefficients) = (corners(formats[0]), corners(formats[1]));
        let pairs = values.iter().flat_map(|&a| coefficients.iter().map(move |&b| (a, b)));
        let mut random = formats.map(|format| Random(format.bits().into()));
        let random = (0..RANDOM).map(move |_| (random[0].pair(formats[0]).0, random[1].pair(formats[1]).1));
        check(formats, oracle, pairs.chain(random));
    });
}

/// The formats above are those that cores use, among others.
#[test]
fn coefficients_are_longer_where_a_block_has_room() {
    let longer = |exponent, fraction| Float::new(exponent, fraction, false).unwrap().coefficient().fraction;
    assert_eq!([longer(5, 10), longer(8, 7), longer(5, 15), longer(3, 2)], [14, 11, 16, 6]);
    assert_eq!([longer(5, 16), longer(8, 23), longer(11, 52)], [16, 23, 52]);
}
