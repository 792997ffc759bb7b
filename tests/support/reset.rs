//! Resets between any two cycles.

use fftgen::verify::{some_modes, stimulus_of, Beat, Bench, Stalls};
use fftgen::Design;

/// Frames at full rate after each reset, and as many with stalls. Where frames choose what they are, several kinds come.
const FRAMES: usize = 2;
const FRAMES_OF_KINDS: usize = 4;

/// The largest number of bits of the configuration words that are offered before a reset.
const WORD_BITS: u32 = 3;

/// Resets a core after each of some numbers of cycles, in which beats and configuration words come with gaps and the sink
/// pauses. Panics where one of the next frames has a wrong bit, or where
/// frames of one size have a wrong latency or interval.
pub fn reset_sweep(design: &Design, numbers: impl IntoIterator<Item = usize>) {
    let half = if design.config_bits() > 0 { FRAMES_OF_KINDS } else { FRAMES };
    let modes = some_modes(design, 2 * half, 3);
    let samples = stimulus_of(design, &modes, 5);
    let wanted = design.transform_modes(&modes, &samples);
    let mut bench = Bench::of_modes(design, &modes, &samples, &wanted);
    let [input, _] = design.streams();
    let components = samples.as_flattened();
    let components = &components[..input.components.min(components.len())];
    let words = 1 << design.config_bits().min(WORD_BITS);
    for cycles in numbers {
        for cycle in 0..cycles {
            let beat = Beat { components, first: cycle % input.beats == 0, last: false };
            bench.pins.configure(&mut bench.simulator, (cycle % 3 > 0).then_some(cycle as u64 % words));
            bench.pins.cycle(&mut bench.simulator, Some(&beat), cycle % 7 != 3);
        }
        bench.pins.configure(&mut bench.simulator, None);
        let behind = |what: &str| format!("{}: {what} behind a reset after {cycles} cycles", design.name);
        bench
            .run(Stalls::None, 0..half, &mut |_| {})
            .unwrap_or_else(|error| panic!("{}: {error}", behind("full rate")));
        bench
            .run(Stalls::Random, half..2 * half, &mut |_| {})
            .unwrap_or_else(|error| panic!("{}: {error}", behind("stalls")));
    }
    if modes.iter().all(|mode| mode.size == modes[0].size) {
        bench.result().unwrap();
    }
}
