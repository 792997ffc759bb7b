//! Rung 5: frames in external memory: the netlist beside a memory of random latency equals the model, and the model is the transform.

use super::runs::{config, run, samples, SOURCE};
use crate::support::cases::cases;
use fftgen::external::{External, Fault, Memory, Simulation, MAX_IN_FLIGHT, REGISTERS};
use fftgen::formula::Support;
use fftgen::model::Sample;
use fftgen::{Config, Error};
use num_complex::Complex64;
use oracle::transform_dimensions;

/// Two frames at full rate, and two with pauses and random latency, elsewhere and in place.
fn netlist_equals_model(config: Config) {
    let external = External::new(config).unwrap();
    let fast = run(&external, Memory { latency: 20, ..Memory::default() }, 2, false);
    let slow = run(&external, Memory { latency: 100, pauses: true, ..Memory::default() }, 2, true);
    assert!(slow.cycles > fast.cycles);
    assert!(fast.in_flight.iter().all(|count| *count as u128 <= MAX_IN_FLIGHT), "{:?}", fast.in_flight);
}

cases! {
    /// The netlist has the bits of the model, whatever the memory does, and touches nothing but the results.
    netlists_with_external_memory(netlist_equals_model) {
        square: (config(&[16, 16], 4, "fixed16")),
        rows_longer_than_a_burst: (config(&[4, 300], 4, "fixed16")),
        rows_that_fill_no_beat: (config(&[6, 13], 4, "fp16")),
        odd_columns: (config(&[15, 8], 2, "fixed12")),
        prime_columns: (config(&[7, 10], 2, "fp16")),
        three_dimensions: (config(&[4, 6, 8], 4, "fixed16")),
        four_dimensions: (config(&[2, 3, 2, 9], 2, "fp16")),
        components_of_three_bytes: (config(&[8, 8], 2, "fixed18")),
        single_precision: (config(&[8, 20], 4, "fp32")),
        one_point_a_cycle: (config(&[8, 8], 1, "fp16")),
        one_row: (config(&[1, 16], 2, "fixed16")),
        one_column: (config(&[16, 1], 2, "fixed16")),
        inverse: (Config { inverse: true, ..config(&[8, 12], 4, "fp16") }),
        active_low_reset: (Config { reset: fftgen::parts::Reset::Aresetn, ..config(&[4, 8], 4, "fixed16") }),
    }
}

/// Holds the model of fp32 against 1 u √log2 N, twice the bound of one dimension.
fn model_is_the_transform(lengths: &[usize], width: usize) {
    let external = External::new(config(lengths, width, "fp32")).unwrap();
    let format = external.config.format;
    let input = samples(&external.config, 1, 9);
    let number = |sample: &Sample| Complex64::new(format.to_f64(sample[0]), format.to_f64(sample[1]));
    let mut exact: Vec<Complex64> = input.iter().map(number).collect();
    transform_dimensions(&mut exact, lengths);
    let found: Vec<Complex64> = external.transform(&input).iter().map(number).collect();
    let norm = |values: &mut dyn Iterator<Item = Complex64>| values.map(|value| value.norm_sqr()).sum::<f64>().sqrt();
    let wrong = norm(&mut found.iter().zip(&exact).map(|(found, exact)| found - exact));
    let error = wrong / norm(&mut exact.iter().copied());
    assert!(error <= (input.len() as f64).log2().sqrt() * 2f64.powi(-24), "{lengths:?}: {error:e}");
}

cases! {
    /// The model is the transform along every dimension, to the accuracy of the format.
    models_with_external_memory(model_is_the_transform) {
        square: (&[32, 32], 4),
        odd: (&[15, 21], 2),
        three_dimensions: (&[6, 5, 8], 4),
        long_rows: (&[4, 200], 4),
    }
}

/// A memory that answers within 16 bursts keeps the core busy: 16x128 points of 4 bytes take two passes of 512 beats.
#[test]
fn passes_run_at_full_rate() {
    let external = External::new(config(&[16, 128], 4, "fixed16")).unwrap();
    let cycles = run(&external, Memory { latency: 8, ..Memory::default() }, 4, false).cycles;
    let beats = 16 * 128 / 4;
    let latency: usize = external.engines.iter().map(|engine| engine.latency()).sum();
    assert!(cycles <= 4 * (2 * beats + latency + 200) as u64, "{cycles} clock cycles");
}

fn fault(memory: Memory, [source, destination]: [u64; 2], frames: u32) -> u32 {
    let external = External::new(config(&[16, 16], 4, "fixed16")).unwrap();
    let mut simulation = Simulation::new(&external, memory, 1 << 16, 1);
    let outcome = simulation.run(source, destination, frames).unwrap();
    // After a fault the core is as good as new.
    if outcome.fault != 0 {
        let frame = samples(&external.config, 1, 11);
        simulation.memory = Memory::default();
        simulation.store(SOURCE, &frame);
        let again = simulation.run(SOURCE as u64, 1 << 15, 1).unwrap();
        assert_eq!((again.fault, simulation.load(1 << 15) == external.transform(&frame)), (0, true));
    }
    outcome.fault
}

#[test]
fn faults_end_a_run_with_their_code() {
    let code = |fault: Fault| fault.code() as u32;
    let slow = Memory { latency: 50, pauses: true, ..Memory::default() };
    assert_eq!(fault(slow, [512, 32768], 1), 0);
    assert_eq!(fault(slow, [512, 32768], 0), code(Fault::NoFrames));
    assert_eq!(fault(slow, [516, 32768], 1), code(Fault::Misaligned));
    assert_eq!(fault(slow, [512, 32770], 1), code(Fault::Misaligned));
    for burst in [0, 5, 15, 16, 31] {
        assert_eq!(fault(Memory { read_error: Some(burst), ..slow }, [512, 32768], 1), code(Fault::ReadResponse));
        assert_eq!(fault(Memory { write_error: Some(burst), ..slow }, [512, 32768], 1), code(Fault::WriteResponse));
    }
}

/// At any time a run ends by the control register, after which no burst is in flight and the core is as good as new.
#[test]
fn the_control_register_ends_a_run() {
    let external = External::new(config(&[16, 16], 4, "fixed16")).unwrap();
    let slow = Memory { latency: 50, pauses: true, ..Memory::default() };
    let mut simulation = Simulation::new(&external, slow, 1 << 16, 1);
    let frame = samples(&external.config, 1, 11);
    for cycles in (0..320).step_by(23) {
        assert_eq!(simulation.abort(cycles, SOURCE as u64).unwrap().fault, Fault::Aborted.code() as u32, "{cycles}");
        // From here on a reset of the core alone is no different from one of everything.
        simulation.reset();
        if cycles % 2 == 0 {
            simulation.store(SOURCE, &frame);
            assert_eq!(simulation.run(SOURCE as u64, 1 << 15, 1).unwrap().fault, 0, "{cycles}");
            assert!(simulation.load(1 << 15) == external.transform(&frame), "{cycles}");
            simulation.bytes.fill(0);
        }
    }
    // There is no run to end, and the one before keeps its state.
    simulation.store(SOURCE, &frame);
    assert_eq!(simulation.run(SOURCE as u64, 1 << 15, 1).unwrap().fault, 0);
    assert!(simulation.load(1 << 15) == external.transform(&frame));
    assert_eq!((simulation.write(0, 2).unwrap(), simulation.read(4).unwrap().0), (0, 2));
}

/// Rows of points in the corners of the square, a quarter of a turn every fourth point, whose sum at one frequency is too large for a word.
#[test]
fn values_that_are_too_large_are_told() {
    let external = External::new(config(&[16, 16], 4, "fixed12")).unwrap();
    for (level, is_large) in [(0.5, false), (1.0, true)] {
        let point = |n: usize| [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]][n / 2 % 4];
        let word = |part: f64| external.config.format.from_f64(level * part);
        let frame: Vec<Sample> = (0..external.config.size()).map(|n| point(n).map(word)).collect();
        let mut simulation = Simulation::new(&external, Memory::default(), 1 << 16, 1);
        simulation.bytes.fill(0);
        simulation.store(SOURCE, &frame);
        let outcome = simulation.run(SOURCE as u64, SOURCE as u64, 1).unwrap();
        assert_eq!((simulation.load(SOURCE), outcome.overflow), external.transform_frame(&frame));
        assert_eq!(outcome.overflow, is_large);
    }
}

#[test]
fn registers_have_the_documented_map() {
    let external = External::new(config(&[4, 8], 4, "fixed16")).unwrap();
    let mut simulation = Simulation::new(&external, Memory::default(), 4096, 1);
    for register in REGISTERS {
        assert_eq!(simulation.write(register.address.into(), 0xfeed_bee0).unwrap(), 0, "{}", register.name);
        let (value, response) = simulation.read(register.address.into()).unwrap();
        let is_stored = register.is_writable() && register.name != "control";
        assert_eq!((value == 0xfeed_bee0, response), (is_stored, 0), "{}", register.name);
    }
    for address in [0x0c, 0x20, 0xfc, 0x02] {
        assert_eq!(simulation.write(address, 1).unwrap(), 2);
        assert_eq!(simulation.read(address).unwrap(), (0, 2));
    }
}

#[test]
fn what_does_not_work_is_refused_with_a_reason() {
    let refusal = |config: Config| match External::new(config) {
        Err(Error::Usage(text) | Error::Unsupported(text)) => text,
        _ => panic!("not refused"),
    };
    assert!(refusal(config(&[16, 16], 3, "fixed16")).contains("power of two"));
    assert!(refusal(config(&[16, 16], 64, "fp32")).contains("32 to 1024 bits"));
    assert!(refusal(config(&[16, 16], 4, "fixed16").with_block_exponents()).contains("different exponents"));
    let some = Config { support: Some(Support::Sphere(4.0)), ..config(&[16, 16], 4, "fixed16") };
    assert!(refusal(some).contains("passes take all points"));
    assert!(refusal(config(&[0, 16], 4, "fixed16")).contains("at least 1 point"));
    assert!(refusal(config(&[usize::MAX, 1 << 20], 4, "fixed16")).contains("at most 2^40 bytes"));
}
