//! Rung 7: the reference model against a double precision FFT written by others.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::error::{amplitudes, error, White};
use crate::support::full::{is_full, share};
use fftgen::arch::multi_size::SizeRoute;
use fftgen::format::Format;
use fftgen::formula::prime_factors;
use fftgen::number::Datapath;
use fftgen::pipeline::Pipeline;
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::runtime::Runtime;
use fftgen::schedule::Goal;
use fftgen::{Config, Design};
use rayon::prelude::*;

const PRECISIONS: [&str; 3] = ["fp32", "fp16", "bf16"];

/// Samples of each measurement.
const SAMPLES: usize = 8192;

/// The greatest error of the plan for a configuration on even noise and on normal noise of all amplitudes, in u·√log2 N.
fn worst(config: &Config) -> f64 {
    worst_of(&Design::plans(config).unwrap()[0].pipeline, config.format)
}

/// The greatest error of a pipeline on even noise and on normal noise of all amplitudes, in u·√log2 N.
fn worst_of(pipeline: &Pipeline, format: Format) -> f64 {
    let all = std::iter::once(White::Even).chain(amplitudes());
    let worst = all.map(|white| error(pipeline, format, white, SAMPLES)).fold(0.0, f64::max);
    worst / (pipeline.size as f64).log2().max(1.0).sqrt()
}

/// Measures every fifth case, or all of them, and panics with the names of those that are beyond their bounds, in u·√log2 N.
fn hold(cases: Vec<(String, Config, f64)>) {
    let cases: Vec<_> = share(cases, 5).collect();
    let beyond: Vec<String> = cases
        .into_par_iter()
        .filter_map(|(name, config, bound)| {
            let worst = worst(&config);
            println!("{name}: {worst:.3} u sqrt(log2 N)");
            (worst > bound).then(|| format!("{name}: {worst:.3} u sqrt(log2 N), above {bound}"))
        })
        .collect();
    assert!(beyond.is_empty(), "{}", beyond.join("\n"));
}

/// Sizes to 160 of factors up to 13, and some larger ones. With `FFTGEN_GRID=full`, sizes to 400, and more larger ones.
fn sizes() -> Vec<usize> {
    let smooth = |size: &usize| prime_factors(*size).iter().all(|prime| *prime <= 13);
    let large = [512, 729, 1000, 1024, 1331, 1536, 3125, 4096];
    let more = [576, 972, 1200, 2187, 2197, 2401, 2916, 3240, 6561, 8192, 15625, 65536];
    match is_full() {
        true => (2..=400).filter(smooth).chain(large).chain(more).collect(),
        false => (2..=160).filter(smooth).chain(large).collect(),
    }
}

/// 0.5·u·√log2 N.
#[test]
fn errors_of_every_size_stay_below_the_bound_at_every_amplitude() {
    let width = |size: usize| if size > 400 { 1 } else { [1, 2, 4, 8][size % 4].min(size) };
    let case = |size: usize, precision: &str| {
        let config = config(size, width(size), precision);
        (format!("{size}, {} of {precision}", config.width), config, 0.5)
    };
    hold(sizes().into_iter().flat_map(|size| PRECISIONS.map(|precision| case(size, precision))).collect());
}

#[test]
fn errors_stay_below_the_bound_with_every_setting() {
    let mut cases = Vec::new();
    for (size, width) in [(3, 3), (9, 9), (12, 12), (20, 4), (27, 27), (60, 2), (81, 3), (96, 8), (169, 1), (243, 1)] {
        for precision in PRECISIONS {
            let plain = config(size, width, precision);
            for (name, config) in [
                ("inverse", Config { inverse: true, ..plain.clone() }),
                ("least area", Config { goal: Goal::Area, ..plain.clone() }),
                ("no DSP blocks", Config { multiplier: MultiplierStyle::Lut, ..plain.clone() }),
                ("least memory", Config { least_memory: true, ..plain }),
            ] {
                cases.push((format!("{size}, {width} of {precision}, {name}"), config, 0.5));
            }
        }
    }
    hold(cases);
}

#[test]
fn errors_are_never_larger_than_operator_by_operator() {
    let sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 18, 27, 32, 36, 49, 64, 81, 121, 128, 169, 243, 729, 1024];
    let cases = sizes.into_iter().flat_map(|size| PRECISIONS.map(|precision| config(size, 1, precision)));
    share(cases, 5).par_bridge().for_each(|plain| {
        let (size, precision) = (plain.size(), plain.format.name());
        let found = worst(&plain);
        let float = worst(&Config { datapath: Some(Datapath::Float), ..plain });
        assert!(found <= float, "{size} of {precision}: {found:.3} u sqrt(log2 N), {float:.3} by operators");
    });
}

/// Many threes and fives multiply by more twiddles for each bit of the size, and have a larger bound.
#[test]
fn errors_operator_by_operator_stay_below_their_bound() {
    let bounds = [(0.65, &[4, 8, 20, 64, 96, 256, 1024, 4096][..]), (0.8, &[9, 15, 25, 27, 45, 125, 243])];
    let case = |size: usize, precision: &str, bound: f64| {
        let config = Config { datapath: Some(Datapath::Float), ..config(size, size.min(4), precision) };
        (format!("{size} of {precision}"), config, bound)
    };
    let each = bounds.into_iter().flat_map(|(bound, sizes)| sizes.iter().map(move |&size| (size, bound)));
    hold(each.flat_map(|(size, bound)| PRECISIONS.map(|precision| case(size, precision, bound))).collect());
}

/// Measures the plan for a configuration, and holds it to a bound in u·√log2 N.
fn is_within(config: Config, bound: f64) {
    let worst = worst(&config);
    println!("{}: {worst:.3} u sqrt(log2 N)", config.top_name());
    assert!(worst <= bound, "{worst:.3} u sqrt(log2 N), above {bound}");
}

fn of_prime(size: usize, inverse: bool, bound: f64) {
    is_within(Config { inverse, ..config(size, size.min(4), "fp32") }, bound);
}

cases! {
    /// Convolutions take three roundings where a direct plan takes one, and the inverse takes one more.
    errors_of_large_primes_stay_below_their_bounds(of_prime) {
        n17: (17, false, 0.5),
        n19: (19, false, 0.5),
        n361: (361, false, 0.5),
        n61: (61, false, 1.0),
        n67: (67, false, 1.6),
        n101_inverse: (101, true, 1.8),
    }
}

/// Factors of a size are not in the order that is best for it.
fn of_several_sizes(width: usize, inverse: bool, precision: &str) {
    let runtime = Runtime { direction: false, sizes: vec![12, 60, 96, 192, 600, 1200] };
    let config = Config { runtime, inverse, ..config(1200, width, precision) };
    for SizeRoute { size, pipeline, .. } in Design::shared_chain(&config).unwrap().routes {
        let worst = worst_of(&pipeline, config.format);
        println!("{size} of several, {width} {inverse} {precision} {worst:.3} u sqrt(log2 N)");
        assert!(worst <= 0.9, "{size}: {worst:.3} u sqrt(log2 N), above 0.9");
    }
}

cases! {
    errors_of_each_of_several_sizes_stay_below_the_bound(of_several_sizes) {
        w1_fp32: (1, false, "fp32"),
        w2_fp32_inverse: (2, true, "fp32"),
        w1_bf16_inverse: (1, true, "bf16"),
    }
}

fn in_blocks(size: usize, width: usize, bits: u32, inverse: bool, bound: f64) {
    is_within(Config { datapath: Some(Datapath::Block(bits)), inverse, ..config(size, width, "fp32") }, bound);
}

cases! {
    /// Words of 27 bits keep what fp32 is held to. Shorter words lose a factor of two for each bit.
    errors_in_blocks_of_words_stay_below_their_bounds(in_blocks) {
        n20_w4_27_bits: (20, 4, 27, false, 0.65),
        n64_w2_27_bits: (64, 2, 27, false, 0.65),
        n1000_w4_27_bits: (1000, 4, 27, false, 0.65),
        n1024_w2_27_bits: (1024, 2, 27, false, 0.65),
        n60_w2_27_bits_inverse: (60, 2, 27, true, 0.65),
        n64_w2_20_bits: (64, 2, 20, false, 80.0),
        n64_w2_36_bits: (64, 2, 36, false, 0.65),
    }
}
