//! Parts of bf16: netlists, value semantics, and what parts promise.

use super::evaluate::{Evaluator, LANES};
use super::operands::{corners, Random};
use fftgen_maths::format::{bf16_parts, Float, BF16};
use fftgen_stream::operators::{multiplier, parts, MultiplierStyle};

const FP32: Float = Float { exponent: 8, fraction: 23, subnormals: false };

const RANDOM: usize = 200_000;

/// Numbers at random, and those whose roundings carry, cancel, overflow and vanish.
fn numbers() -> Vec<u64> {
    let fields = [0, 1, 7, 8, 9, 16, 17, 24, 25, 127, 253, 254, 255];
    let fractions = (0..24).flat_map(|bit| [1u64 << bit, (1 << bit) - 1, (0xff_ffff << bit), 0x55_5555 << bit]);
    let edges = fractions.flat_map(move |fraction| fields.map(|field| field << 23 | fraction & 0x7f_ffff));
    let mut random = Random(32);
    let random = (0..RANDOM).map(move |_| random.pair(FP32).0);
    edges.flat_map(|word| [word, word | FP32.sign_mask()]).chain(corners(FP32)).chain(random).collect()
}

#[test]
fn netlists_of_parts_equal_the_value_semantics() {
    for count in 1..=3 {
        let module = parts("parts", FP32, count);
        let mut evaluator = Evaluator::new(&module);
        for batch in numbers().chunks(LANES) {
            let port = std::array::from_fn(|lane| u128::from(batch[lane.min(batch.len() - 1)]));
            let found = evaluator.evaluate(&[port])[0];
            for (a, found) in batch.iter().zip(found) {
                let words = bf16_parts(*a);
                let wanted = words[..count].iter().rev().fold(0, |all, word| all << 16 | u128::from(word >> 16));
                assert!(
                    found == wanted && words.iter().all(|word| word & 0xffff == 0),
                    "{a:#x} in {count}: {found:#x}"
                );
            }
        }
    }
}

#[test]
fn three_parts_have_all_bits_of_a_number() {
    let value = |word: u64| f64::from(f32::from_bits(word as u32));
    for a in numbers() {
        // Below these the last part is no normal number.
        let is_plain = (40..254).contains(&(a >> 23 & 0xff));
        let sum: f64 = bf16_parts(a).map(value).iter().sum();
        assert!(!is_plain || sum == value(a), "{a:#x}: {sum}");
        let two: f64 = bf16_parts(a)[..2].iter().map(|word| value(*word)).sum();
        assert!(!is_plain || (two - value(a)).abs() <= value(a).abs() / 2f64.powi(17), "{a:#x}: {two}");
    }
}

#[test]
fn products_of_parts_are_those_of_fp32() {
    let modules =
        [MultiplierStyle::Dsp, MultiplierStyle::Lut].map(|style| multiplier("multiplier", FP32, [BF16; 2], style));
    let mut evaluators = modules.each_ref().map(Evaluator::new);
    let words: Vec<u64> = numbers().into_iter().map(|word| word >> 16).collect();
    let finite: Vec<u64> = words.iter().copied().filter(|word| word >> 7 & 0xff != 0xff).rev().collect();
    let pairs: Vec<(u64, u64)> = words.into_iter().zip(finite).collect();
    for batch in pairs.chunks(LANES) {
        let at = |lane: usize| batch[lane.min(batch.len() - 1)];
        let ports = [std::array::from_fn(|lane| at(lane).0.into()), std::array::from_fn(|lane| at(lane).1.into())];
        let found = evaluators.each_mut().map(|evaluator| evaluator.evaluate(&ports)[0]);
        for (lane, (a, b)) in batch.iter().enumerate() {
            let wanted = u128::from(FP32.mul(a << 16, b << 16));
            assert_eq!(found.map(|lanes| lanes[lane]), [wanted; 2], "{a:#x} times {b:#x}");
        }
    }
}
