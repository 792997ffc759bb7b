//! The skid buffers and the output tracker: they are placed first, because each end of the core depends on them.

use super::output_tracker::output_tracker;
use super::skid_buffer::skid_buffer;
use super::wrapped_core::WrappedCore;
use crate::parts::frame_overflow::OUT_OVERFLOW;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;
use std::sync::Arc;

/// Instances whose inputs come later, and their outputs.
pub struct Buffers<'m> {
    /// The input buffer.
    pub input: Placed<'m>,
    pub ready: Sig<'m>,
    pub valid: Sig<'m>,
    pub data: Vec<Sig<'m>>,
    /// `tlast` of the beat, or with resynchronization whether its frame is dropped.
    pub mark: Sig<'m>,
    /// The configuration word of the frame, valid with its first beat, where there is one.
    pub config: Option<Sig<'m>>,
    /// Whether the frame has the size of the frame before, where there are several sizes.
    pub same: Option<Sig<'m>>,
    /// Whether the first half of a point came with `tlast`.
    pub early: Option<Sig<'m>>,
    /// Whether the beat, or the first half of a point, came with the mark of a frame's first beat.
    pub start: Option<Sig<'m>>,
    /// Whether the second half of a point came with that mark.
    pub late_start: Option<Sig<'m>>,
    /// The set of coefficients of the frame, valid with its first beat, where there are sets.
    pub set: Option<Sig<'m>>,
    /// The output tracker.
    pub tracker: Placed<'m>,
    /// Whether a frame is coming in; after its first beat.
    pub running: Sig<'m>,
    /// Whether the beat is the last of its frame.
    pub in_last: Sig<'m>,
    /// Whether the core gives a beat, and whether it is the last of its frame.
    pub out_valid: Sig<'m>,
    pub out_last: Sig<'m>,
    /// Whether that beat is the last of a row, if rows are marked.
    pub out_row_last: Option<Sig<'m>>,
    /// The output buffer.
    pub output: Placed<'m>,
    pub out_ready: Sig<'m>,
}

impl<'m> Buffers<'m> {
    /// Places buffers and tracker.
    pub fn new(m: &'m Builder, wrapped: &WrappedCore) -> Self {
        let [skid_in, skid_out] = skid_buffers(wrapped);
        let input = m.place("input_buffer", skid_in);
        let tracker = m.place("frame_tracker", output_tracker(&wrapped.part("frames"), wrapped.format));
        let output = m.place("output_buffer", skid_out);
        let (running, in_last) = match wrapped.has_config() {
            false => (tracker.out("in_running"), tracker.out("in_last")),
            true => (*m.state(1, 0), input.out("out_end")),
        };
        Buffers {
            ready: input.out("in_ready"),
            valid: input.out("out_valid").named("in_valid"),
            data: input.bus("out_data"),
            mark: input.out(if wrapped.format.has_resync { "out_drop" } else { "out_last" }),
            config: input.find("out_config"),
            same: input.find("out_same"),
            early: input.find("out_early"),
            start: input.find("out_start"),
            late_start: input.find("out_late_start"),
            set: input.find("out_set"),
            running,
            in_last,
            out_valid: tracker.out("out_valid"),
            out_last: tracker.out("out_last"),
            out_row_last: tracker.find("out_row_last"),
            out_ready: output.out("in_ready"),
            input,
            tracker,
            output,
        }
    }
}

/// Builds the skid buffers of both sides: one module where beats are alike.
fn skid_buffers(wrapped: &WrappedCore) -> [Arc<Module>; 2] {
    let tags = [input_tags(wrapped), output_tags(wrapped)];
    let sides = [0, 1].map(|side: usize| (wrapped.components[side], wrapped.bits[side], &tags[side]));
    let buffer = |name: &str, (components, bits, tags): (usize, u32, &Vec<(&'static str, u32)>)| {
        Arc::new(skid_buffer(&wrapped.part(name), components, bits, tags))
    };
    match sides[0] == sides[1] {
        true => {
            let both = buffer("skid", sides[0]);
            [both.clone(), both]
        }
        false => [buffer("skid_in", sides[0]), buffer("skid_out", sides[1])],
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
