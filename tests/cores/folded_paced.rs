//! Folded cores with a cycle in some clock cycles only, whose multipliers serve several products.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::full::share;
use crate::support::reset::reset_sweep;
use fftgen::arch::folded::step_kernel;
use fftgen::formula::Kind;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::runtime::Runtime;
use fftgen::verify::check;
use fftgen::{Config, Design, Error};

/// A folded core of few DSP blocks, whose steps have these radices. Frames leave time for any pace.
fn of_few_blocks(radices: &[usize], max_dsp: usize, precision: &str) -> Config {
    let size = radices.iter().product();
    let kernels = Some(radices.iter().copied().map(step_kernel).collect());
    Config { cycles: Some(200 * size + 2_000), kernels, max_dsp: Some(max_dsp), ..config(size, 1, precision) }
}

fn is_exact_at_pace(pace: usize, config: Config) {
    let design = Design::new(config).unwrap();
    assert!(design.plan().contains("folded"), "{}", design.plan());
    assert_eq!(design.pipeline().pace, pace, "{}", design.plan());
    let measured = check(&design, 12, |_| {}).unwrap_or_else(|error| panic!("{error}; {}", design.plan()));
    assert_eq!(measured.interval, design.interval());
    assert_eq!(measured.interval % pace, 0);
}

cases! {
    every_bit_equals_the_model_at_a_pace(is_exact_at_pace) {
        n8_one_block: (3, of_few_blocks(&[4, 2], 1, "fixed12")),
        n15_parts: (2, of_few_blocks(&[3, 5], 1, "fixed14")),
        n36_parts_of_two_steps: (3, of_few_blocks(&[2, 3, 3, 2], 2, "fixed16")),
        n24_two_blocks: (3, of_few_blocks(&[4, 3, 2], 2, "fixed16")),
        n32_fp32: (3, of_few_blocks(&[4, 2, 4], 2, "fp32")),
        n16_operators: (4, Config { datapath: Some(Datapath::Float), ..of_few_blocks(&[4, 2, 2], 2, "fp16") }),
        n12_operators: (4, Config { datapath: Some(Datapath::Float), ..of_few_blocks(&[3, 4], 2, "fp16") }),
        n24_inverse: (3, Config { inverse: true, ..of_few_blocks(&[2, 3, 4], 2, "fixed12") }),
        n24_block_exponents: (3, of_few_blocks(&[4, 3, 2], 2, "fixed12").with_block_exponents()),
        n16_real: (3, Config { kind: Kind::Real, width: 2, shape: 16.into(), ..of_few_blocks(&[4, 2], 3, "fixed12") }),
        n24_directions: (3, Config {
            runtime: Runtime { direction: true, ..Runtime::default() },
            ..of_few_blocks(&[4, 3, 2], 2, "fixed12")
        }),
        n24_by_the_size: (3, Config {
            arithmetic: FixedOptions { scale: Some(Scale::Size), ..FixedOptions::default() },
            ..of_few_blocks(&[4, 3, 2], 2, "fixed12")
        }),
    }
}

#[test]
fn a_reset_at_any_time_leaves_no_trace() {
    let design = Design::new(of_few_blocks(&[4, 2], 1, "fixed12")).unwrap();
    reset_sweep(&design, (0..design.latency() + 2 * design.interval()).step_by(7));
}

/// What a core takes at least is that of the smallest one there is, folded or not, so that the advice serves.
#[test]
fn the_fewest_blocks_are_those_of_any_core() {
    let sizes = Runtime { sizes: vec![12, 60], ..Runtime::default() };
    let of_sizes = Config { runtime: sizes, cycles: Some(900), ..config(60, 1, "fixed16") };
    let of_size = |(size, cycles)| Config { cycles: Some(cycles), ..config(size, 1, "fixed16") };
    let all = [(60, 2_000), (144, 6_000), (144, 1_200)].map(of_size);
    for core in share(all, 3).chain([of_sizes]) {
        let limited = |max_dsp: usize| Design::new(Config { max_dsp: Some(max_dsp), ..core.clone() });
        let (size, cycles) = (core.size(), core.cycles);
        let Err(Error::TooFewBlocks { fewest, .. }) = limited(0) else { panic!("{size} points, no block") };
        assert!(fewest > 0 && limited(fewest).is_ok(), "{size} points, {cycles:?} cycles: {fewest}");
        assert!(limited(fewest - 1).is_err(), "{size} points, {cycles:?} cycles: {fewest}");
    }
}
