//! Reproducible input frames.

use crate::design::Design;
use crate::format::Format;
use crate::noise::Noise;
use crate::reference::Sample;
use crate::runtime::Mode;

/// Test frames: noise of one magnitude, noise of every magnitude, impulses, and words of any bits
/// at all, in turn; in fixed point also the least number all over, both ends of the range at random, and a square wave of
/// full scale, whose first harmonic is larger than any component.
pub fn stimulus(format: &Format, size: usize, frames: usize, seed: u64) -> Vec<Sample> {
    let mut noise = Noise::new(seed);
    let last = u64::MAX >> (65 - format.bits());
    let kinds = match format {
        Format::Float(_) => 4,
        Format::Fixed(_) => 7,
    };
    // A quarter of a sample off the zeros of sine and cosine: which sides of them are below.
    let below = |index: usize| match (4 * index + 1) / size % 4 {
        0 => [0, 0],
        1 => [1, 0],
        2 => [1, 1],
        _ => [0, 1],
    };
    let mut samples = Vec::with_capacity(size * frames);
    for frame in 0..frames {
        for index in 0..size {
            let mut component = |part: usize| match frame % kinds {
                0 => format.from_f64(noise.real()),
                1 => format.from_f64(noise.real() * (40.0 * noise.real()).exp2()),
                2 if index == frame / 4 % size => format.from_f64(1.0),
                2 => 0,
                4 => last + 1,
                5 => last + noise.word() % 2,
                6 => last + below(index)[part],
                _ => noise.word() & (u64::MAX >> (64 - format.bits())),
            };
            samples.push([component(0), component(1)]);
        }
    }
    samples
}

/// Kinds of frames at random.
pub fn some_modes(design: &Design, frames: usize, seed: u64) -> Vec<Mode> {
    let (modes, mut noise) = (design.modes(), Noise::new(seed));
    let (below, bits) = (design.config.runtime.bits(), design.program().shift_bits());
    let mut some = || {
        let mode = modes[(noise.word() >> 32) as usize % modes.len()];
        match bits {
            0 => mode,
            _ => Mode { word: mode.word & ((1 << below) - 1) | noise.word() >> (64 - bits) << below, ..mode },
        }
    };
    (0..frames).map(|_| some()).collect()
}

/// So many kinds of frames or more: as often as that takes each kind once, in another order each time.
pub fn all_modes(design: &Design, least: usize, seed: u64) -> Vec<Mode> {
    let (modes, mut noise) = (design.modes(), Noise::new(seed));
    let mut all = Vec::new();
    while all.len() < least.max(1) {
        let mut keyed: Vec<(u64, Mode)> = modes.iter().map(|mode| (noise.word(), *mode)).collect();
        keyed.sort_by_key(|(key, _)| *key);
        all.extend(keyed.into_iter().map(|(_, mode)| mode));
    }
    all
}

/// Test frames of these kinds.
pub fn stimulus_of(design: &Design, modes: &[Mode], seed: u64) -> Vec<Sample> {
    let (format, size) = (&design.config.format, design.program().size);
    match modes.iter().all(|mode| mode.size == size) {
        true => stimulus(format, size, modes.len(), seed),
        false => {
            let longest = modes.iter().map(|mode| mode.size).max().unwrap_or(0);
            let samples = stimulus(format, longest, modes.len(), seed);
            let frames = samples.chunks(longest.max(1)).zip(modes);
            frames.flat_map(|(frame, mode)| &frame[..mode.size]).copied().collect()
        }
    }
}
