//! Shifts that each frame chooses: every bit of every frame, whatever the one before it was shifted by.

use fftgen::format::{Format, Overflow, Rounding};
use fftgen::formula::{default_kernel, Kernel, Kind, Order};
use fftgen::model::{Reference, Sample};
use fftgen::noise::Noise;
use fftgen::number::{FixedOptions, Scale};
use fftgen::pipeline::Block;
use fftgen::rtl::retime::Profile;
use fftgen::runtime::{Mode, Runtime};
use fftgen::sim::Simulator;
use fftgen::verify::{check, some_modes, stimulus_of, Beat, Bench, Pins, Stalls};
use fftgen::{Config, Design, Interface};

fn config(size: usize, width: usize, precision: &str) -> Config {
    let arithmetic = FixedOptions { scale: Some(Scale::Chosen), ..FixedOptions::default() };
    Config { arithmetic, ..Config::new(size, width, Format::parse(precision, false).unwrap()) }
}

fn verify(config: Config, frames: usize) -> Design {
    let design = Design::new(config).unwrap();
    check(&design, frames, |_| {}).unwrap_or_else(|error| panic!("{} {error}", design.pipeline().plan()));
    design
}

/// The word of a design that asks for these shifts, one for each field.
fn word(design: &Design, shifts: &[u32]) -> u64 {
    let fields = design.pipeline().shift_fields().into_iter().flatten();
    fields.zip(shifts).fold(0, |word, (field, shift)| word | u64::from(*shift) << field.start)
}

/// Kernels in series and one kernel for all, a frame a beat and many beats, lanes to spare, convolutions, both interfaces,
/// every rounding, with a direction beside the shifts.
#[test]
fn every_kind_of_plan() {
    let cases = [(2, 1), (3, 2), (5, 5), (16, 16), (15, 4), (20, 3), (30, 15), (32, 2), (36, 1), (64, 4), (67, 2)];
    let roundings = [Rounding::Convergent, Rounding::HalfUp, Rounding::Truncate];
    for (number, (size, width)) in cases.into_iter().enumerate() {
        for (turn, interface) in [Interface::Axis, Interface::Native].into_iter().enumerate() {
            let mut config = Config {
                interface,
                runtime: Runtime { direction: (number + turn) % 2 == 1, ..Runtime::default() },
                pipeline: [Profile::Mid, Profile::High, Profile::Low][number % 3].into(),
                ..config(size, width, ["fixed9", "fixed16", "q3.15", "fixed24"][number % 4])
            };
            config.arithmetic.rounding = Some(roundings[(number + turn) % 3]);
            config.arithmetic.overflow = [None, Some(Overflow::Wrap)][turn];
            let design = verify(config, 16);
            let directions = u32::from(design.config.runtime.direction);
            assert_eq!(design.config_bits(), directions + design.pipeline().shift_bits());
            assert!(design.pipeline().shift_bits() > 0);
        }
    }
}

/// Real samples one by one on either side, with frames that `tlast` ends and with those that are counted.
#[test]
fn real_samples_one_by_one() {
    for inverse in [false, true] {
        for resync in [false, true] {
            verify(Config { kind: Kind::Real, inverse, resync, ..config(16, 1, "fixed16") }, 16);
        }
    }
}

/// Delayed feedback: butterflies alone and in pairs, of which the second shifts for both, other radices, near and far.
#[test]
fn delayed_feedback() {
    for (size, width, bits) in [(64, 1, 6), (128, 2, 6), (96, 3, 5), (512, 2, 8)] {
        for profile in [Profile::Mid, Profile::High] {
            let config = Config { least_memory: true, pipeline: profile.into(), ..config(size, width, "fixed10") };
            let design = verify(config, 10);
            let pipeline = design.pipeline();
            assert!(pipeline.blocks.iter().any(Block::has_feedback), "{}", pipeline.plan());
            assert!(pipeline.shift_bits() >= bits, "{}: {}", pipeline.plan(), pipeline.shift_bits());
            let least = pipeline
                .blocks
                .iter()
                .filter(|b| b.has_feedback() && b.stage().unwrap().arithmetic.fixed().unwrap().choice == 0);
            assert!(least.count() > 0);
        }
    }
    for radices in [vec![3, 3, 2], vec![2, 2, 2, 3], vec![5, 5]] {
        let size = radices.iter().product();
        let kernels = Some(radices.into_iter().map(default_kernel).collect());
        verify(Config { kernels, least_memory: true, ..config(size, 1, "fixed9") }, 10);
    }
}

/// Words of every length, coefficients and guard bits at their limits, real data, orders.
#[test]
fn words_and_frames_of_every_kind() {
    for precision in ["fixed4", "fixed8", "q16.0", "fixed32", "fixed48", "fixed63", "fixed64"] {
        for (size, width) in [(16, 2), (60, 3)] {
            verify(config(size, width, precision), 8);
        }
    }
    for bits in [0, 16] {
        let mut config = config(60, 2, "fixed12");
        config.arithmetic.guard_bits = Some(bits);
        verify(config, 8);
    }
    for kind in [Kind::Real, Kind::RealPair] {
        for inverse in [false, true] {
            verify(Config { kind, inverse, ..config(36, 2, "fixed12") }, 8);
        }
    }
    let orders = [Order::Natural, Order::Reversed];
    verify(Config { orders, least_memory: true, ..config(64, 2, "fixed9") }, 8);
    verify(Config { kernels: Some(vec![Kernel::fused(30)]), ..config(30, 5, "fixed12") }, 8);
    verify(config(1, 1, "fixed12"), 4);
}

/// A frame has the bits of a core with its shifts for all frames, and one that says nothing those of a core that is scaled
/// by stages: where roundings within steps are alike, and no step leaves its shift to the next.
#[test]
fn frames_are_those_of_cores_with_their_shifts() {
    let rules = [
        (Rounding::Convergent, Overflow::Saturate),
        (Rounding::HalfUp, Overflow::Saturate),
        (Rounding::Truncate, Overflow::Wrap),
    ];
    for (kernels, (rounding, overflow)) in [vec![4, 3, 5], vec![8, 4], vec![13]].into_iter().zip(rules) {
        let kernels: Vec<Kernel> = kernels.into_iter().map(default_kernel).collect();
        let size = kernels.iter().map(|kernel| kernel.radix).product();
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
            let given = plan(Scale::Shifts(fields.map(|field| mode.field(field.unwrap()) as u32).collect()));
            assert_eq!(given.plan(), chosen.pipeline().plan());
            assert_eq!(chosen.reference_of(mode).transform(frame), Reference::new(&given, format).transform(frame));
        }
        let stages = plan(Scale::Stage);
        assert_eq!(stages.plan(), chosen.pipeline().plan());
        let wanted = Reference::new(&stages, format).transform(&samples);
        assert_eq!(chosen.reference().transform(&samples), wanted);
        assert_eq!(chosen.reference_of(&chosen.modes()[0]).transform(&samples), wanted);
    }
}

/// Frames without a word are as the one before, and after a reset as stages are scaled.
#[test]
fn frames_that_say_nothing() {
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

/// A reset in any cycle forgets the shifts that wait and those that are under way.
#[test]
fn reset_at_every_cycle() {
    for (size, kernels) in [(10, vec![2, 5]), (16, vec![2, 2, 2, 2])] {
        let kernels = Some(kernels.into_iter().map(default_kernel).collect());
        let design = Design::new(Config { kernels, least_memory: true, ..config(size, 1, "fixed8") }).unwrap();
        let modes = some_modes(&design, 8, 3);
        let samples = stimulus_of(&design, &modes, 5);
        let wanted = design.transform_modes(&modes, &samples);
        let mut bench = Bench::of_modes(&design, &modes, &samples, &wanted);
        for cycles in 0..12 + design.latency() {
            for cycle in 0..cycles {
                let beat = Beat { components: &samples[0], first: cycle % size == 0, last: false };
                bench.pins.configure(&mut bench.simulator, (cycle % 3 > 0).then_some(cycle as u64 % 8));
                bench.pins.cycle(&mut bench.simulator, Some(&beat), cycle % 7 != 3);
            }
            bench.pins.configure(&mut bench.simulator, None);
            bench.run(Stalls::None, 0..4, &mut |_| {}).unwrap();
            bench.run(Stalls::Random, 4..8, &mut |_| {}).unwrap();
        }
    }
}

/// The pulse of a frame whose shifts are too small, and of no other; frames one at a time, so that each has its own pulses.
#[test]
fn overflow_is_told() {
    for least_memory in [false, true] {
        let design = Design::new(Config { least_memory, ..config(32, 2, "fixed8") }).unwrap();
        let (size, beats) = (32, 16);
        let mut modes = some_modes(&design, 32, 9);
        modes.iter_mut().step_by(3).for_each(|mode| mode.word = design.modes()[0].word);
        let samples: Vec<Sample> = stimulus_of(&design, &modes, 9);
        let wanted = design.transform_modes(&modes, &samples);
        assert!(wanted.overflow.contains(&true) && wanted.overflow.contains(&false), "{:?}", wanted.overflow);
        let mut simulator = Simulator::new(&design.top);
        let mut pins = Pins::new(&design, &simulator);
        pins.reset(&mut simulator);
        let (mut noise, mut pulses) = (Noise::new(2), 0);
        for (number, mode) in modes.iter().enumerate() {
            let points = &samples[number * size..][..size];
            let (mut sent, mut received, mut told, mut word) = (0, vec![], false, Some(mode.word));
            for _ in 0..4 * (design.latency() + beats) + 40 {
                let beat = (sent < beats && word.is_none()).then(|| Beat {
                    components: points[2 * sent..2 * sent + 2].as_flattened(),
                    first: sent == 0,
                    last: sent + 1 == beats,
                });
                pins.configure(&mut simulator, word);
                let cycle = pins.cycle(&mut simulator, beat.as_ref(), noise.one_in(2));
                word = word.filter(|_| !cycle.configured);
                sent += usize::from(cycle.taken);
                told |= cycle.overflow;
                pulses += u128::from(cycle.overflow);
                received.extend(cycle.output.into_iter().flat_map(|(samples, _)| samples));
            }
            assert_eq!(received, wanted.samples[number * size..][..size].as_flattened());
            assert_eq!(told, wanted.overflow[number], "frame {number}, {:x}", mode.word);
            let count = simulator.output("overflow_count").unwrap();
            assert_eq!(simulator.get(count[0]), pulses);
        }
    }
}

/// With the shifts that hold after a reset no word between the steps overflows, whatever comes in: only the last may.
#[test]
fn standard_shifts_leave_room() {
    let complex = [(16, false), (60, false), (64, true), (67, false), (81, true)];
    let complex = complex.map(|(size, least_memory)| Config { least_memory, ..config(size, 1, "fixed8") });
    let pairs = [false, true].map(|inverse| Config { kind: Kind::RealPair, inverse, ..config(36, 2, "fixed8") });
    for config in complex.into_iter().chain(pairs) {
        let size = config.size;
        let mut pipeline = Design::plans(&config).unwrap().swap_remove(0).pipeline;
        if let Some(numeric) = pipeline.stages_mut().last().and_then(|stage| stage.arithmetic.fixed_mut()) {
            numeric.output = 63;
        }
        let mut noise = Noise::new(size as u64);
        let mut samples: Vec<Sample> = (0..200 * size).map(|_| [0; 2].map(|_: u64| 0x7f + noise.word() % 2)).collect();
        for bin in 0..size {
            samples.extend((0..size).map(|i| {
                let angle = -std::f64::consts::TAU * (i * bin % size) as f64 / size as f64;
                [angle.cos(), -angle.sin()].map(|by| if by < 0.0 { 0x80 } else { 0x7f })
            }));
        }
        assert!(!Reference::new(&pipeline, config.format).transform(&samples).overflow.contains(&true), "{size}");
    }
}

/// Fields stand side by side in the order of the steps, above the direction.
#[test]
fn fields_of_the_word() {
    let kernels = Some([4, 2, 3, 13].map(default_kernel).to_vec());
    for direction in [false, true] {
        let runtime = Runtime { direction, ..Runtime::default() };
        let config = Config { runtime, kernels: kernels.clone(), ..config(312, 2, "fixed16") };
        let design = Design::new(config).unwrap();
        let base = u32::from(direction);
        let fields: Vec<_> = design.pipeline().shift_fields().into_iter().flatten().collect();
        assert_eq!(fields, [0..2, 2..3, 3..5, 5..8].map(|bits| bits.start + base..bits.end + base));
        assert_eq!(design.modes()[0].word, word(&design, &[2, 1, 2, 4]));
        assert_eq!(design.scale(), "1/2^shifts");
    }
}
