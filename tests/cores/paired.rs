//! Cores of mirrored pairs.

use crate::ratio::ratio;
use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::noise::noise_samples;
use crate::support::reset::reset_sweep;
use fftgen::arch::Paired;
use fftgen::format::{Format, Overflow, Rounding};
use fftgen::number::{FixedOptions, Scale};
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::rtl::retime::Profile;
use fftgen::runtime::Runtime;
use fftgen::target::TARGETS;
use fftgen::verify::check;
use fftgen::{Config, Design, Interface};
use rayon::prelude::*;

fn with(config: Config, arithmetic: FixedOptions) -> Config {
    Config { arithmetic, ..config }
}

fn with_scale(config: Config, scale: Scale) -> Config {
    with(config, FixedOptions { scale: Some(scale), ..FixedOptions::default() })
}

fn inverse(config: Config) -> Config {
    Config { inverse: true, ..config }
}

/// All cores of mirrored pairs of a configuration, the fastest first.
fn cores(config: &Config) -> Vec<Design> {
    let choices = Design::pairs(config);
    choices.into_iter().map(|choice| Design::of(config.clone(), Box::new(Paired::new(choice.core)))).collect()
}

fn equals_the_model(config: Config) {
    let designs = cores(&config);
    assert!(!designs.is_empty(), "no core of mirrored pairs has {}", config.top_name());
    for design in designs {
        let measured = check(&design, 6, |_| {}).unwrap_or_else(|error| panic!("{}: {error}", design.plan()));
        assert_eq!(measured.interval, design.timing().interval);
    }
}

#[test]
fn every_size_to_48_equals_the_model() {
    let sizes: Vec<usize> = (2..=48).collect();
    sizes.into_par_iter().for_each(|size| {
        let of = |precision: &str| config(size, 1, precision);
        let interface = [Interface::Axis, Interface::Native][size % 2];
        let fixed = Config { interface, ..of(["fixed16", "fixed12", "fixed8"][size % 3]) };
        equals_the_model(Config {
            inverse: size % 5 == 1,
            runtime: Runtime { direction: size % 5 == 2, sizes: vec![] },
            ..fixed
        });
        equals_the_model(Config {
            inverse: size % 4 == 1,
            runtime: Runtime { direction: size % 4 == 2, sizes: vec![] },
            interface,
            ..of(["fp32", "fp16", "bf16"][size % 3])
        });
    });
}

cases! {
    options_equal_the_model(equals_the_model) {
        unscaled: (with_scale(config(45, 1, "fixed12"), Scale::None)),
        by_size: (with_scale(config(20, 1, "fixed12"), Scale::Size)),
        by_size_of_an_even_number: (inverse(with_scale(config(24, 1, "fixed12"), Scale::Size))),
        by_root_of_two: (with_scale(config(2, 1, "fixed12"), Scale::Root)),
        by_size_of_a_prime: (inverse(with_scale(config(3, 1, "fixed12"), Scale::Size))),
        by_root: (inverse(with_scale(config(60, 1, "fixed16"), Scale::Root))),
        spare_bit: (with_scale(config(28, 1, "fixed16"), Scale::Spare)),
        wraps_and_truncates: (with(
            config(30, 1, "fixed10"),
            FixedOptions { overflow: Some(Overflow::Wrap), rounding: Some(Rounding::Truncate), ..FixedOptions::default() },
        )),
        short_coefficients: (with(
            config(36, 1, "fixed16"),
            FixedOptions { twiddle_bits: Some(9), ..FixedOptions::default() },
        )),
        long_words: (config(15, 1, "fixed48")),
        without_blocks: (Config { multiplier: MultiplierStyle::Lut, ..config(12, 1, "fixed12") }),
        floats_without_blocks: (Config { multiplier: MultiplierStyle::Lut, ..config(12, 1, "fp16") }),
        long_coefficients_of_floats: (with(
            inverse(config(20, 1, "fp32")),
            FixedOptions { twiddle_bits: Some(30), ..FixedOptions::default() },
        )),
        points_in_block_ram: (config(268, 1, "fp32")),
        power_of_two: (config(64, 1, "fp32")),
    }
}

#[test]
fn each_target_equals_the_model() {
    for target in TARGETS {
        equals_the_model(Config { target, ..config(12, 1, "fixed16") });
        equals_the_model(inverse(Config { target, ..config(20, 1, "fp32") }));
        // The longest pipelines, and the shortest transforms, whose points are overwritten soonest.
        for size in [2, 3, 6] {
            equals_the_model(Config { target, pipeline: Profile::High.into(), ..config(size, 1, "fp16") });
        }
    }
}

/// While samples come, in each unit, and while bins leave.
#[test]
fn a_reset_at_any_time_leaves_nothing_after() {
    for precision in ["fixed8", "fp16"] {
        for design in cores(&Config { interface: Interface::Native, ..config(12, 1, precision) }) {
            let timing = design.timing();
            reset_sweep(&design, (0..timing.latency + 12).step_by(5));
        }
    }
}

/// The signal to noise of bins that are rounded once, in dB, less `loss`, where coefficients have no error.
fn rounded_once(design: &Design, amplitude: f64, scale: f64) -> f64 {
    match design.output_format() {
        // Noise of an amplitude has that power in each part of a sample, and a rounding the twelfth of the square of a last place.
        Format::Fixed(fixed) => {
            let power = design.config.points() as f64 * (amplitude * scale).powi(2) / 3.0;
            10.0 * (power * 12.0 / 2f64.powi(-2 * fixed.fraction as i32)).log10()
        }
        // The relative error of a rounding is 0.42 of half a place of a number between 1 and 2.
        Format::Float(float) => -20.0 * (0.42 * 2f64.powi(-(float.fraction as i32) - 1)).log10(),
    }
}

fn is_accurate(config: Config, scale: f64, loss: f64) {
    for design in cores(&config) {
        let found = ratio(&design, 0.5, scale);
        let wanted = rounded_once(&design, 0.5, scale) - loss;
        assert!(found >= wanted, "{found:.1} dB, where {wanted:.1} are wanted");
    }
}

cases! {
    bins_are_as_accurate_as_if_they_were_rounded_once(is_accurate) {
        n20: (config(20, 1, "fixed16"), 1.0 / 32.0, 0.5),
        n67: (config(67, 1, "fixed16"), 1.0 / 128.0, 0.5),
        n60_by_size: (with_scale(config(60, 1, "fixed16"), Scale::Size), 1.0 / 60.0, 0.5),
        // Coefficients of 18 bits weigh more than the rounding of unscaled bins.
        n45_unscaled: (with_scale(config(45, 1, "fixed16"), Scale::None), 1.0, 5.5),
        n20_float: (config(20, 1, "fp32"), 1.0, 1.5),
        n60_float_inverse: (inverse(config(60, 1, "fp32")), 1.0 / 60.0, 1.5),
        n67_short_float: (config(67, 1, "fp16"), 1.0, 0.5),
    }
}

/// Frames that choose their direction have the bits of cores of one direction.
fn chooses(config: Config) {
    let directed = Config { runtime: Runtime { direction: true, sizes: vec![] }, ..config.clone() };
    let samples = noise_samples(config.format, config.points(), 0.9, 3);
    for (chosen, parts) in cores(&directed).into_iter().zip(0..) {
        for mode in chosen.modes() {
            let single = cores(&Config { inverse: mode.inverse, ..config.clone() }).remove(parts);
            assert_eq!(chosen.transform_modes(&[mode], &samples).samples, single.transform(&samples));
        }
    }
}

cases! {
    directions_at_run_time_have_the_bits_of_each(chooses) {
        fixed: (config(20, 1, "fixed16")),
        float: (config(20, 1, "fp32")),
        power_of_two: (config(16, 1, "fp16")),
    }
}

/// Infinity and NaN make all bins of their frame NaN, and zeros make zeros.
#[test]
fn special_numbers_reach_all_bins() {
    let all = config(20, 1, "fp32");
    let one = u64::from(1f32.to_bits());
    for design in cores(&all) {
        let bins = |special: f32| {
            let mut frame = vec![[one, one]; 20];
            frame[7][1] = special.to_bits().into();
            design.transform(&frame)
        };
        for special in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
            assert!(bins(special).as_flattened().iter().all(|part| f32::from_bits(*part as u32).is_nan()));
        }
        let sum = u64::from(20f32.to_bits());
        assert_eq!(bins(1.0)[0], [sum; 2]);
        assert_eq!(design.transform(&[[0; 2]; 20]), [[0; 2]; 20]);
    }
}

#[test]
fn wide_ports_and_long_words_have_other_cores() {
    let others = [config(20, 2, "fixed16"), config(20, 1, "fp64"), config(1, 1, "fp32"), config(1040, 1, "fixed16")];
    for other in others {
        assert!(Design::pairs(&other).is_empty(), "{}", other.top_name());
    }
}
