//! The headroom of a frame, measured while its words are written.
//!
//! The headroom after the samples, or after a step, moves the products of the next step up. That after the last step shifts the bins.

use crate::operators::fixed::headroom;
use crate::pipeline::Normalizer;
use crate::rtl::{Module, Net};

/// Registers of what has been measured.
pub struct Headroom {
    /// Bits that differ from the sign in a component of the words that were written.
    different: Net,
    /// Bits by which the products of the step move up before the rounding.
    pub pre_shift: Net,
    /// Sum of `pre_shift` over the steps of a frame.
    moved: Net,
    /// Bits by which the bins of a frame move up.
    pub bin_shift: Net,
    /// Exponent of the frame that leaves.
    pub exponent: Net,
}

/// Ends of what is measured as a whole, when its last word is written.
pub struct Measured {
    /// High with the last samples of a frame.
    pub samples: Net,
    /// High with the last results of a step.
    pub step: Net,
    /// High with the last results of the last step.
    pub last: Net,
}

impl Measured {
    /// Returns the ends of samples, and of results that are written `cycles` cycles after their reads. `step_ends` and `ends`: high when a step,
    /// or the last one, reads its last place.
    pub fn new(m: &mut Module, samples: Net, [step_ends, ends]: [Net; 2], cycles: usize) -> Self {
        let [step, last] = [step_ends, ends].map(|ends| (0..cycles).fold(ends, |net, _| m.register(net, Some(0))));
        Measured { samples, step, last }
    }
}

impl Headroom {
    /// Adds the registers. `pre_shift_bits`: bits of the number by which products move up; `exponent_bits`: bits of an exponent.
    pub fn new(m: &mut Module, normalizer: &Normalizer, [pre_shift_bits, exponent_bits]: [u32; 2]) -> Self {
        let mut state = |name: &str, bits: u32| {
            let register = m.state(bits, Some(0));
            m.name(register, name)
        };
        Headroom {
            different: state("frame_different", normalizer.input - 1),
            pre_shift: state("pre_shift", pre_shift_bits),
            moved: state("moved_up", exponent_bits),
            bin_shift: state("bin_shift", normalizer.measure_bits()),
            exponent: state("frame_exponent", exponent_bits),
        }
    }

    /// Measures the words of the memory, which are written with an enable each, and drives the registers. `max`: exponent of a frame without headroom.
    pub fn drive(&self, m: &mut Module, writes: &[[Net; 2]], ends: &Measured, max: Net) {
        let bits = m.width(self.different) + 1;
        let different = differences(m, writes, bits);
        let ends_any = m.or(ends.samples, ends.step);
        let is_complete = (0..2).fold(ends_any, |net, _| m.register(net, Some(0)));
        // The words after the end of a step belong to the next one.
        let keeps = m.not(is_complete);
        let keeps = m.repeat(keeps, bits - 1);
        let before = m.and(self.different, keeps);
        let next = m.or(before, different);
        m.drive(self.different, next);

        let measured = headroom(m, self.different);
        let limited = limited(m, measured, m.width(self.pre_shift));
        m.drive_enabled(self.pre_shift, limited, is_complete);
        let is_last = (0..2).fold(ends.last, |net, _| m.register(net, Some(0)));
        m.drive_enabled(self.bin_shift, measured, is_last);
        self.drive_exponent(m, ends, is_last, max);
    }

    /// Counts the bits by which words have moved up.
    fn drive_exponent(&self, m: &mut Module, ends: &Measured, is_last: Net, max: Net) {
        let bits = m.width(self.exponent);
        let [samples, step] = [ends.samples, ends.step].map(|net| (0..3).fold(net, |net, _| m.register(net, Some(0))));
        let own = m.extend(self.pre_shift, bits);
        let sum = m.add(self.moved, own);
        let next = m.mux(samples, own, sum);
        let moves = m.or(samples, step);
        m.drive_enabled(self.moved, next, moves);
        let is_known = m.register(is_last, Some(0));
        let left = m.sub(max, self.moved);
        let of_bins = m.extend(self.bin_shift, bits);
        let exponent = m.sub(left, of_bins);
        m.drive_enabled(self.exponent, exponent, is_known);
    }
}

/// Returns the bits that differ from the sign in a component of a word that was written in the last cycle.
fn differences(m: &mut Module, writes: &[[Net; 2]], bits: u32) -> Net {
    let none = m.constant(bits - 1, 0);
    let all = writes.iter().fold(none, |all, &[enable, word]| {
        let parts = [0, bits].map(|low| {
            let sign = m.bit(word, low + bits - 1);
            let signs = m.repeat(sign, bits - 1);
            let rest = m.slice(word, low, bits - 1);
            m.xor(rest, signs)
        });
        let either = m.or(parts[0], parts[1]);
        let is_written = m.repeat(enable, bits - 1);
        let own = m.and(either, is_written);
        m.or(all, own)
    });
    let all = m.register(all, Some(0));
    m.name(all, "beat_different")
}

/// Returns the smaller of a number and the largest one of `bits` bits.
fn limited(m: &mut Module, number: Net, bits: u32) -> Net {
    let width = m.width(number);
    let low = m.slice(number, 0, bits.min(width));
    if width <= bits {
        return m.extend(low, bits);
    }
    let high = m.slice(number, bits, width - bits);
    let high = m.any(high);
    let high = m.repeat(high, bits);
    m.or(low, high)
}
