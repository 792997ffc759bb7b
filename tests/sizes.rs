//! Several sizes in one core: every bit of every frame, whatever size the one before it had.

use fftgen::check::{check, some_modes, stimulus_of, Bench, Stalls};
use fftgen::format::Format;
use fftgen::runtime::{Mode, Runtime};
use fftgen::{Config, Design};

fn design(sizes: &[usize], direction: bool, precision: &str) -> Design {
    let size = *sizes.last().unwrap();
    let runtime = Runtime { direction, sizes: sizes.to_vec() };
    Design::new(Config { runtime, ..Config::new(size, 1, Format::parse(precision, false).unwrap()) }).unwrap()
}

/// Frames of these kinds at full rate or with stalls; where all have one size, latency and rate are what they should be.
fn pass(design: &Design, modes: &[Mode], stalls: Stalls) {
    let samples = stimulus_of(design, modes, 5);
    let (wanted, _) = design.transform_modes(modes, &samples);
    let mut bench = Bench::of_modes(design, modes, &samples, &wanted);
    let sizes: Vec<usize> = modes.iter().map(|mode| mode.size).collect();
    bench.run(stalls, 0..modes.len(), &mut |_| {}).unwrap_or_else(|error| panic!("{sizes:?}: {error}"));
    if stalls == Stalls::None && modes.iter().all(|mode| mode.size == modes[0].size) {
        bench.result().unwrap();
    }
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

#[test]
fn small_sets() {
    for sizes in [&[2, 4][..], &[4, 12, 16], &[2, 3, 5, 7], &[12, 15, 60, 64], &[6, 64, 90, 128]] {
        for precision in ["fixed8", "fixed16"] {
            let design = design(sizes, precision == "fixed8", precision);
            for mode in design.modes() {
                pass(&design, &[mode; 4], Stalls::None);
            }
            for seed in 0..4 {
                let modes = some_modes(&design, 20, seed);
                pass(&design, &modes, Stalls::None);
                pass(&design, &modes, Stalls::Random);
            }
            check(&design, 12, |_| {}).unwrap();
        }
    }
}

#[test]
fn every_size_of_the_uplink() {
    let sizes = uplink();
    assert_eq!((sizes.len(), sizes.last()), (53, Some(&3240)));
    let design = design(&sizes, false, "fixed16");
    let every = std::env::var("FFTGEN_GRID").is_ok_and(|list| list == "full");
    for mode in design.modes().into_iter().step_by(if every { 1 } else { 9 }) {
        pass(&design, &[mode; 3], Stalls::None);
        println!("{} {}", mode.size, design.latency_of(&mode));
    }
    for seed in 0..if every { 8 } else { 1 } {
        let modes = some_modes(&design, 12, seed);
        pass(&design, &modes, Stalls::None);
        pass(&design, &modes, Stalls::Random);
    }
}

/// No frame begins too early behind one of another size, and few begin later than they have to.
#[test]
fn waits() {
    let design = design(&uplink(), false, "fixed16");
    let row = design.row.as_ref().unwrap();
    let (waits, meetings) = (row.waits(), row.meetings());
    let (mut all, mut least) = (0, 0);
    for (first, wait) in waits.iter().enumerate() {
        for (second, other) in waits.iter().enumerate().filter(|(second, _)| *second != first) {
            let cycles = wait.lag.saturating_sub(other.lead).max(wait.least);
            assert!(cycles >= meetings[first][second]);
            (all, least) = (all + cycles, least + meetings[first][second]);
        }
    }
    assert!(all < least + least / 10);
}
