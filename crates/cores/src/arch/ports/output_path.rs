//! From the core to the output port: dropped frames, the output buffer, and pairs of samples.

use super::axis_inputs::{padding, AxisInputs};
use super::buffers::Buffers;
use super::flow::Flow;
use super::half_rate::{split_samples, HalfRate};
use super::resync::drop_tracker;
use super::wrapped_core::WrappedCore;
use crate::parts::frame_overflow::OUT_OVERFLOW;
use fftgen_hdl::dsl::*;

/// Signals of the output port: a beat for the sink.
pub struct OutputPath<'m> {
    pub valid: Sig<'m>,
    /// Components of the beat.
    pub data: Vec<Sig<'m>>,
    /// `tlast`.
    pub last: Sig<'m>,
    /// Whether the beat is the last of a row, if byte enables need that and `tlast` does not say so.
    pub row_last: Option<Sig<'m>>,
    /// Whether the beat is the first of its frame, if that is marked.
    pub start: Option<Sig<'m>>,
    /// Whether its frame had a word that was too large so far, if frames are marked that have one.
    pub overflow: Option<Sig<'m>>,
    /// The exponent of its frame, if there is one.
    pub exponent: Option<Sig<'m>>,
}

impl<'m> OutputPath<'m> {
    /// Connects the output buffer, and adds what stands after it.
    pub fn new(
        wrapped: &WrappedCore,
        (inputs, buffers, flow): (&AxisInputs<'m>, &Buffers<'m>, &Flow<'m>),
        core: &Placed<'m>,
    ) -> Self {
        let format = wrapped.format;
        let out_start = core.out("out_start");
        let give = buffers.out_valid & flow.enable;
        let give = match format.has_resync {
            false => give,
            true => give & !is_dropped(wrapped, (buffers, flow), out_start),
        };
        let tlast = buffers.out_row_last.filter(|_| format.has_start()).unwrap_or(buffers.out_last);
        let buffer = &buffers.output;
        buffer.set("in_valid", give).set_bus("in_data", core.bus("out_data")).set("in_last", tlast);
        buffer.set("in_row_last", buffers.out_row_last.filter(|_| format.has_row_tag()));
        buffer.set("in_start", format.has_start().then_some(out_start));
        buffer.set("in_overflow", core.find(OUT_OVERFLOW)).set("in_user", core.find("out_exponent"));
        let beat = OutputPath {
            valid: buffer.out("out_valid"),
            data: buffer.bus("out_data"),
            last: buffer.out("out_last"),
            row_last: buffer.find("out_row_last"),
            start: buffer.find("out_start"),
            overflow: buffer.find("out_overflow"),
            exponent: buffer.find("out_user"),
        };
        match format.half_rate {
            Some(HalfRate::Out) => beat.split(wrapped, inputs, buffer),
            _ => {
                buffer.set("out_take", inputs.sink_ready);
                beat
            }
        }
    }

    /// Hands a point of the buffer out as two samples.
    fn split(self, wrapped: &WrappedCore, inputs: &AxisInputs<'m>, buffer: &Placed<'m>) -> Self {
        let module = split_samples(&wrapped.part("hand_out"), wrapped.bits[1], self.start.is_some());
        let samples = self.valid.builder().place("hand_out", module);
        samples.set("in_valid", self.valid).set_bus("in_data", self.data).set("in_last", self.last);
        samples.set("in_start", self.start).set("out_ready", inputs.sink_ready);
        buffer.set("out_take", samples.out("in_take"));
        let (data, last, start) = (samples.bus("out_data"), samples.out("out_last"), samples.find("out_start"));
        OutputPath { data, last, start, ..self }
    }
}

/// Returns whether the frame that leaves the core is dropped. `out_start`: pulse with its first beat.
fn is_dropped<'m>(wrapped: &WrappedCore, (buffers, flow): (&Buffers<'m>, &Flow<'m>), out_start: Sig<'m>) -> Sig<'m> {
    let frames = wrapped.format.max_frames_inside(wrapped.latency);
    let tracker = out_start.builder().place("dropping", drop_tracker(&wrapped.part("dropping"), frames));
    tracker.set("ce", flow.enable).set("ends", flow.take & buffers.in_last).set("drop", buffers.mark);
    tracker.set("out_start", out_start).out("dropped")
}

/// Fills the last byte of each word with copies of its sign.
pub fn padded<'m>(words: &[Sig<'m>]) -> Vec<Sig<'m>> {
    words.iter().flat_map(|&word| [Some(word), sign_padding(word, word.width())]).flatten().collect()
}

/// Copies of the sign of a number that fill the last byte of `bits` bits, if there are any.
pub fn sign_padding(number: Sig, bits: u32) -> Option<Sig> {
    Some(padding(bits)).filter(|bits| *bits > 0).map(|bits| number.top().repeat(bits))
}
