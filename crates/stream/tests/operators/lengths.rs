//! Numbers in formats of longer and of shorter fractions: netlists, value semantics, and the arithmetic of the host.

use super::evaluate::{Evaluator, LANES};
use super::operands::{corners, Random};
use fftgen_maths::format::Float;
use fftgen_stream::operators::shortened;

const RANDOM: usize = 100_000;

/// All numbers of a short format; of a longer one corners, and numbers at random.
fn numbers(f: Float) -> Vec<u64> {
    if f.bits() <= 16 {
        return (0..1 << f.bits()).collect();
    }
    let mut random = Random(27);
    corners(f).into_iter().chain((0..RANDOM).map(move |_| random.pair(f).0)).collect()
}

fn formats() -> Vec<[Float; 2]> {
    let widths = [(3, 2, 3), (4, 3, 9), (5, 10, 11), (5, 2, 10), (8, 7, 23), (8, 23, 27), (11, 20, 52)];
    let formats = |(exponent, short, long): (u32, u32, u32)| {
        [false, true].map(|subnormals| [short, long].map(|fraction| Float { exponent, fraction, subnormals }))
    };
    widths.into_iter().flat_map(formats).collect()
}

#[test]
fn roundings_equal_the_value_semantics() {
    for [short, long] in formats() {
        let module = shortened("shortened", long, short);
        let mut evaluator = Evaluator::new(&module);
        // The operator takes what others return: no subnormal number where these are flushed, and one NaN alone.
        let returned = |a: &u64| {
            let field = a >> long.fraction & long.exponent_max();
            (long.subnormals || field > 0 || a & !long.sign_mask() == 0) && (!long.is_nan(*a) || *a == long.nan())
        };
        let numbers: Vec<u64> = numbers(long).into_iter().filter(returned).collect();
        for batch in numbers.chunks(LANES) {
            let port = std::array::from_fn(|lane| u128::from(batch[lane.min(batch.len() - 1)]));
            let found = evaluator.evaluate(&[port])[0];
            for (a, found) in batch.iter().zip(found) {
                let wanted = long.shortened(short, *a);
                assert!(found == wanted.into(), "{} to {}: {a:#x} {found:#x} {wanted:#x}", long.name(), short.name());
            }
        }
    }
}

/// A number becomes a longer one and then itself again; only zeros follow its fraction.
#[test]
fn longer_numbers_are_exact() {
    for [short, long] in formats() {
        for a in numbers(short) {
            let field = a >> short.fraction & short.exponent_max();
            let is_flushed = !short.subnormals && field == 0;
            let longer = short.lengthened(long, a);
            if short.is_nan(a) {
                assert_eq!(longer, long.nan());
            } else if is_flushed {
                assert_eq!(longer, (a & short.sign_mask()) << (long.fraction - short.fraction));
            } else {
                assert_eq!((longer, long.shortened(short, longer)), (a << (long.fraction - short.fraction), a));
            }
        }
    }
}

/// Doubles rounded to single precision are those of the host.
#[test]
fn roundings_to_a_shorter_fraction_are_the_nearest() {
    let [fp32, e8m40] = [23, 40].map(|fraction| Float { exponent: 8, fraction, subnormals: false });
    let mut random = Random(40);
    for _ in 0..RANDOM {
        let field = 30 + random.next() % 190;
        let word = field << 40 | random.next() & ((1 << 40) - 1);
        // The value as a double: the same fraction, with the larger bias.
        let value = f64::from_bits((field + 1023 - 127) << 52 | (word & ((1 << 40) - 1)) << 12);
        assert_eq!(e8m40.shortened(fp32, word), u64::from((value as f32).to_bits()), "{word:#x}");
    }
}
