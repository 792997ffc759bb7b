//! Wraps a core in AXI4-Stream ports.
//!
//! A skid buffer on either side registers every output of a handshake. Between them, one clock enable runs the core (`flow`).
//! Where frames choose what they are, a configuration channel stands beside the input (`config_channel`). Where a beat of the
//! port is half a point, the core has a beat in every second clock cycle (`half_rate`). Frames that `tlast` cuts short may be
//! dropped (`resync`).

use super::axis_inputs::{padding, AxisInputs};
use super::buffers::Buffers;
use super::byte_enables::{byte_check, byte_enables};
use super::coding::recoded;
use super::coefficient_channel::CoefficientChannel;
use super::events::{mark_events, overflow_event, stall_events};
use super::flow::Flow;
use super::input_path::InputPath;
use super::output_path::{padded, OutputPath};
use super::stall::Stall;
use super::wrapped_core::WrappedCore;
use crate::rtl::{Module, Net};
use std::sync::Arc;

/// Builds the top module.
pub fn axis_wrapper(wrapped: &WrappedCore) -> Module {
    let mut m = Module::new(wrapped.name, wrapped.title());
    let inputs = AxisInputs::new(&mut m, wrapped);
    let buffers = Buffers::new(&mut m, wrapped);
    let channel = CoefficientChannel::new(&mut m, wrapped, &inputs);
    let flow = Flow::new(&mut m, wrapped, (&inputs, &buffers), channel.as_ref());
    let set = channel.as_ref().map(|channel| channel.passed);
    let input = InputPath::new(&mut m, wrapped, (&inputs, &buffers, &flow), set);
    let computed = place_core(&mut m, wrapped, (&inputs, &buffers, &flow), channel);
    let output = OutputPath::new(&mut m, wrapped, (&inputs, &buffers, &flow), &computed);

    m.output("s_axis_tready", input.ready);
    let data = recoded(&mut m, &output.data, wrapped.format.codings[1]);
    let data = padded(&mut m, &data);
    m.output_bus("m_axis_tdata", &data);
    m.output("m_axis_tvalid", buffers.to_sink.valid);
    m.output("m_axis_tlast", output.last);
    let marks = [output.start, buffers.to_sink.overflow].into_iter().flatten().collect();
    let user = user_fields(&mut m, marks, buffers.to_sink.exponent);
    if !user.is_empty() {
        m.output_bus("m_axis_tuser", &user);
    }
    let bytes = data.iter().map(|&word| m.width(word)).sum::<u32>() / 8;
    keep_ports(&mut m, wrapped, &inputs, &input, (buffers.to_sink.row_last.unwrap_or(output.last), bytes));
    mark_events(&mut m, wrapped.format, &input, &buffers, &flow);
    if wrapped.format.stall == Stall::None {
        stall_events(&mut m, &buffers, &flow);
    }
    if let Some(overflow) = wrapped.output("overflow") {
        overflow_event(&mut m, computed[overflow][0], flow.enable);
    }
    m
}

/// Places the core, and connects the tracker of its frames. Returns the outputs of the core.
fn place_core(
    m: &mut Module,
    wrapped: &WrappedCore,
    (inputs, buffers, flow): (&AxisInputs, &Buffers, &Flow),
    channel: Option<CoefficientChannel>,
) -> Vec<Vec<Net>> {
    let &Flow { enable, start, .. } = flow;
    let config = buffers.config.as_ref().map(|config| vec![config.word]);
    let core_inputs = [vec![enable], vec![inputs.reset], vec![start], buffers.data.clone()];
    let channel = channel.zip(buffers.set);
    let coefficients = channel.as_ref().map_or(vec![], |(channel, set)| channel.core_inputs(*set));
    let core_inputs = core_inputs.into_iter().chain(config).chain(coefficients);
    let computed = m.instance("core", wrapped.core, core_inputs.collect());
    if let Some(((channel, set), ready)) = channel.zip(wrapped.output("load_ready")) {
        channel.connect(m, [computed[ready][0], enable], [start, set]);
    }
    let mut tracked = vec![vec![enable], vec![inputs.reset]];
    if !wrapped.has_config() {
        tracked.push(vec![start]);
    }
    tracked.push(vec![computed[0][0]]);
    if let Some(sizes) = &wrapped.format.sizes {
        tracked.push(vec![m.slice(computed[2][0], 0, sizes.number_bits)]);
    }
    m.connect(buffers.tracker, tracked);
    computed
}

/// Returns the fields of `m_axis_tuser`: the mark of a frame's first beat and that of a word that was too large, and above them the exponent,
/// whose sign fills the last byte.
fn user_fields(m: &mut Module, marks: Vec<Net>, exponent: Option<Net>) -> Vec<Net> {
    let Some(exponent) = exponent else { return marks };
    let bits = m.width(exponent);
    let sign = m.bit(exponent, bits - 1);
    let padding = padding(bits + marks.len() as u32);
    let filling = (padding > 0).then(|| m.repeat(sign, padding));
    marks.into_iter().chain([exponent]).chain(filling).collect()
}

/// Adds the byte enables of the output and the check of those of the input, where there are any. `last` and `bytes`: whether an
/// output beat is the last of a frame or of a padded row, and its bytes.
fn keep_ports(
    m: &mut Module,
    wrapped: &WrappedCore,
    inputs: &AxisInputs,
    input: &InputPath,
    (last, bytes): (Net, u32),
) {
    let Some((keep, spare)) = inputs.keep.clone().zip(wrapped.format.spare_lanes) else { return };
    let in_bytes = wrapped.input_bytes();
    let rows = wrapped.format.enabled_row_beats();
    let is_counted = input.resynced.is_some() || input.counted.is_some() && rows.is_none();
    let beats = Some(rows.unwrap_or(wrapped.format.input_beats())).filter(|_| !is_counted);
    let passes = m.and(inputs.valid, input.ready);
    let enters = input.resynced.as_ref().map(|resynced| resynced.enters);
    let counted = input.counted.filter(|_| rows.is_none());
    let [passes, in_last] = enters.or(counted).unwrap_or([passes, inputs.last]);
    let kept = |all: u32, side: usize| all - spare[side] as u32 * all / wrapped.lanes as u32;
    let check = Arc::new(byte_check(&wrapped.part("keep"), in_bytes, kept(in_bytes, 0), beats));
    let in_last = is_counted.then(|| vec![in_last]);
    let check_inputs = [vec![inputs.reset], vec![passes], keep].into_iter().chain(in_last).collect();
    let wrong = m.instance("keep_check", &check, check_inputs)[0][0];
    let enables = byte_enables(m, bytes, kept(bytes, 1), last);
    m.output_bus("m_axis_tkeep", &enables);
    m.output("event_tkeep_unexpected", wrong);
}
