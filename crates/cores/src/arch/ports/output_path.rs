//! From the core to the output port: dropped frames, the output buffer, and pairs of samples.

use super::axis_inputs::{padding, AxisInputs};
use super::buffers::{Buffers, SinkBeat};
use super::flow::Flow;
use super::half_rate::{split_samples, HalfRate};
use super::resync::drop_tracker;
use super::wrapped_core::WrappedCore;
use crate::lower::frame_overflow::OUT_OVERFLOW;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Signals of the output port.
pub struct OutputPath {
    /// Fields of `m_axis_tdata`.
    pub data: Vec<Net>,
    pub last: Net,
    /// Whether the beat is the first of its frame, if that is marked.
    pub start: Option<Net>,
}

impl OutputPath {
    /// Connects the output buffer, and adds what stands after it. `computed`: the outputs of the core.
    pub fn new(
        m: &mut Module,
        wrapped: &WrappedCore,
        (inputs, buffers, flow): (&AxisInputs, &Buffers, &Flow),
        computed: &[Vec<Net>],
    ) -> Self {
        let give = m.and(buffers.out_valid, flow.enable);
        let give = match wrapped.format.has_resync {
            false => give,
            true => {
                let dropped = is_dropped(m, wrapped, (inputs, buffers, flow), computed[0][0]);
                let kept = m.not(dropped);
                m.and(give, kept)
            }
        };
        let exponent = wrapped.output("out_exponent").map(|port| computed[port].clone());
        let format = wrapped.format;
        let tlast = buffers.out_row_last.filter(|_| format.has_start()).unwrap_or(buffers.out_last);
        let row_last = buffers.out_row_last.filter(|_| format.has_row_tag());
        let start = format.has_start().then_some(computed[0][0]);
        let overflow = wrapped.output(OUT_OVERFLOW).map(|port| computed[port][0]);
        let tags = row_last.into_iter().chain(start).chain(overflow).map(|net| vec![net]);
        let beat = [computed[1].clone(), vec![tlast]].into_iter().chain(tags).chain(exponent);
        let SinkBeat { valid, ref data, last, start, .. } = buffers.to_sink;
        let (taken, data, last, start) = match format.half_rate {
            Some(HalfRate::Out) => {
                let module = Arc::new(split_samples(&wrapped.part("hand_out"), wrapped.bits[1], format.has_start()));
                let split_inputs = [vec![inputs.reset], vec![valid], data.clone(), vec![last]].into_iter();
                let split_inputs = split_inputs.chain(start.map(|net| vec![net])).chain([vec![inputs.sink_ready]]);
                let samples = m.instance("hand_out", &module, split_inputs.collect());
                (samples[0][0], samples[1].clone(), samples[2][0], samples.get(3).map(|port| port[0]))
            }
            _ => (inputs.sink_ready, data.clone(), last, start),
        };
        let to_buffer = [vec![inputs.reset], vec![give]].into_iter().chain(beat).chain([vec![taken]]);
        m.connect(buffers.output, to_buffer.collect());
        OutputPath { data, last, start }
    }
}

/// Returns whether the frame that leaves the core is dropped. `out_start`: pulse with its first beat.
fn is_dropped(
    m: &mut Module,
    wrapped: &WrappedCore,
    (inputs, buffers, flow): (&AxisInputs, &Buffers, &Flow),
    out_start: Net,
) -> Net {
    let frames = wrapped.format.max_frames_inside(wrapped.latency);
    let ends = m.and(flow.take, buffers.in_last);
    let module = Arc::new(drop_tracker(&wrapped.part("dropping"), frames));
    let inputs = [flow.enable, inputs.reset, ends, buffers.mark, out_start].map(|net| vec![net]);
    m.instance("dropping", &module, inputs.to_vec())[0][0]
}

/// Fills the last byte of each word with copies of its sign.
pub fn padded(m: &mut Module, words: &[Net]) -> Vec<Net> {
    let mut padded = Vec::new();
    for &word in words {
        let bits = m.width(word);
        padded.push(word);
        if let padding @ 1.. = padding(bits) {
            let sign = m.bit(word, bits - 1);
            padded.push(m.repeat(sign, padding));
        }
    }
    padded
}
