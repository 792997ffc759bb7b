//! The skid buffers and the output tracker: they are placed first, because each end of the core depends on them.

use super::output_tracker::output_tracker;
use super::skid_buffer::skid_buffer;
use super::wrapped_core::WrappedCore;
use crate::lower::frame_overflow::OUT_OVERFLOW;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Instances whose inputs come later, and their outputs.
pub struct Buffers {
    /// The input buffer.
    pub input: usize,
    pub ready: Net,
    pub valid: Net,
    pub data: Vec<Net>,
    /// `tlast` of the beat, or with resynchronization whether its frame is dropped.
    pub mark: Net,
    /// The configuration of the frame, where there is one.
    pub config: Option<BeatConfig>,
    /// Whether the first half of a point came with `tlast`.
    pub early: Option<Net>,
    /// Whether the beat, or the first half of a point, came with the mark of a frame's first beat.
    pub start: Option<Net>,
    /// Whether the second half of a point came with that mark.
    pub late_start: Option<Net>,
    /// The set of coefficients of the frame, valid with its first beat, where there are sets.
    pub set: Option<Net>,
    /// The output tracker.
    pub tracker: usize,
    /// Whether a frame is coming in; after its first beat.
    pub running: Net,
    /// Whether the beat is the last of its frame.
    pub in_last: Net,
    /// Whether the core gives a beat, and whether it is the last of its frame.
    pub out_valid: Net,
    pub out_last: Net,
    /// Whether that beat is the last of a row, if rows are marked.
    pub out_row_last: Option<Net>,
    /// The output buffer.
    pub output: usize,
    pub out_ready: Net,
    /// Its outputs for the sink.
    pub to_sink: SinkBeat,
}

/// A beat for the sink.
pub struct SinkBeat {
    pub valid: Net,
    pub data: Vec<Net>,
    /// `tlast`.
    pub last: Net,
    /// Whether it is the last of a row, if byte enables need that and `tlast` does not say so.
    pub row_last: Option<Net>,
    /// Whether it is the first of its frame, if that is marked.
    pub start: Option<Net>,
    /// Whether its frame had a word that was too large so far, if frames are marked that have one.
    pub overflow: Option<Net>,
    /// The exponent of its frame, if there is one.
    pub exponent: Option<Net>,
}

/// What goes with a beat in the input buffer, where frames have configuration words.
pub struct BeatConfig {
    /// The configuration word, valid with a frame's first beat.
    pub word: Net,
    /// Whether the frame has the size of the frame before, where there are several sizes.
    pub same: Option<Net>,
}

impl Buffers {
    /// Places buffers and tracker.
    pub fn new(m: &mut Module, wrapped: &WrappedCore) -> Self {
        let tracker = Arc::new(output_tracker(&wrapped.part("frames"), wrapped.format));
        let [skid_in, skid_out] = skid_buffers(wrapped);
        let (input, from_input) = m.place("input_buffer", &skid_in);
        let [ready, valid, mark] = [0, 1, 3].map(|port: usize| from_input[port][0]);
        m.name(valid, "in_valid");
        let tag = |name: &str| {
            let port = skid_in.outputs.iter().position(|port| port.name == format!("out_{name}"));
            port.map(|port| from_input[port][0])
        };
        let config = tag("config").map(|word| BeatConfig { word, same: tag("same") });
        let (tracker, tracked) = m.place("frame_tracker", &tracker);
        let (running, in_last) = match wrapped.has_config() {
            false => (tracked[0][0], tracked[1][0]),
            true => (m.state(1, Some(0)), tag("end").unwrap_or_else(|| unreachable!("the channel marks last beats"))),
        };
        let [out_valid, out_last] = [2, 1].map(|port: usize| tracked[tracked.len() - port][0]);
        let out_row_last = wrapped.format.output_row_beats().map(|_| tracked[tracked.len() - 3][0]);
        let (output, from_output) = m.place("output_buffer", &skid_out);
        let out_ready = from_output[0][0];
        let data = from_input[2].clone();
        let sink_tag = |name: &str| {
            let port = skid_out.outputs.iter().position(|port| port.name == format!("out_{name}"));
            port.map(|port| from_output[port][0])
        };
        let to_sink = SinkBeat {
            valid: from_output[1][0],
            data: from_output[2].clone(),
            last: from_output[3][0],
            row_last: sink_tag("row_last"),
            start: sink_tag("start"),
            overflow: sink_tag("overflow"),
            exponent: sink_tag("user"),
        };
        Buffers {
            input,
            ready,
            valid,
            data,
            mark,
            config,
            early: tag("early"),
            start: tag("start"),
            late_start: tag("late_start"),
            set: tag("set"),
            tracker,
            running,
            in_last,
            out_valid,
            out_last,
            out_row_last,
            output,
            out_ready,
            to_sink,
        }
    }
}

/// Builds the skid buffers of both sides: one module where beats are alike.
fn skid_buffers(wrapped: &WrappedCore) -> [Arc<Module>; 2] {
    let [bits, out_bits] = wrapped.bits;
    let tags = [input_tags(wrapped), output_tags(wrapped)];
    let components = wrapped.components();
    match bits == out_bits && tags[0] == tags[1] {
        true => {
            let both = Arc::new(skid_buffer(&wrapped.part("skid"), components, bits, &tags[0]));
            [both.clone(), both]
        }
        false => [("in", bits, &tags[0]), ("out", out_bits, &tags[1])].map(|(side, bits, tags)| {
            Arc::new(skid_buffer(&wrapped.part(&format!("skid_{side}")), components, bits, tags))
        }),
    }
}

/// Names and bits of what goes with a beat in the input buffer.
fn input_tags(wrapped: &WrappedCore) -> Vec<(&'static str, u32)> {
    let format = wrapped.format;
    let mark = if format.has_resync { "drop" } else { "last" };
    let config = [("first", 1), ("end", 1), ("config", format.config_bits)];
    let same = format.sizes.as_ref().map(|_| ("same", 1));
    let early = (format.has_input_halves() && !format.has_resync).then_some(("early", 1));
    let config = config.into_iter().filter(|_| wrapped.has_config());
    let start = format.has_buffered_start().then_some(("start", 1));
    let late_start = (format.has_buffered_start() && format.has_input_halves()).then_some(("late_start", 1));
    let set = wrapped.has_sets().then_some(("set", 1));
    [(mark, 1)].into_iter().chain(early).chain(start).chain(late_start).chain(config).chain(same).chain(set).collect()
}

/// Names and bits of what goes with a beat in the output buffer.
fn output_tags(wrapped: &WrappedCore) -> Vec<(&'static str, u32)> {
    let core = wrapped.core;
    let exponent = wrapped.output("out_exponent");
    let exponent = exponent.map(|port| ("user", core.width(core.outputs[port].fields[0])));
    let row_last = wrapped.format.has_row_tag().then_some(("row_last", 1));
    let start = wrapped.format.has_start().then_some(("start", 1));
    let overflow = wrapped.output(OUT_OVERFLOW).map(|_| ("overflow", 1));
    [("last", 1)].into_iter().chain(row_last).chain(start).chain(overflow).chain(exponent).collect()
}
