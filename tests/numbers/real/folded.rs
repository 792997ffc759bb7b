//! Folded cores of real data: every bit equals the model, whose results are near a double precision transform.

use super::accuracy::error;
use super::config;
use crate::support::cases::cases;
use crate::support::full::is_full;
use crate::support::reset::reset_sweep;
use crate::support::verify::verify;
use fftgen::arch::folded::{radix_orders, step_kernel};
use fftgen::formula::{prime_factors, Kind};
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::{Config, Design, Interface};
use rayon::prelude::*;

const KINDS: [(Kind, bool); 4] =
    [(Kind::Real, false), (Kind::Real, true), (Kind::RealPair, false), (Kind::RealPair, true)];

/// A core whose steps have these radices. `width`: real samples a clock cycle, and of pairs of frames points.
fn folded((kind, inverse): (Kind, bool), radices: &[usize], width: usize, precision: &str) -> Config {
    let points: usize = radices.iter().product();
    let kernels = Some(radices.iter().copied().map(step_kernel).collect());
    let config = config(kind, inverse, points * kind.share(), width, precision);
    Config { kernels, cycles: Some(usize::MAX), ..config }
}

fn is_exact(config: Config) {
    let points = config.points();
    for interface in [Interface::Axis, Interface::Native] {
        if interface == Interface::Native && config.half_rate().is_some() {
            continue;
        }
        let (design, _) = verify(Config { interface, ..config.clone() }, 6);
        assert_eq!(design.memory_words(), points);
    }
}

fn in_both_directions(kind: Kind, radices: &[usize], precision: &str) {
    let width = kind.share();
    [false, true].into_iter().for_each(|inverse| is_exact(folded((kind, inverse), radices, width, precision)));
}

cases! {
    every_bit_equals_the_model(in_both_directions) {
        n32: (Kind::Real, &[4, 4], "fixed16"),
        n128: (Kind::Real, &[4; 3], "fixed12"),
        n64_r4_r2: (Kind::Real, &[4, 2, 4], "fixed16"),
        n24: (Kind::Real, &[3, 4], "fixed16"),
        n12: (Kind::Real, &[2, 3], "fixed10"),
        n36: (Kind::Real, &[3, 2, 3], "fixed14"),
        n120: (Kind::Real, &[5, 3, 4], "fixed18"),
        n72_r6: (Kind::Real, &[6, 6], "fixed12"),
        n64_fp32: (Kind::Real, &[4, 2, 4], "fp32"),
        n60_fp16: (Kind::Real, &[2, 3, 5], "fp16"),
        n32_bf16: (Kind::Real, &[4, 4], "bf16"),
        pairs_n16: (Kind::RealPair, &[4, 4], "fixed16"),
        pairs_n60: (Kind::RealPair, &[5, 4, 3], "fixed12"),
        pairs_n64_fp32: (Kind::RealPair, &[4; 3], "fp32"),
    }
}

fn of_operators(radices: &[usize], precision: &str) {
    for (kind, inverse) in KINDS {
        let config = folded((kind, inverse), radices, kind.share(), precision);
        is_exact(Config { datapath: Some(Datapath::Float), ..config });
    }
}

cases! {
    operators_of_floating_point_equal_the_model(of_operators) {
        n32: (&[4, 4], "fp16"),
        n60: (&[2, 3, 5], "fp32"),
        n48: (&[4, 2, 3], "fp64"),
        n24: (&[3, 4], "e4m3"),
    }
}

/// Half of the smallest sine of 256 samples is below the smallest normal number of three bits of exponent.
#[test]
fn factors_below_normal_numbers_take_a_streaming_core() {
    let config = Config { datapath: Some(Datapath::Float), ..folded((Kind::Real, false), &[4, 4, 8], 2, "e3m6") };
    let design = Design::new(config).unwrap();
    assert!(design.memory_words() > 128, "{}", design.plan());
}

fn with_options(scale: Option<Scale>, width: usize, radices: &[usize]) {
    for (kind, inverse) in KINDS {
        let arithmetic = FixedOptions { scale: scale.clone(), ..FixedOptions::default() };
        is_exact(Config { arithmetic, ..folded((kind, inverse), radices, width.min(kind.share()), "fixed12") });
    }
}

cases! {
    options_change_no_bit(with_options) {
        unscaled: (Some(Scale::None), 2, &[4, 4]),
        by_size: (Some(Scale::Size), 2, &[4, 3]),
        by_root: (Some(Scale::Root), 2, &[3, 2, 3]),
        by_frame: (Some(Scale::Chosen), 2, &[4, 2, 3]),
        step_by_step: (Some(Scale::Shifts(vec![2, 1, 1, 2])), 2, &[4, 2, 4]),
        with_a_spare_bit: (Some(Scale::Spare), 2, &[2, 4, 2]),
        sample_by_sample: (None, 1, &[4, 3]),
    }
}

/// The headroom of a frame moves up the products of the step of real data too, before the others and after them.
#[test]
fn frames_have_exponents() {
    for data in KINDS {
        is_exact(folded(data, &[4, 2, 3], data.0.share(), "fixed12").with_block_exponents());
        is_exact(folded(data, &[4, 4], data.0.share(), "fixed16").with_block_exponents());
    }
}

/// Cores of an even number of points, of different radices.
fn of_points(points: usize) {
    let (kind, inverse) = KINDS[points / 2 % KINDS.len()];
    let precision = ["fixed16", "fixed9", "fp16"][points / 2 % 3];
    // Floating point is not computed in words that share exponents where a prime is large.
    let precision = if prime_factors(points).last() > Some(&19) { "fixed16" } else { precision };
    let orders = radix_orders(points).into_iter().filter(|radices| radices.len() > 1);
    orders.for_each(|radices| is_exact(folded((kind, inverse), &radices, kind.share(), precision)));
}

/// All even numbers of points to 128 with `FFTGEN_GRID=full`, otherwise some of them.
#[test]
fn each_even_number_of_points_can_be_folded() {
    let everything = is_full();
    let points: Vec<usize> = (6..=128).step_by(2).filter(|points| everything || points % 22 == 8).collect();
    points.into_par_iter().for_each(of_points);
}

/// In units of the roundoff of fp32 times √log2 N; in fixed point the signal-to-noise ratio.
fn is_a_transform(radices: &[usize]) {
    for data in KINDS {
        let config = folded(data, radices, data.0.share(), "fp32");
        let unit = 0.5f64.powi(24) * (config.size() as f64).log2().sqrt();
        let found = error(&config, 1.0) / unit;
        assert!(found <= 0.6, "{}: {found}", config.top_name());
        let arithmetic = FixedOptions { scale: Some(Scale::Size), ..FixedOptions::default() };
        let config = Config { arithmetic, ..folded(data, radices, data.0.share(), "q4.20") };
        let by = if data.1 { 1.0 } else { 1.0 / config.size() as f64 };
        let ratio = -20.0 * error(&config, by).log10();
        assert!(ratio > 80.0, "{}: {ratio:.1} dB", config.top_name());
    }
}

cases! {
    results_are_near_a_double_precision_transform(is_a_transform) {
        n32: (&[4, 4, 2]),
        n60: (&[4, 3, 5]),
        n256: (&[4; 4]),
    }
}

#[test]
fn frames_after_a_reset_are_right() {
    for (kind, inverse) in KINDS {
        let design = Design::new(folded((kind, inverse), &[4, 2], kind.share(), "fixed8")).unwrap();
        reset_sweep(&design, 0..design.interval() + design.latency());
    }
}

/// A folded core is smaller where frames are rare. Options that it does not have take a streaming core, which gives the reason.
#[test]
fn rare_frames_are_folded() {
    let rare = |config: Config| Config { cycles: Some(4096), ..config };
    let design = Design::new(rare(config(Kind::Real, false, 1024, 2, "fixed16"))).unwrap();
    assert_eq!((design.memory_words(), design.units().multipliers), (512, 5));
    let smallest = Config { cycles: Some(1 << 20), ..config(Kind::Real, false, 256, 1, "fixed16") };
    assert_eq!(Design::new(smallest).unwrap().memory_words(), 128);
    for streamed in
        [rare(config(Kind::Real, false, 1024, 4, "fixed16")), rare(config(Kind::Real, false, 1026, 2, "fixed16"))]
    {
        assert!(streamed.streams_because().is_some_and(|reason| reason.contains("real data")), "{streamed:?}");
    }
}
