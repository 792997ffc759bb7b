//! What frames choose at run time: every bit of every frame, whatever the one before it was.

use fftgen::format::Format;
use fftgen::number::{Datapath, FixedOptions};
use fftgen::runtime::Runtime;
use fftgen::verify::{check, some_modes, stimulus_of, Bench, Stalls};
use fftgen::{Config, Design, Interface};

fn config(size: usize, width: usize, precision: &str) -> Config {
    let runtime = Runtime { direction: true, ..Runtime::default() };
    Config { runtime, ..Config::new(size, width, Format::parse(precision, false).unwrap()) }
}

fn verify(config: Config, frames: usize) {
    let design = Design::new(config).unwrap();
    check(&design, frames, |_| {}).unwrap_or_else(|error| panic!("{} {error}", design.pipeline().outline.formula));
}

/// Directions from frame to frame: frames of one beat and of many, many under way and few, factors that are powers of
/// two and others, lanes to spare.
#[test]
fn directions() {
    for (size, width) in [(1, 1), (3, 2), (16, 16), (15, 4), (30, 15), (32, 2)] {
        for precision in ["e5m6", "fixed9"] {
            for interface in [Interface::Axis, Interface::Native] {
                verify(Config { interface, ..config(size, width, precision) }, 16);
            }
        }
    }
    verify(Config { least_memory: true, ..config(64, 1, "fp16") }, 8);
    verify(config(37, 2, "fp16"), 8);
}

/// Block floating point: a frame's exponent and its direction go with it.
#[test]
fn directions_of_blocks() {
    for (size, width) in [(3, 2), (16, 16), (15, 4), (64, 2)] {
        for interface in [Interface::Axis, Interface::Native] {
            verify(Config { interface, ..config(size, width, "fixed9").with_block_exponents() }, 16);
        }
    }
    let long = FixedOptions { max_growth: Some(2), ..FixedOptions::default() };
    verify(Config { arithmetic: long, ..config(128, 4, "fixed12").with_block_exponents() }, 8);
}

/// Forward and inverse frames are what cores of one direction give, but that the inverse in floating point is rounded
/// once more where its size is no power of two.
#[test]
fn directions_are_those_of_fixed_cores() {
    // Frames of floating point that choose a direction are computed operator by operator.
    let plain = |size, precision| Config { datapath: Some(Datapath::Float), ..config(size, 2, precision) };
    let cases = [
        plain(64, "fp32"),
        plain(60, "fixed16"),
        plain(64, "fixed12"),
        config(60, 2, "fixed12").with_block_exponents(),
    ];
    for config in cases {
        let (size, precision) = (config.size, config.format.name());
        let design = Design::new(config).unwrap();
        let samples = fftgen::verify::stimulus(&design.config.format, size, 6, 4);
        for mode in design.modes() {
            let found = design.transform_modes(&[mode; 6], &samples);
            let kernels = None;
            let inverse = mode.inverse;
            let fixed = Config { inverse, kernels, runtime: Runtime::default(), ..design.config.clone() };
            let fixed = Design::new(fixed).unwrap();
            if fixed.pipeline().outline.formula == design.pipeline().outline.formula {
                assert_eq!(found, fixed.reference().transform(&samples), "{size} points, inverse {inverse}");
            } else {
                assert!(inverse && precision == "fp32", "{size} points, inverse {inverse}");
            }
        }
    }
}

/// A reset in any cycle forgets the words that wait.
#[test]
fn reset_at_every_cycle() {
    let design = Design::new(config(10, 2, "e5m4")).unwrap();
    let modes = some_modes(&design, 8, 3);
    let samples = stimulus_of(&design, &modes, 5);
    let wanted = design.transform_modes(&modes, &samples);
    let mut bench = Bench::of_modes(&design, &modes, &samples, &wanted);
    for cycles in 0..15 + design.latency() {
        for cycle in 0..cycles {
            let beat = fftgen::verify::Beat { components: &samples[0], first: cycle % 5 == 0, last: false };
            bench.pins.configure(&mut bench.simulator, (cycle % 3 > 0).then_some(cycle as u64 % 2));
            bench.pins.cycle(&mut bench.simulator, Some(&beat), cycle % 7 != 3);
        }
        bench.pins.configure(&mut bench.simulator, None);
        bench.run(Stalls::None, 0..4, &mut |_| {}).unwrap();
        bench.run(Stalls::Random, 4..8, &mut |_| {}).unwrap();
    }
}
