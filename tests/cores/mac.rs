//! Cores of one multiplier-accumulator.

use crate::ratio::ratio;
use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::reset::reset_sweep;
use fftgen::arch::Mac;
use fftgen::format::{Format, Overflow, Rounding};
use fftgen::number::{FixedOptions, Scale};
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::runtime::Runtime;
use fftgen::target::TARGETS;
use fftgen::verify::check;
use fftgen::{Config, Design, Interface};
use num_complex::Complex64;
use rayon::prelude::*;

/// Clock cycles that are more than any core of the tests takes.
const ANY: usize = 1 << 26;

/// A core of one multiplier, where any number of clock cycles is enough.
fn smallest(size: usize, precision: &str) -> Config {
    Config { cycles: Some(ANY), ..config(size, 1, precision) }
}

fn with(config: Config, arithmetic: FixedOptions) -> Config {
    Config { arithmetic, ..config }
}

fn with_scale(config: Config, scale: Scale) -> Config {
    with(config, FixedOptions { scale: Some(scale), ..FixedOptions::default() })
}

fn both_directions(config: Config) -> Config {
    Config { runtime: Runtime { direction: true, sizes: vec![] }, ..config }
}

/// The core of one multiplier-accumulator of a configuration with the least area.
fn mac(config: Config) -> Design {
    let choice = Design::macs(&config).into_iter().min_by_key(|choice| choice.area);
    let core = choice.unwrap_or_else(|| panic!("no such core has {}", config.top_name())).core;
    let architecture = Box::new(Mac::new(core, config.multiplier, config.runtime.clone()));
    Design::of(config, architecture)
}

/// Simulates frames of a core, half of them with stalls.
fn equals(design: &Design, frames: usize) {
    let measured = check(design, frames, |_| {}).unwrap_or_else(|error| panic!("{}: {error}", design.name));
    assert_eq!(measured.interval, design.timing().interval);
}

fn equals_the_model(config: Config) {
    equals(&mac(config), 6);
}

#[test]
fn every_size_to_64_equals_the_model() {
    let sizes: Vec<usize> = (8..=64).collect();
    sizes.into_par_iter().for_each(|size| {
        let directed = Config {
            inverse: size % 3 == 1,
            runtime: Runtime { direction: size % 3 == 2, sizes: vec![] },
            interface: [Interface::Axis, Interface::Native][size % 2],
            ..smallest(size, ["fixed16", "fixed12", "fixed18", "fixed8"][size % 4])
        };
        equals(&mac(directed), 3);
    });
}

/// Each core of a size, with a product in each clock cycle or in two or four of them.
fn each_rate(config: Config) {
    let all = Design::macs(&config);
    assert_eq!(all.iter().map(|choice| choice.core.product_cycles).collect::<Vec<_>>(), [1, 2, 4]);
    for choice in all {
        let architecture = Box::new(Mac::new(choice.core, config.multiplier, config.runtime.clone()));
        equals(&Design::of(config.clone(), architecture), 6);
    }
}

cases! {
    every_rate_equals_the_model(each_rate) {
        table_of_the_circle: (config(20, 1, "fixed16")),
        eighth_of_any_circle: (both_directions(config(105, 1, "fixed12"))),
        prime: (Config { inverse: true, ..config(67, 1, "fixed24") }),
    }
}

cases! {
    options_equal_the_model(equals_the_model) {
        octant_of_a_power_of_two: (smallest(128, "fixed14")),
        unscaled: (with_scale(smallest(45, "fixed12"), Scale::None)),
        by_size: (with_scale(smallest(45, "fixed12"), Scale::Size)),
        by_root: (Config { inverse: true, ..with_scale(smallest(70, "fixed16"), Scale::Root) }),
        by_root_of_a_power_of_two: (with_scale(smallest(32, "fixed16"), Scale::Root)),
        spare_bit: (with_scale(smallest(24, "fixed16"), Scale::Spare)),
        wraps_and_truncates: (with(
            smallest(30, "fixed10"),
            FixedOptions { overflow: Some(Overflow::Wrap), rounding: Some(Rounding::Truncate), ..FixedOptions::default() },
        )),
        no_guard_bits_and_short_roots: (with(
            smallest(27, "fixed16"),
            FixedOptions { guard_bits: Some(0), twiddle_bits: Some(9), ..FixedOptions::default() },
        )),
        longest_words: (smallest(15, "fixed60")),
        without_blocks: (Config { multiplier: MultiplierStyle::Lut, ..smallest(36, "fixed12") }),
    }
}

#[test]
fn each_target_equals_the_model() {
    for target in TARGETS {
        equals_the_model(Config { target, ..smallest(36, "fixed16") });
    }
}

/// Words that nets are too short for are those of other cores.
#[test]
fn words_of_any_length_have_a_core() {
    for bits in 58..=64 {
        let config = smallest(30, &format!("fixed{bits}"));
        let design = Design::new(config.clone()).unwrap();
        assert_eq!(design.plan().starts_with("sums of products"), !Design::macs(&config).is_empty(), "{bits} bits");
    }
    assert!(Design::macs(&smallest(30, "fixed64")).is_empty());
}

/// While samples come, in each step, between steps, and while bins leave.
#[test]
fn a_reset_at_any_time_leaves_nothing_after() {
    let design = mac(Config { interface: Interface::Native, ..smallest(12, "fixed8") });
    let timing = design.timing();
    reset_sweep(&design, (0..timing.latency + 12).step_by(5));
}

/// Cores of several sizes, of each length of a product.
fn of_sizes(sizes: &[usize]) -> impl Iterator<Item = Design> {
    let runtime = Runtime { direction: false, sizes: sizes.to_vec() };
    let config = Config { runtime, cycles: Some(usize::MAX), ..config(sizes[sizes.len() - 1], 1, "fixed8") };
    let all = Design::macs_of_sizes(&config);
    assert_eq!(all.len(), 3);
    all.into_iter().map(move |choice| {
        let mac = Mac::new(choice.core, config.multiplier, config.runtime.clone());
        Design::of(config.clone(), Box::new(mac))
    })
}

#[test]
fn a_reset_between_frames_of_several_sizes_leaves_nothing_after() {
    for design in of_sizes(&[4, 6, 7]) {
        reset_sweep(&design, (0..design.interval() + design.latency()).step_by(7));
    }
}

/// The signal to noise is within `loss` dB of that of exact bins which are rounded once.
fn is_accurate(config: Config, scale: f64, loss: f64) {
    let design = mac(config.clone());
    let amplitude = 0.5;
    let found = ratio(&design, amplitude, scale);
    // Noise of an amplitude has that power in each part of a sample, and a rounding the twelfth of the square of a last place.
    let Format::Fixed(fixed) = design.output_format() else { unreachable!("the case is of fixed point") };
    let power = config.points() as f64 * (amplitude * scale).powi(2) / 3.0;
    let rounding = 2f64.powi(-2 * fixed.fraction as i32) / 12.0;
    let wanted = 10.0 * (power / rounding).log10() - loss;
    assert!(found >= wanted, "{found:.1} dB, where {wanted:.1} are wanted");
}

cases! {
    bins_are_as_accurate_as_if_they_were_rounded_once(is_accurate) {
        n20: (smallest(20, "fixed16"), 1.0 / 32.0, 1.0),
        n64: (smallest(64, "fixed12"), 1.0 / 64.0, 1.0),
        n67: (smallest(67, "fixed16"), 1.0 / 128.0, 0.5),
        n210_inverse: (Config { inverse: true, ..smallest(210, "fixed16") }, 1.0 / 256.0, 1.5),
        n60_by_size: (with_scale(smallest(60, "fixed16"), Scale::Size), 1.0 / 60.0, 1.0),
        n60_by_root: (with_scale(smallest(60, "fixed16"), Scale::Root), 1.0 / 60f64.sqrt(), 1.0),
        // Roots of 18 bits weigh more than the rounding of unscaled bins.
        n45_unscaled: (with_scale(smallest(45, "fixed16"), Scale::None), 1.0, 5.5),
        n1024: (smallest(1024, "fixed16"), 1.0 / 1024.0, 1.0),
    }
}

/// Samples of the largest magnitude overflow nowhere within the unit circle, and wherever they lie with a spare bit.
fn keeps_extremes(size: usize, precision: &str) {
    let frames = |config: &Config, magnitude: f64| -> Vec<[u64; 2]> {
        let turn = |phase: f64| Complex64::from_polar(magnitude, 2.0 * std::f64::consts::PI * phase);
        let word = |x: Complex64| [x.re, x.im].map(|part| config.format.from_f64(part));
        let tone = |bin: usize| (0..size).map(move |n| word(turn((bin * n % size) as f64 / size as f64 + 0.125)));
        (0..size).flat_map(tone).collect()
    };
    let within = smallest(size, precision);
    let found = mac(within.clone()).model().transform(&frames(&within, 0.999));
    assert!(found.overflow.iter().all(|overflow| !overflow));
    let spare = with_scale(within, Scale::Spare);
    let full = frames(&spare, std::f64::consts::SQRT_2);
    let found = mac(spare).model().transform(&full);
    assert!(found.overflow.iter().all(|overflow| !overflow));
}

cases! {
    no_word_overflows(keeps_extremes) {
        n20: (20, "fixed16"),
        n67: (67, "fixed12"),
        n96: (96, "fixed18"),
    }
}
