//! Rung 5: several sizes in one core. Every bit of every frame is right, whatever size the frame before it had.
//!
//! `FFTGEN_GRID=full` passes frames of all sizes of the large sets, in place of some.

use super::overflow::overflow_cases;
use crate::support::cases::cases;
use crate::support::config;
use crate::support::full::{is_full, share};
use crate::support::reset::reset_sweep;
use crate::support::verify::verify;
use fftgen::arch::folded::{step_kernel, FoldedSizes, Folding, SizeParts};
use fftgen::arch::multi_size::SharedChain;
use fftgen::arch::Mac;
use fftgen::format::{Format, Overflow, Rounding};
use fftgen::formula::Kernel;
use fftgen::model::Sample;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::rtl::retime::Profile;
use fftgen::runtime::{Mode, Runtime};
use fftgen::synth::{Estimate, TARGETS};
use fftgen::verify::{check, some_modes, stimulus, stimulus_of, Bench, Stalls};
use fftgen::{Config, Design, SizesCore};
use std::sync::LazyLock;

/// Frames choose one of these sizes, and their direction if that is asked for.
fn config(sizes: &[usize], width: usize, direction: bool, precision: &str) -> Config {
    let size = *sizes.last().unwrap();
    let runtime = Runtime { direction, sizes: sizes.to_vec() };
    Config { runtime, ..config::config(size, width, precision) }
}

/// Passes frames of these kinds at full rate or with stalls. Panics on a wrong bit, and where all frames have one size on a wrong
/// latency or interval.
fn pass(design: &Design, modes: &[Mode], stalls: Stalls) {
    let samples = stimulus_of(design, modes, 5);
    let wanted = design.transform_modes(modes, &samples);
    let mut bench = Bench::of_modes(design, modes, &samples, &wanted);
    let sizes: Vec<usize> = modes.iter().map(|mode| mode.size).collect();
    bench.run(stalls, 0..modes.len(), &mut |_| {}).unwrap_or_else(|error| panic!("{sizes:?}: {error}"));
    if stalls == Stalls::None && modes.iter().all(|mode| mode.size == modes[0].size) {
        bench.result().unwrap();
    }
}

/// Passes frames of each kind in a row, and of all kinds in some order.
fn pass_all(config: Config) {
    pass_all_by(&Design::new(config).unwrap());
}

/// Passes frames of all kinds by a design.
fn pass_all_by(design: &Design) {
    for mode in design.modes() {
        pass(design, &[mode; 4], Stalls::None);
    }
    for seed in 0..2 {
        let modes = some_modes(design, 20, seed);
        pass(design, &modes, Stalls::None);
        pass(design, &modes, Stalls::Random);
    }
    check(design, 12, |_| {}).unwrap();
}

/// Sizes of the uplink of LTE and 5G: 12 times twos, threes and fives.
fn uplink() -> Vec<usize> {
    let smooth = |mut n: usize| {
        for prime in [2, 3, 5] {
            while n % prime == 0 {
                n /= prime;
            }
        }
        n == 1
    };
    (1..=270).filter(|n| smooth(*n)).map(|n| 12 * n).collect()
}

/// Fixed-point words of two lengths, of which frames of the short ones choose a direction.
fn of_few_sizes(sizes: &[usize]) {
    for precision in ["fixed8", "fixed16"] {
        pass_all(config(sizes, 1, precision == "fixed8", precision));
    }
}

cases! {
    core_of_few_sizes_equals_the_model(of_few_sizes) {
        n2_4: (&[2, 4]),
        n4_12_16: (&[4, 12, 16]),
        n2_3_5_7: (&[2, 3, 5, 7]),
        n12_15_60_64: (&[12, 15, 60, 64]),
        n6_64_90_128: (&[6, 64, 90, 128]),
    }
}

fn with_subnormals(config: Config, precision: &str) -> Config {
    Config { format: Format::parse(precision, true).unwrap(), ..config }
}

cases! {
    /// An inverse transform is divided by its own size; 64 points of e4m3 have as small a quotient as the format has.
    floating_point_equals_the_model(pass_all) {
        n4_to_16_w1_fp32: (config(&[4, 12, 16], 1, true, "fp32")),
        n2_to_7_w1_fp16: (config(&[2, 3, 5, 7], 1, true, "fp16")),
        n6_to_90_w2_fp16: (config(&[6, 8, 12, 16, 20, 90], 2, true, "fp16")),
        n12_to_1024_w1_bf16: (config(&[12, 60, 64, 600, 1024], 1, true, "bf16")),
        n12_to_36_w3_fp16: (config(&[12, 27, 30, 36], 3, true, "fp16")),
        n12_to_120_w4_bf16: (config(&[12, 16, 64, 120], 4, true, "bf16")),
        n6_to_20_w1_fp64_inverse: (Config { inverse: true, ..config(&[6, 16, 20], 1, false, "fp64") }),
        n6_to_64_w1_e4m3: (config(&[6, 48, 64], 1, true, "e4m3")),
        n6_to_20_w1_fp16_subnormals: (with_subnormals(config(&[6, 16, 20], 1, false, "fp16"), "fp16")),
    }
}

fn that_grow(width: usize, max_growth: Option<u32>) {
    let arithmetic = FixedOptions { scale: Some(Scale::None), max_growth, ..FixedOptions::default() };
    pass_all(Config { arithmetic, ..config(&[12, 16, 60, 120], width, width == 2, "fixed12") });
}

cases! {
    /// By all bits that the largest size makes, or by some.
    words_that_grow_equal_the_model(that_grow) {
        w1: (1, None),
        w2: (2, None),
        w1_three_bits: (1, Some(3)),
        w4_no_bit: (4, Some(0)),
    }
}

fn scaled(sizes: &[usize], width: usize, scale: Scale, precision: &str) {
    let arithmetic = FixedOptions { scale: Some(scale), ..FixedOptions::default() };
    pass_all(Config { arithmetic, ..config(sizes, width, width == 2, precision) });
}

cases! {
    /// The size says how a stage shifts. What is left is a factor at the end, except where all sizes are powers that shifts make.
    each_size_is_scaled_by_itself_or_its_root(scaled) {
        by_size_n12_to_300_w1: (&[12, 16, 60, 120, 300], 1, Scale::Size, "fixed16"),
        by_root_n2_to_64_w1: (&[2, 3, 5, 7, 9, 25, 64], 1, Scale::Root, "fixed12"),
        by_size_n6_to_90_w2: (&[6, 8, 12, 18, 90], 2, Scale::Size, "fixed14"),
        by_root_n12_to_120_w4: (&[12, 16, 20, 64, 120], 4, Scale::Root, "fixed16"),
        by_size_powers_of_two: (&[8, 32, 64], 1, Scale::Size, "fixed8"),
        by_root_powers_of_four: (&[4, 16, 256], 1, Scale::Root, "fixed10"),
    }
}

fn at_width(width: usize, sizes: &[usize]) {
    pass_all(config(sizes, width, width == 4, "fixed14"));
}

cases! {
    /// Lanes and points have no factor in common, some, or all of them.
    multi_size_core_works_at_every_width(at_width) {
        w2_n6_to_90: (2, &[6, 8, 12, 16, 20, 90]),
        w2_n16_18: (2, &[16, 18]),
        w3_n9_12: (3, &[9, 12]),
        w4_n56_60: (4, &[56, 60]),
        w8_n64_72: (8, &[64, 72]),
        w3_n9_to_36: (3, &[9, 12, 27, 30, 36]),
        w4_n12_to_120: (4, &[12, 16, 24, 36, 40, 64, 120]),
        w6_n18_to_108: (6, &[18, 24, 36, 108]),
        w7_n21_to_70: (7, &[21, 28, 49, 70]),
        w8_n24_to_256: (8, &[24, 64, 80, 256]),
    }
}

fn at_depth(profile: Profile, arithmetic: FixedOptions, multiplier: MultiplierStyle, precision: &str) {
    let config = config(&[12, 20, 90, 240], 1, false, precision);
    verify(Config { pipeline: profile.into(), arithmetic, multiplier, ..config }, 16);
}

/// Truncated words that wrap, without guard bits, by short coefficients.
fn rough() -> FixedOptions {
    FixedOptions {
        rounding: Some(Rounding::Truncate),
        overflow: Some(Overflow::Wrap),
        guard_bits: Some(0),
        twiddle_bits: Some(12),
        ..FixedOptions::default()
    }
}

cases! {
    depths_products_and_roundings_equal_the_model(at_depth) {
        low: (Profile::Low, FixedOptions::default(), MultiplierStyle::Dsp, "fixed8"),
        mid_rough: (Profile::Mid, rough(), MultiplierStyle::Dsp, "fixed12"),
        high_tables: (Profile::High, FixedOptions::default(), MultiplierStyle::Lut, "fixed20"),
    }
}

fn with_fewest_dsp_blocks(width: usize, sizes: &[usize], precision: &str) {
    let config = |max_dsp| Config { max_dsp, ..config(sizes, width, false, precision) };
    let message = Design::shared_chain(&config(Some(1))).unwrap_err().to_string();
    let fewest = message.split(' ').skip_while(|word| *word != "least").nth(1).unwrap().parse().unwrap();
    let chain = Design::shared_chain(&config(Some(fewest))).unwrap();
    let constants = chain.units().constants;
    assert!(
        constants > 0 && constants >= Design::shared_chain(&config(None)).unwrap().units().constants,
        "{constants}"
    );
    assert!(Design::shared_chain(&config(Some(fewest - 1))).is_err());
    pass_all(config(Some(fewest)));
    let Estimate { lut, dsp, .. } = Estimate::of(&Design::new(config(Some(fewest))).unwrap(), &TARGETS[0]);
    assert_eq!((lut.is_some(), dsp), (true, fewest));
}

cases! {
    constants_become_sums_where_dsp_blocks_are_few(with_fewest_dsp_blocks) {
        w1_fixed16: (1, &[12, 20, 90], "fixed16"),
        w2_fixed24: (2, &[12, 20, 36], "fixed24"),
    }
}

#[test]
fn powers_of_two_from_64_to_4096_equal_the_model() {
    let design = Design::new(config(&[64, 128, 256, 512, 1024, 2048, 4096], 1, true, "fixed16")).unwrap();
    for mode in design.modes().into_iter().step_by(if is_full() { 1 } else { 5 }) {
        pass(&design, &[mode; 2], Stalls::None);
    }
    pass(&design, &some_modes(&design, 10, 2), Stalls::Random);
}

#[test]
fn all_sizes_of_the_uplink_equal_the_model() {
    let sizes = uplink();
    assert_eq!((sizes.len(), sizes.last()), (53, Some(&3240)));
    let design = Design::new(config(&sizes, 1, false, "fixed16")).unwrap();
    for mode in design.modes().into_iter().step_by(if is_full() { 1 } else { 27 }) {
        pass(&design, &[mode; 3], Stalls::None);
        println!("{} {}", mode.size, design.latency_of(&mode));
    }
    for seed in 0..if is_full() { 8 } else { 1 } {
        let modes = some_modes(&design, 12, seed);
        pass(&design, &modes, Stalls::None);
        pass(&design, &modes, Stalls::Random);
    }
}

/// Not only the largest frames come in the clock cycles that are asked for: of the radices that make the largest one quick, another size may
/// take many more.
#[test]
fn frames_of_every_size_come_in_the_cycles_that_are_asked_for() {
    for cycles in share([26_000, 25_000, 30_000], 3) {
        let asked = Config { cycles: Some(cycles), ..config(&uplink(), 1, false, "fixed16") };
        let core = Design::folded_sizes(&asked).unwrap().expect("a folded core is fast enough").core;
        assert!((20_000..=cycles).contains(&core.interval()));
        for frame in &core.frames {
            let size = frame.plan.radices().iter().product::<usize>();
            assert_eq!(frame.pipeline.size, size);
            assert!(frame.timing().interval <= cycles, "{size} points at {cycles}");
        }
    }
    // Sums of 61 products take more cycles than three steps of 64 points.
    let design = Design::new(Config { cycles: Some(20_000), ..config(&[61, 64], 1, false, "fixed16") }).unwrap();
    let modes = design.modes();
    let intervals = modes.iter().map(|mode| design.architecture.timing(mode.size).interval);
    let latencies = modes.iter().map(|mode| design.latency_of(mode));
    assert_eq!(design.most_cycles().map(Some), [intervals.max(), latencies.max()]);
    let [interval, latency] = design.most_cycles();
    assert!(interval > design.interval() && latency > design.latency());
}

/// Sizes as one part of steps of these radices, or as two coprime ones.
type Parts<'a> = &'a [&'a [&'a [usize]]];

/// Makes the kernel of a radix, with what the processor takes in a cycle.
type Kind = (fn(usize) -> Kernel, Folding);

/// Kernels with operators of their own.
const OWN: Kind = (step_kernel, Folding::Element);

/// Kernels of multiplier-accumulators.
const ACCUMULATED: Kind = (Kernel::accumulated, Folding::Element);

/// Kernels of multiplier-accumulators that serve twiddle factors too.
const SHARED: Kind = (Kernel::accumulated, Folding::Shared);

/// Passes frames of all kinds by a folded core of sizes with these parts, whose kernels are of a kind.
fn takes_parts(parts: Parts, (kernel, folding): Kind, config: impl Fn(&[usize]) -> Config) {
    let kernels = |radices: &&[usize]| radices.iter().copied().map(kernel).collect::<Vec<Kernel>>();
    let kernels: Vec<SizeParts> = parts.iter().map(|parts| parts.iter().map(kernels).collect()).collect();
    let sizes: Vec<usize> = parts.iter().map(|parts| parts.iter().copied().flatten().product()).collect();
    let config = Config { cycles: Some(usize::MAX), ..config(&sizes) };
    let core = Design::folded_sizes_in_parts(&config, &kernels, folding).unwrap();
    let runtime = config.runtime.clone();
    pass_all_by(&Design::of(config, Box::new(FoldedSizes::new(core, runtime))));
}

cases! {
    folded_sizes_are_parts_without_factors_between_them(takes_parts) {
        of_two: (&[&[&[4], &[3]], &[&[5, 4], &[3]]], OWN, |sizes| config(sizes, 1, false, "fixed16")),
        of_one_and_two: (
            &[&[&[3]], &[&[8]], &[&[6, 2]], &[&[4, 4]], &[&[3, 3], &[2]], &[&[5], &[3, 3, 3]]],
            OWN,
            |sizes| config(sizes, 1, true, "fixed12"),
        ),
        by_accumulators: (
            &[&[&[4], &[3]], &[&[6, 6]], &[&[5, 4, 2], &[3, 3]]],
            ACCUMULATED,
            |sizes| config(sizes, 1, true, "fixed16"),
        ),
        by_the_size: (
            &[&[&[4], &[3]], &[&[4, 2], &[3, 3]]],
            ACCUMULATED,
            |sizes| Config {
                arithmetic: FixedOptions { scale: Some(Scale::Size), ..FixedOptions::default() },
                ..config(sizes, 1, true, "fixed14")
            },
        ),
        by_block: (
            &[&[&[4], &[3]], &[&[4, 2], &[3, 3]]],
            ACCUMULATED,
            |sizes| config(sizes, 1, false, "fixed12").with_block_exponents(),
        ),
        by_shared_multipliers: (
            &[&[&[3, 3]], &[&[4], &[3]], &[&[6, 6]], &[&[3, 3, 8], &[5]], &[&[4, 2, 5], &[3, 3, 3]]],
            SHARED,
            |sizes| config(sizes, 1, true, "fixed16"),
        ),
        by_shared_multipliers_of_all_radices: (
            &[&[&[7]], &[&[9, 4]], &[&[7, 6]], &[&[8, 2, 3]], &[&[2, 9, 2, 5]], &[&[5, 5, 3, 7]]],
            SHARED,
            |sizes| config(sizes, 1, false, "fixed18"),
        ),
        by_shared_multipliers_by_chosen_shifts: (
            &[&[&[3]], &[&[2, 3]], &[&[4, 2], &[3, 3]], &[&[3, 3, 3, 2, 2]]],
            SHARED,
            |sizes| Config {
                arithmetic: FixedOptions { scale: Some(Scale::Chosen), ..FixedOptions::default() },
                ..config(sizes, 1, true, "fixed14")
            },
        ),
        by_shared_multipliers_by_block: (
            &[&[&[4], &[3]], &[&[5, 4], &[3]], &[&[4, 2], &[3, 3]]],
            SHARED,
            |sizes| config(sizes, 1, true, "fixed12").with_block_exponents(),
        ),
        fp32: (&[&[&[5], &[3]], &[&[4, 4], &[5]]], OWN, |sizes| config(sizes, 1, true, "fp32")),
        fp16_by_operators: (
            &[&[&[5], &[3]], &[&[3, 3], &[4]]],
            OWN,
            |sizes| Config { datapath: Some(Datapath::Float), ..config(sizes, 1, false, "fp16") },
        ),
    }
}

/// Passes frames of all kinds by cores of one multiplier-accumulator, whose products take 1, 2 and 4 clock cycles.
fn are_sums_of_products(sizes: &[usize], config: impl Fn(&[usize]) -> Config) {
    let config = Config { cycles: Some(usize::MAX), ..config(sizes) };
    let all = Design::macs_of_sizes(&config);
    assert_eq!(all.iter().map(|choice| choice.core.product_cycles).collect::<Vec<_>>(), [1, 2, 4]);
    for choice in all {
        let mac = Mac::new(choice.core, config.multiplier, config.runtime.clone());
        pass_all_by(&Design::of(config.clone(), Box::new(mac)));
    }
}

cases! {
    sums_of_products_serve_all_sizes(are_sums_of_products) {
        short: (&[2, 3, 5], |sizes| config(sizes, 1, true, "fixed12")),
        of_primes: (&[7, 11, 67], |sizes| config(sizes, 1, false, "fixed16")),
        of_one_circle: (&[5, 10, 20, 35, 70], |sizes| config(sizes, 1, true, "fixed16")),
        of_powers: (&[4, 8, 64], |sizes| config(sizes, 1, false, "fixed18")),
        by_the_size: (
            &[6, 8, 15],
            |sizes| Config {
                arithmetic: FixedOptions { scale: Some(Scale::Size), ..FixedOptions::default() },
                ..config(sizes, 1, true, "fixed14")
            },
        ),
        unscaled: (
            &[9, 12, 30],
            |sizes| Config {
                arithmetic: FixedOptions { scale: Some(Scale::None), ..FixedOptions::default() },
                ..config(sizes, 1, false, "fixed10")
            },
        ),
    }
}

/// Sets with prime factors that no kernel has, and with frames of two points, have a core where there is time.
#[test]
fn any_sizes_have_a_core() {
    for sizes in [&[8, 60, 67][..], &[2, 97, 128], &[8, 509]] {
        let sizes = sizes.to_vec();
        let asked = Config { cycles: Some(300_000), ..config(&sizes, 1, false, "fixed12") };
        if let Some(SizesCore::Sums(core)) = Design::of_sizes(&asked).unwrap().map(|choice| choice.core) {
            assert!(core.interval() <= 300_000);
            let refused = Config { cycles: Some(core.interval() / 8), ..asked };
            assert!(Design::of_sizes(&refused).err().unwrap().to_string().contains("ask for more --cycles"));
        } else {
            panic!("{sizes:?} have no core of sums");
        }
    }
    let long = Config { cycles: Some(usize::MAX), ..config(&[8, 2003], 1, false, "fixed12") };
    assert!(Design::of_sizes(&long).err().unwrap().to_string().contains("are the most"));
}

/// Parts that a core cannot have are refused.
#[test]
fn parts_are_coprime_and_two_at_most() {
    let refusal = |parts: &[&[usize]], size: usize| {
        let kernels = parts.iter().map(|radices| radices.iter().copied().map(step_kernel).collect()).collect();
        let whole = vec![vec![step_kernel(3)]];
        let asked = Config { cycles: Some(usize::MAX), ..config(&[3, size], 1, false, "fixed12") };
        Design::folded_sizes_in_parts(&asked, &[whole, kernels], Folding::Element).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refusal(&[&[4], &[2, 3]], 24).contains("common factor"));
    assert!(refusal(&[&[4], &[3], &[5]], 60).contains("2 coprime parts"));
}

/// The stages that all sizes of the uplink share.
static UPLINK: LazyLock<SharedChain> =
    LazyLock::new(|| Design::shared_chain(&config(&uplink(), 1, false, "fixed16")).unwrap());

/// No frame begins too early after one of another size, and few begin later than they have to.
#[test]
fn frame_gaps_prevent_collisions() {
    let chain = &*UPLINK;
    let (gaps, required) = (chain.gap_table(), chain.required_gaps());
    let (mut all, mut min) = (0, 0);
    for (first, gap) in gaps.iter().enumerate() {
        for (second, other) in gaps.iter().enumerate().filter(|(second, _)| *second != first) {
            let cycles = gap.cycles_to(other);
            assert!(cycles >= required[first][second]);
            (all, min) = (all + cycles, min + required[first][second]);
        }
    }
    assert!(all < min + min / 10);
}

/// The gate at the input compares a frame with the one before it only, because a frame in between is long enough for the others.
#[test]
fn gaps_between_neighbours_keep_all_frames_apart() {
    let chain = &*UPLINK;
    let (gaps, required) = (chain.gap_table(), chain.required_gaps());
    let cycles = |first: usize, second: usize| if first == second { 0 } else { gaps[first].cycles_to(&gaps[second]) };
    for (first, second, between) in (0..gaps.len().pow(3))
        .map(|index| (index % gaps.len(), index / gaps.len() % gaps.len(), index / gaps.len().pow(2)))
    {
        let apart = cycles(first, between) + chain.routes[between].beats() + cycles(between, second);
        assert!(apart >= required[first][second], "sizes {first}, {between}, {second}");
    }
}

fn tells_overflow(width: usize) {
    tells_of_overflow(&Design::new(config(&[6, 16, 60], width, false, "fixed8")).unwrap());
}

/// Bins of each size have a rounding of their own.
#[test]
fn sums_of_products_tell_of_overflow() {
    let config = Config { cycles: Some(usize::MAX), ..config(&[6, 16, 60], 1, false, "fixed8") };
    for choice in Design::macs_of_sizes(&config) {
        let mac = Mac::new(choice.core, config.multiplier, config.runtime.clone());
        tells_of_overflow(&Design::of(config.clone(), Box::new(mac)));
    }
}

/// Every second frame is a square wave of full scale, whose first harmonic is larger than any component may be.
fn tells_of_overflow(design: &Design) {
    let modes: Vec<Mode> = design.modes().into_iter().cycle().take(24).collect();
    let frame = |(number, mode): (usize, &Mode)| {
        let square = |point: usize| {
            let (sine, cosine) = (std::f64::consts::TAU * (point as f64 + 0.3) / mode.size as f64).sin_cos();
            [cosine, sine].map(|part| if part < 0.0 { 0x81 } else { 0x7f })
        };
        match number % 2 {
            0 => stimulus(&design.config.format, mode.size, 1, number as u64),
            _ => (0..mode.size).map(square).collect(),
        }
    };
    let samples: Vec<Sample> = modes.iter().enumerate().flat_map(frame).collect();
    overflow_cases(design, &modes, &samples);
}

cases! {
    frames_that_overflow_have_a_pulse_and_no_others(tells_overflow) {
        w1: (1),
        w2: (2),
    }
}

fn reset_at_every_cycle(width: usize, sizes: &[usize]) {
    let design = Design::new(config(sizes, width, true, "fixed8")).unwrap();
    reset_sweep(&design, 0..2 * design.latency());
}

cases! {
    frames_of_any_size_after_a_reset_at_any_cycle_are_right(reset_at_every_cycle) {
        w1_n4_to_12: (1, &[4, 6, 12]),
        w2_n6_to_24: (2, &[6, 8, 24]),
    }
}
