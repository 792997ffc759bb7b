//! Folded cores: every bit of every frame equals the model, in both orders of the steps.

use crate::overflow::overflow_cases;
use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::full::is_full;
use crate::support::noise::noise_samples;
use crate::support::reset::reset_sweep;
use crate::support::verify::verify;
use fftgen::arch::folded::{accumulated_kernel, step_kernel, Folding};
use fftgen::arch::{Folded, FoldedSizes};
use fftgen::format::{Format, Overflow};
use fftgen::formula::{default_kernel, FrameShape, Kernel, Kind};
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::rng::Rng;
use fftgen::runtime::{Mode, Runtime};
use fftgen::sim::Simulator;
use fftgen::verify::{check, stimulus, stimulus_of, Beat, Bench, Measured, Pins, Stalls};
use fftgen::{Config, Design, Interface};
use num_complex::Complex64;
use rayon::prelude::*;

/// A core whose steps have these radices.
fn folded(radices: &[usize], precision: &str) -> Config {
    let size = radices.iter().product();
    let kernels = Some(radices.iter().copied().map(default_kernel).collect());
    Config { cycles: Some(full_rate(radices)), kernels, ..config(size, 1, precision) }
}

/// Clock cycles of a frame on a processor that takes an element in each cycle, with enough of them between the steps.
fn full_rate(radices: &[usize]) -> usize {
    let size: usize = radices.iter().product();
    (radices.len() + 2) * size + 40 * (radices.len() + 1)
}

/// Builds a core with one memory that takes this in a clock cycle, and compares every bit with the model.
fn of_folding(config: Config, folding: Folding) -> (Design, Measured) {
    let core = Design::folded_with(&config, folding, 1).unwrap();
    let design = Design::of(config, Box::new(Folded::new(core)));
    let measured = check(&design, 12, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
    (design, measured)
}

fn is_exact(radices: &[usize], precision: &str) {
    for interface in [Interface::Axis, Interface::Native] {
        let (design, measured) = of_folding(Config { interface, ..folded(radices, precision) }, Folding::Element);
        assert_eq!(design.memory_words(), design.config.size());
        assert!(measured.interval <= full_rate(radices));
    }
}

cases! {
    every_bit_equals_the_model(is_exact) {
        n16_r4: (&[4, 4], "fixed16"),
        n64_r4: (&[4; 3], "fixed16"),
        n32_r2: (&[2; 5], "fixed12"),
        n32_r4_r2: (&[4, 2, 4], "fixed16"),
        n8_r4_r2: (&[4, 2], "fixed16"),
        n128_r2_r4: (&[2, 4, 4, 4], "fixed10"),
        n256_r4: (&[4; 4], "fixed16"),
        n15_r3_r5: (&[3, 5], "fixed16"),
        n45_r3_r5: (&[3, 5, 3], "fixed14"),
        n60_r4_r3_r5: (&[4, 3, 5], "fixed16"),
        n60_r3_r5_r4: (&[3, 5, 4], "fixed24"),
        n64_r8: (&[8, 8], "fixed16"),
        n128_r4_r8: (&[4, 8, 4], "fixed18"),
        n51_r17_r3: (&[17, 3], "fixed16"),
        n52_r13_r4_fp16: (&[13, 4], "fp16"),
        n49_r7: (&[7, 7], "fixed16"),
        n243_r3: (&[3; 5], "fixed16"),
        n225_r3_r5: (&[3, 5, 5, 3], "fixed16"),
        n360_r3_r5_r4_r2: (&[3, 5, 4, 3, 2], "fixed12"),
        n143_r11_r13: (&[11, 13], "fixed16"),
        n16_r4_fp32: (&[4, 4], "fp32"),
        n32_r4_r2_fp16: (&[4, 2, 4], "fp16"),
        n64_r2_bf16: (&[2; 6], "bf16"),
        n60_r4_r3_r5_fp32: (&[4, 3, 5], "fp32"),
        n64_r8_fp32: (&[8, 8], "fp32"),
        n4_r2_fp16: (&[2, 2], "fp16"),
    }
}

/// Steps whose kernels are programs of multiplier-accumulators, which serve twiddle factors too or not. After each transform of six to nine points no element
/// comes for some cycles.
fn is_accumulated(radices: &[usize], precision: &str) {
    let kernels = Some(radices.iter().map(|radix| accumulated_kernel(*radix).unwrap()).collect());
    for (directions, folding) in
        [false, true].into_iter().flat_map(|all| [Folding::Element, Folding::Shared].map(|f| (all, f)))
    {
        let runtime = Runtime { direction: directions, ..Runtime::default() };
        let cycles = full_rate(radices) * if folding == Folding::Shared { 3 } else { 2 };
        let config = Config { kernels: kernels.clone(), runtime, cycles: Some(cycles), ..folded(radices, precision) };
        let (design, measured) = of_folding(config, folding);
        assert_eq!(design.units().multipliers, if folding == Folding::Shared { 4 } else { 7 });
        assert_eq!(design.memory_words(), design.config.size());
        assert!(measured.interval <= cycles);
    }
}

cases! {
    programs_of_products_equal_the_model(is_accumulated) {
        n6_r2_r3: (&[2, 3], "fixed16"),
        n15_r3_r5: (&[3, 5], "fixed16"),
        n20_r5_r4: (&[5, 4], "fixed8"),
        n36_r6: (&[6, 6], "fixed16"),
        n49_r7: (&[7, 7], "fixed14"),
        n60_r4_r3_r5: (&[4, 3, 5], "fixed24"),
        n72_r8_r9: (&[8, 9], "fixed16"),
        n112_r7_r4: (&[4, 7, 4], "fixed32"),
        n125_r5: (&[5; 3], "fixed12"),
        n225_r3_r5: (&[3, 5, 5, 3], "fixed16"),
        n360_r3_r5_r4_r2: (&[3, 5, 4, 3, 2], "fixed12"),
        n378_r6_r7_r9: (&[6, 7, 9], "fixed18"),
    }
}

/// Steps of one kernel, to whose transforms there are `pace` clock cycles, take one multiplier.
fn shares_multipliers(radix: usize, steps: u32, pace: usize, precision: &str) {
    let size = radix.pow(steps);
    let kernels = Some(vec![default_kernel(radix); steps as usize]);
    let cycles = size + steps as usize * (size / radix * pace + 40) + 60;
    let config = Config { cycles: Some(cycles), kernels, ..config(size, 1, precision) };
    let (design, measured) = of_folding(config, Folding::Product(pace));
    assert_eq!(design.units().multipliers, 1, "{}", design.plan());
    assert!(measured.interval <= cycles);
}

cases! {
    operations_of_a_transform_share_multipliers(shares_multipliers) {
        n64_r4_one: (4, 3, 9, "fixed16"),
        n64_r2_one: (2, 6, 3, "fixed12"),
        n256_r4_fp32: (4, 4, 9, "fp32"),
    }
}

/// Steps of one kernel: a transform is computed in each cycle.
fn takes_transforms(radix: usize, steps: u32, precision: &str) {
    let size = radix.pow(steps);
    let kernels = Some(vec![default_kernel(radix); steps as usize]);
    for interface in [Interface::Axis, Interface::Native] {
        let config = Config { kernels: kernels.clone(), interface, ..config(size, 1, precision) };
        let core = Design::folded_with(&config, Folding::Transform, 1).unwrap();
        let cycles = core.interval();
        let design = Design::of(Config { cycles: Some(cycles), ..config }, Box::new(Folded::new(core)));
        let measured = check(&design, 12, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
        let operators = design.units();
        assert_eq!(operators.multipliers, 3 * (radix - 1), "{}", design.plan());
        assert!(measured.interval <= cycles);
    }
}

cases! {
    banks_have_the_elements_of_a_transform(takes_transforms) {
        n64_r4: (4, 3, "fixed16"),
        n256_r4: (4, 4, "fixed14"),
        n128_r2: (2, 7, "fixed16"),
        n256_r2: (2, 8, "fixed12"),
        n256_r4_fp32: (4, 4, "fp32"),
        n256_r2_fp16: (2, 8, "fp16"),
    }
}

/// Steps of even radices out of two banks: two elements of a transform come in each cycle.
fn takes_pairs(radices: &[usize], precision: &str, scale: Option<Scale>) {
    let size: usize = radices.iter().product();
    let kernels = Some(radices.iter().copied().map(step_kernel).collect());
    let cycles = 2 * size + radices.len() * (size / 2 + 30) + 60;
    let arithmetic = FixedOptions { scale, ..FixedOptions::default() };
    let config = Config { cycles: Some(cycles), kernels, arithmetic, ..config(size, 1, precision) };
    let choice = Design::folded_with(&config, Folding::Pair, 1).unwrap();
    let design = Design::of(config, Box::new(Folded::new(choice)));
    let measured = check(&design, 12, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
    assert!(measured.interval <= cycles, "{} of {cycles} cycles", measured.interval);
}

cases! {
    two_banks_have_pairs_of_elements(takes_pairs) {
        n64_r4: (&[4; 3], "fixed16", None),
        n16_r2_r4: (&[2, 4, 2], "fixed12", None),
        n8_r2: (&[2; 3], "fixed12", None),
        n36_r6: (&[6; 2], "fixed16", None),
        n96_r4_r6: (&[4, 6, 4], "fixed16", None),
        n32_r8_r4: (&[8, 4], "fixed16", None),
        n80_r10_r8: (&[10, 8], "fixed14", None),
        n240_r6_r10_r4: (&[4, 10, 6], "fixed16", None),
        n144_by_the_size: (&[6, 4, 6], "fixed16", Some(Scale::Size)),
        n64_by_the_root: (&[4; 3], "fixed16", Some(Scale::Root)),
        n16_fp16: (&[4; 2], "fp16", None),
        n96_fp32: (&[4, 6, 4], "fp32", None),
    }
}

/// Parts of coprime sizes have no factors between them: an element comes in each cycle.
fn takes_parts(parts: &[&[usize]], config: Config) {
    let depends_on_the_frame = config.has_block_exponents();
    let parts: Vec<Vec<Kernel>> =
        parts.iter().map(|radices| radices.iter().copied().map(step_kernel).collect()).collect();
    for memories in [1, 2] {
        let core = match Design::folded_in_parts(&config, &parts, (Folding::Element, memories)) {
            // What the steps do must not depend on the frame.
            Err(error) if memories > 1 && depends_on_the_frame => {
                assert!(error.to_string().contains("two memories"), "{error}");
                continue;
            }
            core => core.unwrap(),
        };
        let cycles = core.interval();
        let is_factored = parts.iter().any(|kernels| kernels.len() > 1);
        assert_eq!(core.processor.rotator.is_some(), is_factored || core.scale.is_some());
        let design = Design::of(Config { cycles: Some(cycles), ..config.clone() }, Box::new(Folded::new(core)));
        let measured = check(&design, 12, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
        assert_eq!(measured.interval, cycles);
    }
}

/// Parts whose multipliers serve sums and twiddle factors, the last step of a part without factors.
fn takes_parts_with_shared_multipliers(parts: &[&[usize]], config: Config) {
    let kernels = |radices: &&[usize]| radices.iter().copied().map(Kernel::accumulated).collect();
    let parts: Vec<Vec<Kernel>> = parts.iter().map(kernels).collect();
    let core = Design::folded_in_parts(&config, &parts, (Folding::Shared, 1)).unwrap();
    let cycles = core.interval();
    let design = Design::of(Config { cycles: Some(cycles), ..config }, Box::new(Folded::new(core)));
    let measured = check(&design, 12, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
    assert_eq!((measured.interval, design.units().multipliers), (cycles, 4));
}

cases! {
    sums_and_factors_share_multipliers(takes_parts_with_shared_multipliers) {
        n12_not_mirrored: (&[&[2, 2], &[3]], config(12, 1, "fixed16")),
        n45_both: (&[&[3, 3], &[5]], config(45, 1, "fixed12")),
        n144_both: (&[&[4, 4], &[3, 3]], config(144, 1, "fixed14")),
        n225_both: (&[&[5, 5], &[3, 3]], config(225, 1, "fixed16")),
        n360_not_mirrored: (&[&[3, 3, 8], &[5]], config(360, 1, "fixed24")),
        n180_of_three: (&[&[2, 2], &[3, 3], &[5]], config(180, 1, "fixed18")),
        n150_bfp: (&[&[5, 5], &[6]], config(150, 1, "fixed16").with_block_exponents()),
        n63_chosen: (&[&[3, 3], &[7]], with_scale(Scale::Chosen, config(63, 1, "fixed16"))),
        n48_unscaled: (&[&[4, 4], &[3]], with_scale(Scale::None, config(48, 1, "fixed10"))),
        n196_both_directions: (&[&[7, 7], &[2, 2]], Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..config(196, 1, "fixed16")
        }),
    }
}

/// Results that no multiplier serves, and frames that meet, are refused.
#[test]
fn shared_multipliers_do_not_serve_all() {
    let parts = [[3, 3].map(Kernel::accumulated).to_vec(), [4].map(Kernel::accumulated).to_vec()];
    let refusal = |config: Config, parts: &[Vec<Kernel>], memories: usize| {
        Design::folded_in_parts(&config, parts, (Folding::Shared, memories)).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refusal(with_scale(Scale::Size, config(36, 1, "fixed16")), &parts, 1).contains("scale"));
    assert!(refusal(config(36, 1, "fixed16"), &parts, 2).contains("two memories"));
    assert!(refusal(config(36, 1, "fp32"), &parts, 1).contains("exponents"));
    let own = [[3, 3].map(step_kernel).to_vec()];
    assert!(refusal(config(9, 1, "fixed16"), &own, 1).contains("operators of their own"));
}

cases! {
    parts_have_no_factors_between_them(takes_parts) {
        n15: (&[&[3], &[5]], config(15, 1, "fixed16")),
        n20_fp32: (&[&[5], &[4]], config(20, 1, "fp32")),
        n60: (&[&[4], &[3], &[5]], config(60, 1, "fixed12")),
        n24: (&[&[8], &[3]], config(24, 1, "fixed16")),
        n96_not_mirrored: (&[&[8, 4], &[3]], config(96, 1, "fixed16")),
        n144_both: (&[&[4, 4], &[3, 3]], config(144, 1, "fixed14")),
        n225_both: (&[&[5, 5], &[3, 3]], config(225, 1, "fixed16")),
        n72_not_mirrored: (&[&[3, 3], &[4, 2]], config(72, 1, "fp16")),
        n36_fp32: (&[&[3, 3], &[4]], config(36, 1, "fp32")),
        n112_by_the_size: (&[&[4, 4], &[7]], with_scale(Scale::Size, config(112, 1, "fixed16"))),
        n35_by_the_root: (&[&[5], &[7]], with_scale(Scale::Root, config(35, 1, "fixed16"))),
        n42_of_three: (&[&[2], &[3], &[7]], config(42, 1, "fixed18")),
        n40_bfp: (&[&[8], &[5]], config(40, 1, "fixed16").with_block_exponents()),
        n72_fp16_operators: (&[&[3, 3], &[4, 2]], Config { datapath: Some(Datapath::Float), ..config(72, 1, "fp16") }),
        n44_both_directions: (&[&[11], &[4]], Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..config(44, 1, "fixed16")
        }),
    }
}

/// A frame is computed in one memory while the one before leaves the other: no cycle of the processor is lost.
fn takes_two_memories(radices: &[usize], folding: Folding, busy: usize, config: Config) {
    let size: usize = radices.iter().product();
    let kernels = Some(radices.iter().copied().map(step_kernel).collect());
    for interface in [Interface::Axis, Interface::Native] {
        let config = Config { kernels: kernels.clone(), cycles: Some(usize::MAX), interface, ..config.clone() };
        let [one, two] = [1, 2].map(|memories| Design::folded_with(&config, folding, memories).unwrap());
        assert!(two.interval() < one.interval() && two.timing().latency == one.timing().latency);
        assert!((busy..busy + 30 * radices.len()).contains(&two.interval()), "{} of {busy}", two.interval());
        let design = Design::of(config, Box::new(Folded::new(two)));
        let measured = check(&design, 16, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
        assert_eq!((measured.interval, design.memory_words()), (design.interval(), 2 * size));
        if size <= 16 {
            reset_sweep(&design, (0..design.latency() + 2 * design.interval()).step_by(3));
        }
    }
}

cases! {
    frames_are_in_two_memories_in_turn(takes_two_memories) {
        n64_r4: (&[4; 3], Folding::Element, 192, config(64, 1, "fixed16")),
        n64_r8_of_all: (&[8, 8], Folding::Element, 128, config(64, 1, "fixed12")),
        n60_in_no_palindrome: (&[5, 4, 3], Folding::Element, 180, config(60, 1, "fixed12")),
        n24_in_no_palindrome: (&[8, 3], Folding::Element, 48, config(24, 1, "fixed10")),
        n16_r4: (&[4, 4], Folding::Element, 32, config(16, 1, "fixed12")),
        n12_pairs: (&[6, 2], Folding::Pair, 14, config(12, 1, "fixed12")),
        n96_pairs: (&[6, 4, 4], Folding::Pair, 144, config(96, 1, "fixed14")),
        n64_transforms: (&[4; 3], Folding::Transform, 80, config(64, 1, "fixed16")),
        n256_transforms: (&[4; 4], Folding::Transform, 360, config(256, 1, "fixed12")),
        n64_one_multiplier: (&[4; 3], Folding::Product(9), 432, config(64, 1, "fixed12")),
        n64_fp16: (&[4; 3], Folding::Element, 192, config(64, 1, "fp16")),
        n20_inverse: (&[5, 4], Folding::Element, 40, Config { inverse: true, ..config(20, 1, "fixed12") }),
        n36_directions: (&[6, 6], Folding::Pair, 54, Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..config(36, 1, "fixed12")
        }),
    }
}

/// What the steps do must not depend on the frame, because frames come while others are computed.
#[test]
fn two_memories_are_refused_where_steps_depend_on_the_frame() {
    let kernels = Some(vec![step_kernel(4); 3]);
    let config = Config { kernels, cycles: Some(usize::MAX), ..config(64, 1, "fixed12") }.with_block_exponents();
    assert!(Design::folded_with(&config, Folding::Element, 1).is_ok());
    assert!(Design::folded_with(&config, Folding::Element, 2).is_err());
}

/// A beat of points passes in each cycle, out of a bank for each.
fn takes_wide_beats(width: usize, radices: &[usize], folding: Folding, precision: &str) {
    let size: usize = radices.iter().product();
    let kernels = Some(radices.iter().copied().map(step_kernel).collect());
    let config = Config { kernels, cycles: Some(usize::MAX), ..config(size, width, precision) };
    let core = Design::folded_with(&config, folding, 1).unwrap();
    let cycles = size / width + radices.len() * (size / width + 30) + 60;
    let design = Design::of(config, Box::new(Folded::new(core)));
    let measured = check(&design, 12, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
    assert!(measured.interval <= cycles, "{} of {cycles} cycles", measured.interval);
}

cases! {
    several_points_pass_in_a_cycle(takes_wide_beats) {
        n64_w2: (2, &[4; 3], Folding::Pair, "fixed16"),
        n36_w2_r6: (2, &[6, 6], Folding::Pair, "fixed12"),
        n96_w2_r4_r6: (2, &[4, 6, 4], Folding::Pair, "fixed16"),
        n16_w2_r2_r4: (2, &[2, 4, 2], Folding::Pair, "fixed14"),
        n32_w2_r2: (2, &[2; 5], Folding::Transform, "fixed16"),
        n64_w4: (4, &[4; 3], Folding::Transform, "fixed16"),
        n16_w4_fp16: (4, &[4; 2], Folding::Transform, "fp16"),
        n64_w2_fp16: (2, &[4; 3], Folding::Pair, "fp16"),
        n36_w2_fp32: (2, &[6, 6], Folding::Pair, "fp32"),
    }
}

fn unscaled(radices: &[usize]) -> Config {
    let arithmetic = FixedOptions { scale: Some(Scale::None), ..FixedOptions::default() };
    Config { arithmetic, ..folded(radices, "fixed12") }
}

fn scaled(radices: &[usize], scale: Scale) -> Config {
    let arithmetic = FixedOptions { scale: Some(scale), ..FixedOptions::default() };
    Config { arithmetic, ..folded(radices, "fixed16") }
}

/// A core whose frames choose the direction.
fn both_directions(radices: &[usize]) -> Config {
    let runtime = Runtime { direction: true, ..Runtime::default() };
    Config { runtime, ..folded(radices, "fixed16") }
}

/// A core whose frames have an exponent each.
fn with_exponents(radices: &[usize], precision: &str) -> Config {
    folded(radices, precision).with_block_exponents()
}

/// A core of the kernels of a configuration that takes frames in fewer cycles.
fn faster(config: Config, cycles: usize) -> Config {
    Config { cycles: Some(cycles), ..config }
}

/// Fails if the core is no folded one.
fn is_exact_with_options(config: Config) {
    let (design, measured) = verify(config, 12);
    assert!(measured.interval > design.config.size(), "{}", design.plan());
}

cases! {
    options_are_exact_too(is_exact_with_options) {
        unscaled_r4: (unscaled(&[4; 3])),
        unscaled_r3_r4: (unscaled(&[3, 4, 3])),
        inverse: (Config { inverse: true, ..folded(&[4; 3], "fixed16") }),
        inverse_of_floats: (Config { inverse: true, ..folded(&[4, 2, 4], "fp16") }),
        inverse_of_floats_by_60: (Config { inverse: true, ..folded(&[3, 4, 5], "fp32") }),
        spare: (scaled(&[4; 3], Scale::Spare)),
        by_the_size: (scaled(&[3, 4, 5], Scale::Size)),
        by_the_size_of_two: (scaled(&[2, 4, 4], Scale::Size)),
        by_the_root: (scaled(&[4; 3], Scale::Root)),
        by_the_root_of_two: (scaled(&[4, 2, 4], Scale::Root)),
        by_the_root_of_45: (scaled(&[3, 5, 3], Scale::Root)),
        by_shifts: (scaled(&[4; 3], Scale::Shifts(vec![1, 3, 2]))),
        grows: (Config {
            arithmetic: FixedOptions { scale: Some(Scale::None), max_growth: Some(2), ..FixedOptions::default() },
            ..folded(&[4; 3], "fixed12")
        }),
        shifts_at_run_time: (scaled(&[4, 2, 4], Scale::Chosen)),
        shifts_and_direction_at_run_time: (Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..scaled(&[3, 5], Scale::Chosen)
        }),
        shifts_at_run_time_in_four_banks: (faster(scaled(&[4, 4, 4], Scale::Chosen), 180)),
        shifts_at_run_time_by_one_multiplier: (Config { max_dsp: Some(1), ..faster(scaled(&[4; 3], Scale::Chosen), 700) }),
        exponents: (with_exponents(&[4, 4], "fixed16")),
        exponents_of_mixed_radices: (with_exponents(&[5, 4, 3], "fixed12")),
        exponents_of_an_inverse: (Config { inverse: true, ..with_exponents(&[2, 2, 2], "fixed8") }),
        exponents_of_long_words: (with_exponents(&[3, 3], "fixed24")),
        exponents_in_two_banks: (faster(with_exponents(&[4, 2, 4], "fixed16"), 150)),
        exponents_in_four_banks: (faster(with_exponents(&[4, 4, 4], "fixed16"), 180)),
        exponents_of_wide_beats: (Config { width: 4, ..faster(with_exponents(&[4, 4, 4], "fixed12"), 100) }),
        exponents_by_one_multiplier: (Config { max_dsp: Some(1), ..faster(with_exponents(&[4; 3], "fixed16"), 700) }),
        exponents_without_more_bits: (Config {
            arithmetic: FixedOptions { max_growth: Some(0), ..FixedOptions::default() },
            ..with_exponents(&[4, 2, 4], "fixed16")
        }),
        in_both_directions: (both_directions(&[4, 2, 4])),
        in_both_directions_by_one_processor: (both_directions(&[3, 4])),
        floats_in_both_directions: (Config { format: Format::parse("fp16", false).unwrap(), ..both_directions(&[4, 2, 4]) }),
        floats_in_both_directions_by_60: (Config { format: Format::parse("fp32", false).unwrap(), ..both_directions(&[3, 4, 5]) }),
        resynchronized: (Config { resync: true, ..folded(&[4; 2], "fixed16") }),
        wraps: (Config {
            arithmetic: FixedOptions { overflow: Some(Overflow::Wrap), ..FixedOptions::default() },
            ..folded(&[4; 2], "fixed8")
        }),
        high_depths: (Config { pipeline: fftgen::rtl::retime::Profile::High.into(), ..folded(&[4, 2], "fixed16") }),
        low_depths: (Config { pipeline: fftgen::rtl::retime::Profile::Low.into(), ..folded(&[4, 2], "fp16") }),
    }
}

/// The core that is chosen for a size takes no more cycles than are asked for.
fn keeps_to_the_cycles(size: usize, cycles: usize, precision: &str) {
    let (design, measured) = verify(Config { cycles: Some(cycles), ..config(size, 1, precision) }, 4);
    assert!(measured.interval > size && measured.interval <= cycles, "{} cycles, {}", measured.interval, design.plan());
}

cases! {
    frames_come_in_the_cycles_that_are_asked_for(keeps_to_the_cycles) {
        n1024: (1024, 6200, "fixed16"),
        n1024_fast: (1024, 2350, "fixed16"),
        n1024_slow: (1024, 15500, "fixed16"),
        n512: (512, 4000, "fixed16"),
        n96: (96, 800, "fixed12"),
        n256_fp32: (256, 1400, "fp32"),
    }
}

/// A core whose frames choose among sizes.
fn of_sizes(sizes: &[usize], cycles: usize, precision: &str) -> Config {
    let runtime = Runtime { direction: false, sizes: sizes.to_vec() };
    Config { runtime, cycles: Some(cycles), ..config(sizes[sizes.len() - 1], 1, precision) }
}

fn with_scale(scale: Scale, config: Config) -> Config {
    Config { arithmetic: FixedOptions { scale: Some(scale), ..FixedOptions::default() }, ..config }
}

/// Builds the smallest folded core whose frames choose among sizes.
fn folded_of_sizes(config: Config) -> Design {
    let choice = Design::folded_sizes(&config).unwrap().expect("a folded core is fast enough");
    let runtime = config.runtime.clone();
    Design::of(config, Box::new(FoldedSizes::new(choice.core, runtime)))
}

fn chooses_sizes(config: Config) {
    let design = folded_of_sizes(config);
    let measured = check(&design, 16, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
    assert!(measured.interval > 2 * design.config.size(), "{}", design.plan());
    assert_eq!(design.memory_words(), design.config.size());
}

cases! {
    frames_choose_their_size(chooses_sizes) {
        of_4_and_16: (of_sizes(&[4, 16], 200, "fixed16")),
        of_large_primes: (of_sizes(&[3, 34, 61, 92], 900, "fixed16")),
        of_large_primes_with_exponents: (of_sizes(&[17, 38], 900, "fixed12").with_block_exponents()),
        of_large_primes_in_floats: (of_sizes(&[12, 34, 46], 900, "fp16")),
        of_5_to_60: (of_sizes(&[5, 8, 12, 60], 500, "fixed16")),
        of_powers_of_two: (of_sizes(&[8, 16, 32, 64, 128], 1500, "fixed12")),
        of_lte: (of_sizes(&[12, 24, 36, 48, 60, 72, 96, 108, 120, 144, 180], 2000, "fixed16")),
        in_both_directions: (Config {
            runtime: Runtime { direction: true, sizes: vec![9, 15, 24] },
            ..of_sizes(&[9, 15, 24], 300, "fixed14")
        }),
        inverse: (Config { inverse: true, ..of_sizes(&[6, 20], 300, "fixed18") }),
        with_resync: (Config { resync: true, ..of_sizes(&[8, 12], 300, "fixed8") }),
        unscaled: (with_scale(Scale::None, of_sizes(&[6, 20, 60], 900, "fixed12"))),
        by_the_size: (with_scale(Scale::Size, of_sizes(&[12, 16, 45], 900, "fixed16"))),
        by_the_root: (with_scale(Scale::Root, of_sizes(&[12, 16, 45], 900, "fixed16"))),
        with_shifts: (with_scale(Scale::Chosen, of_sizes(&[4, 16, 64], 900, "fixed12"))),
        of_several_radices_with_shifts: (with_scale(Scale::Chosen, of_sizes(&[5, 12, 48, 60], 900, "fixed16"))),
        in_both_directions_with_shifts: (Config {
            runtime: Runtime { direction: true, sizes: vec![9, 24, 32] },
            ..with_scale(Scale::Chosen, of_sizes(&[9, 24, 32], 600, "fixed10"))
        }),
        with_exponents: (of_sizes(&[4, 12, 60], 900, "fixed12").with_block_exponents()),
        of_powers_of_two_with_exponents: (of_sizes(&[8, 32, 64], 1500, "fixed16").with_block_exponents()),
        inverse_with_exponents: (Config {
            inverse: true,
            resync: true,
            ..of_sizes(&[9, 15, 24], 600, "fixed10").with_block_exponents()
        }),
        in_both_directions_with_exponents: (Config {
            runtime: Runtime { direction: true, sizes: vec![5, 16, 20] },
            ..of_sizes(&[5, 16, 20], 600, "fixed14").with_block_exponents()
        }),
        floats: (of_sizes(&[12, 16, 60], 900, "fp16")),
        inverse_floats: (Config { inverse: true, ..of_sizes(&[5, 16, 20], 900, "fp32") }),
        floats_in_both_directions: (Config {
            runtime: Runtime { direction: true, sizes: vec![9, 16, 20] },
            ..of_sizes(&[9, 16, 20], 900, "bf16")
        }),
    }
}

#[test]
fn a_number_after_the_last_size_is_the_last_size() {
    let asked = || of_sizes(&[4, 6, 10], 1000, "fixed12");
    let folded = folded_of_sizes(asked());
    let sums = Design::new(asked()).unwrap();
    assert_eq!([folded.memory_words(), sums.memory_words()], [10, 20], "{}", sums.plan());
    [folded, sums].iter().for_each(takes_a_number_after_the_last_size);
}

fn takes_a_number_after_the_last_size(design: &Design) {
    let [.., last] = design.modes()[..] else { panic!("there are sizes") };
    let modes = [last, Mode { word: 3, ..last }, design.modes()[0], Mode { word: 3, ..last }];
    let samples = stimulus_of(design, &modes, 5);
    let wanted = design.transform_modes(&modes, &samples);
    let mut bench = Bench::of_modes(design, &modes, &samples, &wanted);
    bench.run(Stalls::Random, 0..modes.len(), &mut |_| {}).unwrap();
}

/// What no folded core does is done by a streaming one, whose beats come without a gap, or at a pace.
fn streams(config: Config) {
    let beats = config.frame_beats()[0];
    let (design, _) = verify(Config { cycles: Some(20 * beats), ..config }, 12);
    let is_folded = design.plan().contains("folded");
    assert!(!is_folded && design.interval() % beats == 0 && design.interval() <= 4 * beats, "{}", design.plan());
}

cases! {
    others_are_streaming_cores(streams) {
        real: (Config { kind: Kind::Real, ..config(16, 1, "fixed12") }),
        two_dimensions: (Config { shape: FrameShape::new(&[4, 4]).unwrap(), ..config(16, 1, "fixed12") }),
        three_points_a_cycle: (config(16, 3, "fixed12")),
        with_an_exponent_a_frame: (Config { datapath: Some(Datapath::Block(20)), ..config(16, 1, "fp16") }),
        of_67_points_two_a_cycle: (config(67, 2, "fp16")),
        several_sizes_of_wide_beats: (Config { width: 2, ..of_sizes(&[16, 32], 100, "fixed12") }),
    }
}

/// The core of a size at a rate that leaves a choice.
fn any_size(size: usize) {
    let precision = ["fixed16", "fixed12", "fp16"][size % 3];
    let scale = (precision != "fp16" && size % 5 == 0).then_some(Scale::Size);
    let arithmetic = FixedOptions { scale, ..FixedOptions::default() };
    let cycles = Some(if size % 2 == 0 { [5, 8, 14][size / 2 % 3] * size + 300 } else { 1 << 24 });
    verify(Config { cycles, arithmetic, inverse: size % 7 == 0, ..config(size, 1, precision) }, 4);
}

/// All sizes to 128 and ten random larger ones with `FFTGEN_GRID=full`, otherwise some of them.
#[test]
fn each_size_has_a_core_for_its_rate() {
    let everything = is_full();
    let mut noise = Rng::new(33);
    let larger = (0..10).map(|_| 129 + noise.below(900) as usize);
    let sizes: Vec<usize> = (2..=128).chain(larger).collect();
    sizes.into_par_iter().filter(|size| everything || size % 17 == 9).for_each(any_size);
}

#[test]
fn a_frame_without_cycles_to_spare_takes_a_streaming_core() {
    let design = Design::new(Config { cycles: Some(100), ..config(64, 1, "fixed16") }).unwrap();
    assert_eq!(design.interval(), 64);
}

fn reset_at_any_cycle(config: Config) {
    let design = Design::new(config).unwrap();
    reset_sweep(&design, 0..design.interval() + design.latency());
}

cases! {
    frames_after_a_reset_are_right(reset_at_any_cycle) {
        n8_r4_r2: (folded(&[4, 2], "fixed8")),
        n16_r4: (folded(&[4, 4], "fixed8")),
        n16_r2_fp16: (folded(&[2; 4], "fp16")),
        n8_r2_native: (Config { interface: Interface::Native, ..folded(&[2; 3], "fixed8") }),
    }
}

/// Results on their way through shared multipliers, and the programs of steps of different radices.
#[test]
fn frames_after_a_reset_are_right_with_shared_multipliers() {
    for parts in [&[&[3, 3][..], &[2]][..], &[&[2, 3]]] {
        let kernels = |radices: &&[usize]| radices.iter().copied().map(Kernel::accumulated).collect();
        let kernels: Vec<Vec<Kernel>> = parts.iter().map(kernels).collect();
        let size = parts.concat().iter().product();
        let asked = Config { cycles: Some(usize::MAX), ..config(size, 1, "fixed8") };
        let core = Design::folded_in_parts(&asked, &kernels, (Folding::Shared, 1)).unwrap();
        let design = Design::of(asked, Box::new(Folded::new(core)));
        reset_sweep(&design, 0..design.interval() + design.latency());
    }
}

/// Frames at any distance, so that one leaves while no other comes, or comes late.
fn with_gaps(radices: &[usize]) {
    let design = Design::new(folded(radices, "fixed12")).unwrap();
    let (size, interval) = (design.config.size(), design.interval());
    let mut noise = Rng::new(3);
    let frames = 2 * size + 20;
    let samples = stimulus(&design.config.format, size, frames, 9);
    let wanted = design.transform(&samples);
    let mut simulator = Simulator::new(&design.top);
    let mut pins = Pins::new(&design, &simulator);
    pins.reset(&mut simulator);
    let mut received = vec![];
    for (number, frame) in samples.chunks(size).enumerate() {
        let mut sent = 0;
        while sent < size {
            let beat = Beat { components: frame[sent].as_slice(), first: sent == 0, last: sent + 1 == size };
            let cycle = pins.cycle(&mut simulator, Some(&beat), true);
            sent += usize::from(cycle.taken);
            received.extend(cycle.output);
        }
        let gap = if number < 2 * size { interval - size + number } else { noise.below(2 * interval as u64) as usize };
        (0..gap).for_each(|_| received.extend(pins.cycle(&mut simulator, None, true).output));
    }
    (0..2 * design.latency()).for_each(|_| received.extend(pins.cycle(&mut simulator, None, true).output));
    let found: Vec<u64> = received.into_iter().flat_map(|(components, _)| components).collect();
    assert_eq!(found, wanted.as_flattened());
}

cases! {
    frames_come_at_any_distance(with_gaps) {
        n16: (&[4, 4]),
        n32: (&[4, 2, 4]),
        n24: (&[4, 2, 3]),
    }
}

#[test]
fn frames_that_overflow_have_a_pulse_and_no_others() {
    let design = Design::new(folded(&[4, 4], "fixed8")).unwrap();
    // In every second frame the parts have full scale and the signs of e^(πin/4), so that the real part of bin 2 is 1.2 of full scale.
    let sign = |value: f64, full: f64| design.config.format.from_f64(if value < -0.1 { -full } else { full });
    let sample = |index: usize| {
        let angle = std::f64::consts::FRAC_PI_4 * (index % 16) as f64;
        [angle.cos(), angle.sin()].map(|part| sign(part, if index / 16 % 2 == 0 { 0.99 } else { 0.5 }))
    };
    let samples: Vec<_> = (0..36 * 16).map(sample).collect();
    overflow_cases(&design, &vec![design.modes()[0]; 36], &samples);
}

/// In every second frame the parts have full scale and the signs of a rotation, so that a bin overflows in this scale.
fn overflows_in_a_step(config: Config) {
    let design = Design::new(config).unwrap();
    let size = design.config.size();
    let part = |full: f64, value: f64| design.config.format.from_f64(if value < -1e-9 { -full } else { full });
    let sample = |index: usize| {
        let angle = std::f64::consts::TAU * (index % size) as f64 / size as f64;
        let full = if index / size % 2 == 0 { 0.99 } else { 0.01 };
        [angle.cos(), angle.sin()].map(|value| part(full, value))
    };
    let samples: Vec<_> = (0..8 * size).map(sample).collect();
    assert!(design.interval() > size, "{}", design.plan());
    overflow_cases(&design, &vec![design.modes()[0]; 8], &samples);
}

cases! {
    steps_that_overflow_have_a_pulse(overflows_in_a_step) {
        by_the_size: (scaled(&[5, 4], Scale::Size)),
        by_the_root: (scaled(&[4; 3], Scale::Root)),
        by_shifts: (scaled(&[4; 3], Scale::Shifts(vec![1, 0, 2]))),
    }
}

/// Signal-to-noise ratio of the model against a transform in double precision, in decibels.
fn signal_to_noise(config: Config) -> f64 {
    let design = Design::new(config).unwrap();
    let format = design.config.format;
    let size = design.config.size();
    let samples = noise_samples(format, size, 0.5, 5);
    let value =
        |format: fftgen::format::Format, [re, im]: [u64; 2]| Complex64::new(format.to_f64(re), format.to_f64(im));
    let mut exact: Vec<Complex64> = samples.iter().map(|sample| value(format, *sample)).collect();
    oracle::transform(&mut exact, size, false);
    let scale = match design.scale().strip_prefix("1/") {
        Some(divisor) => 1.0 / divisor.parse::<f64>().unwrap(),
        None => 1.0,
    };
    let found = design.transform(&samples);
    let (mut signal, mut noise) = (0.0, 0.0);
    for (exact, found) in exact.iter().zip(found) {
        signal += (exact * scale).norm_sqr();
        noise += (exact * scale - value(design.output_format(), found)).norm_sqr();
    }
    10.0 * (signal / noise).log10()
}

fn is_a_transform(radices: &[usize], precision: &str, min: f64) {
    let found = signal_to_noise(folded(radices, precision));
    assert!(found > min, "{found} dB");
}

cases! {
    results_are_those_of_a_transform(is_a_transform) {
        n1024_fixed16: (&[4; 5], "fixed16", 50.0),
        n1024_r2_fixed16: (&[2; 10], "fixed16", 50.0),
        n60_fixed16: (&[4, 3, 5], "fixed16", 50.0),
        n1024_fp32: (&[4; 5], "fp32", 130.0),
        n60_fp32: (&[3, 4, 5], "fp32", 130.0),
    }
}
