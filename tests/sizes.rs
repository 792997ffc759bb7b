//! Several sizes in one core: every bit of every frame, whatever size the one before it had.

use fftgen::format::{Format, Overflow, Rounding};
use fftgen::noise::Noise;
use fftgen::number::{FixedOptions, Scale};
use fftgen::rtl::operators::Product;
use fftgen::rtl::retime::Profile;
use fftgen::runtime::{Mode, Runtime};
use fftgen::sim::Simulator;
use fftgen::synth::{Estimate, TARGETS};
use fftgen::verify::{check, some_modes, stimulus, stimulus_of, Beat, Bench, Pins, Stalls};
use fftgen::{Config, Design};

fn config(sizes: &[usize], width: usize, direction: bool, precision: &str) -> Config {
    let size = *sizes.last().unwrap();
    let runtime = Runtime { direction, sizes: sizes.to_vec() };
    Config { runtime, ..Config::new(size, width, Format::parse(precision, false).unwrap()) }
}

/// Frames of these kinds at full rate or with stalls; where all have one size, latency and rate are what they should be.
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

/// Frames of each kind in a row, and of all kinds in some order.
fn pass_all(config: Config) {
    let design = Design::new(config).unwrap();
    for mode in design.modes() {
        pass(&design, &[mode; 4], Stalls::None);
    }
    for seed in 0..2 {
        let modes = some_modes(&design, 20, seed);
        pass(&design, &modes, Stalls::None);
        pass(&design, &modes, Stalls::Random);
    }
    check(&design, 12, |_| {}).unwrap();
}

/// The sizes of the uplink of LTE and 5G: 12 times twos, threes and fives.
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

fn everything() -> bool {
    std::env::var("FFTGEN_GRID").is_ok_and(|list| list == "full")
}

#[test]
fn small_sets() {
    for sizes in [&[2, 4][..], &[4, 12, 16], &[2, 3, 5, 7], &[12, 15, 60, 64], &[6, 64, 90, 128]] {
        for precision in ["fixed8", "fixed16"] {
            pass_all(config(sizes, 1, precision == "fixed8", precision));
        }
    }
}

/// In floating point, where an inverse transform is divided by its own size.
#[test]
fn floating_point() {
    for (width, sizes, precision) in [
        (1, &[4, 12, 16][..], "fp32"),
        (1, &[2, 3, 5, 7], "fp16"),
        (1, &[12, 60, 64, 600, 1024], "bf16"),
        (2, &[6, 8, 12, 16, 20, 90], "fp16"),
        (3, &[12, 27, 30, 36], "fp16"),
        (4, &[12, 16, 64, 120], "bf16"),
    ] {
        pass_all(config(sizes, width, true, precision));
    }
    pass_all(Config { inverse: true, ..config(&[6, 16, 20], 1, false, "fp64") });
    // As small a quotient as the format has.
    pass_all(config(&[6, 48, 64], 1, true, "e4m3"));
    let format = Format::parse("fp16", true).unwrap();
    pass_all(Config { format, ..config(&[6, 16, 20], 1, false, "fp16") });
}

/// Words that grow, by all bits that the largest size makes or by some.
#[test]
fn growth() {
    for (width, max_growth) in [(1, None), (2, None), (1, Some(3)), (4, Some(0))] {
        let arithmetic = FixedOptions { scale: Some(Scale::None), max_growth, ..FixedOptions::default() };
        pass_all(Config { arithmetic, ..config(&[12, 16, 60, 120], width, width == 2, "fixed12") });
    }
}

/// By one over each size, or over its root: the size says how a stage shifts, and what is left is a factor at the end, but
/// where all sizes are powers that shifts make.
#[test]
fn scales() {
    for (width, scale, sizes, precision) in [
        (1, Scale::Size, &[12, 16, 60, 120, 300][..], "fixed16"),
        (1, Scale::Root, &[2, 3, 5, 7, 9, 25, 64], "fixed12"),
        (2, Scale::Size, &[6, 8, 12, 18, 90], "fixed14"),
        (4, Scale::Root, &[12, 16, 20, 64, 120], "fixed16"),
        (1, Scale::Size, &[8, 32, 64], "fixed8"),
        (1, Scale::Root, &[4, 16, 256], "fixed10"),
    ] {
        let arithmetic = FixedOptions { scale: Some(scale), ..FixedOptions::default() };
        pass_all(Config { arithmetic, ..config(sizes, width, width == 2, precision) });
    }
}

/// Several lanes, with every relation of their number to the points of one: none in common, some, a multiple.
#[test]
fn lanes() {
    for (width, sizes) in [
        (2, &[6, 8, 12, 16, 20, 90][..]),
        (2, &[16, 18]),
        (3, &[9, 12]),
        (4, &[56, 60]),
        (8, &[64, 72]),
        (3, &[9, 12, 27, 30, 36]),
        (4, &[12, 16, 24, 36, 40, 64, 120]),
        (6, &[18, 24, 36, 108]),
        (7, &[21, 28, 49, 70]),
        (8, &[24, 64, 80, 256]),
    ] {
        pass_all(config(sizes, width, width == 4, "fixed14"));
    }
}

/// Pipelines, products, roundings and words of every kind.
#[test]
fn choices() {
    let arithmetic = FixedOptions {
        rounding: Some(Rounding::Truncate),
        overflow: Some(Overflow::Wrap),
        guard_bits: Some(0),
        twiddle_bits: Some(12),
        ..FixedOptions::default()
    };
    for (number, profile) in [Profile::Low, Profile::Mid, Profile::High].into_iter().enumerate() {
        let arithmetic = if number == 1 { arithmetic.clone() } else { FixedOptions::default() };
        let product = if number == 2 { Product::Tables } else { Product::Blocks };
        let precision = ["fixed8", "fixed12", "fixed20"][number];
        let config =
            Config { pipeline: profile.into(), arithmetic, product, ..config(&[12, 20, 90, 240], 1, false, precision) };
        check(&Design::new(config).unwrap(), 16, |_| {}).unwrap();
    }
}

/// Constants become sums where there have to be fewer DSP blocks, and the bits stay what they are.
#[test]
fn few_blocks() {
    for (width, sizes, precision) in [(1, &[12, 20, 90][..], "fixed16"), (2, &[12, 20, 36], "fixed24")] {
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
        let expected = Estimate::of(&Design::new(config(Some(fewest))).unwrap(), &TARGETS[0]);
        assert_eq!(expected, Estimate { lut: None, dsp: fewest });
    }
}

#[test]
fn powers_of_two() {
    let design = Design::new(config(&[64, 128, 256, 512, 1024, 2048, 4096], 1, true, "fixed16")).unwrap();
    for mode in design.modes().into_iter().step_by(if everything() { 1 } else { 5 }) {
        pass(&design, &[mode; 2], Stalls::None);
    }
    pass(&design, &some_modes(&design, 10, 2), Stalls::Random);
}

#[test]
fn every_size_of_the_uplink() {
    let sizes = uplink();
    assert_eq!((sizes.len(), sizes.last()), (53, Some(&3240)));
    let design = Design::new(config(&sizes, 1, false, "fixed16")).unwrap();
    for mode in design.modes().into_iter().step_by(if everything() { 1 } else { 9 }) {
        pass(&design, &[mode; 3], Stalls::None);
        println!("{} {}", mode.size, design.latency_of(&mode));
    }
    for seed in 0..if everything() { 8 } else { 1 } {
        let modes = some_modes(&design, 12, seed);
        pass(&design, &modes, Stalls::None);
        pass(&design, &modes, Stalls::Random);
    }
}

/// Gaps between frames of different sizes are no shorter than required, and together hardly longer.
#[test]
fn gaps() {
    let chain = Design::shared_chain(&config(&uplink(), 1, false, "fixed16")).unwrap();
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

/// Frames one at a time, so that each has its own pulses: those that overflow have one, and no other.
#[test]
fn overflow_is_told() {
    for width in [1, 2] {
        let design = Design::new(config(&[6, 16, 60], width, false, "fixed8")).unwrap();
        let (mut simulator, mut noise) = (Simulator::new(&design.top), Noise::new(2));
        let mut pins = Pins::new(&design, &simulator);
        pins.reset(&mut simulator);
        let mut seen = [false; 2];
        for (number, mode) in design.modes().into_iter().cycle().take(24).enumerate() {
            // Every second frame is a square wave of full scale, whose first harmonic is larger than any component may be.
            let square = |point: usize| {
                let (sine, cosine) = (std::f64::consts::TAU * (point as f64 + 0.3) / mode.size as f64).sin_cos();
                [cosine, sine].map(|part| if part < 0.0 { 0x81 } else { 0x7f })
            };
            let samples = match number % 2 {
                0 => stimulus(&design.config.format, mode.size, 1, number as u64),
                _ => (0..mode.size).map(square).collect(),
            };
            let wanted = design.reference_of(&mode).transform(&samples);
            let (mut sent, mut received, mut told, mut asks) = (0, vec![], false, Some(mode.word));
            for _ in 0..4 * (design.latency_of(&mode) + mode.size) + 40 {
                pins.configure(&mut simulator, asks);
                let beats = mode.size / width;
                let offered = asks.is_none() && sent < beats;
                let components = || samples[sent * width..][..width].as_flattened();
                let beat =
                    offered.then(|| Beat { components: components(), first: sent == 0, last: sent + 1 == beats });
                let cycle = pins.cycle(&mut simulator, beat.as_ref(), noise.one_in(2));
                asks = asks.filter(|_| !cycle.configured);
                sent += usize::from(cycle.taken);
                told |= cycle.overflow;
                received.extend(cycle.output.into_iter().flat_map(|(components, _)| components));
            }
            assert_eq!(received, wanted.samples.as_flattened());
            assert_eq!(told, wanted.overflow[0], "frame {number} of {} points", mode.size);
            seen[usize::from(told)] = true;
        }
        assert_eq!(seen, [true; 2]);
    }
}

/// A reset in any cycle leaves a core that computes the next frames right, whatever their sizes.
#[test]
fn reset_at_every_cycle() {
    for (width, sizes) in [(1, [4, 6, 12]), (2, [6, 8, 24])] {
        let design = Design::new(config(&sizes, width, true, "fixed8")).unwrap();
        let modes = some_modes(&design, 8, 3);
        let samples = stimulus_of(&design, &modes, 5);
        let wanted = design.transform_modes(&modes, &samples);
        let mut bench = Bench::of_modes(&design, &modes, &samples, &wanted);
        for cycles in 0..2 * design.latency() {
            for cycle in 0..cycles {
                let beat = Beat { components: samples[..width].as_flattened(), first: false, last: false };
                bench.pins.configure(&mut bench.simulator, (cycle % 3 > 0).then_some(cycle as u64 % 6));
                bench.pins.cycle(&mut bench.simulator, Some(&beat), cycle % 7 != 3);
            }
            bench.pins.configure(&mut bench.simulator, None);
            bench.run(Stalls::None, 0..4, &mut |_| {}).unwrap();
            bench.run(Stalls::Random, 4..8, &mut |_| {}).unwrap();
        }
    }
}
