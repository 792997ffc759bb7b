//! Golden vectors: beats of the reference model as they are on the bus.

use super::side::{exponent_slot, Side};
use crate::design::{Design, Interface};
use crate::model::{Sample, Transformed};
use crate::rng::Rng;
use crate::runtime::Mode;
use crate::verify::{some_modes, stimulus_of};
use std::fmt::Write;

/// Beats of the input and expected beats of the output, as hexadecimal words without prefix.
pub struct Vectors {
    /// Beats of the input.
    pub input: Vec<String>,
    /// Expected beats of the output.
    pub output: Vec<String>,
    /// Exponent of each frame as it is on its port, in block floating point.
    pub exponents: Option<Vec<String>>,
    /// Whether a value of the frame is too large for its word, for each frame.
    pub overflow: Vec<bool>,
    /// Kind of each frame.
    pub modes: Vec<Mode>,
    /// What the data are drawn by.
    pub(super) seed: u64,
}

impl Vectors {
    /// Makes `frames` frames of test data and their transforms. If frames choose their kind, it is random. Bits that
    /// the core must ignore are noise.
    pub fn new(design: &Design, frames: usize, seed: u64) -> Self {
        let mut modes = some_modes(design, frames, seed);
        // Latency and rate are measured with the first frame.
        let size = design.pipeline().size;
        if let Some(first) = modes.first_mut().filter(|mode| mode.size != size) {
            *first = design.modes().into_iter().find(|mode| mode.size == size).unwrap_or(*first);
        }
        let samples = stimulus_of(design, &modes, seed);
        let golden = design.transform_modes(&modes, &samples);
        Self::of(design, modes, &samples, golden, seed)
    }

    /// Makes vectors of frames and their results.
    pub(super) fn of(design: &Design, modes: Vec<Mode>, samples: &[Sample], golden: Transformed, seed: u64) -> Self {
        let mut rng = Rng::new(seed + 1);
        let input = beats(design, &modes, samples, Side::In, |_, _| rng.word());
        let sign_extends = design.config.interface == Interface::Axis;
        let output = beats(design, &modes, &golden.samples, Side::Out, |component, bits| match component {
            Some(value) if sign_extends && value >> (bits - 1) & 1 == 1 => u64::MAX,
            _ => 0,
        });
        let exponent = |exponent: &i32, bits: u32| {
            let mut word = Word::default();
            word.push(*exponent as i64 as u64, bits);
            word.hex()
        };
        let exponents = golden.exponents.zip(exponent_slot(design));
        let exponents = exponents.map(|(all, bits)| all.iter().map(|one| exponent(one, bits)).collect());
        Vectors { input, output, exponents, overflow: golden.overflow, modes, seed }
    }

    /// Whether a value of each frame is too large, as a digit for each, the last frame first.
    pub(super) fn overflows(&self) -> String {
        self.overflow.iter().rev().map(|&told| if told { '1' } else { '0' }).collect()
    }

    /// Writes the file of the Verilator driver of `testbenches/`. Its first line has the bits of a beat at the input,
    /// at the output and of an exponent, the lanes of the output, the number of frames, the beats of a frame at the
    /// input and at the output, the initiation interval, the latency, whether a value is too large and the clock cycles
    /// to a beat of the core. A line for each beat of the input follows, then a line for each beat of the output with
    /// the exponent of its frame if there is one.
    pub fn for_driver(&self, design: &Design) -> String {
        let [entering, leaving] = design.streams();
        let [bits_in, bits] = [Side::In, Side::Out].map(|side| side.beat(design));
        let exponent_bits = exponent_slot(design).unwrap_or(0);
        let (interval, latency) = (design.interval(), design.latency());
        let mut text = format!(
            "{bits_in} {bits} {exponent_bits} {} {} {} {} {interval} {latency} {} {}\n",
            leaving.lanes(),
            self.modes.len(),
            entering.beats,
            leaving.beats,
            u8::from(self.overflow.contains(&true)),
            design.config.clocks_per_beat(),
        );
        self.input.iter().for_each(|beat| text += &format!("{beat}\n"));
        for (number, beat) in self.output.iter().enumerate() {
            let exponent = self.exponents.as_ref().map_or("", |exponents| &exponents[number / leaving.beats]);
            text += format!("{beat} {exponent}").trim_end();
            text += "\n";
        }
        text
    }
}

/// Returns the beats of a frame of the first kind at the input, with zeros where the core ignores bits.
pub(super) fn input_beats(design: &Design, frame: &[Sample]) -> Vec<String> {
    beats(design, &design.modes()[..1], frame, Side::In, |_, _| 0)
}

/// Packs frames into beats. `filler` gives the bits above a component, and those of a lane without one.
fn beats(
    design: &Design,
    modes: &[Mode],
    samples: &[Sample],
    side: Side,
    mut filler: impl FnMut(Option<u64>, u32) -> u64,
) -> Vec<String> {
    let (count, bits, slot) = (side.stream(design).components, side.component(design), side.slot(design));
    let (packing, coding) = (side.stream(design).packing(), design.config.codings()[side as usize]);
    let mut out = Vec::new();
    let mut rest = samples;
    for mode in modes {
        let frame;
        let points = mode.points[side as usize];
        (frame, rest) = rest.split_at(points);
        for beat in (0..packing.beats(2 * points)).map(|beat| &frame.as_flattened()[packing.range(beat)]) {
            let mut word = Word::default();
            for component in (0..count).map(|place| beat.get(coding.place(place)).copied()) {
                let rest = filler(component, bits);
                match component {
                    Some(value) => {
                        word.push(coding.word(value, bits), bits);
                        word.push(rest, slot - bits);
                    }
                    None => word.push(rest, slot),
                }
            }
            out.push(word.hex());
        }
    }
    out
}

/// Word of bits, of which the first is the lowest.
#[derive(Default)]
struct Word {
    limbs: Vec<u64>,
    bits: u32,
}

impl Word {
    /// Appends the low `count` (at most 64) bits of a value.
    fn push(&mut self, value: u64, count: u32) {
        if count == 0 {
            return;
        }
        let (value, at) = (value & (u64::MAX >> (64 - count)), self.bits % 64);
        match self.limbs.last_mut() {
            Some(limb) if at > 0 => {
                *limb |= value << at;
                if at + count > 64 {
                    self.limbs.push(value >> (64 - at));
                }
            }
            _ => self.limbs.push(value),
        }
        self.bits += count;
    }

    /// Writes the word with digits for all of its bits.
    fn hex(&self) -> String {
        let mut out = String::new();
        for limb in self.limbs.iter().rev() {
            let _ = write!(out, "{limb:016x}");
        }
        out.split_off(out.len() - self.bits.div_ceil(4) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_packed_from_the_low_end() {
        let mut word = Word::default();
        word.push(0x5, 3);
        word.push(u64::MAX, 2);
        word.push(0x0123_4567_89ab_cdef, 64);
        word.push(0, 0);
        word.push(1, 1);
        assert_eq!(word.hex(), format!("{:018x}", 0x5 | 3 << 3 | 0x0123_4567_89ab_cdef_u128 << 5 | 1 << 69));
    }
}
