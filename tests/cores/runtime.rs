//! Rung 5: directions that each frame chooses. Every bit of every frame is right, whatever the frame before it was.

use crate::support::cases::cases;
use crate::support::config;
use crate::support::reset::reset_sweep;
use crate::support::verify::verify;
use fftgen::number::{Datapath, FixedOptions};
use fftgen::runtime::Runtime;
use fftgen::verify::stimulus;
use fftgen::{Config, Design, Interface};

/// Frames choose their direction.
fn config(size: usize, width: usize, precision: &str) -> Config {
    let runtime = Runtime { direction: true, ..Runtime::default() };
    Config { runtime, ..config::config(size, width, precision) }
}

fn at_both_interfaces(config: Config) {
    for interface in [Interface::Axis, Interface::Native] {
        verify(Config { interface, ..config.clone() }, 16);
    }
}

fn in_both_formats(size: usize, width: usize) {
    for precision in ["e5m6", "fixed9"] {
        at_both_interfaces(config(size, width, precision));
    }
}

cases! {
    /// Frames of one beat and of many, many under way and few, factors that are powers of two and others, spare lanes.
    directions_change_from_frame_to_frame(in_both_formats) {
        n1_w1: (1, 1),
        n3_w2: (3, 2),
        n16_w16: (16, 16),
        n15_w4: (15, 4),
        n30_w15: (30, 15),
        n32_w2: (32, 2),
    }
}

#[test]
fn directions_change_with_feedback() {
    verify(Config { least_memory: true, ..config(64, 1, "fp16") }, 8);
}

#[test]
fn directions_change_in_a_kernel_of_a_prime() {
    verify(config(37, 2, "fp16"), 8);
}

fn with_exponents(size: usize, width: usize) {
    at_both_interfaces(config(size, width, "fixed9").with_block_exponents());
}

cases! {
    exponent_and_direction_go_with_their_frame(with_exponents) {
        n3_w2: (3, 2),
        n16_w16: (16, 16),
        n15_w4: (15, 4),
        n64_w2: (64, 2),
    }
}

#[test]
fn exponent_and_direction_go_with_their_frame_while_words_grow() {
    let arithmetic = FixedOptions { max_growth: Some(2), ..FixedOptions::default() };
    verify(Config { arithmetic, ..config(128, 4, "fixed12").with_block_exponents() }, 8);
}

fn equals_fixed_directions(config: Config) {
    let (size, precision) = (config.size(), config.format.name());
    let design = Design::new(config).unwrap();
    let samples = stimulus(&design.config.format, size, 6, 4);
    for mode in design.modes() {
        let found = design.transform_modes(&[mode; 6], &samples);
        let inverse = mode.inverse;
        let fixed = Config { inverse, kernels: None, runtime: Runtime::default(), ..design.config.clone() };
        let fixed = Design::new(fixed).unwrap();
        if fixed.pipeline().spec.formula == design.pipeline().spec.formula {
            assert_eq!(found, fixed.model().transform(&samples), "inverse {inverse}");
        } else {
            assert!(inverse && precision == "fp32", "inverse {inverse}");
        }
    }
}

/// Operator by operator, as frames that choose a direction are computed in floating point.
fn by_operators(size: usize, precision: &str) -> Config {
    Config { datapath: Some(Datapath::Float), ..config(size, 2, precision) }
}

cases! {
    /// The inverse in floating point may have another formula, which is scaled at its end.
    frames_equal_those_of_cores_of_one_direction(equals_fixed_directions) {
        n64_fp32: (by_operators(64, "fp32")),
        n60_fixed16: (by_operators(60, "fixed16")),
        n64_fixed12: (by_operators(64, "fixed12")),
        n60_fixed12_blocks: (config(60, 2, "fixed12").with_block_exponents()),
    }
}

#[test]
fn reset_at_any_cycle_forgets_words_that_wait() {
    let design = Design::new(config(10, 2, "e5m4")).unwrap();
    reset_sweep(&design, 0..15 + design.latency());
}
