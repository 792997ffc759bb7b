//! Conversion of numbers to another format: netlists and value semantics.

use super::evaluate::{Evaluator, LANES};
use super::operands::{corners, Random};
use fftgen_maths::format::{word, Fixed, Float, Rounding};
use fftgen_stream::operators::{fixed_to_float, float_to_fixed, float_to_float};
use rayon::prelude::*;

const RANDOM: usize = 30_000;

/// Exponent and fraction bits.
const FORMATS: [(u32, u32); 8] = [(3, 2), (4, 5), (5, 10), (8, 7), (8, 23), (5, 2), (11, 52), (3, 20)];

fn formats() -> Vec<Float> {
    FORMATS.into_iter().flat_map(|(e, f)| [false, true].map(|kept| Float::new(e, f, kept).unwrap())).collect()
}

/// All numbers of a short format; of a longer one corners, and numbers at random. Half of these are near 1.
fn numbers(f: Float) -> Vec<u64> {
    if f.bits() <= 12 {
        return (0..1 << f.bits()).collect();
    }
    let mut random = Random(29);
    let mut near = |number: usize| {
        let any = random.pair(f).0;
        let field = (f.bias() as u64).saturating_sub(20) + random.next() % 60;
        match number % 2 {
            0 => any,
            _ => any & !f.infinity() | field.min(f.exponent_max()) << f.fraction,
        }
    };
    corners(f).into_iter().chain((0..RANDOM).map(&mut near)).collect()
}

/// Holds an operator of one input against a function.
fn check<const OUTPUTS: usize>(
    module: &fftgen_hdl::rtl::Module,
    numbers: &[u64],
    wanted: impl Fn(u64) -> [u64; OUTPUTS],
) {
    let mut evaluator = Evaluator::new(module);
    for batch in numbers.chunks(LANES) {
        let port = std::array::from_fn(|lane| u128::from(batch[lane.min(batch.len() - 1)]));
        let found = evaluator.evaluate(&[port]);
        for (lane, a) in batch.iter().enumerate() {
            let found: [u64; OUTPUTS] = std::array::from_fn(|output| found[output][lane] as u64);
            let wanted = wanted(*a);
            assert!(found == wanted, "{}: {a:#x} gives {found:x?}, {wanted:x?} wanted", module.name);
        }
    }
}

#[test]
fn floats_become_the_nearest_floats() {
    formats().into_par_iter().for_each(|from| {
        let numbers = numbers(from);
        for to in formats() {
            let name = format!("{}_{}_to_{}_{}", from.name(), from.subnormals, to.name(), to.subnormals);
            check(&float_to_float(&name, from, to), &numbers, |a| [to.nearest_of(from, a)]);
        }
    });
}

/// Words of fixed point: one before the binary point, several, and more than a net of 64 bits is long on either side.
const WORDS: [(u32, u32); 6] = [(1, 15), (4, 4), (9, 7), (1, 3), (30, 2), (2, 40)];

#[test]
fn integers_become_the_nearest_floats() {
    formats().into_par_iter().for_each(|to| {
        for (integer, fraction) in WORDS {
            let bits = integer + fraction;
            let mut random = Random(31);
            let numbers: Vec<i64> = match bits {
                ..=12 => (-(1 << (bits - 1))..1 << (bits - 1)).collect(),
                _ => {
                    let ends = [0, 1, -1, -(1 << (bits - 1)), (1 << (bits - 1)) - 1];
                    let any = (0..RANDOM).map(|n| random.next() as i64 >> (64 - bits + n as u32 % bits));
                    ends.into_iter().chain(any).collect()
                }
            };
            let module = fixed_to_float(&format!("q{integer}_{fraction}_to_{}", to.name()), [bits, fraction], to);
            let words: Vec<u64> = numbers.iter().map(|number| word((*number).into(), bits)).collect();
            let value = |word: u64| (word << (64 - bits)) as i64 >> (64 - bits);
            check(&module, &words, |a| [to.nearest(value(a).into(), -(fraction as i32))]);
        }
    });
}

#[test]
fn floats_become_the_nearest_words() {
    formats().into_par_iter().for_each(|from| {
        let numbers = numbers(from);
        for (integer, fraction) in WORDS {
            let to = Fixed::new(integer, fraction).unwrap();
            for rounding in [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate] {
                let name = format!("{}_{}_to_{}_{rounding:?}", from.name(), from.subnormals, to.name());
                check(&float_to_fixed(&name, from, to, rounding), &numbers, |a| {
                    let (number, is_too_large) = to.of_float(from, a, rounding);
                    [word(number.into(), to.bits()), is_too_large.into()]
                });
            }
        }
    });
}
