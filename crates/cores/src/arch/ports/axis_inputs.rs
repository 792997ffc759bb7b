//! Input signals of the AXI4-Stream ports.

use super::byte_enables;
use super::coding::recoded;
use super::wrapped_core::WrappedCore;
use fftgen_hdl::dsl::*;

/// Input signals of the top module.
pub struct AxisInputs<'m> {
    /// Components of a beat as the core takes them, without the bits that fill their last bytes.
    pub data: Vec<Sig<'m>>,
    pub valid: Sig<'m>,
    pub last: Sig<'m>,
    /// Byte enables, if there are any.
    pub keep: Option<Vec<Sig<'m>>>,
    /// The mark of a frame's first beat, if there is one.
    pub start: Option<Sig<'m>>,
    /// `m_axis_tready`.
    pub sink_ready: Sig<'m>,
    /// The configuration word and its valid signal, if there is a configuration channel.
    pub config: Option<[Sig<'m>; 2]>,
}

impl<'m> AxisInputs<'m> {
    /// Adds the input ports.
    pub fn new(m: &'m Builder, wrapped: &WrappedCore) -> Self {
        let (format, bits) = (wrapped.format, wrapped.bits[0]);
        format.reset.input(m);
        let fields: Vec<u32> = (0..wrapped.input_components()).flat_map(|_| padded_fields(bits)).collect();
        let bus = m.input_bus("s_axis_tdata", &fields);
        let data: Vec<Sig> = bus.into_iter().step_by(padded_fields(bits).len()).collect();
        let data = recoded(&data, format.codings[0]);
        let (valid, last) = (m.input("s_axis_tvalid", 1), m.input("s_axis_tlast", 1));
        let keep =
            format.spare_lanes.map(|_| m.input_bus("s_axis_tkeep", &byte_enables::fields(wrapped.input_bytes())));
        let start = format.has_start().then(|| m.input("s_axis_tuser", 1));
        let sink_ready = m.input("m_axis_tready", 1);
        let config = wrapped.has_config().then(|| {
            let word = m.input_bus("s_axis_config_tdata", &padded_fields(format.config_bits))[0];
            [word, m.input("s_axis_config_tvalid", 1)]
        });
        AxisInputs { data, valid, last, keep, start, sink_ready, config }
    }
}

/// Bits of a word, and after them the bits that fill its last byte, if there are any.
pub fn padded_fields(bits: u32) -> Vec<u32> {
    [bits, padding(bits)].into_iter().filter(|bits| *bits > 0).collect()
}

/// Bits that fill the last byte of a word of `bits` bits.
pub fn padding(bits: u32) -> u32 {
    bits.next_multiple_of(8) - bits
}
