//! Sizes with large prime factors on a folded core, as convolutions with a chirp.

use crate::ratio::ratio;
use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::noise::noise_samples;
use crate::support::reset::reset_sweep;
use crate::support::verify::verify;
use fftgen::format::Format;
use fftgen::formula::is_smooth;
use fftgen::model::Transformed;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::runtime::Runtime;
use fftgen::{Config, ConvolvedChoice, Design, Interface};
use num_complex::Complex64;
use rayon::prelude::*;

/// Clock cycles that are more than the slowest convolution takes.
const ANY: usize = 1 << 26;

/// Start of the names of formats in fixed point, where sums of products serve if there are many clock cycles.
const FIXED: &str = "fixed";

/// Clock cycles of a point, with which a transform of two or four points is computed in each of them.
const CYCLES_OF_A_POINT: usize = 40;

fn convolved(size: usize, precision: &str) -> Config {
    // In more clock cycles cores of mirrored pairs are smaller.
    let cycles = if precision.starts_with(FIXED) { CYCLES_OF_A_POINT * size } else { 3 * CYCLES_OF_A_POINT * size / 2 };
    Config { cycles: Some(cycles), ..config(size, 1, precision) }
}

fn with_scale(config: Config, scale: Scale) -> Config {
    Config { arithmetic: FixedOptions { scale: Some(scale), ..FixedOptions::default() }, ..config }
}

#[test]
fn every_size_to_128_equals_the_model() {
    let sizes: Vec<usize> = (1..=128).filter(|size| !is_smooth(*size)).collect();
    assert_eq!(sizes.len(), 13);
    sizes.into_par_iter().enumerate().for_each(|(number, size)| {
        let config = Config {
            inverse: number % 3 == 1,
            runtime: Runtime { direction: number % 3 == 2, sizes: vec![] },
            interface: [Interface::Axis, Interface::Native][number % 2],
            cycles: Some(CYCLES_OF_A_POINT * size),
            ..convolved(size, ["fixed16", "fp16", "fixed12", "bf16"][number % 4])
        };
        let (design, _) = verify(config, 4);
        assert!(design.plan().contains("convolution with a chirp"), "{}", design.plan());
    });
}

/// The convolutions that are the smallest for their clock cycles, the slowest first.
fn front(config: &Config) -> Vec<ConvolvedChoice> {
    let mut all = Design::convolutions(config, usize::MAX);
    all.sort_by_key(|core| (core.area, core.core.interval()));
    let mut quickest = usize::MAX;
    all.retain(|core| {
        let is_quicker = core.core.interval() < quickest;
        quickest = quickest.min(core.core.interval());
        is_quicker
    });
    all
}

/// Each core of the front, from one multiplier for all products of a transform to a transform in each clock cycle.
fn each_rate(size: usize, precision: &str) {
    let front = front(&config(size, 1, precision));
    assert!(front.len() > 3, "{} cores", front.len());
    assert!(front.windows(2).all(|pair| pair[0].core.interval() > pair[1].core.interval()));
    // What is passed over for its clock cycles before its arithmetic takes more; where all do, the quickest is there.
    let fewest = front[front.len() - 1].core.interval();
    for (cycles, wanted) in [(front[1].core.interval(), 1), (fewest, front.len() - 1), (0, front.len() - 1)] {
        let found = Design::convolutions(&config(size, 1, precision), cycles);
        let intervals: Vec<usize> = found.iter().map(|choice| choice.core.interval()).collect();
        assert!(intervals.contains(&front[wanted].core.interval()), "{cycles} cycles: {intervals:?}");
    }
    // In more clock cycles a core without kernels is smaller.
    let config_of_all = config(size, 1, precision);
    let macs = Design::macs(&config_of_all).into_iter().map(|choice| choice.core.interval());
    let pairs = Design::pairs(&config_of_all).into_iter().map(|choice| choice.core.timing().interval);
    let slow = macs.chain(pairs).min().unwrap_or(usize::MAX);
    let quick = front.into_par_iter().filter(|choice| choice.core.interval() < slow);
    quick.for_each(|choice| {
        let cycles = choice.core.interval();
        let (design, measured) = verify(Config { cycles: Some(cycles), ..config(size, 1, precision) }, 6);
        assert_eq!((design.interval(), design.core_latency()), (cycles, choice.core.timing().latency));
        assert!(measured.interval <= cycles + 2, "{} of {cycles} cycles", measured.interval);
    });
}

cases! {
    every_rate_equals_the_model(each_rate) {
        n67_fixed16: (67, "fixed16"),
        n67_fp16: (67, "fp16"),
    }
}

/// Frames that choose their direction have the bits of cores of one direction.
fn chooses(size: usize, precision: &str) {
    let chosen = Config { runtime: Runtime { direction: true, sizes: vec![] }, ..convolved(size, precision) };
    let chosen = Design::new(chosen).unwrap();
    let samples = noise_samples(chosen.config.format, 2 * size, 0.9, size as u64);
    for mode in chosen.modes() {
        let single = Design::new(Config { inverse: mode.inverse, ..convolved(size, precision) }).unwrap();
        let found = chosen.transform_modes(&[mode; 2], &samples).samples;
        assert!(found == single.transform(&samples), "inverse: {}", mode.inverse);
        assert_eq!(chosen.timing(), single.timing());
    }
}

cases! {
    directions_at_run_time_have_the_bits_of_each(chooses) {
        n67_fixed16: (67, "fixed16"),
        n71_fp32: (71, "fp32"),
        n134_fp16: (134, "fp16"),
    }
}

/// A convolution whose operators round once each, of which `options` are those of a core that streams.
fn operated(options: Config) {
    // Operators of floating point take longer.
    let cycles = Some(2 * CYCLES_OF_A_POINT * options.points());
    let (design, _) = verify(Config { datapath: Some(Datapath::Float), cycles, ..options }, 6);
    assert!(design.plan().contains("convolution with a chirp"), "{}", design.plan());
    assert_eq!(design.pipeline().shared(), None);
}

cases! {
    operators_of_floating_point_equal_the_model(operated) {
        n67_fp16: (config(67, 1, "fp16")),
        n71_fp32_inverse: (Config { inverse: true, ..config(71, 1, "fp32") }),
        n73_fp64_native: (Config { interface: Interface::Native, ..config(73, 1, "fp64") }),
        n134_bf16_in_both_directions: (Config {
            runtime: Runtime { direction: true, sizes: vec![] },
            ..config(134, 1, "bf16")
        }),
        n67_with_subnormals: (Config { format: Format::parse("fp16", true).unwrap(), ..config(67, 1, "fp16") }),
    }
}

/// One multiplier serves a transform of operators, too.
#[test]
fn the_smallest_core_of_operators_shares_its_multipliers() {
    let design = Design::new(Config { cycles: Some(ANY), ..config(67, 1, "fp64") }).unwrap();
    assert!(design.plan().contains("convolution with a chirp"), "{}", design.plan());
    assert_eq!(design.units().multipliers, 5, "one of the transform, and four of the factors");
}

/// Frames with exponents have the bits of the model.
fn with_exponents(config: Config) {
    let (design, _) = verify(config.with_block_exponents(), 8);
    assert!(design.plan().contains("convolution with a chirp"), "{}", design.plan());
    assert!(design.pipeline().exponents().is_some());
}

cases! {
    block_floating_point_equals_the_model(with_exponents) {
        n67_fixed16: (convolved(67, "fixed16")),
        n71_fixed12_inverse: (Config { inverse: true, ..convolved(71, "fixed12") }),
        n134_fixed18_in_both_directions: (Config {
            runtime: Runtime { direction: true, sizes: vec![] },
            cycles: Some(CYCLES_OF_A_POINT * 134),
            ..convolved(134, "fixed18")
        }),
        n73_fixed8_native: (Config { interface: Interface::Native, cycles: Some(CYCLES_OF_A_POINT * 73), ..convolved(73, "fixed8") }),
    }
}

/// Signal to noise of frames with exponents, of full scale and 36 dB below, beside a transform in double precision.
#[test]
fn frames_of_any_level_are_as_accurate_with_exponents() {
    let config = convolved(67, "fixed16").with_block_exponents();
    let design = Design::new(config.clone()).unwrap();
    for amplitude in [1.0, 1.0 / 64.0] {
        let samples = noise_samples(config.format, 67 * 8, amplitude, 3);
        let Transformed { samples: bins, exponents, .. } = design.model().transform(&samples);
        let value = |sample: &[u64; 2], by: f64| {
            let [re, im] = sample.map(|part| config.format.to_f64(part) * by);
            Complex64::new(re, im)
        };
        let (mut power, mut error) = (0.0, 0.0);
        for ((frame, bins), exponent) in samples.chunks(67).zip(bins.chunks(67)).zip(exponents.unwrap()) {
            let mut wanted: Vec<Complex64> = frame.iter().map(|sample| value(sample, 1.0)).collect();
            oracle::transform(&mut wanted, 67, false);
            for (bin, wanted) in bins.iter().zip(&wanted) {
                power += wanted.norm_sqr();
                error += (value(bin, 2f64.powi(exponent)) - wanted).norm_sqr();
            }
        }
        let ratio = 10.0 * (power / error).log10();
        assert!(ratio > 73.0, "{ratio:.1} dB at amplitude {amplitude}");
    }
}

fn is_accurate(config: Config, amplitude: f64, scale: f64, target: f64) {
    let ratio = ratio(&Design::new(config).unwrap(), amplitude, scale);
    assert!(ratio >= target, "{ratio:.1} dB, where {target} are wanted");
}

cases! {
    /// Fixed point within 3 dB of a transform whose only loss is the rounding of its bins, where a bit goes at each doubling of the size.
    convolutions_meet_targets(is_accurate) {
        n67_by_stage: (convolved(67, "fixed16"), 1.0, 1.0 / 128.0, 68.0),
        n67_inverse: (Config { inverse: true, ..convolved(67, "fixed16") }, 1.0, 1.0 / 128.0, 68.0),
        n509_by_stage: (convolved(509, "fixed16"), 1.0, 1.0 / 512.0, 62.0),
        n67_spare: (with_scale(convolved(67, "fixed16"), Scale::Spare), 1.0, 1.0 / 256.0, 62.0),
        n67_by_size: (with_scale(convolved(67, "fixed16"), Scale::Size), 0.9, 1.0 / 67.0, 73.0),
        n67_by_root: (with_scale(convolved(67, "fixed16"), Scale::Root), 0.2, 1.0 / 67f64.sqrt(), 75.0),
        n67_unscaled: (with_scale(convolved(67, "fixed16"), Scale::None), 1.0, 1.0, 86.0),
        n67_fp32: (convolved(67, "fp32"), 1.0, 1.0, 144.0),
        n67_fp32_inverse: (Config { inverse: true, ..convolved(67, "fp32") }, 1.0, 1.0 / 67.0, 144.0),
        n509_fp16: (convolved(509, "fp16"), 1.0, 1.0, 68.0),
        n67_fp32_by_operators: (Config { datapath: Some(Datapath::Float), ..convolved(67, "fp32") }, 1.0, 1.0, 130.0),
        n67_fp64_inverse: (Config { inverse: true, ..convolved(67, "fp64") }, 1.0, 1.0 / 67.0, 300.0),
    }
}

/// Samples of the largest magnitude, in phase with a bin or in phase with the chirp, overflow nowhere.
fn keeps_extremes(size: usize, precision: &str) {
    let config = convolved(size, precision);
    let design = Design::new(config.clone()).unwrap();
    let turn = |phase: f64| Complex64::from_polar(0.999, 2.0 * std::f64::consts::PI * phase);
    let tone = |bin: usize| (0..size).map(move |n| turn((bin * n % size) as f64 / size as f64));
    let chirp = (0..size).map(|n| turn((n * n % (2 * size)) as f64 / (2 * size) as f64));
    let word = |x: Complex64| [x.re, x.im].map(|part| config.format.from_f64(part));
    for frame in [tone(0).collect::<Vec<_>>(), tone(1).collect(), tone(size / 2).collect(), chirp.collect()] {
        let samples: Vec<[u64; 2]> = frame.into_iter().map(word).collect();
        let found = design.model().transform(&samples);
        assert_eq!(found.overflow, [false]);
    }
}

cases! {
    no_word_overflows_within_the_unit_circle(keeps_extremes) {
        n67_fixed16: (67, "fixed16"),
        n127_fixed12: (127, "fixed12"),
        n331_fixed18: (331, "fixed18"),
    }
}

/// While samples come, in both passes, between them, and while results leave.
#[test]
fn a_reset_at_any_time_leaves_no_trace() {
    let cycles = front(&config(67, 1, "fixed10")).pop().unwrap().core.interval();
    let design = Design::new(Config { cycles: Some(cycles), ..config(67, 1, "fixed10") }).unwrap();
    let latency = design.latency();
    reset_sweep(&design, (0..latency + design.interval()).step_by(61).chain(latency - 3..latency + 3));
}

#[test]
fn the_smallest_core_of_long_frames_in_floating_point_is_a_convolution() {
    let design = Design::new(Config { cycles: Some(ANY), ..config(1031, 1, "fp16") }).unwrap();
    assert!(design.plan().contains("convolution with a chirp"), "{}", design.plan());
}

/// Frames that leave too few clock cycles, of a size that no streaming core has.
#[test]
fn too_few_cycles_name_the_least() {
    let error = Design::new(Config { cycles: Some(5000), ..config(4099, 1, "fixed12") }).err().unwrap().to_string();
    assert!(
        error.starts_with("cycles 5000: a frame of 4099 points takes ") && error.ends_with("or DSP blocks"),
        "{error}"
    );
    assert!(Design::new(config(4099, 1, "fixed12"))
        .err()
        .unwrap()
        .to_string()
        .contains("folded by --cycles up to 65536"));
    let error = Design::new(Config { cycles: Some(ANY), ..config(65_539, 1, "fixed12") }).err().unwrap();
    assert!(error.to_string().starts_with("size 65539 has a prime factor above 61"), "{error}");
}
