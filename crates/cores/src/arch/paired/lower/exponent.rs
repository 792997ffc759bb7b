//! The exponent of a frame: the largest of its samples.

use super::super::core::PairedCore;
use crate::arch::folded::lower::memory::MEMORY_CYCLES;
use crate::operators::cfp::exponent_in_fours;
use crate::operators::larger;
use crate::parts::cfp::{field_bits, offset_of_direction};
use crate::pipeline::arithmetic::SharedExponent;
use fftgen_hdl::dsl::*;

record! {
    /// The exponent of a frame.
    pub struct FrameExponent {
        /// Largest exponent field of the samples of the frame whose terms are summed.
        largest,
        /// Exponent field of a bin whose leading bit is the top bit of its word, with the first rounded bin of the
        /// frame.
        field,
        /// Whether the frame has an infinity or a NaN, with the first rounded bin of the frame.
        is_nan,
    }
}

impl<'m> FrameExponent<'m> {
    /// Measures frames. `start`: pulse with the first sample; `is_sample`: high with each of them; `begins`: pulse with
    /// the first term of the front; `inverse`: high in inverse frames, from their start on.
    #[hdl]
    pub fn new(
        m: &'m Builder,
        (core, shared): (&PairedCore, &SharedExponent),
        [start, is_sample, begins, inverse]: [Sig<'m>; 4],
        sample: &[Sig<'m>],
    ) -> Self {
        let [re, im] = [0, 1].map(|part| sample[part].bits(shared.float.fraction, shared.float.exponent));
        let larger_part = larger(re, im).later(1);
        let largest_so_far = m.reg(shared.float.exponent);
        let largest_with_point = larger(*largest_so_far, larger_part);
        let is_first = start.later_with_reset(1);
        largest_so_far.next_if(is_sample.later_with_reset(1), is_first.mux(larger_part, largest_with_point));
        // The field is that of the frame from its first term at the encoder to its last one.
        let largest_field = m.reg(shared.float.exponent);
        largest_field.next_if(begins.later_with_reset(MEMORY_CYCLES as u32 - 1), largest_so_far);

        let exponent = exponent_in_fours(*largest_field, shared.exponent);
        let (known, interval) = (core.front_start() + MEMORY_CYCLES, core.timing().interval);
        let starts = Pulse::new(start, interval);
        let decoders: Vec<&SharedExponent> = core.scales().iter().filter_map(|scale| scale.decoder.as_ref()).collect();
        let offset = match decoders[..] {
            [forward, backward] => {
                offset_of_direction([forward, backward], FrameValue::new(inverse, starts).later(known).now())
            }
            _ => m.constant(field_bits(shared), shared.field() as u128),
        };
        // The exponent counts powers of four.
        let twice = m.cat([m.constant(1, 0), exponent]).extend(offset.width());
        let field = twice + offset;
        let both = m.cat([field, exponent.all()]).later(1);
        // Bin 0 comes a clock cycle later than the others.
        let rounded = core.rear_start() + core.cosines() + core.joined_latency() + core.fixed().round_cycles;
        let both = FrameValue::new(both, starts.later(known + 1)).later(rounded - known - 1).now();
        let bits = offset.width();
        FrameExponent { largest: *largest_field, field: both.bits(0, bits), is_nan: both.bit(bits) }
    }
}
