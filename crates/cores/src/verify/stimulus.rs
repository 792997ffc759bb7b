//! Reproducible input frames.

use super::frame::Frame;
use super::kinds::{self, Kind};
use crate::design::Design;
use crate::format::Format;
use crate::model::Sample;
use crate::rng::Rng;
use crate::runtime::Mode;

/// Test frames of a format's kinds in turn, frame after frame of `size` samples.
pub fn stimulus(format: &Format, size: usize, frames: usize, seed: u64) -> Vec<Sample> {
    in_turn(kinds::of_format(format), format, size, frames, seed)
}

fn in_turn(kinds: &[Kind], format: &Format, size: usize, frames: usize, seed: u64) -> Vec<Sample> {
    let mut rng = Rng::new(seed);
    let frame = |number: usize| {
        let turn = number / kinds.len();
        (kinds[number % kinds.len()].make)(&mut Frame { format, size, turn, rng: &mut rng })
    };
    (0..frames).flat_map(frame).collect()
}

/// Kinds of frames at random.
pub fn some_modes(design: &Design, frames: usize, seed: u64) -> Vec<Mode> {
    let (modes, mut rng) = (design.modes(), Rng::new(seed));
    let (below, bits) = (design.config.runtime.bits(), design.architecture.shifts().shift_bits());
    let mut some = || {
        let mode = modes[(rng.word() >> 32) as usize % modes.len()];
        match bits {
            0 => mode,
            _ => Mode { word: mode.word & ((1 << below) - 1) | rng.word() >> (64 - bits) << below, ..mode },
        }
    };
    (0..frames).map(|_| some()).collect()
}

/// So many kinds of frames or more: as often as that takes each kind once, in another order each time.
pub fn all_modes(design: &Design, least: usize, seed: u64) -> Vec<Mode> {
    let (modes, mut rng) = (design.modes(), Rng::new(seed));
    let mut all = Vec::new();
    while all.len() < least.max(1) {
        let mut keyed: Vec<(u64, Mode)> = modes.iter().map(|mode| (rng.word(), *mode)).collect();
        keyed.sort_by_key(|(key, _)| *key);
        all.extend(keyed.into_iter().map(|(_, mode)| mode));
    }
    all
}

/// Test frames of these sizes and of the kinds of the design's number system in turn.
pub fn stimulus_of(design: &Design, modes: &[Mode], seed: u64) -> Vec<Sample> {
    let (format, size) = (&design.config.format, modes.iter().map(|mode| mode.points[0]).max().unwrap_or(0).max(1));
    let samples = in_turn(kinds::of(design), format, size, modes.len(), seed);
    samples.chunks(size).zip(modes).flat_map(|(frame, mode)| &frame[..mode.points[0]]).copied().collect()
}
