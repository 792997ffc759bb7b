//! The exponent of a frame: the largest of its samples.

use super::super::core::PairedCore;
use crate::arch::folded::lower::memory::MEMORY_CYCLES;
use crate::lower::cfp::{field_bits, offset_by_direction};
use crate::lower::control::{delay_frame_value, Pulse};
use crate::operators::cfp::exponent_in_fours;
use crate::operators::larger;
use crate::pipeline::arithmetic::SharedExponent;
use crate::rtl::{Module, Net};

/// The exponent of a frame.
pub struct FrameExponent {
    /// Largest exponent field of the samples of the frame whose terms are summed.
    pub largest: Net,
    /// Exponent field of a bin whose leading bit is the top bit of its word, and whether the frame has an infinity or a NaN; with the first rounded bin of
    /// the frame.
    pub field: Net,
    pub is_nan: Net,
}

impl FrameExponent {
    /// Measures frames. `start`: pulse with the first sample; `is_sample`: high with each of them; `begins`: pulse with the first term of the front;
    /// `inverse`: high in inverse frames, from their start on.
    pub fn new(
        m: &mut Module,
        (core, shared): (&PairedCore, &SharedExponent),
        [start, is_sample, begins, inverse]: [Net; 4],
        sample: &[Net],
    ) -> Self {
        let fields: Vec<Net> =
            sample.iter().map(|&part| m.slice(part, shared.float.fraction, shared.float.exponent)).collect();
        let larger_part = larger(m, fields[0], fields[1]);
        let larger_part = m.delay(larger_part, 1);
        let is_first = m.register(start, Some(0));
        let so_far = m.state(shared.float.exponent, None);
        m.name(so_far, "largest_so_far");
        let larger_point = larger(m, so_far, larger_part);
        let next = m.mux(is_first, larger_part, larger_point);
        let is_measured = m.register(is_sample, Some(0));
        m.drive_enabled(so_far, next, is_measured);
        // The field is that of the frame from its first term at the encoder to its last one.
        let complete = (1..MEMORY_CYCLES).fold(begins, |net, _| m.register(net, Some(0)));
        let largest = m.state(shared.float.exponent, None);
        m.name(largest, "largest_field");
        m.drive_enabled(largest, so_far, complete);

        let exponent = exponent_in_fours(m, largest, shared.exponent);
        let is_nan = m.all(exponent);
        // The exponent counts powers of four.
        let zero = m.constant(1, 0);
        let twice = m.concat(&[zero, exponent]);
        let (known, interval) = (core.front_start() + MEMORY_CYCLES, core.timing().interval);
        let decoders: Vec<&SharedExponent> = core.scales().iter().filter_map(|scale| scale.decoder.as_ref()).collect();
        let offset = match decoders[..] {
            [forward, backward] => {
                let inverse = delay_frame_value(m, &mut Pulse::new(start, interval), inverse, 0..known);
                offset_by_direction(m, [forward, backward], inverse)
            }
            _ => m.constant(field_bits(shared), shared.field() as u128),
        };
        let bits = m.width(offset);
        let twice = m.extend(twice, bits);
        let field = m.add(twice, offset);
        let both = m.concat(&[field, is_nan]);
        let both = m.delay(both, 1);
        // Bin 0 comes a clock cycle later than the others.
        let rounded = core.rear_start() + core.cosines() + core.joined_latency() + core.fixed().round_cycles;
        let mut pulse = Pulse::new(start, interval);
        let both = delay_frame_value(m, &mut pulse, both, known + 1..rounded);
        FrameExponent { largest, field: m.slice(both, 0, bits), is_nan: m.bit(both, bits) }
    }
}
