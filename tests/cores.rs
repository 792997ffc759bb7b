//! Whole cores: the netlist, simulated with stalls, equals the reference model in every bit.

use fftgen::emit::{self, Verilog};
use fftgen::format::{Format, Overflow, Rounding};
use fftgen::formula::rules::cooley_tukey;
use fftgen::formula::{default_kernel, prime_factors, Direction, Formula, Kernel, Kind, Order};
use fftgen::model::{Reference, Sample, Transformed};
use fftgen::noise::Noise;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::pipeline::{Outline, Pipeline};
use fftgen::rtl::operators::Product;
use fftgen::rtl::retime::{PipelineDepths, Profile};
use fftgen::schedule::{Goal, Schedules, UnitKind};
use fftgen::sim::Simulator;
use fftgen::verify::{check, stimulus, Bench, Measured, Stalls};
use fftgen::{Config, Design, Interface};
use proptest::prelude::*;

fn config(size: usize, width: usize, precision: &str) -> Config {
    Config::new(size, width, Format::parse(precision, false).unwrap())
}

fn verify(config: Config, frames: usize) -> Measured {
    let design = Design::new(config).unwrap();
    check(&design, frames, |_| {}).unwrap_or_else(|error| panic!("{} {error}", design.pipeline().outline.formula))
}

/// Those of a prime, beside the symmetric one.
const PRIME_KERNELS: [fn(usize) -> Kernel; 5] =
    [Kernel::winograd, Kernel::rader, Kernel::shared_cosines, Kernel::shared_products, Kernel::halves];

/// Sizes and widths of every kind. `check` itself fails on a wrong bit, latency or interval.
#[test]
fn sizes_and_widths() {
    let cases = [
        (5, 2),
        (15, 4),
        (20, 1),
        (20, 2),
        (20, 4),
        (20, 5),
        (20, 10),
        (20, 20),
        (77, 8),
        (96, 8),
        (101, 2),
        (192, 8),
        (243, 3),
        (1024, 1),
        (1024, 4),
        (1024, 16),
        (1000, 4),
        (1200, 2),
        (1536, 4),
    ];
    for (size, width) in cases {
        let measured = verify(config(size, width, "fp32"), 6);
        assert_eq!(measured.interval, size.div_ceil(width));
    }
}

#[test]
fn formats_directions_depths_and_interfaces() {
    for precision in ["fp16", "bf16", "fp32", "fp64", "e6m9", "e3m2", "e11m2", "e4m20"] {
        for (inverse, subnormals) in [(false, false), (true, true)] {
            let format = Format::parse(precision, subnormals).unwrap();
            verify(Config { inverse, ..Config::new(20, 4, format) }, 8);
        }
    }
    for pipeline in [Profile::Low, Profile::Mid, Profile::High] {
        for interface in [Interface::Axis, Interface::Native] {
            verify(Config { pipeline: pipeline.into(), interface, inverse: true, ..config(30, 4, "fp16") }, 8);
            verify(Config { pipeline: pipeline.into(), interface, ..config(7, 3, "e5m5") }, 8);
        }
    }
}

/// What a plan is chosen for, and what operators are made of and how deep they are.
#[test]
fn goals_pipelines_and_products() {
    let given = PipelineDepths { add: Some(5), mul: Some(2), ..Profile::High.into() };
    let pipelines = [Profile::Low.into(), Profile::Mid.into(), Profile::High.into(), given];
    for goal in [Goal::Latency, Goal::Area, Goal::Balanced] {
        for (pipeline, (size, width)) in pipelines.into_iter().zip([(20, 2), (28, 4), (45, 3), (96, 8)]) {
            verify(Config { goal, pipeline, ..config(size, width, "e5m6") }, 5);
        }
    }
    for (size, width, precision) in [(20, 4, "fp32"), (30, 7, "bf16"), (64, 4, "fp16")] {
        for datapath in [None, Some(Datapath::Float)] {
            let in_tables = Config { product: Product::Tables, datapath, ..config(size, width, precision) };
            verify(in_tables, 5);
        }
    }
    // Transforms of one batch with different numbers of products.
    let shallow = PipelineDepths { add: Some(1), mul: Some(3), ..Profile::Mid.into() };
    verify(Config { pipeline: shallow, ..config(45, 2, "fp16") }, 4);
    for (size, width) in [(60, 2), (64, 4), (250, 3)] {
        for datapath in [None, Some(Datapath::Float)] {
            verify(Config { least_memory: true, datapath, ..config(size, width, "e5m4") }, 4);
        }
    }
    // So few that rotations take three products each.
    verify(Config { max_dsp: Some(15), datapath: Some(Datapath::Float), ..config(64, 4, "fp16") }, 5);
}

/// Delayed feedback in the first steps or in all, of radix 2, 3 and 5, near and far.
#[test]
fn delayed_feedback() {
    let cases = [(32, 1), (64, 1), (64, 2), (96, 3), (256, 8), (512, 2)];
    for (size, width) in cases {
        for (inverse, profile) in [(false, Profile::Mid), (true, Profile::Low), (false, Profile::High)] {
            let config =
                Config { least_memory: true, inverse, pipeline: profile.into(), ..config(size, width, "e5m4") };
            let design = Design::new(config).unwrap();
            assert!(design.pipeline().outline.feedback > 0, "{size} points, {width} a cycle");
            check(&design, 5, |_| {}).unwrap_or_else(|error| panic!("{} {error}", design.pipeline().plan()));
        }
    }
    // In fixed point, words grow on the way, and the last step is the one that may overflow.
    for (size, width, scale) in
        [(64, 1, Scale::Stage), (64, 2, Scale::None), (256, 2, Scale::Root), (1024, 1, Scale::Stage)]
    {
        for (inverse, profile) in [(false, Profile::Mid), (true, Profile::High)] {
            let arithmetic = FixedOptions { scale: Some(scale.clone()), ..FixedOptions::default() };
            let pipeline = profile.into();
            let design =
                Design::new(Config { arithmetic, inverse, pipeline, ..config(size, width, "fixed10") }).unwrap();
            assert!(design.pipeline().outline.feedback > 0, "{size} points, {width} a cycle");
            check(&design, 5, |_| {}).unwrap_or_else(|error| panic!("{} {error}", design.pipeline().plan()));
        }
    }
    for (radices, width) in
        [(vec![2, 2], 1), (vec![2, 3, 2], 1), (vec![4, 2, 3, 2], 2), (vec![2, 2, 2, 2, 2], 4), (vec![5, 5, 5], 1)]
    {
        let size = radices.iter().product();
        let kernels = Some(radices.into_iter().map(default_kernel).collect());
        verify(Config { kernels, least_memory: true, ..config(size, width, "fp16") }, 5);
    }
}

/// Feedback moves values, and changes none.
#[test]
fn feedback_keeps_the_bits() {
    let format = Format::parse("e6m9", false).unwrap();
    let schedules = Schedules::new(Config::new(64, 2, format).terms());
    let two = || Formula::from(Kernel::direct(2));
    let four = || cooley_tukey(two(), two());
    for formula in [
        cooley_tukey(four(), cooley_tukey(four(), four())),
        cooley_tukey(Kernel::winograd(3), cooley_tukey(Kernel::winograd(5), four())),
    ] {
        let size = formula.size_in();
        let samples: Vec<_> = [3, 4].into_iter().flat_map(|seed| stimulus(&format, size, 1, seed)).collect();
        let transform = |feedback| {
            let (formula, orders) = (formula.clone(), [Order::Natural; 2]);
            let pipeline = Pipeline::new(
                &Outline {
                    formula,
                    kind: Kind::Complex,
                    feedback,
                    apart: true,
                    width: 4,
                    orders,
                    direction: Direction::Forward,
                },
                &schedules,
            );
            let results = Reference::new(&pipeline, format).run(&samples);
            (pipeline.outline.feedback, results)
        };
        let ((none, plain), (some, fed_back)) = (transform(0), transform(usize::MAX));
        assert!(none == 0 && some > 1);
        let values = |samples: &[Sample]| samples.iter().flatten().map(|&x| format.to_f64(x)).collect::<Vec<_>>();
        assert_eq!(values(&plain), values(&fed_back));
    }
}

/// Orders on either side move points, whatever the plan, and change no bit of one plan's results.
#[test]
fn orders() {
    let reversed = [[Order::Natural, Order::Reversed], [Order::Reversed, Order::Natural], [Order::Reversed; 2]];
    for (size, width) in [(16, 1), (30, 4), (64, 2), (64, 4), (96, 2), (101, 3), (240, 8), (512, 1)] {
        for least_memory in [false, true] {
            for (number, orders) in reversed.into_iter().enumerate() {
                let inverse = number == 1;
                let precision = if size < 100 { "fixed9" } else { "e6m9" };
                verify(Config { orders, least_memory, inverse, ..config(size, width, precision) }, 4);
            }
        }
        let kernels = Some(prime_factors(size).into_iter().map(default_kernel).collect::<Vec<_>>());
        // Each operator rounds, whatever the steps are.
        let datapath = Some(Datapath::Float);
        let design =
            |orders| Design::new(Config { orders, datapath, kernels: kernels.clone(), ..config(size, width, "e6m9") });
        if size == 101 {
            continue;
        }
        let natural = stimulus(&config(size, width, "e6m9").format, size, 1, 7);
        let wanted = design([Order::Natural; 2]).unwrap().transform(&natural);
        let points = Order::Reversed.points(size);
        for orders in reversed {
            let place = |order: Order, samples: &[Sample]| match order {
                Order::Natural => samples.to_vec(),
                Order::Reversed => points.iter().map(|&point| samples[point]).collect(),
            };
            let result = design(orders).unwrap().transform(&place(orders[0], &natural));
            let values = |samples: &[Sample]| {
                let format = config(size, width, "e6m9").format;
                samples.iter().flatten().map(|&x| format.to_f64(x)).collect::<Vec<_>>()
            };
            assert_eq!(values(&result), values(&place(orders[1], &wanted)), "{size} points, {width} a cycle");
        }
    }
}

/// Fixed-point words of every length, scaled in every way.
#[test]
fn fixed_point() {
    let scales = [Scale::Stage, Scale::None, Scale::Size, Scale::Root];
    let mut cases = Vec::new();
    for (number, size) in [8, 12, 20, 64, 100, 256].into_iter().enumerate() {
        for (shift, width) in [1, 2, 4].into_iter().enumerate() {
            for (turn, scale) in scales.iter().enumerate() {
                // All words come in turn: each meets every size, width and scale, though not at once.
                let word =
                    ["fixed8", "fixed12", "fixed16", "q3.15", "fixed24", "q5.27"][(number + 2 * shift + turn) % 6];
                let inverse = (number + shift + turn) % 2 == 1;
                cases.push((
                    size,
                    width,
                    word,
                    FixedOptions { scale: Some(scale.clone()), ..FixedOptions::default() },
                    inverse,
                ));
            }
        }
    }
    for (size, width, precision, arithmetic, inverse) in cases {
        verify(Config { arithmetic, inverse, ..config(size, width, precision) }, 8);
    }
}

/// Long tables of twiddles folded to an eighth of the circle: sums of both parts of a factor, parts in fixed point, parts
/// in floating point.
#[test]
fn folded_tables() {
    let least = |config: Config| Config { least_memory: true, ..config };
    let cases = [
        config(1024, 1, "fixed16"),
        Config { inverse: true, ..config(1024, 1, "fixed16") },
        Config { inverse: true, ..config(1024, 1, "fixed32") },
        config(2048, 2, "fixed8"),
        least(config(1024, 1, "fp16")),
        Config { inverse: true, ..config(1024, 1, "fp32") },
    ];
    for config in cases {
        let text = format!("{config:?}");
        let design = Design::new(config).unwrap();
        let verilog = emit::print(&Verilog, &design.core, "");
        assert!(verilog.contains(" angle;"), "no table is folded: {text}");
        check(&design, 4, |_| {}).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Long tables of rotations by three products: in fixed point sums of both parts of a factor from block RAM, a few words
/// twice; in floating point three tables, for a sum that is rounded is no sum.
#[test]
fn tables_of_sums() {
    for (size, width, max_dsp, precision) in [
        (256, 2, None, "fixed16"),
        (384, 2, None, "fixed12"),
        (512, 4, None, "fixed18"),
        (512, 1, None, "fixed10"),
        (1024, 2, Some(40), "fp32"),
        (1024, 1, Some(11), "fp16"),
    ] {
        let config = Config { max_dsp, ..config(size, width, precision) };
        let design = Design::new(config).unwrap();
        let rotations: usize = design.pipeline().stages().map(|stage| stage.kernel.triples.len()).sum();
        assert!(rotations > 0, "no rotation by three products: {size} {precision}");
        check(&design, 6, |_| {}).unwrap_or_else(|error| panic!("{size} {width} {precision}: {error}"));
    }
}

/// Every rounding and overflow, schedules that overflow, words and coefficients at their limits, plans, depths and
/// products of every kind.
#[test]
fn fixed_point_choices() {
    for rounding in [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate] {
        for overflow in [Overflow::Saturate, Overflow::Wrap] {
            for (shifts, kernels) in [(vec![1, 0], [4, 4]), (vec![0, 1], [4, 5]), (vec![2, 2], [8, 3])] {
                let size = kernels.iter().product();
                let arithmetic = FixedOptions {
                    scale: Some(Scale::Shifts(shifts)),
                    rounding: Some(rounding),
                    overflow: Some(overflow),
                    ..FixedOptions::default()
                };
                let kernels = Some(kernels.map(fftgen::formula::default_kernel).to_vec());
                verify(Config { arithmetic, kernels, ..config(size, 2, "fixed10") }, 12);
            }
        }
    }
    let bits = |guard, twiddle| FixedOptions {
        guard_bits: Some(guard),
        twiddle_bits: Some(twiddle),
        ..FixedOptions::default()
    };
    for (precision, guard, twiddle) in [("fixed4", 0, 8), ("fixed16", 16, 18), ("fixed64", 2, 50), ("q16.0", 0, 30)] {
        verify(Config { arithmetic: bits(guard, twiddle), ..config(60, 3, precision) }, 8);
    }
    let grown = |most| FixedOptions { scale: Some(Scale::None), max_growth: Some(most), ..FixedOptions::default() };
    for most in [0, 1, 3] {
        verify(Config { arithmetic: grown(most), ..config(64, 2, "fixed9") }, 8);
    }
    for pipeline in [Profile::Low, Profile::High] {
        for product in [Product::Blocks, Product::Tables] {
            let interface = Interface::Native;
            verify(Config { pipeline: pipeline.into(), product, interface, ..config(45, 2, "fixed12") }, 8);
            verify(Config { pipeline: pipeline.into(), product, ..config(64, 4, "fixed30") }, 6);
        }
    }
    // Primes, a convolution, one point, a width that does not divide, one graph, and few DSP blocks.
    for (size, width) in [(67, 2), (1, 1), (2, 1), (3, 2), (77, 8), (30, 7), (16, 16)] {
        verify(config(size, width, "fixed16"), 8);
    }
    for prime in Kernel::WINOGRAD {
        for kernel in PRIME_KERNELS {
            verify(Config { kernels: Some(vec![kernel(prime)]), ..config(prime, 2, "fixed12") }, 6);
        }
    }
    verify(Config { kernels: Some(vec![Kernel::fused(30)]), ..config(30, 5, "fixed12") }, 6);
    verify(Config { max_dsp: Some(15), ..config(64, 4, "fixed16") }, 6);
}

/// Constants by sums of shifted words in place of multipliers: where these are dear or the constants short, of kernels and
/// of eighths of a turn; and not where they are longer.
#[test]
fn constants_by_sums() {
    let tables = |config| Config { product: Product::Tables, ..config };
    let short = FixedOptions { twiddle_bits: Some(10), ..FixedOptions::default() };
    for (config, products, eighths) in [
        (config(60, 4, "fixed8"), true, false),
        (config(300, 2, "fixed18"), true, false),
        (tables(config(36, 4, "q2.20")), true, false),
        (tables(config(256, 2, "fixed16")), false, true),
        (Config { max_dsp: Some(15), ..config(256, 2, "fixed16") }, false, true),
        (Config { inverse: true, arithmetic: short, ..config(256, 2, "fixed8") }, false, true),
        (config(256, 2, "fixed16"), false, false),
        (config(20, 4, "fixed16"), false, false),
    ] {
        let design = Design::new(config).unwrap();
        let by_sums = |kind| {
            let stages = design.pipeline().stages();
            let units =
                stages.flat_map(|stage| stage.kernel.chains.keys().map(|&unit| stage.kernel.schedule.units[unit].kind));
            units.filter(|found| *found == kind).count() > 0
        };
        assert_eq!([UnitKind::Mul, UnitKind::Eighth].map(by_sums), [products, eighths], "{}", design.name);
        check(&design, 6, |_| {}).unwrap_or_else(|error| panic!("{}: {error}", design.name));
    }
}

/// Block floating point: frames of every amplitude back to back, those of zeros and of the least number among them.
#[test]
fn block_floating_point() {
    let words = ["fixed8", "fixed16", "q3.15", "fixed24", "fixed4", "q5.27", "fixed64"];
    let roundings = [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate];
    let sizes =
        [(1, 1), (2, 1), (8, 8), (12, 5), (20, 3), (20, 4), (48, 16), (64, 1), (64, 4), (77, 8), (67, 2), (256, 2)];
    for (number, (size, width)) in sizes.into_iter().enumerate() {
        let arithmetic = FixedOptions {
            max_growth: [None, Some(0), Some(4)][number / 2 % 3],
            rounding: Some(roundings[number % 3]),
            ..FixedOptions::default()
        };
        let design = Design::new(Config {
            arithmetic,
            inverse: number % 3 == 1,
            interface: [Interface::Axis, Interface::Native][number % 2],
            least_memory: size == 64,
            orders: [Order::Natural, if size == 256 { Order::Reversed } else { Order::Natural }],
            pipeline: [Profile::Mid, Profile::High, Profile::Low][number % 3].into(),
            ..config(size, width, words[number % words.len()]).with_block_exponents()
        });
        let design = design.unwrap();
        let samples = amplitudes(&design.config.format, size, 24);
        let wanted = design.reference().transform(&samples);
        let mut bench = Bench::new(&design, &samples, &wanted);
        bench.run(Stalls::None, 0..12, &mut |_| {}).unwrap();
        bench.run(Stalls::Random, 12..24, &mut |_| {}).unwrap();
        bench.result().unwrap();
    }
}

/// Floating point in blocks of words: frames of every exponent, of any bits, too large and too small, NaN among them.
#[test]
fn floating_point_in_blocks() {
    let formats = [("fp32", 27), ("fp16", 18), ("bf16", 20), ("e6m9", 24), ("fp64", 40), ("fp32", 18), ("e3m2", 19)];
    let sizes = [(1, 1), (2, 1), (8, 8), (12, 5), (20, 3), (20, 4), (48, 16), (64, 1), (77, 8), (256, 2)];
    for (number, (size, width)) in sizes.into_iter().enumerate() {
        let (precision, bits) = formats[number % formats.len()];
        let arithmetic = FixedOptions { max_growth: [None, Some(2)][number / 2 % 2], ..FixedOptions::default() };
        let design = Design::new(Config {
            datapath: Some(Datapath::Block(bits)),
            arithmetic,
            inverse: number % 3 == 1,
            interface: [Interface::Axis, Interface::Native][number % 2],
            least_memory: size == 64,
            orders: [Order::Natural, if size == 256 { Order::Reversed } else { Order::Natural }],
            pipeline: [Profile::Mid, Profile::High, Profile::Low][number % 3].into(),
            ..config(size, width, precision)
        });
        let design = design.unwrap();
        let format = design.config.format;
        let mut samples = stimulus(&format, size, 24, 5);
        // As large and as small as numbers can be.
        let Format::Float(float) = format else { unreachable!() };
        for (frame, word) in
            [(5, float.infinity() - 1), (9, 1 << float.fraction), (11, 1), (14, 0), (17, float.sign_mask())]
        {
            samples[frame * size..][..size].fill([word, word | float.sign_mask()]);
        }
        (samples[3 * size], samples[8 * size - 1]) = ([float.nan(), 0], [0, float.infinity()]);
        let wanted = design.reference().transform(&samples);
        let nan = wanted.samples.chunks(size).filter(|frame| frame.iter().flatten().all(|x| *x == float.nan())).count();
        assert!(wanted.exponents.is_none() && (2..24).contains(&nan), "{nan}");
        let mut bench = Bench::new(&design, &samples, &wanted);
        bench.run(Stalls::None, 0..12, &mut |_| {}).unwrap();
        bench.run(Stalls::Random, 12..24, &mut |_| {}).unwrap();
        bench.result().unwrap();
    }
}

/// Complex floating point: frames of every exponent, of any bits, too large and too small, NaN among them; elements in one
/// beat and in several, and with feedback.
#[test]
fn complex_floating_point() {
    let formats = [("fp32", 20), ("fp16", 15), ("bf16", 12), ("e6m9", 16), ("fp32", 28), ("e3m2", 8)];
    let sizes = [
        (1, 1),
        (2, 1),
        (8, 8),
        (12, 5),
        (13, 2),
        (20, 3),
        (20, 4),
        (48, 16),
        (64, 1),
        (64, 2),
        (77, 8),
        (7, 3),
        (15, 5),
        (27, 2),
    ];
    for (number, (size, width)) in sizes.into_iter().enumerate() {
        let (precision, bits) = formats[number % formats.len()];
        let design = Design::new(Config {
            datapath: Some(Datapath::Shared(bits)),
            inverse: number % 3 == 1,
            interface: [Interface::Axis, Interface::Native][number % 2],
            least_memory: size == 64,
            orders: [Order::Natural, if size == 64 { Order::Reversed } else { Order::Natural }],
            pipeline: [Profile::Mid, Profile::High, Profile::Low][number % 3].into(),
            ..config(size, width, precision)
        });
        let design = design.unwrap();
        let format = design.config.format;
        let mut samples = stimulus(&format, size, 24, 5);
        let Format::Float(float) = format else { unreachable!() };
        for (frame, word) in
            [(5, float.infinity() - 1), (9, 1 << float.fraction), (11, 1), (14, 0), (17, float.sign_mask())]
        {
            samples[frame * size..][..size].fill([word, word | float.sign_mask()]);
        }
        (samples[3 * size], samples[8 * size - 1]) = ([float.nan(), 0], [0, float.infinity()]);
        let wanted = design.reference().transform(&samples);
        let finite =
            wanted.samples.chunks(size).filter(|frame| !frame.iter().flatten().any(|x| float.is_nan(*x))).count();
        assert!((6..23).contains(&finite), "{size} {precision}: {finite}");
        // Not a number reaches every point, in both parts.
        assert!(wanted.samples[3 * size..4 * size].iter().flatten().all(|x| *x == float.nan()));
        let mut bench = Bench::new(&design, &samples, &wanted);
        bench.run(Stalls::None, 0..12, &mut |_| {}).unwrap();
        bench.run(Stalls::Random, 12..24, &mut |_| {}).unwrap();
        bench.result().unwrap();
    }
}

/// Frames of noise of all amplitudes in turn, of zeros, of the least and the largest number, of -1 and 1, and of words
/// that fill their bits by a single component.
fn amplitudes(format: &Format, size: usize, frames: usize) -> Vec<Sample> {
    let (bits, mut noise) = (format.bits(), Noise::new(size as u64));
    let mask = u64::MAX >> (64 - bits);
    let mut samples = Vec::new();
    for frame in 0..frames as u32 {
        let lone = noise.word() as usize % size;
        for index in 0..size {
            let loud = (noise.word() << (64 - bits)) as i64 >> (64 - bits);
            let part = |value: i64| (value >> (frame * 7 % bits)) as u64 & mask;
            samples.push(match frame % 8 {
                0 => [0; 2],
                1 => [1 << (bits - 1); 2],
                2 => [mask >> 1; 2],
                3 if index == lone => [0, mask],
                3 => [0; 2],
                4 if index == lone => [mask >> 1, 0],
                // The sum is half a place below the end of a word that is one bit shorter: rounding carries out of it.
                6 if size > 2 => [[mask >> 1, mask >> 1, 1].get(index).copied().unwrap_or(0), 0],
                _ => [part(loud), part(loud.rotate_left(7) << (64 - bits) >> (64 - bits))],
            });
        }
    }
    samples
}

/// The pulse of a frame that overflows, and of no other; frames one at a time, so that each has its own pulses.
#[test]
fn overflow_is_told() {
    let shifts = FixedOptions { scale: Some(Scale::Shifts(vec![1, 1])), ..FixedOptions::default() };
    let kernels = Some(vec![Kernel::direct(4), Kernel::winograd(5)]);
    let root = FixedOptions { scale: Some(Scale::Root), ..FixedOptions::default() };
    for (size, width, arithmetic, kernels) in
        [(20, 2, shifts.clone(), kernels.clone()), (20, 3, shifts, kernels), (64, 4, root, None)]
    {
        for interface in [Interface::Axis, Interface::Native] {
            let (arithmetic, kernels) = (arithmetic.clone(), kernels.clone());
            let design =
                Design::new(Config { arithmetic, kernels, interface, ..config(size, width, "fixed8") }).unwrap();
            let mut samples = stimulus(&design.config.format, size, 36, 5);
            // Quieter frames among them, which need not overflow.
            for (index, sample) in samples.iter_mut().enumerate().filter(|(index, _)| index / size % 2 == 1) {
                *sample = sample.map(|word| (word as i8 / [2, 4, 16, 1][index / size / 2 % 4]) as u8 as u64);
            }
            let Transformed { samples: wanted, overflow: flags, .. } = design.reference().transform(&samples);
            assert!(flags.contains(&true) && flags.contains(&false), "{flags:?}");
            let mut simulator = Simulator::new(&design.top);
            let mut pins = fftgen::verify::Pins::new(&design, &simulator);
            pins.reset(&mut simulator);
            let (beats, mut noise, mut pulses) = (design.pipeline().interval, Noise::new(2), 0);
            for (frame, flag) in flags.iter().enumerate() {
                let (mut sent, mut received, mut told) = (0, vec![], false);
                for _ in 0..4 * (design.latency() + beats) + 40 {
                    let points = &samples[frame * size..][..size];
                    let beat = (sent < beats).then(|| fftgen::verify::Beat {
                        components: points[sent * width..size.min((sent + 1) * width)].as_flattened(),
                        first: sent == 0,
                        last: sent + 1 == beats,
                    });
                    let cycle = pins.cycle(&mut simulator, beat.as_ref(), noise.one_in(2));
                    sent += usize::from(cycle.taken);
                    told |= cycle.overflow;
                    pulses += u128::from(cycle.overflow);
                    received.extend(cycle.output.into_iter().flat_map(|(components, _)| components));
                }
                assert_eq!(received[..2 * size], *wanted[frame * size..][..size].as_flattened());
                assert_eq!(told, *flag, "frame {frame} of {size} points, {width} a cycle");
                if let Some(count) = simulator.output("overflow_count") {
                    assert_eq!(simulator.get(count[0]), pulses);
                }
            }
        }
    }
}

/// A transform as one graph, of sizes and widths of every kind.
#[test]
fn fused_kernels() {
    for (size, width) in [(6, 1), (9, 2), (12, 5), (20, 2), (22, 4), (30, 30), (48, 5), (63, 8)] {
        verify(Config { kernels: Some(vec![Kernel::fused(size)]), ..config(size, width, "e5m4") }, 5);
    }
}

#[test]
fn every_prime_kernel_and_every_winograd() {
    for prime in (3..=61).filter(|n: &usize| (2..*n).all(|d| n % d != 0)) {
        let width = 1 + prime % 5.min(prime - 1);
        verify(Config { kernels: Some(vec![Kernel::symmetric(prime)]), ..config(prime, width, "bf16") }, 4);
    }
    for prime in Kernel::WINOGRAD {
        for width in [1, 2, prime] {
            for kernel in PRIME_KERNELS {
                verify(Config { kernels: Some(vec![kernel(prime)]), ..config(prime, width, "fp16") }, 4);
            }
        }
    }
}

/// All widths of a size, one that divides it or not.
#[test]
fn every_width() {
    for width in 1..=30 {
        verify(config(30, width, "e5m4"), 4);
    }
    for width in [1, 7, 31, 63, 64] {
        verify(config(126, width, "e4m3"), 4);
    }
}

fn formats() -> impl Strategy<Value = Format> {
    (3u32..=8, 2u32..=12, any::<bool>())
        .prop_map(|(e, m, subnormals)| Format::parse(&format!("e{e}m{m}"), subnormals).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_configurations(
        size in 1usize..200,
        lanes in 0.0f64..1.0,
        format in formats(),
        inverse in any::<bool>(),
        native in any::<bool>(),
        depth in 0usize..3,
        goal in 0usize..3,
        least_memory in any::<bool>(),
    ) {
        let width = 1 + (lanes * lanes * (size - 1).min(20) as f64) as usize;
        let config = Config {
            inverse,
            interface: if native { Interface::Native } else { Interface::Axis },
            pipeline: [Profile::Low, Profile::Mid, Profile::High][depth].into(),
            goal: [Goal::Latency, Goal::Area, Goal::Balanced][goal],
            least_memory,
            ..Config::new(size, width, format)
        };
        let design = Design::new(config).unwrap();
        let result = check(&design, 5, |_| {});
        prop_assert!(result.is_ok(), "{:?} {}", result, design.pipeline().outline.formula);
    }
}

/// Configurations tried; the full run sets more.
fn cases() -> u32 {
    std::env::var("FFTGEN_CONFIGURATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(30)
}

/// A reset in any cycle leaves a core that computes the next frames right.
#[test]
fn reset_at_every_cycle() {
    // Without a wrapper a frame may begin at once.
    let native = Config { interface: Interface::Native, ..config(64, 2, "fixed8") };
    for config in [config(20, 4, "fp16"), config(9, 2, "e5m4"), config(64, 8, "e4m3"), native] {
        let design = Design::new(config).unwrap();
        let beats = design.pipeline().interval;
        let samples = stimulus(&design.config.format, design.config.size, 4, 5);
        let wanted = design.reference().transform(&samples);
        let mut bench = Bench::new(&design, &samples, &wanted);
        for cycles in 0..3 * beats + design.latency() {
            for cycle in 0..cycles {
                let beat = fftgen::verify::Beat { components: &samples[0], first: cycle % beats == 0, last: false };
                let (simulator, pins) = (&mut bench.simulator, &mut bench.pins);
                pins.cycle(simulator, Some(&beat), cycle % 7 != 3);
            }
            bench.run(Stalls::None, 0..2, &mut |_| {}).unwrap();
            bench.run(Stalls::Random, 2..4, &mut |_| {}).unwrap();
        }
        bench.result().unwrap();
    }
}

/// A wrong tlast raises its event, and the frames stay what they are.
#[test]
fn wrong_tlast_is_reported_and_harmless() {
    let design = Design::new(config(20, 4, "fp16")).unwrap();
    let samples = stimulus(&design.config.format, 20, 3, 9);
    let wanted = design.transform(&samples);
    let mut simulator = Simulator::new(&design.top);
    let mut pins = fftgen::verify::Pins::new(&design, &simulator);
    pins.reset(&mut simulator);
    // Frame 0 marks beat 2 and not beat 4; frame 1 is right; frame 2 marks both.
    let marks = [[2, 2], [4, 4], [1, 4]];
    let (mut sent, mut received, mut events) = (0, vec![], [0, 0]);
    for _ in 0..200 {
        let beat = (sent < 15).then(|| fftgen::verify::Beat {
            components: samples[sent * 4..][..4].as_flattened(),
            first: sent % 5 == 0,
            last: marks[sent / 5].contains(&(sent % 5)),
        });
        let cycle = pins.cycle(&mut simulator, beat.as_ref(), true);
        sent += usize::from(cycle.taken);
        cycle.events.iter().zip(&mut events).for_each(|(event, count)| *count += usize::from(*event));
        received.extend(cycle.output.into_iter().flat_map(|(components, _)| components));
    }
    assert_eq!(received, wanted.as_flattened());
    assert_eq!(events, [1, 2]);
}

/// Frames come at any distance, and each complete one comes out though nothing follows.
#[test]
fn gaps_of_every_length_and_draining() {
    for config in [config(20, 4, "e5m4"), config(15, 4, "e5m4"), config(12, 1, "e5m4"), config(16, 16, "e5m4")] {
        let design = Design::new(config).unwrap();
        let beats = design.pipeline().interval;
        let samples = stimulus(&design.config.format, design.config.size, 1, 9);
        let wanted = design.transform(&samples);
        let mut simulator = Simulator::new(&design.top);
        let mut pins = fftgen::verify::Pins::new(&design, &simulator);
        pins.reset(&mut simulator);
        let (mut frames, mut received, mut noise) = (0, vec![], Noise::new(3));
        for gap in (0..2 * beats + 3).chain((0..40).map(|_| (noise.word() % (2 * beats as u64)) as usize)) {
            let mut sent = 0;
            while sent < beats {
                let last = samples.len().min((sent + 1) * design.config.width);
                let components = samples[sent * design.config.width..last].as_flattened();
                let beat = fftgen::verify::Beat { components, first: sent == 0, last: sent + 1 == beats };
                let cycle = pins.cycle(&mut simulator, Some(&beat), true);
                sent += usize::from(cycle.taken);
                received.extend(cycle.output);
            }
            (0..gap).for_each(|_| received.extend(pins.cycle(&mut simulator, None, true).output));
            frames += 1;
        }
        (0..design.latency() + 2 * beats).for_each(|_| received.extend(pins.cycle(&mut simulator, None, true).output));
        assert_eq!(received.len(), frames * beats);
        for frame in received.chunks(beats) {
            let found: Vec<_> = frame.iter().flat_map(|(components, _)| components.clone()).collect();
            assert_eq!(found[..2 * wanted.len()], *wanted.as_flattened());
        }
    }
}
