//! From the input port to the input buffer: resynchronization, pairs of samples, and configuration words.

use super::axis_inputs::AxisInputs;
use super::buffers::Buffers;
use super::config_channel::config_channel;
use super::flow::Flow;
use super::frame_buffer::frame_buffer;
use super::half_rate::{pair_samples, HalfRate};
use super::resync::{resync, HeldBeat};
use super::resync_by_start::resync_by_start;
use super::wrapped_core::WrappedCore;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Signals of the input port.
pub struct InputPath<'m> {
    /// Its handshake.
    pub ready: Sig<'m>,
    /// The [resynchronization](resync), if there is one.
    pub resync: Option<Placed<'m>>,
    /// Where a configuration channel counts the beats: whether one passes, and whether it is the last of its frame.
    pub counted: Option<[Sig<'m>; 2]>,
}

/// A beat on its way to the input buffer.
struct Beat<'m> {
    valid: Sig<'m>,
    data: Vec<Sig<'m>>,
    mark: Sig<'m>,
    /// The mark of a frame's first beat, if the input buffer has it.
    start: Option<Sig<'m>>,
}

impl<'m> InputPath<'m> {
    /// Adds what stands before the input buffer, and connects the buffer. `set`: the set of coefficients of a frame
    /// that comes now, if there are sets.
    pub fn new(
        m: &'m Builder,
        wrapped: &WrappedCore,
        (inputs, buffers, flow): (&AxisInputs<'m>, &Buffers<'m>, &Flow<'m>),
        set: Option<Sig<'m>>,
    ) -> Self {
        let resync = wrapped.format.has_resync.then(|| m.place("resync", resync_module(wrapped)));
        let beat = match &resync {
            None => Beat { valid: inputs.valid, data: inputs.data.clone(), mark: inputs.last, start: inputs.start },
            Some(resync) => {
                let [valid, mark] = ["out_valid", "out_drop"].map(|port| resync.out(port));
                Beat { valid, data: resync.bus("out_data"), mark, start: None }
            }
        };
        let frames = wrapped.format.has_buffer.then(|| m.place("frame_buffer", buffer_module(wrapped, &beat)));
        let beat = match &frames {
            None => beat,
            Some(frames) => whole_frames(frames, beat, flow.beat_enable),
        };
        let (valid, held) = (beat.valid, resync.as_ref().and_then(HeldBeat::of));
        // Frames of several rows, whose first beats may wait, have no sets.
        buffers.input.set("in_set", set).set("out_take", flow.take);
        let ready = to_buffer(wrapped, beat, (buffers, flow));
        let ready = match frames {
            None => ready,
            Some(frames) => in_turn(frames.set("out_ready", ready).out("in_ready"), flow.beat_enable),
        };
        let counted = inputs.config.map(|[word, word_valid]| {
            let channel = config_channel(&wrapped.part("config"), wrapped.format, held.is_some());
            let channel = m.place("config_channel", channel);
            let passes = valid & ready;
            channel.set("in_valid", word_valid).set("in_word", word).set("beat_passes", passes);
            channel.set("beat_comes", held.map(|held| held.comes)).set("beat_waits", held.map(|held| held.waits));
            let [first, last] = ["first", "last"].map(|port| channel.out(port));
            buffers.input.set("in_first", first).set("in_end", last);
            buffers.input.set("in_config", channel.out("word")).set("in_same", channel.find("same"));
            Reg::of(buffers.running).next_if(flow.take, !buffers.in_last);
            m.output("s_axis_config_tready", channel.out("in_ready"));
            [passes, last]
        });
        if let Some(resync) = &resync {
            resync.set("in_valid", inputs.valid).set_bus("in_data", inputs.data.clone()).set("in_last", inputs.last);
            resync.set("in_start", inputs.start).set("out_ready", ready);
            resync.set("frame_last", counted.map(|[_, last]| last));
        }
        InputPath { ready: resync.as_ref().map_or(ready, |resync| resync.out("in_ready")), resync, counted }
    }
}

/// Builds the module that holds frames back.
fn buffer_module(wrapped: &WrappedCore, beat: &Beat) -> Module {
    let word = [wrapped.input_components(), wrapped.bits[0] as usize];
    let marks = 1 + u32::from(beat.start.is_some());
    frame_buffer(&wrapped.part("frame_buffer"), word, marks, wrapped.format.input_beats())
}

/// A bit of a handshake in the clock cycles in which the core may have a beat.
fn in_turn<'m>(bit: Sig<'m>, beat_enable: Option<Sig<'m>>) -> Sig<'m> {
    beat_enable.map_or(bit, |turn| bit & turn)
}

/// Gives the module that holds frames back a beat. Returns a beat of a whole frame.
fn whole_frames<'m>(frames: &Placed<'m>, beat: Beat<'m>, beat_enable: Option<Sig<'m>>) -> Beat<'m> {
    let Beat { valid, data, mark, start } = beat;
    let marks = valid.builder().cat([mark].into_iter().chain(start));
    frames.set("in_valid", in_turn(valid, beat_enable)).set_bus("in_data", data).set("in_mark", marks);
    let marks = frames.out("out_mark");
    Beat {
        valid: frames.out("out_valid"),
        data: frames.bus("out_data"),
        mark: marks.bit(0),
        start: start.map(|_| marks.bit(1)),
    }
}

/// Builds the module of the resynchronization.
fn resync_module(wrapped: &WrappedCore) -> Module {
    let format = wrapped.format;
    let beats = Some(format.input_beats()).filter(|_| !wrapped.has_config());
    let (name, bits, components) = (wrapped.part("resync"), wrapped.bits[0], wrapped.input_components());
    match format.input_row_beats() {
        Some(row_beats) => resync_by_start(&name, (bits, components), beats, row_beats, wrapped.has_config()),
        None => resync(&name, bits, components, beats, format.enabled_row_beats()),
    }
}

/// Gives the input buffer a beat: valid, data, and the marks that go with it. Returns whether a beat may come.
fn to_buffer<'m>(wrapped: &WrappedCore, beat: Beat<'m>, (buffers, flow): (&Buffers<'m>, &Flow<'m>)) -> Sig<'m> {
    let Beat { valid, data, mark, start } = beat;
    let (buffer, ready) = (&buffers.input, buffers.ready);
    let mark_port = if wrapped.format.has_resync { "in_drop" } else { "in_last" };
    if let (Some(HalfRate::In), Some(turn)) = (wrapped.format.half_rate, flow.beat_enable) {
        let pair = pair_samples(&wrapped.part("gather"), wrapped.bits[0], start.is_some());
        let pair = ready.builder().place("gather", pair);
        pair.set("turn", turn).set("in_valid", valid).set_bus("in_data", data);
        pair.set("in_last", mark).set("in_start", start).set("out_ready", ready);
        buffer.set("in_valid", pair.out("out_valid")).set_bus("in_data", pair.bus("out_data"));
        buffer.set(mark_port, pair.out("out_last")).set("in_start", pair.find("out_start"));
        // A resynchronization has seen the mark of the first half already.
        buffer.set("in_early", buffers.early.map(|_| pair.out("out_early")));
        buffer.set("in_late_start", pair.find("out_late_start"));
        return pair.out("in_ready");
    }
    let [ready, valid] = [ready, valid].map(|bit| in_turn(bit, flow.beat_enable));
    buffer.set("in_valid", valid).set_bus("in_data", data).set(mark_port, mark).set("in_start", start);
    ready
}
