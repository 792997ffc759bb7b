//! Rung 5: shifts that each frame chooses. Every bit of every frame is right, whatever the frame before it was shifted by.

use super::overflow::overflow_cases;
use crate::support::cases::cases;
use crate::support::config;
use crate::support::extremes::{largest_bins, random_extremes};
use crate::support::reset::reset_sweep;
use crate::support::verify::verify;
use fftgen::format::{Overflow, Rounding};
use fftgen::formula::{default_kernel, Kernel, Kind, Order};
use fftgen::model::Model;
use fftgen::number::{FixedOptions, Scale};
use fftgen::pipeline::Block;
use fftgen::rtl::retime::Profile;
use fftgen::runtime::{Mode, Runtime};
use fftgen::verify::{some_modes, stimulus_of, Bench, Stalls};
use fftgen::{Config, Design, Interface};

/// Frames choose their shifts.
fn config(size: usize, width: usize, precision: &str) -> Config {
    let arithmetic = FixedOptions { scale: Some(Scale::Chosen), ..FixedOptions::default() };
    Config { arithmetic, ..config::config(size, width, precision) }
}

/// Both interfaces. Choices come in turn: case number `turn` has these.
fn of_plan(turn: usize, size: usize, width: usize) {
    for (side, interface) in [Interface::Axis, Interface::Native].into_iter().enumerate() {
        let mut config = Config {
            interface,
            runtime: Runtime { direction: (turn + side) % 2 == 1, ..Runtime::default() },
            pipeline: [Profile::Mid, Profile::High, Profile::Low][turn % 3].into(),
            ..config(size, width, ["fixed9", "fixed16", "q3.15", "fixed24"][turn % 4])
        };
        let roundings = [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate];
        config.arithmetic.rounding = Some(roundings[(turn + side) % 3]);
        config.arithmetic.overflow = [None, Some(Overflow::Wrap)][side];
        let (design, _) = verify(config, 16);
        let directions = u32::from(design.config.runtime.direction);
        assert_eq!(design.config_bits(), directions + design.pipeline().shift_bits());
        assert!(design.pipeline().shift_bits() > 0);
    }
}

cases! {
    /// Kernels in series and one kernel for all, frames of one beat and of many, spare lanes, convolutions, every rounding, with
    /// and without a direction beside the shifts.
    netlist_equals_model_for_every_kind_of_plan(of_plan) {
        n2_w1: (0, 2, 1),
        n3_w2: (1, 3, 2),
        n5_w5: (2, 5, 5),
        n16_w16: (3, 16, 16),
        n15_w4: (4, 15, 4),
        n20_w3: (5, 20, 3),
        n30_w15: (6, 30, 15),
        n32_w2: (7, 32, 2),
        n36_w1: (8, 36, 1),
        n64_w4: (9, 64, 4),
        n67_w2: (10, 67, 2),
    }
}

fn of_single_samples(inverse: bool, resync: bool) {
    verify(Config { kind: Kind::Real, inverse, resync, ..config(16, 1, "fixed16") }, 16);
}

cases! {
    /// Real samples one by one on either side: a frame's shifts hold from its first sample on.
    single_real_samples_equal_the_model(of_single_samples) {
        forward: (false, false),
        forward_resync: (false, true),
        inverse: (true, false),
        inverse_resync: (true, true),
    }
}

/// At least `bits` bits choose shifts, and some steps with feedback leave their shift to the next one.
fn with_feedback(size: usize, width: usize, bits: u32) {
    for profile in [Profile::Mid, Profile::High] {
        let config = Config { least_memory: true, pipeline: profile.into(), ..config(size, width, "fixed10") };
        let (design, _) = verify(config, 10);
        let pipeline = design.pipeline();
        assert!(pipeline.blocks.iter().any(Block::has_feedback), "{}", pipeline.plan());
        assert!(pipeline.shift_bits() >= bits, "{}: {}", pipeline.plan(), pipeline.shift_bits());
        let mut stages = pipeline.blocks.iter().filter(|block| block.has_feedback()).filter_map(Block::stage);
        assert!(stages.any(|stage| stage.arithmetic.fixed().unwrap().shift_field_bits == 0));
    }
}

cases! {
    /// Butterflies alone and in pairs, of which the second shifts for both, and other radices, near and far.
    steps_with_feedback_equal_the_model(with_feedback) {
        n64_w1: (64, 1, 6),
        n128_w2: (128, 2, 6),
        n96_w3: (96, 3, 5),
        n512_w2: (512, 2, 8),
    }
}

fn of_radices(radices: &[usize]) {
    let kernels = Some(radices.iter().copied().map(default_kernel).collect());
    verify(Config { kernels, least_memory: true, ..config(radices.iter().product(), 1, "fixed9") }, 10);
}

cases! {
    radices_in_any_order_equal_the_model(of_radices) {
        r3_3_2: (&[3, 3, 2]),
        r2_2_2_3: (&[2, 2, 2, 3]),
        r5_5: (&[5, 5]),
    }
}

fn of_word(precision: &str) {
    for (size, width) in [(16, 2), (60, 3)] {
        verify(config(size, width, precision), 8);
    }
}

cases! {
    words_of_every_length_equal_the_model(of_word) {
        fixed4: ("fixed4"),
        fixed8: ("fixed8"),
        q16_0: ("q16.0"),
        fixed32: ("fixed32"),
        fixed48: ("fixed48"),
        fixed63: ("fixed63"),
        fixed64: ("fixed64"),
    }
}

fn with_guard_bits(bits: u32) {
    let mut config = config(60, 2, "fixed12");
    config.arithmetic.guard_bits = Some(bits);
    verify(config, 8);
}

fn of_real_data(kind: Kind, inverse: bool) {
    verify(Config { kind, inverse, ..config(36, 2, "fixed12") }, 8);
}

cases! {
    guard_bits_at_their_limits_equal_the_model(with_guard_bits) {
        none: (0),
        most: (16),
    }
}

cases! {
    real_data_equals_the_model(of_real_data) {
        real: (Kind::Real, false),
        real_inverse: (Kind::Real, true),
        pair: (Kind::RealPair, false),
        pair_inverse: (Kind::RealPair, true),
    }
}

#[test]
fn reversed_output_equals_the_model() {
    let orders = [Order::Natural, Order::Reversed];
    verify(Config { orders, least_memory: true, ..config(64, 2, "fixed9") }, 8);
}

#[test]
fn transform_as_one_graph_equals_the_model() {
    verify(Config { kernels: Some(vec![Kernel::fused(30)]), ..config(30, 5, "fixed12") }, 8);
}

#[test]
fn one_point_equals_the_model() {
    verify(config(1, 1, "fixed12"), 4);
}

/// Roundings within steps are alike, and no step leaves its shift to the next.
fn equals_fixed_shifts(radices: &[usize], rounding: Rounding, overflow: Overflow) {
    let kernels: Vec<Kernel> = radices.iter().copied().map(default_kernel).collect();
    let size = radices.iter().product();
    let with = |scale| Config {
        kernels: Some(kernels.clone()),
        arithmetic: FixedOptions {
            scale: Some(scale),
            rounding: Some(rounding),
            overflow: Some(overflow),
            guard_bits: Some(3),
            ..FixedOptions::default()
        },
        ..config(size, 3, "fixed10")
    };
    let plan = |scale| Design::plans(&with(scale)).unwrap().swap_remove(0).pipeline;
    let chosen = Design::new(with(Scale::Chosen)).unwrap();
    let format = chosen.config.format;
    let modes = some_modes(&chosen, 12, 3);
    let samples = stimulus_of(&chosen, &modes, 3);
    for (mode, frame) in modes.iter().zip(samples.chunks(size)) {
        let fields = chosen.pipeline().shift_fields().into_iter();
        let given = plan(Scale::Shifts(fields.map(|field| mode.shift(field.unwrap()) as u32).collect()));
        assert_eq!(given.plan(), chosen.pipeline().plan());
        assert_eq!(chosen.model_of(mode).transform(frame), Model::new(&given, format).transform(frame));
    }
    let stages = plan(Scale::Stage);
    assert_eq!(stages.plan(), chosen.pipeline().plan());
    let wanted = Model::new(&stages, format).transform(&samples);
    assert_eq!(chosen.model().transform(&samples), wanted);
    assert_eq!(chosen.model_of(&chosen.modes()[0]).transform(&samples), wanted);
}

cases! {
    /// A frame has the bits of a core with these shifts for all frames. A frame without a word has those of a core that is scaled
    /// by stages.
    frames_equal_those_of_cores_with_fixed_shifts(equals_fixed_shifts) {
        r4_3_5: (&[4, 3, 5], Rounding::Convergent, Overflow::Saturate),
        r8_4: (&[8, 4], Rounding::HalfUp, Overflow::Saturate),
        r13: (&[13], Rounding::Truncate, Overflow::Wrap),
    }
}

/// After a reset stages are scaled as by default.
#[test]
fn frames_without_a_word_are_shifted_as_the_one_before() {
    let design = Design::new(Config { least_memory: true, ..config(64, 2, "fixed9") }).unwrap();
    let first = design.modes()[0];
    assert!(first.word > 0);
    let other = |word| Mode { word, ..first };
    let full = (1 << design.config_bits()) - 1;
    let modes = [first, first, other(full), other(full), other(0), other(0), first, first, other(1), other(1)];
    let samples = stimulus_of(&design, &modes, 4);
    let wanted = design.transform_modes(&modes, &samples);
    let mut bench = Bench::of_modes(&design, &modes, &samples, &wanted);
    for start in [0, 2, 4] {
        bench.run(Stalls::None, start..10, &mut |_| {}).unwrap();
        bench.run(Stalls::Random, start..10, &mut |_| {}).unwrap();
    }
}

fn reset_at_every_cycle(radices: &[usize]) {
    let kernels = Some(radices.iter().copied().map(default_kernel).collect());
    let config = Config { kernels, least_memory: true, ..config(radices.iter().product(), 1, "fixed8") };
    let design = Design::new(config).unwrap();
    reset_sweep(&design, 0..12 + design.latency());
}

cases! {
    reset_forgets_shifts_that_wait_and_that_are_under_way(reset_at_every_cycle) {
        r2_5: (&[2, 5]),
        r2_2_2_2: (&[2, 2, 2, 2]),
    }
}

/// Every third frame has the shifts that hold after a reset.
fn tells_overflow(least_memory: bool) {
    let design = Design::new(Config { least_memory, ..config(32, 2, "fixed8") }).unwrap();
    let mut modes = some_modes(&design, 32, 9);
    modes.iter_mut().step_by(3).for_each(|mode| mode.word = design.modes()[0].word);
    overflow_cases(&design, &modes, &stimulus_of(&design, &modes, 9));
}

cases! {
    frames_shifted_too_little_have_a_pulse_and_no_others(tells_overflow) {
        n32: (false),
        n32_least_memory: (true),
    }
}

/// The last word may overflow: it is made wide enough for anything.
fn leaves_room(config: Config) {
    let size = config.size();
    let mut pipeline = Design::plans(&config).unwrap().swap_remove(0).pipeline;
    if let Some(fixed) = pipeline.stages_mut().last().and_then(|stage| stage.arithmetic.fixed_mut()) {
        fixed.output_bits = 63;
    }
    let bits = config.format.bits();
    let samples = [random_extremes(bits, 200 * size, size as u64), largest_bins(bits, size)].concat();
    assert!(!Model::new(&pipeline, config.format).transform(&samples).overflow.contains(&true));
}

fn pair(inverse: bool) -> Config {
    Config { kind: Kind::RealPair, inverse, ..config(36, 2, "fixed8") }
}

cases! {
    /// No word between the steps overflows with the shifts that hold after a reset, whatever comes in.
    standard_shifts_leave_room(leaves_room) {
        n16: (config(16, 1, "fixed8")),
        n60: (config(60, 1, "fixed8")),
        n64_least_memory: (Config { least_memory: true, ..config(64, 1, "fixed8") }),
        n67: (config(67, 1, "fixed8")),
        n81_least_memory: (Config { least_memory: true, ..config(81, 1, "fixed8") }),
        pair_n36: (pair(false)),
        pair_n36_inverse: (pair(true)),
    }
}

/// The word of a design that asks for these shifts, one for each field.
fn word(design: &Design, shifts: &[u32]) -> u64 {
    let fields = design.pipeline().shift_fields().into_iter().flatten();
    let shifts = fields.zip(shifts).fold(0, |word, (field, shift)| word | u64::from(*shift) << field.start);
    shifts << design.config.runtime.bits()
}

fn fields_are_packed(direction: bool) {
    let config = Config {
        runtime: Runtime { direction, ..Runtime::default() },
        kernels: Some([4, 2, 3, 13].map(default_kernel).to_vec()),
        ..config(312, 2, "fixed16")
    };
    let design = Design::new(config).unwrap();
    let fields: Vec<_> = design.pipeline().shift_fields().into_iter().flatten().collect();
    assert_eq!(fields, [0..2, 2..3, 3..5, 5..8]);
    assert_eq!(design.config_bits(), 8 + u32::from(direction));
    assert_eq!(design.modes()[0].word, word(&design, &[2, 1, 2, 4]));
    assert_eq!(design.scale(), "1/2^shifts");
}

cases! {
    fields_stand_side_by_side_above_the_direction(fields_are_packed) {
        without_direction: (false),
        with_direction: (true),
    }
}
