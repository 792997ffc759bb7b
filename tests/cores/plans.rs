//! Sizes, widths, formats and what a plan is chosen for.

use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::verify::verify;
use fftgen::format::Format;
use fftgen::number::Datapath;
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::rtl::retime::{PipelineDepths, Profile};
use fftgen::schedule::Goal;
use fftgen::{Config, Design, Interface};
use std::ops::RangeInclusive;

fn at_full_rate(size: usize, width: usize) {
    let (_, measured) = verify(config(size, width, "fp32"), 6);
    assert_eq!(measured.interval, size.div_ceil(width));
}

cases! {
    frames_follow_each_other_at_every_size_and_width(at_full_rate) {
        n5_w2: (5, 2),
        n15_w4: (15, 4),
        n20_w1: (20, 1),
        n20_w2: (20, 2),
        n20_w4: (20, 4),
        n20_w5: (20, 5),
        n20_w10: (20, 10),
        n20_w20: (20, 20),
        n77_w8: (77, 8),
        n96_w8: (96, 8),
        n101_w2: (101, 2),
        n192_w8: (192, 8),
        n243_w3: (243, 3),
        n1024_w1: (1024, 1),
        n1024_w4: (1024, 4),
        n1024_w16: (1024, 16),
        n1000_w4: (1000, 4),
        n1200_w2: (1200, 2),
        n1536_w4: (1536, 4),
    }
}

fn at_widths(size: usize, widths: RangeInclusive<usize>, precision: &str) {
    for width in widths {
        verify(config(size, width, precision), 4);
    }
}

cases! {
    /// Widths that divide the size and widths that do not.
    netlist_equals_model_at_every_width(at_widths) {
        n30_w1_to_w10: (30, 1..=10, "e5m4"),
        n30_w11_to_w20: (30, 11..=20, "e5m4"),
        n30_w21_to_w30: (30, 21..=30, "e5m4"),
        n126_w1: (126, 1..=1, "e4m3"),
        n126_w7: (126, 7..=7, "e4m3"),
        n126_w31: (126, 31..=31, "e4m3"),
        n126_w63: (126, 63..=63, "e4m3"),
        n126_w64: (126, 64..=64, "e4m3"),
    }
}

/// Forward without subnormal numbers, inverse with them.
fn in_format(precision: &str) {
    for (inverse, subnormals) in [(false, false), (true, true)] {
        let format = Format::parse(precision, subnormals).unwrap();
        verify(Config { inverse, ..Config::new(20, 4, format) }, 8);
    }
}

cases! {
    netlist_equals_model_in_every_float_format(in_format) {
        fp16: ("fp16"),
        bf16: ("bf16"),
        fp32: ("fp32"),
        fp64: ("fp64"),
        e6m9: ("e6m9"),
        e3m2: ("e3m2"),
        e11m2: ("e11m2"),
        e4m20: ("e4m20"),
    }
}

fn at_depth(pipeline: Profile, interface: Interface) {
    verify(Config { pipeline: pipeline.into(), interface, inverse: true, ..config(30, 4, "fp16") }, 8);
    verify(Config { pipeline: pipeline.into(), interface, ..config(7, 3, "e5m5") }, 8);
}

cases! {
    netlist_equals_model_at_every_depth_and_interface(at_depth) {
        low_axis: (Profile::Low, Interface::Axis),
        low_native: (Profile::Low, Interface::Native),
        mid_axis: (Profile::Mid, Interface::Axis),
        mid_native: (Profile::Mid, Interface::Native),
        high_axis: (Profile::High, Interface::Axis),
        high_native: (Profile::High, Interface::Native),
    }
}

fn for_goal(goal: Goal, pipeline: PipelineDepths, size: usize, width: usize) {
    verify(Config { goal, pipeline, ..config(size, width, "e5m6") }, 5);
}

/// Depths of additions and products, in cycles, beside a profile.
fn depths(add: u32, mul: u32, profile: Profile) -> PipelineDepths {
    PipelineDepths { add: Some(add), mul: Some(mul), ..profile.into() }
}

cases! {
    netlist_equals_model_for_every_goal_and_depth(for_goal) {
        latency_low: (Goal::Latency, Profile::Low.into(), 20, 2),
        latency_mid: (Goal::Latency, Profile::Mid.into(), 28, 4),
        latency_high: (Goal::Latency, Profile::High.into(), 45, 3),
        latency_given: (Goal::Latency, depths(5, 2, Profile::High), 96, 8),
        area_low: (Goal::Area, Profile::Low.into(), 20, 2),
        area_mid: (Goal::Area, Profile::Mid.into(), 28, 4),
        area_high: (Goal::Area, Profile::High.into(), 45, 3),
        area_given: (Goal::Area, depths(5, 2, Profile::High), 96, 8),
        balanced_low: (Goal::Balanced, Profile::Low.into(), 20, 2),
        balanced_mid: (Goal::Balanced, Profile::Mid.into(), 28, 4),
        balanced_high: (Goal::Balanced, Profile::High.into(), 45, 3),
        balanced_given: (Goal::Balanced, depths(5, 2, Profile::High), 96, 8),
    }
}

/// In the datapath that the planner chooses, and operator by operator.
fn in_both_datapaths(config: Config, frames: usize) {
    for datapath in [None, Some(Datapath::Float)] {
        verify(Config { datapath, ..config.clone() }, frames);
    }
}

fn without_dsp_blocks(size: usize, width: usize, precision: &str) {
    in_both_datapaths(Config { multiplier: MultiplierStyle::Lut, ..config(size, width, precision) }, 5);
}

cases! {
    products_of_lookup_tables_equal_the_model(without_dsp_blocks) {
        n20_w4_fp32: (20, 4, "fp32"),
        n30_w7_bf16: (30, 7, "bf16"),
        n64_w4_fp16: (64, 4, "fp16"),
    }
}

fn with_least_memory(size: usize, width: usize) {
    in_both_datapaths(Config { least_memory: true, ..config(size, width, "e5m4") }, 4);
}

cases! {
    least_memory_equals_the_model(with_least_memory) {
        n60_w2: (60, 2),
        n64_w4: (64, 4),
        n250_w3: (250, 3),
    }
}

/// Transforms of one batch have different numbers of products.
#[test]
fn shallow_sums_with_deep_products_equal_the_model() {
    verify(Config { pipeline: depths(1, 3, Profile::Mid), ..config(45, 2, "fp16") }, 4);
}

/// With few DSP blocks rotations take three products each.
#[test]
fn few_dsp_blocks_equal_the_model() {
    verify(Config { max_dsp: Some(15), datapath: Some(Datapath::Float), ..config(64, 4, "fp16") }, 5);
}

/// A plan by hand is that of a streaming core of one size; elsewhere it would be passed over.
#[test]
fn formulas_are_refused_where_another_plan_rules() {
    use fftgen::array::{Array, Links, Topology};
    use fftgen::external::External;
    use fftgen::formula::{rules::cooley_tukey, Kernel};
    use fftgen::matrix::{Elements, Matrix, ProductPlan};
    let format = Format::parse("fixed16", false).unwrap();
    let with = |config: Config| Config { formula: Some(cooley_tukey(Kernel::direct(2), Kernel::direct(4))), ..config };
    let eight = with(Config::new(8, 1, format));
    assert!(Design::new(eight.clone()).is_ok());
    let grid = with(Config::new([8, 8], 1, format));
    let refusals = [
        Design::architecture(&Config { cycles: Some(400), ..eight.clone() }).err(),
        Design::architecture(&grid).err(),
        Design::architecture(&with(Config::new(16, 1, format))).err(),
        Array::new(grid.clone(), Topology::Line(2), Links::default()).err(),
        External::new(Config { width: 4, ..grid }).err(),
        ProductPlan::new(&eight, &Matrix::Dct2(8), Elements::default()).err(),
    ];
    for (case, refusal) in refusals.into_iter().enumerate() {
        let message = refusal.unwrap_or_else(|| panic!("case {case} is taken")).to_string();
        assert!(message.contains("formula"), "case {case}: {message}");
    }
}
