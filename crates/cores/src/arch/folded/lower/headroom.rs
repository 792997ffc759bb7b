//! The headroom of a frame, measured while its words are written.
//!
//! The headroom after the samples, or after a step, moves the products of the next step up. That after the last step
//! shifts the bins.

use crate::operators::fixed::headroom;
use crate::pipeline::Normalizer;
use fftgen_hdl::dsl::*;

/// Registers of what has been measured.
pub struct Headroom<'m> {
    /// Bits that differ from the sign in a component of the words that were written.
    different: Reg<'m>,
    /// Bits by which the products of the step move up before the rounding.
    pub pre_shift: Reg<'m>,
    /// Sum of `pre_shift` over the steps of a frame.
    moved: Reg<'m>,
    /// Bits by which the bins of a frame move up.
    pub bin_shift: Reg<'m>,
    /// Exponent of the frame that leaves.
    pub exponent: Reg<'m>,
}

record! {
    /// Ends of what is measured as a whole, when its last word is written.
    pub struct Measured {
        /// High with the last samples of a frame.
        samples,
        /// High with the last results of a step.
        step,
        /// High with the last results of the last step.
        last,
    }
}

impl<'m> Measured<'m> {
    /// Returns the ends of samples, and of results that are written `cycles` cycles after their reads. `step_ends` and
    /// `ends`: high when a step, or the last one, reads its last place.
    pub fn new(samples: Sig<'m>, [step_ends, ends]: [Sig<'m>; 2], cycles: usize) -> Self {
        let [step, last] = [step_ends, ends].map(|ends| ends.later_with_reset(cycles as u32));
        Measured { samples, step, last }
    }
}

impl<'m> Headroom<'m> {
    /// Adds the registers. `pre_shift_bits`: bits of the number by which products move up; `exponent_bits`: bits of an
    /// exponent.
    pub fn new(m: &'m Builder, normalizer: &Normalizer, [pre_shift_bits, exponent_bits]: [u32; 2]) -> Self {
        let state = |name: &str, bits: u32| m.state(bits, 0).named(name);
        Headroom {
            different: state("frame_different", normalizer.input - 1),
            pre_shift: state("pre_shift", pre_shift_bits),
            moved: state("moved_up", exponent_bits),
            bin_shift: state("bin_shift", normalizer.measure_bits()),
            exponent: state("frame_exponent", exponent_bits),
        }
    }

    /// Measures the words of the memory, which are written with an enable each, and drives the registers. `max`:
    /// exponent of a frame without headroom.
    #[hdl]
    pub fn drive(&self, writes: &[[Sig<'m>; 2]], ends: &Measured<'m>, max: Sig<'m>) {
        let Headroom { different, pre_shift, moved, bin_shift, exponent } = *self;
        let beat_different = differences(writes, different.width() + 1).later_with_reset(1);
        let is_complete = (ends.samples | ends.step).later_with_reset(2);
        // The words after the end of a step belong to the next one.
        different.next(different.masked(!is_complete) | beat_different);
        let measured = headroom(*different);
        pre_shift.next_if(is_complete, limited(measured, pre_shift.width()));
        let is_last = ends.last.later_with_reset(2);
        bin_shift.next_if(is_last, measured);

        // The exponent counts the bits by which words have moved up.
        let bits = exponent.width();
        let [samples, step] = [ends.samples, ends.step].map(|end| end.later_with_reset(3));
        let own = pre_shift.extend(bits);
        moved.next_if(samples | step, samples.mux(own, moved + own));
        exponent.next_if(is_last.later_with_reset(1), max - moved - bin_shift.extend(bits));
    }
}

/// Returns the bits that differ from the sign in a component of a word that is written.
fn differences<'m>(writes: &[[Sig<'m>; 2]], bits: u32) -> Sig<'m> {
    let different = |&[enable, word]: &[Sig<'m>; 2]| {
        let part = |low: u32| word.bits(low, bits - 1) ^ word.bit(low + bits - 1).repeat(bits - 1);
        (part(0) | part(bits)).masked(enable)
    };
    writes[0][0].builder().any_of(writes.iter().map(different))
}

/// Returns the smaller of a number and the largest one of `bits` bits.
fn limited(number: Sig, bits: u32) -> Sig {
    let width = number.width();
    if width <= bits {
        return number.extend(bits);
    }
    number.bits(0, bits) | number.bits(bits, width - bits).any().repeat(bits)
}
