//! Rung 5: frames of one dimension in external memory, by four steps: the netlist beside a memory of random latency equals the model, and
//! the model is the transform.

use super::runs::{config, run, samples, SOURCE};
use crate::support::cases::cases;
use crate::support::full::is_full;
use fftgen::external::{check, External, Fault, Memory, Plan, Simulation, MAX_LONG_FRAME};
use fftgen::format::{Format, Overflow, Rounding};
use fftgen::model::Sample;
use fftgen::number::{Datapath, FixedOptions, Scale};
use fftgen::rtl::operators::MultiplierStyle;
use fftgen::{Config, Error};
use num_complex::Complex64;

/// A frame at full rate, and two with pauses and random latency in place.
fn netlist_equals_model(config: Config) {
    let external = External::new(config).unwrap();
    let fast = run(&external, Memory { latency: 20, ..Memory::default() }, 1, false);
    let slow = run(&external, Memory { latency: 100, pauses: true, ..Memory::default() }, 2, true);
    assert!(slow.cycles > fast.cycles);
}

fn fixed(size: usize, width: usize, precision: &str, arithmetic: FixedOptions) -> Config {
    Config { arithmetic, ..config(&[size], width, precision) }
}

cases! {
    /// The netlist has the bits of the model, whatever the memory does, and touches nothing but its areas.
    netlists_of_long_frames(netlist_equals_model) {
        double_precision: (config(&[1024], 2, "fp64")),
        two_engines: (config(&[32 * 96], 2, "fp64")),
        long_words: (config(&[1024], 4, "fixed40")),
        longest_words: (config(&[1024], 1, "fixed44")),
        words_of_three_bytes: (config(&[64 * 64], 4, "fixed18")),
        tiles_of_128_points: (config(&[128 * 128], 4, "fixed16")),
        short_bursts: (config(&[64 * 320], 4, "fixed16")),
        one_point_a_cycle: (config(&[64 * 64], 1, "fixed20")),
        wide_bus: (config(&[64 * 64], 16, "fixed18")),
        single_precision: (config(&[64 * 64], 2, "fp32")),
        operators_of_the_format: (Config { datapath: Some(Datapath::Float), ..config(&[64 * 128], 2, "fp32") }),
        block_floating_point: (Config { datapath: Some(Datapath::Block(27)), ..config(&[64 * 64], 2, "fp32") }),
        half_precision: (config(&[128 * 128], 8, "fp16")),
        gradual_underflow: (Config { format: Format::parse("fp32", true).unwrap(), ..config(&[64 * 64], 2, "fp32") }),
        inverse: (Config { inverse: true, ..config(&[64 * 192], 4, "fixed24") }),
        inverse_in_floating_point: (Config { inverse: true, ..config(&[64 * 64], 2, "fp32") }),
        scale_by_size: (fixed(64 * 64, 4, "fixed18", FixedOptions { scale: Some(Scale::Size), ..FixedOptions::default() })),
        truncated_and_wrapped: (fixed(64 * 64, 2, "fixed18", FixedOptions {
            rounding: Some(Rounding::Truncate), overflow: Some(Overflow::Wrap), ..FixedOptions::default()
        })),
        multipliers_of_tables: (Config { multiplier: MultiplierStyle::Lut, ..config(&[64 * 64], 1, "fixed18") }),
    }
}

/// Returns the values of a frame.
fn values(config: &Config, frame: &[Sample]) -> Vec<Complex64> {
    frame
        .iter()
        .map(|sample| Complex64::new(config.format.to_f64(sample[0]), config.format.to_f64(sample[1])))
        .collect()
}

/// Returns the root mean square of the errors of the model, and that of the exact results, both in the scale of the model.
fn errors(external: &External) -> (f64, f64) {
    let config = &external.config;
    let input = samples(config, 1, 9);
    let mut exact = values(config, &input);
    let points = exact.len();
    oracle::transform(&mut exact, points, config.inverse);
    let (results, overflow) = external.transform_frame(&input);
    assert!(!overflow);
    let scale: f64 = external
        .plan
        .passes
        .iter()
        .map(|pass| external.engines[pass.engine].scale())
        .map(|scale| scale.split_once('/').map_or(1.0, |(_, divisor)| 1.0 / divisor.parse::<f64>().unwrap()))
        .product();
    let found = values(config, &results);
    let norm = |values: &mut dyn Iterator<Item = Complex64>| values.map(|value| value.norm_sqr()).sum::<f64>();
    let size = exact.len() as f64;
    let wrong = norm(&mut found.iter().zip(&exact).map(|(found, exact)| found - exact * scale));
    ((wrong / size).sqrt(), (norm(&mut exact.iter().map(|exact| exact * scale)) / size).sqrt())
}

/// Holds the model of floating point against 0.6 u √log2 N, where that of a core without external memory has 0.5.
fn floating_model_is_the_transform(config: Config) {
    let external = External::new(config).unwrap();
    let Format::Float(float) = external.config.format else { panic!("not floating point") };
    let (wrong, exact) = errors(&external);
    let unit = 2f64.powi(-1 - float.fraction as i32);
    assert!(
        wrong / exact <= 0.6 * (external.config.size() as f64).log2().sqrt() * unit,
        "{:e} units",
        wrong / exact / unit
    );
}

/// Holds the model of fixed point against 0.9 units of the last place. The rounding of a result alone is 0.41.
fn fixed_model_is_the_transform(config: Config) {
    let external = External::new(config).unwrap();
    let Format::Fixed(fixed) = external.config.format else { panic!("not fixed point") };
    let units = errors(&external).0 * 2f64.powi(fixed.fraction as i32);
    assert!(units <= 0.9, "{units} units of the last place");
}

cases! {
    /// The model is the transform, to the accuracy of the format.
    floating_models_of_long_frames(floating_model_is_the_transform) {
        single_precision: (config(&[1 << 14], 2, "fp32")),
        three_times_a_power_of_two: (config(&[3 << 13], 2, "fp32")),
        operators_of_the_format: (Config { datapath: Some(Datapath::Float), ..config(&[5 << 12], 2, "fp32") }),
        half_precision: (config(&[1 << 14], 4, "fp16")),
        inverse: (Config { inverse: true, ..config(&[1 << 14], 2, "fp32") }),
        short_fraction: (config(&[1 << 15], 4, "bf16")),
    }
}

cases! {
    /// The model is the transform, to 0.9 units of the last place.
    fixed_models_of_long_frames(fixed_model_is_the_transform) {
        sixteen_bits: (config(&[1 << 14], 4, "fixed16")),
        three_times_a_power_of_two: (config(&[3 << 13], 4, "fixed18")),
        five_times_a_power_of_two: (config(&[5 << 12], 4, "fixed24")),
        inverse: (Config { inverse: true, ..config(&[1 << 14], 4, "fixed18") }),
        longest_words: (config(&[1 << 13], 2, "fixed40")),
        scale_by_size: (fixed(3 << 13, 4, "fixed18", FixedOptions { scale: Some(Scale::Size), ..FixedOptions::default() })),
        a_million_points: (config(&[1 << 20], 4, "fixed18")),
    }
}

/// A frame of 64x64 points of 8 bytes takes two passes of 1,024 beats, one at each side of the engine.
#[test]
fn passes_of_long_frames_run_at_full_rate() {
    let external = External::new(config(&[64 * 64], 4, "fixed18")).unwrap();
    let cycles = run(&external, Memory { latency: 8, ..Memory::default() }, 1, false).cycles;
    let transposer = external.transposer.as_ref().map_or(0, |transposer| transposer.latency);
    let latency = 2 * external.engines[0].latency() + transposer;
    assert!(cycles <= (2 * 1024 + latency + 150) as u64, "{cycles} clock cycles, latency {latency}");
}

#[test]
fn the_self_check_of_a_long_frame_passes() {
    let external = External::new(config(&[1024], 2, "fixed40")).unwrap();
    assert_eq!(check(&external, u64::MAX).unwrap().frames, 3);
}

/// A netlist of a million points in simulation.
#[test]
fn a_million_points_pass_the_netlist() {
    if is_full() {
        let external = External::new(config(&[1 << 20], 4, "fixed18")).unwrap();
        println!("{} clock cycles", run(&external, Memory { latency: 60, ..Memory::default() }, 1, false).cycles);
    }
}

#[test]
fn faults_end_a_run_of_a_long_frame() {
    let external = External::new(config(&[1024], 4, "fixed40")).unwrap();
    let bytes = external.plan.frame_bytes();
    let (destination, scratch) = (SOURCE + 2 * bytes, SOURCE + 4 * bytes);
    let frame = samples(&external.config, 1, 11);
    let slow = Memory { latency: 50, pauses: true, ..Memory::default() };
    let mut simulation = Simulation::new(&external, slow, scratch + bytes, 1);
    simulation.scratch = scratch as u64 + 8;
    simulation.store(SOURCE, &frame);
    let fault = |simulation: &mut Simulation| simulation.run(SOURCE as u64, destination as u64, 1).unwrap().fault;
    assert_eq!(fault(&mut simulation), Fault::Misaligned.code() as u32);
    simulation.scratch = scratch as u64;
    for burst in [0, 17, 31, 32, 63] {
        simulation.memory = Memory { read_error: Some(burst), ..slow };
        assert_eq!(fault(&mut simulation), Fault::ReadResponse.code() as u32);
        simulation.memory = Memory { write_error: Some(burst), ..slow };
        assert_eq!(fault(&mut simulation), Fault::WriteResponse.code() as u32);
        simulation.memory = slow;
        assert_eq!(fault(&mut simulation), 0);
        assert!(simulation.load(destination) == external.transform(&frame), "after a fault in burst {burst}");
    }
}

/// Columns of points in the corners of the square, whose sum at frequency 17 has both parts near full scale, so that its factors turn a
/// part beyond the word.
#[test]
fn products_that_are_too_large_are_told() {
    let external = External::new(config(&[64 * 64], 4, "fixed18")).unwrap();
    for (level, is_large) in [(0.5, false), (1.0, true)] {
        let word = |part: f64| external.config.format.from_f64(level * part);
        let corner = |row: usize| [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]][(17 * row + 8) % 64 / 16];
        let frame: Vec<Sample> = (0..64 * 64).map(|n| corner(n / 64).map(word)).collect();
        let mut simulation = Simulation::new(&external, Memory::default(), 1 << 17, 1);
        simulation.scratch = 1 << 16;
        simulation.store(SOURCE, &frame);
        let outcome = simulation.run(SOURCE as u64, SOURCE as u64, 1).unwrap();
        assert_eq!((simulation.load(SOURCE), outcome.overflow), external.transform_frame(&frame));
        assert_eq!(outcome.overflow, is_large);
    }
}

/// Numbers that are infinite, not a number, or near either end of the exponents.
#[test]
fn special_values_pass_as_in_the_model() {
    for subnormals in [false, true] {
        let format = Format::parse("fp32", subnormals).unwrap();
        let external =
            External::new(Config { format, datapath: Some(Datapath::Float), ..config(&[64 * 64], 2, "fp32") }).unwrap();
        let mut simulation = Simulation::new(&external, Memory::default(), 1 << 17, 1);
        simulation.scratch = 1 << 16;
        for scale in [1e-42f32, 1e-38, 1e38, f32::INFINITY, f32::NAN] {
            let mut frame = samples(&external.config, 1, 13);
            for sample in frame.iter_mut().step_by(97) {
                *sample = sample.map(|part| u64::from((f32::from_bits(part as u32) * scale).to_bits()));
            }
            simulation.store(SOURCE, &frame);
            simulation.run(SOURCE as u64, SOURCE as u64, 1).unwrap();
            assert!(simulation.load(SOURCE) == external.transform(&frame), "{scale:e}, subnormals {subnormals}");
        }
        // All points are small, so that products underflow.
        let small = |part: u64| u64::from((f32::from_bits(part as u32) * 1e-38).to_bits());
        let frame: Vec<Sample> = samples(&external.config, 1, 17).iter().map(|sample| sample.map(small)).collect();
        simulation.store(SOURCE, &frame);
        simulation.run(SOURCE as u64, SOURCE as u64, 1).unwrap();
        assert!(simulation.load(SOURCE) == external.transform(&frame), "small, subnormals {subnormals}");
    }
}

/// The largest frame has engines of 4096 points and 64 channels.
#[test]
fn the_largest_frame_has_a_core() {
    if is_full() {
        let external = External::new(config(&[MAX_LONG_FRAME], 4, "fixed18")).unwrap();
        assert_eq!(external.engines.len(), 1);
        println!("{} words of memory", external.memory_words());
    }
}

#[test]
fn splits_are_nearly_square() {
    let split = |size: usize, precision: &str| {
        let plan = Plan::new(&config(&[size], 4, precision)).unwrap();
        let lengths = plan.passes.iter().map(|pass| plan.engines[pass.engine].shape);
        lengths.map(|shape| (shape.row(), shape.channels())).collect::<Vec<_>>()
    };
    assert_eq!(split(1 << 14, "fixed16"), [(128, 128); 2]);
    assert_eq!(split(3 << 13, "fixed16"), [(128, 64), (192, 64)]);
    assert_eq!(split(1 << 20, "fixed18"), [(1024, 64); 2]);
    assert_eq!(split(1 << 24, "fixed18"), [(4096, 64); 2]);
    assert_eq!(split(1 << 24, "fixed16"), [(4096, 64); 2]);
    assert_eq!(split(1 << 24, "fixed8"), [(4096, 64); 2]);
    assert_eq!(split(5 << 12, "fp32"), [(64, 64), (320, 64)]);
}

#[test]
fn sizes_without_a_split_are_refused_with_one_that_has() {
    let refusal = |size: usize| match Plan::new(&config(&[size], 4, "fixed16")) {
        Err(Error::Usage(text) | Error::Unsupported(text)) => text,
        _ => panic!("not refused"),
    };
    assert!(refusal(1000).contains("16384 points or more; leave --memory out"));
    assert!(refusal(1_000_003).contains("nearest sizes that work are 999424 and 1003520"), "{}", refusal(1_000_003));
    assert!(refusal(MAX_LONG_FRAME + 1).contains("at most 16777216 points; the nearest size that works is 16777216"));
    assert!(refusal(usize::MAX).contains("at most 2^40 bytes"));
    assert!(refusal(0).contains("at least 1 point"));
}
