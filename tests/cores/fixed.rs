//! Fixed-point words of every length, scaled and rounded in every way.

use crate::overflow::overflow_cases;
use crate::support::cases::cases;
use crate::support::config::config;
use crate::support::verify::verify;
use fftgen::arch::folded::{FoldedSizes, Folding};
use fftgen::arch::ports::{Stall, TlastMark};
use fftgen::arch::{Folded, Paired};
use fftgen::format::{Overflow, Rounding};
use fftgen::formula::{default_kernel, FrameShape, Kernel, Kind, Order};
use fftgen::number::{FixedOptions, Scale};
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::rtl::retime::Profile;
use fftgen::runtime::Runtime;
use fftgen::verify::{check, some_modes, stimulus, stimulus_of};
use fftgen::{Config, Design, Interface};

const SCALES: [Scale; 4] = [Scale::Stage, Scale::None, Scale::Size, Scale::Root];
const WORDS: [&str; 6] = ["fixed8", "fixed12", "fixed16", "q3.15", "fixed24", "q5.27"];

fn scaled(scale: Scale) -> FixedOptions {
    FixedOptions { scale: Some(scale), ..FixedOptions::default() }
}

/// Scales in turn, with words and directions from `first` on, so that each word meets every size, width and scale.
fn in_every_scale(size: usize, width: usize, first: [usize; 2]) {
    for (number, scale) in SCALES.into_iter().enumerate() {
        let [word, direction] = first.map(|first| first + number);
        let config = Config { arithmetic: scaled(scale), ..config(size, width, WORDS[word % 6]) };
        verify(Config { inverse: direction % 2 == 1, ..config }, 8);
    }
}

cases! {
    netlist_equals_model_in_every_scale(in_every_scale) {
        n8_w1: (8, 1, [0, 0]),
        n8_w2: (8, 2, [2, 1]),
        n8_w4: (8, 4, [4, 2]),
        n12_w1: (12, 1, [1, 1]),
        n12_w2: (12, 2, [3, 2]),
        n12_w4: (12, 4, [5, 3]),
        n20_w1: (20, 1, [2, 2]),
        n20_w2: (20, 2, [4, 3]),
        n20_w4: (20, 4, [6, 4]),
        n64_w1: (64, 1, [3, 3]),
        n64_w2: (64, 2, [5, 4]),
        n64_w4: (64, 4, [7, 5]),
        n100_w1: (100, 1, [4, 4]),
        n100_w2: (100, 2, [6, 5]),
        n100_w4: (100, 4, [8, 6]),
        n256_w1: (256, 1, [5, 5]),
        n256_w2: (256, 2, [7, 6]),
        n256_w4: (256, 4, [9, 7]),
    }
}

/// Steps of two stages and of one, and a shift for each stage. Those of two lose bits at their end alone.
#[test]
fn given_shifts_of_delay_feedback_equal_the_model() {
    for (width, shifts) in [(1, vec![0, 3]), (1, vec![1, 0, 2, 1]), (2, vec![3, 0]), (2, vec![1, 0, 1, 1])] {
        let given = Config { arithmetic: scaled(Scale::Shifts(shifts)), ..config(16, width, "fixed10") };
        let plan = Design::plans(&given).unwrap().swap_remove(0).pipeline;
        assert!(plan.plan().contains("delayed feedback"), "{}", plan.plan());
        verify(given, 6);
    }
}

/// With shifts too small for all frames.
fn by_rule(rounding: Rounding, overflow: Overflow) {
    for (shifts, kernels) in [(vec![1, 0], [4, 4]), (vec![0, 1], [4, 5]), (vec![2, 2], [8, 3])] {
        let arithmetic =
            FixedOptions { rounding: Some(rounding), overflow: Some(overflow), ..scaled(Scale::Shifts(shifts)) };
        let size = kernels.iter().product();
        let kernels = Some(kernels.map(default_kernel).to_vec());
        verify(Config { arithmetic, kernels, overflow_mark: Some(true), ..config(size, 2, "fixed10") }, 12);
    }
}

/// Frames whose values are too large in different steps follow each other.
fn frames_that_overflow_are_marked(config: Config) {
    let arithmetic = FixedOptions { scale: Some(Scale::None), max_growth: Some(0), ..FixedOptions::default() };
    verify(Config { overflow_mark: Some(true), arithmetic, ..config }, 16);
}

cases! {
    marks_of_overflow(frames_that_overflow_are_marked) {
        results_of_a_kernel: (Config { orders: [Order::Natural, Order::Reversed], ..config(8, 2, "fixed9") }),
        a_beat_a_frame: (config(8, 8, "fixed9")),
        feedback: (Config { least_memory: true, ..config(32, 1, "fixed9") }),
        spare_lanes: (config(15, 4, "fixed9")),
        samples_one_by_one: (Config { kind: Kind::Real, inverse: true, ..config(24, 1, "fixed9") }),
        rows: (Config { tlast: TlastMark::Row, shape: FrameShape::new(&[4, 6]).unwrap(), ..config(24, 2, "fixed9") }),
        dropped_frames: (Config { resync: true, ..config(12, 3, "fixed9") }),
        no_pauses: (Config { stall: Stall::None, ..config(12, 3, "fixed9") }),
        a_beat_in_two_cycles: (Config { cycles: Some(32), ..config(16, 1, "fixed9") }),
        native: (Config { interface: Interface::Native, ..config(12, 3, "fixed9") }),
    }
}

/// Frames follow each other so closely that one is computed while another one leaves, and some of them overflow.
fn frames_of_an_architecture_are_marked(config: Config, plan: &str) {
    marks(Design::new(overflowing(config)).unwrap(), plan);
}

fn marks(design: Design, plan: &str) {
    assert!(design.plan().contains(plan), "{}", design.plan());
    let modes = some_modes(&design, 22, 1);
    let overflow = design.transform_modes(&modes, &stimulus_of(&design, &modes, 1)).overflow;
    assert!(overflow.contains(&true) && overflow.contains(&false), "{}: {overflow:?}", design.name);
    check(&design, 22, |_| {}).unwrap_or_else(|error| panic!("{}: {error}; {}", design.name, design.plan()));
}

/// A core whose scale is less than that without overflow.
fn overflowing(config: Config) -> Config {
    Config { overflow_mark: Some(true), arithmetic: scaled(Scale::Root), ..config }
}

/// A core that takes at most so many clock cycles for a frame, of these radices, if any are given.
fn in_cycles(cycles: usize, radices: &[usize], config: Config) -> Config {
    let kernels: Vec<Kernel> = radices.iter().map(|&radix| default_kernel(radix)).collect();
    Config { cycles: Some(cycles), kernels: Some(kernels).filter(|kernels| !kernels.is_empty()), ..config }
}

fn of_sizes(sizes: &[usize], config: Config) -> Config {
    Config { runtime: Runtime { sizes: sizes.to_vec(), direction: false }, ..config }
}

fn native(config: Config) -> Config {
    Config { interface: Interface::Native, ..config }
}

cases! {
    marks_of_an_architecture(frames_of_an_architecture_are_marked) {
        folded: (in_cycles(1000, &[4, 3, 4, 2], config(96, 1, "fixed9")), "folded"),
        folded_in_turn: (native(in_cycles(500, &[4, 4, 4], config(64, 1, "fixed9"))), "in turn"),
        several_banks: (in_cycles(100, &[4, 4, 4], config(64, 4, "fixed9")), "folded"),
        folded_real: (in_cycles(1000, &[], Config { kind: Kind::Real, ..config(64, 2, "fixed9") }), "folded"),
        convolved: (native(in_cycles(2700, &[], config(67, 1, "fixed9"))), "chirp"),
        mac: (native(in_cycles(1 << 20, &[], config(18, 1, "fixed9"))), "sums of products"),
        mac_sizes: (of_sizes(&[4, 9, 12], in_cycles(1 << 19, &[], config(12, 1, "fixed9"))), "sums of products"),
        sizes: (of_sizes(&[4, 6, 12, 16], config(16, 1, "fixed9")), "delayed feedback"),
        sizes_and_lanes: (of_sizes(&[8, 12, 32], config(32, 2, "fixed9")), "DFT2 across"),
    }
}

/// Cores that are no one's first choice: two memories, a folded core of several sizes, in which no frame comes before the one before has left, and
/// mirrored pairs.
#[test]
fn marks_of_given_cores() {
    let config = overflowing(in_cycles(usize::MAX, &[5, 4, 3], config(60, 1, "fixed9")));
    let core = Design::folded_with(&config, Folding::Element, 2).unwrap();
    marks(Design::of(config, Box::new(Folded::new(core))), "two memories");
    let config = overflowing(of_sizes(
        &[6, 20, 48],
        in_cycles(usize::MAX, &[], crate::support::config::config(48, 1, "fixed9")),
    ));
    let (core, runtime) = (Design::folded_sizes(&config).unwrap().unwrap().core, config.runtime.clone());
    marks(Design::of(config, Box::new(FoldedSizes::new(core, runtime))), "folded");
    let config = overflowing(native(in_cycles(usize::MAX, &[], crate::support::config::config(21, 1, "fixed9"))));
    for choice in Design::pairs(&config) {
        marks(Design::of(config.clone(), Box::new(Paired::new(choice.core))), "mirrored pairs");
    }
}

cases! {
    netlist_equals_model_by_every_rounding_and_overflow(by_rule) {
        convergent_saturate: (Rounding::Convergent, Overflow::Saturate),
        convergent_wrap: (Rounding::Convergent, Overflow::Wrap),
        half_up_saturate: (Rounding::HalfUp, Overflow::Saturate),
        half_up_wrap: (Rounding::HalfUp, Overflow::Wrap),
        truncate_saturate: (Rounding::Truncate, Overflow::Saturate),
        truncate_wrap: (Rounding::Truncate, Overflow::Wrap),
    }
}

fn of_bits(precision: &str, guard: u32, twiddle: u32) {
    let arithmetic = FixedOptions { guard_bits: Some(guard), twiddle_bits: Some(twiddle), ..FixedOptions::default() };
    verify(Config { arithmetic, ..config(60, 3, precision) }, 8);
}

cases! {
    words_and_coefficients_at_their_limits_equal_the_model(of_bits) {
        fixed4: ("fixed4", 0, 8),
        fixed16: ("fixed16", 16, 18),
        fixed64: ("fixed64", 2, 50),
        q16_0: ("q16.0", 0, 30),
    }
}

fn grown_by(max_growth: u32) {
    let arithmetic = FixedOptions { max_growth: Some(max_growth), ..scaled(Scale::None) };
    verify(Config { arithmetic, ..config(64, 2, "fixed9") }, 8);
}

cases! {
    words_that_grow_by_some_bits_equal_the_model(grown_by) {
        no_bit: (0),
        one_bit: (1),
        three_bits: (3),
    }
}

fn of_products(profile: Profile, multiplier: MultiplierStyle) {
    let plain = |config| Config { pipeline: profile.into(), multiplier, ..config };
    verify(plain(Config { interface: Interface::Native, ..config(45, 2, "fixed12") }), 8);
    verify(plain(config(64, 4, "fixed30")), 6);
}

cases! {
    netlist_equals_model_at_every_depth_and_product(of_products) {
        low_blocks: (Profile::Low, MultiplierStyle::Dsp),
        low_tables: (Profile::Low, MultiplierStyle::Lut),
        high_blocks: (Profile::High, MultiplierStyle::Dsp),
        high_tables: (Profile::High, MultiplierStyle::Lut),
    }
}

fn of_size(size: usize, width: usize) {
    verify(config(size, width, "fixed16"), 8);
}

cases! {
    netlist_equals_model_for_every_kind_of_size(of_size) {
        one_point: (1, 1),
        two_points: (2, 1),
        prime: (3, 2),
        convolution: (67, 2),
        one_beat: (16, 16),
        width_beside_primes: (77, 8),
        width_that_does_not_divide: (30, 7),
    }
}

#[test]
fn transform_as_one_graph_equals_the_model() {
    verify(Config { kernels: Some(vec![Kernel::fused(30)]), ..config(30, 5, "fixed12") }, 6);
}

#[test]
fn few_dsp_blocks_equal_the_model() {
    verify(Config { max_dsp: Some(15), ..config(64, 4, "fixed16") }, 6);
}

/// Every second frame is quieter, and need not overflow.
fn tells_overflow(config: Config) {
    let design = Design::new(config).unwrap();
    let size = design.config.size();
    let mut samples = stimulus(&design.config.format, size, 36, 5);
    for (index, sample) in samples.iter_mut().enumerate().filter(|(index, _)| index / size % 2 == 1) {
        *sample = sample.map(|word| (word as i8 / [2, 4, 16, 1][index / size / 2 % 4]) as u8 as u64);
    }
    overflow_cases(&design, &vec![design.modes()[0]; 36], &samples);
}

/// 20 points with a bit of shift for each of two steps.
fn shifted_too_little(width: usize, interface: Interface) -> Config {
    let kernels = Some(vec![Kernel::direct(4), Kernel::winograd(5)]);
    Config { arithmetic: scaled(Scale::Shifts(vec![1, 1])), kernels, interface, ..config(20, width, "fixed8") }
}

fn by_root(interface: Interface) -> Config {
    Config { arithmetic: scaled(Scale::Root), interface, ..config(64, 4, "fixed8") }
}

cases! {
    frames_that_overflow_have_a_pulse_and_no_others(tells_overflow) {
        n20_w2_axis: (shifted_too_little(2, Interface::Axis)),
        n20_w2_native: (shifted_too_little(2, Interface::Native)),
        n20_w3_axis: (shifted_too_little(3, Interface::Axis)),
        n20_w3_native: (shifted_too_little(3, Interface::Native)),
        n64_w4_axis: (by_root(Interface::Axis)),
        n64_w4_native: (by_root(Interface::Native)),
    }
}
