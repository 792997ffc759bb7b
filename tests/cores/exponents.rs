//! Words with exponents: block floating point, and floating point that is computed in words with a common exponent.

use crate::support::cases::cases;
use crate::support::config::config;
use fftgen::format::{Float, Format, Rounding};
use fftgen::formula::Order;
use fftgen::model::{Sample, Transformed};
use fftgen::number::{Datapath, FixedOptions};
use fftgen::rng::Rng;
use fftgen::rtl::retime::Profile;
use fftgen::verify::{stimulus, Bench, Stalls};
use fftgen::{Config, Design, Interface};

/// Frames of each core, the first half at full rate and the others with stalls.
const FRAMES: usize = 24;

/// Choices that come in turn: case number `turn` has these.
fn in_turn(turn: usize, reversed: bool, config: Config) -> Config {
    Config {
        inverse: turn % 3 == 1,
        interface: [Interface::Axis, Interface::Native][turn % 2],
        least_memory: config.size() == 64,
        orders: [Order::Natural, if reversed { Order::Reversed } else { Order::Natural }],
        pipeline: [Profile::Mid, Profile::High, Profile::Low][turn % 3].into(),
        ..config
    }
}

fn pass(design: &Design, samples: &[Sample], wanted: &Transformed) {
    let mut bench = Bench::new(design, samples, wanted);
    bench.run(Stalls::None, 0..FRAMES / 2, &mut |_| {}).unwrap();
    bench.run(Stalls::Random, FRAMES / 2..FRAMES, &mut |_| {}).unwrap();
    bench.result().unwrap();
}

/// Frames of noise of all amplitudes in turn, of zeros, of the least and the largest number, of -1 and 1, and of words that fill
/// their bits by a single component.
fn amplitudes(format: &Format, size: usize) -> Vec<Sample> {
    let (bits, mut noise) = (format.bits(), Rng::new(size as u64));
    let mask = u64::MAX >> (64 - bits);
    let mut samples = Vec::new();
    for frame in 0..FRAMES as u32 {
        let lone = noise.word() as usize % size;
        for index in 0..size {
            let loud = (noise.word() << (64 - bits)) as i64 >> (64 - bits);
            let part = |value: i64| (value >> (frame * 7 % bits)) as u64 & mask;
            samples.push(match frame % 8 {
                0 => [0; 2],
                1 => [1 << (bits - 1); 2],
                2 => [mask >> 1; 2],
                3 if index == lone => [0, mask],
                3 => [0; 2],
                4 if index == lone => [mask >> 1, 0],
                // The sum is half a place below the end of a word that is one bit shorter: rounding carries out of it.
                6 if size > 2 => [[mask >> 1, mask >> 1, 1].get(index).copied().unwrap_or(0), 0],
                _ => [part(loud), part(loud.rotate_left(7) << (64 - bits) >> (64 - bits))],
            });
        }
    }
    samples
}

fn of_every_amplitude(turn: usize, size: usize, width: usize, precision: &str) {
    let arithmetic = FixedOptions {
        max_growth: [None, Some(0), Some(4)][turn / 2 % 3],
        rounding: Some([Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate][turn % 3]),
        ..FixedOptions::default()
    };
    let config = in_turn(turn, size == 256, config(size, width, precision).with_block_exponents());
    let design = Design::new(Config { arithmetic, ..config }).unwrap();
    let samples = amplitudes(&design.config.format, size);
    pass(&design, &samples, &design.model().transform(&samples));
}

cases! {
    /// Frames of every amplitude come back to back, those of zeros and of the least number among them.
    block_floating_point_equals_the_model(of_every_amplitude) {
        n1_w1_fixed8: (0, 1, 1, "fixed8"),
        n2_w1_fixed16: (1, 2, 1, "fixed16"),
        n8_w8_q3_15: (2, 8, 8, "q3.15"),
        n12_w5_fixed24: (3, 12, 5, "fixed24"),
        n20_w3_fixed4: (4, 20, 3, "fixed4"),
        n20_w4_q5_27: (5, 20, 4, "q5.27"),
        n48_w16_fixed64: (6, 48, 16, "fixed64"),
        n64_w1_fixed8: (7, 64, 1, "fixed8"),
        n64_w4_fixed16: (8, 64, 4, "fixed16"),
        n77_w8_q3_15: (9, 77, 8, "q3.15"),
        n67_w2_fixed24: (10, 67, 2, "fixed24"),
        n256_w2_fixed4: (11, 256, 2, "fixed4"),
    }
}

fn float_of(design: &Design) -> Float {
    let Format::Float(float) = design.config.format else { panic!("{} has no floating point", design.name) };
    float
}

/// Frames of every kind, of numbers as large and as small as they can be, and with NaN and infinity.
fn extreme_numbers(design: &Design) -> Vec<Sample> {
    let (float, size) = (float_of(design), design.config.size());
    let mut samples = stimulus(&design.config.format, size, FRAMES, 5);
    for (frame, word) in
        [(5, float.infinity() - 1), (9, 1 << float.fraction), (11, 1), (14, 0), (17, float.sign_mask())]
    {
        samples[frame * size..][..size].fill([word, word | float.sign_mask()]);
    }
    (samples[3 * size], samples[8 * size - 1]) = ([float.nan(), 0], [0, float.infinity()]);
    samples
}

fn in_blocks(turn: usize, size: usize, width: usize, precision: &str, bits: u32) {
    let max_growth = [None, Some(2)][turn / 2 % 2];
    let config = Config {
        datapath: Some(Datapath::Block(bits)),
        arithmetic: FixedOptions { max_growth, ..FixedOptions::default() },
        ..in_turn(turn, size == 256, config(size, width, precision))
    };
    let design = Design::new(config).unwrap();
    let samples = extreme_numbers(&design);
    let wanted = design.model().transform(&samples);
    let nan = float_of(&design).nan();
    let frames = wanted.samples.chunks(size);
    let count = frames.filter(|frame| frame.iter().flatten().all(|word| *word == nan)).count();
    assert!(wanted.exponents.is_none() && (2..FRAMES).contains(&count), "{count}");
    pass(&design, &samples, &wanted);
}

cases! {
    floating_point_in_blocks_equals_the_model(in_blocks) {
        n1_w1_fp32: (0, 1, 1, "fp32", 27),
        n2_w1_fp16: (1, 2, 1, "fp16", 18),
        n8_w8_bf16: (2, 8, 8, "bf16", 20),
        n12_w5_e6m9: (3, 12, 5, "e6m9", 24),
        n20_w3_fp64: (4, 20, 3, "fp64", 40),
        n20_w4_fp32: (5, 20, 4, "fp32", 18),
        n48_w16_e3m2: (6, 48, 16, "e3m2", 19),
        n64_w1_fp32: (7, 64, 1, "fp32", 27),
        n77_w8_fp16: (8, 77, 8, "fp16", 18),
        n256_w2_bf16: (9, 256, 2, "bf16", 20),
    }
}

fn with_shared_exponents(turn: usize, size: usize, width: usize, precision: &str, bits: u32) {
    let config = in_turn(turn, size == 64, config(size, width, precision));
    let design = Design::new(Config { datapath: Some(Datapath::Shared(bits)), ..config }).unwrap();
    let float = float_of(&design);
    let samples = extreme_numbers(&design);
    let wanted = design.model().transform(&samples);
    let frames = wanted.samples.chunks(size);
    let finite = frames.filter(|frame| !frame.iter().flatten().any(|word| float.is_nan(*word))).count();
    assert!((6..FRAMES - 1).contains(&finite), "{finite}");
    // NaN reaches every point, in both parts.
    assert!(wanted.samples[3 * size..4 * size].iter().flatten().all(|word| *word == float.nan()));
    pass(&design, &samples, &wanted);
}

cases! {
    /// Elements of a transform come in one beat and in several, and with feedback.
    floating_point_with_shared_exponents_equals_the_model(with_shared_exponents) {
        n1_w1_fp32: (0, 1, 1, "fp32", 20),
        n2_w1_fp16: (1, 2, 1, "fp16", 15),
        n8_w8_bf16: (2, 8, 8, "bf16", 12),
        n12_w5_e6m9: (3, 12, 5, "e6m9", 16),
        n13_w2_fp32: (4, 13, 2, "fp32", 28),
        n20_w3_e3m2: (5, 20, 3, "e3m2", 8),
        n20_w4_fp32: (6, 20, 4, "fp32", 20),
        n48_w16_fp16: (7, 48, 16, "fp16", 15),
        n64_w1_bf16: (8, 64, 1, "bf16", 12),
        n64_w2_e6m9: (9, 64, 2, "e6m9", 16),
        n77_w8_fp32: (10, 77, 8, "fp32", 28),
        n7_w3_e3m2: (11, 7, 3, "e3m2", 8),
        n15_w5_fp32: (12, 15, 5, "fp32", 20),
        n27_w2_fp16: (13, 27, 2, "fp16", 15),
    }
}
