//! From the core to the output port: dropped frames, the output buffer, and pairs of samples.

use super::axis_inputs::{padding, AxisInputs};
use super::buffers::{Buffers, SinkBeat};
use super::flow::Flow;
use super::half_rate::{split_samples, HalfRate};
use super::resync::drop_tracker;
use super::wrapped_core::WrappedCore;
use crate::lower::frame_overflow::OUT_OVERFLOW;
use fftgen_hdl::dsl::*;

/// Signals of the output port.
pub struct OutputPath<'m> {
    /// Fields of `m_axis_tdata`.
    pub data: Vec<Sig<'m>>,
    pub last: Sig<'m>,
    /// Whether the beat is the first of its frame, if that is marked.
    pub start: Option<Sig<'m>>,
}

impl<'m> OutputPath<'m> {
    /// Connects the output buffer, and adds what stands after it.
    pub fn new(
        wrapped: &WrappedCore,
        (inputs, buffers, flow): (&AxisInputs<'m>, &Buffers<'m>, &Flow<'m>),
        core: &Placed<'m>,
    ) -> Self {
        let format = wrapped.format;
        let start = core.out("out_start");
        let give = buffers.out_valid & flow.enable;
        let give = match format.has_resync {
            false => give,
            true => give & !is_dropped(wrapped, (inputs, buffers, flow), start),
        };
        let tlast = buffers.out_row_last.filter(|_| format.has_start()).unwrap_or(buffers.out_last);
        let buffer = &buffers.output;
        buffer.set("rst", inputs.reset).set("in_valid", give).set_bus("in_data", core.bus("out_data"));
        buffer.set("in_last", tlast).set("in_row_last", buffers.out_row_last.filter(|_| format.has_row_tag()));
        buffer.set("in_start", format.has_start().then_some(start));
        buffer.set("in_overflow", core.find(OUT_OVERFLOW)).set("in_user", core.find("out_exponent"));
        let SinkBeat { valid, ref data, last, start, .. } = buffers.to_sink;
        if format.half_rate == Some(HalfRate::Out) {
            let split = split_samples(&wrapped.part("hand_out"), wrapped.bits[1], format.has_start());
            let split = give.builder().place("hand_out", split);
            split.set("rst", inputs.reset).set("in_valid", valid).set_bus("in_data", data.iter().copied());
            split.set("in_last", last).set("in_start", start).set("out_ready", inputs.sink_ready);
            buffer.set("out_take", split.out("in_take"));
            return OutputPath {
                data: split.bus("out_data"),
                last: split.out("out_last"),
                start: split.find("out_start"),
            };
        }
        buffer.set("out_take", inputs.sink_ready);
        OutputPath { data: data.clone(), last, start }
    }
}

/// Returns whether the frame that leaves the core is dropped. `out_start`: pulse with its first beat.
fn is_dropped<'m>(
    wrapped: &WrappedCore,
    (inputs, buffers, flow): (&AxisInputs<'m>, &Buffers<'m>, &Flow<'m>),
    out_start: Sig<'m>,
) -> Sig<'m> {
    let frames = wrapped.format.max_frames_inside(wrapped.latency);
    let tracker = out_start.builder().place("dropping", drop_tracker(&wrapped.part("dropping"), frames));
    tracker.set("ce", flow.enable).set("rst", inputs.reset).set("ends", flow.take & buffers.in_last);
    tracker.set("drop", buffers.mark).set("out_start", out_start).out("dropped")
}

/// Fills the last byte of each word with copies of its sign.
pub fn padded<'m>(words: &[Sig<'m>]) -> Vec<Sig<'m>> {
    words.iter().flat_map(|&word| [Some(word), sign_padding(word, word.width())]).flatten().collect()
}

/// Copies of the sign of a number that fill the last byte of `bits` bits, if there are any.
pub fn sign_padding(number: Sig, bits: u32) -> Option<Sig> {
    Some(padding(bits)).filter(|bits| *bits > 0).map(|bits| number.top().repeat(bits))
}
