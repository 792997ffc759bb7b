//! Words of block floating point.

use super::{config, pipeline};
use crate::support::cases::cases;
use crate::support::extremes::largest_bins;
use fftgen::format::{number, word};
use fftgen::model::{Model, Sample, Transformed};
use fftgen::number::Scale;
use fftgen::rng::Rng;

/// The largest bins, zeros, the least numbers, and noise of each amplitude.
fn frames(size: usize, bits: u32) -> Vec<Sample> {
    let mut samples = largest_bins(bits, size);
    samples.extend(vec![[0; 2]; size]);
    samples.extend(vec![[1 << (bits - 1); 2]; size]);
    let mut noise = Rng::new(size as u64);
    for by in 0..bits {
        let mut part = || word(i128::from(number(noise.word() & (u64::MAX >> (64 - bits)), bits) >> by), bits);
        samples.extend((0..size).map(|_| [part(), part()]));
    }
    samples
}

fn fills_words(size: usize, precision: &str, max_growth: Option<u32>) {
    let mut config = config(size, 1, precision, Scale::None).with_block_exponents();
    config.arithmetic.max_growth = max_growth;
    let pipeline = pipeline(&config);
    let (bits, range) = (config.format.bits(), pipeline.exponents().unwrap());
    assert!(pipeline.stages().all(|stage| stage.arithmetic.fixed().unwrap().never_overflows));
    let transformed = Model::new(&pipeline, config.format).transform(&frames(size, bits));
    let Transformed { samples: found, overflow, exponents } = transformed;
    assert!(!overflow.contains(&true));
    for (frame, exponent) in found.chunks(size).zip(exponents.unwrap()) {
        assert!(range.contains(&exponent), "{exponent} in {range:?}");
        let different = frame.iter().flatten().map(|&x| number(x, bits)).fold(0, |all, x| all | (x ^ (x >> 63)));
        let zero = frame.iter().all(|x| *x == [0; 2]);
        // Where rounding carries downwards, the largest may be the half of what a word holds.
        assert!(
            zero || different >> (bits - 2) != 0 || frame.iter().flatten().any(|&x| x == word(-1 << (bits - 2), bits))
        );
    }
}

cases! {
    /// Whatever comes in. Words never overflow, and exponents stay in their range.
    largest_component_of_a_frame_fills_its_word(fills_words) {
        n8_fixed8: (8, "fixed8", None),
        n12_fixed4: (12, "fixed4", Some(2)),
        n20_fixed12: (20, "fixed12", None),
        n60_q4_4: (60, "q4.4", Some(0)),
        n67_fixed10: (67, "fixed10", None),
    }
}
