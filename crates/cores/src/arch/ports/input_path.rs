//! From the input port to the input buffer: resynchronization, pairs of samples, and configuration words.

use super::axis_inputs::AxisInputs;
use super::buffers::Buffers;
use super::config_channel::config_channel;
use super::flow::Flow;
use super::half_rate::{pair_samples, HalfRate};
use super::resync::{resync, Resynced};
use super::resync_by_start::resync_by_start;
use super::wrapped_core::WrappedCore;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Signals of the input port.
pub struct InputPath {
    /// Its handshake.
    pub ready: Net,
    /// Outputs of the resynchronization, if there is one.
    pub resynced: Option<Resynced>,
    /// Where a configuration channel counts the beats: whether one passes, and whether it is the last of its frame.
    pub counted: Option<[Net; 2]>,
    /// Whether the first half of a point in the input buffer came with `tlast`.
    pub early: Option<Net>,
}

/// A beat on its way to the input buffer.
struct Beat {
    valid: Net,
    data: Vec<Net>,
    mark: Net,
    /// The mark of a frame's first beat, if the input buffer has it.
    start: Option<Net>,
}

impl InputPath {
    /// Adds what stands before the input buffer, and connects the buffer. `set`: the set of coefficients of a frame that comes now, if
    /// there are sets.
    pub fn new(
        m: &mut Module,
        wrapped: &WrappedCore,
        (inputs, buffers, flow): (&AxisInputs, &Buffers, &Flow),
        set: Option<Net>,
    ) -> Self {
        let resync = wrapped.format.has_resync.then(|| place_resync(m, wrapped));
        let beat = match &resync {
            None => Beat { valid: inputs.valid, data: inputs.data.clone(), mark: inputs.last, start: inputs.start },
            Some((_, resynced)) => {
                Beat { valid: resynced.valid, data: resynced.data.clone(), mark: resynced.drop, start: None }
            }
        };
        let valid = beat.valid;
        let held = resync.as_ref().and_then(|(_, resynced)| resynced.held);
        let (ready, mut to_buffer) = to_buffer(m, wrapped, beat, (inputs, buffers, flow));
        let mut counted = None;
        if let Some([word, word_valid]) = inputs.config {
            let channel = Arc::new(config_channel(&wrapped.part("config"), wrapped.format, held.is_some()));
            let passes = m.and(valid, ready);
            let channel_inputs = [inputs.reset, word_valid, word, passes].into_iter();
            let channel_inputs = channel_inputs.chain(held.iter().flat_map(|held| [held.comes, held.waits]));
            let outputs = m.instance("config_channel", &channel, channel_inputs.map(|net| vec![net]).collect());
            to_buffer.extend(outputs[1..].iter().cloned());
            counted = Some([passes, outputs[2][0]]);
            let more = m.not(buffers.in_last);
            m.drive_enabled(buffers.running, more, flow.take);
            m.output("s_axis_config_tready", outputs[0][0]);
        }
        // Frames of several rows, whose first beats may wait, have no sets.
        to_buffer.extend(set.map(|set| vec![set]));
        to_buffer.push(vec![flow.take]);
        m.connect(buffers.input, to_buffer);
        let resynced = resync.map(|(instance, resynced)| {
            let port = [vec![inputs.reset], vec![inputs.valid], inputs.data.clone(), vec![inputs.last]].into_iter();
            let port = port.chain(inputs.start.map(|start| vec![start])).chain([vec![ready]]);
            let last = counted.map(|[_, last]| vec![last]);
            m.connect(instance, port.chain(last).collect());
            resynced
        });
        let ready = resynced.as_ref().map_or(ready, |resynced| resynced.ready);
        InputPath { ready, resynced, counted, early: buffers.early }
    }
}

/// Places the resynchronization, whose inputs come later.
fn place_resync(m: &mut Module, wrapped: &WrappedCore) -> (usize, Resynced) {
    let format = wrapped.format;
    let beats = Some(format.input_beats()).filter(|_| !wrapped.has_config());
    let (name, bits, components) = (wrapped.part("resync"), wrapped.bits[0], wrapped.input_components());
    let module = match format.input_row_beats() {
        Some(row_beats) => resync_by_start(&name, (bits, components), beats, row_beats, wrapped.has_config()),
        None => resync(&name, bits, components, beats, format.enabled_row_beats()),
    };
    let (instance, outputs) = m.place("resync", &Arc::new(module));
    (instance, Resynced::new(&outputs))
}

/// Returns whether a beat may come, and the inputs of the input buffer for it: reset, valid, data, and the marks that go with
/// the beat.
fn to_buffer(
    m: &mut Module,
    wrapped: &WrappedCore,
    beat: Beat,
    (inputs, buffers, flow): (&AxisInputs, &Buffers, &Flow),
) -> (Net, Vec<Vec<Net>>) {
    let Beat { valid, data, mark, start } = beat;
    let (reset, ready, start) = (vec![inputs.reset], buffers.ready, start.map(|start| vec![start]));
    match (wrapped.format.half_rate, flow.beat_enable) {
        (_, None) => (ready, [reset, vec![valid], data, vec![mark]].into_iter().chain(start).collect()),
        (Some(HalfRate::In), Some(enable)) => {
            let module = Arc::new(pair_samples(&wrapped.part("gather"), wrapped.bits[0], start.is_some()));
            let pair_inputs = [reset.clone(), vec![enable], vec![valid], data, vec![mark]].into_iter();
            let pair_inputs = pair_inputs.chain(start).chain([vec![ready]]);
            let paired = m.instance("gather", &module, pair_inputs.collect());
            // A resynchronization has seen the mark of the first half already.
            let tags = paired.len() - usize::from(wrapped.format.has_resync);
            (paired[0][0], [reset].into_iter().chain(paired[1..tags].iter().cloned()).collect())
        }
        (_, Some(enable)) => {
            let enabled = m.and(valid, enable);
            (m.and(ready, enable), [reset, vec![enabled], data, vec![mark]].into_iter().chain(start).collect())
        }
    }
}
