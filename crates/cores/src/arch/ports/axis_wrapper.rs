//! Wraps a core in AXI4-Stream ports.
//!
//! A skid buffer on either side registers every output of a handshake. Between them, one clock enable runs the core
//! (`flow`). Where frames choose what they are, a configuration channel stands beside the input (`config_channel`).
//! Where a beat of the port is half a point, the core has a beat in every second clock cycle (`half_rate`). Frames that
//! `tlast` cuts short may be dropped (`resync`).

use super::axis_inputs::AxisInputs;
use super::buffers::Buffers;
use super::byte_enables::{byte_check, byte_enables};
use super::coding::recoded;
use super::coefficient_channel::CoefficientChannel;
use super::events::{mark_events, overflow_event, stall_events};
use super::flow::Flow;
use super::input_path::InputPath;
use super::output_path::{padded, sign_padding, OutputPath};
use super::stall::Stall;
use super::wrapped_core::WrappedCore;
use crate::arch::registers;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{Module, Port};

/// Builds the top module.
pub fn axis_wrapper(wrapped: &WrappedCore) -> Module {
    let m = Builder::new(wrapped.name, wrapped.title());
    let inputs = AxisInputs::new(&m, wrapped);
    let buffers = Buffers::new(&m, wrapped);
    let channel = CoefficientChannel::new(&m, wrapped);
    let flow = Flow::new(&m, wrapped, &buffers, channel.as_ref());
    let set = channel.as_ref().map(|channel| channel.passed);
    let input = InputPath::new(&m, wrapped, (&inputs, &buffers, &flow), set);
    let core = place_core(&m, wrapped, (&buffers, &flow), channel);
    let output = OutputPath::new(wrapped, (&inputs, &buffers, &flow), &core);

    m.output("s_axis_tready", input.ready);
    let data = padded(&recoded(&output.data, wrapped.format.codings[1]));
    m.output_bus("m_axis_tdata", data.iter().copied());
    m.output("m_axis_tvalid", output.valid);
    m.output("m_axis_tlast", output.last);
    let marks = [output.start, output.overflow].into_iter().flatten().collect();
    let user = user_fields(marks, output.exponent);
    if !user.is_empty() {
        m.output_bus("m_axis_tuser", user);
    }
    let bytes = data.iter().map(|word| word.width()).sum::<u32>() / 8;
    keep_ports(&m, wrapped, &inputs, &input, (output.row_last.unwrap_or(output.last), bytes));
    mark_events(&m, wrapped.format, &input, &buffers, &flow);
    if wrapped.format.stall == Stall::None {
        stall_events(&m, &buffers, &flow);
    }
    pass_registers(&m, wrapped, &core);
    if let Some(overflow) = core.find("overflow") {
        overflow_event(&m, overflow, flow.enable);
    }
    m.finish()
}

/// Places the core, and connects the tracker of its frames.
fn place_core<'m>(
    m: &'m Builder,
    wrapped: &WrappedCore,
    (buffers, flow): (&Buffers<'m>, &Flow<'m>),
    channel: Option<CoefficientChannel<'m>>,
) -> Placed<'m> {
    let &Flow { enable, start, .. } = flow;
    let core = m.place("core", wrapped.core.clone());
    core.set("ce", enable).set("in_start", start).set_bus("in_data", buffers.data.clone());
    core.set("in_config", buffers.config);
    if let Some((channel, set)) = channel.zip(buffers.set) {
        channel.connect(&core, [start, set, enable]);
    }
    let tracker = &buffers.tracker;
    tracker.set("ce", enable).set("out_start", core.out("out_start"));
    tracker.set("in_start", Some(start).filter(|_| !wrapped.has_config()));
    let sizes = wrapped.format.sizes.as_ref();
    tracker.set("size", sizes.map(|sizes| core.out("out_config").bits(0, sizes.number_bits)));
    core
}

/// Adds the port of the registers, if the core has one.
fn pass_registers<'m>(m: &'m Builder, wrapped: &WrappedCore, core: &Placed<'m>) {
    let is_of_registers = |port: &&Port| port.name.starts_with(registers::PREFIX);
    for port in wrapped.core.inputs.iter().filter(is_of_registers) {
        core.set(&port.name, m.input(&port.name, wrapped.core.width(port.fields[0])));
    }
    for port in wrapped.core.outputs.iter().filter(is_of_registers) {
        m.output(&port.name, core.out(&port.name));
    }
}

/// Returns the fields of `m_axis_tuser`: the mark of a frame's first beat and that of a word that was too large, and
/// above them the exponent, whose sign fills the last byte.
fn user_fields<'m>(marks: Vec<Sig<'m>>, exponent: Option<Sig<'m>>) -> Vec<Sig<'m>> {
    let Some(exponent) = exponent else { return marks };
    let filling = sign_padding(exponent, exponent.width() + marks.len() as u32);
    marks.into_iter().chain([exponent]).chain(filling).collect()
}

/// Adds the byte enables of the output and the check of those of the input, where there are any. `last` and `bytes`:
/// whether an output beat is the last of a frame or of a padded row, and its bytes.
fn keep_ports<'m>(
    m: &'m Builder,
    wrapped: &WrappedCore,
    inputs: &AxisInputs<'m>,
    input: &InputPath<'m>,
    (last, bytes): (Sig<'m>, u32),
) {
    let Some((keep, spare)) = inputs.keep.clone().zip(wrapped.format.spare_lanes) else { return };
    let in_bytes = wrapped.input_bytes();
    let rows = wrapped.format.enabled_row_beats();
    let is_counted = input.resync.is_some() || input.counted.is_some() && rows.is_none();
    let beats = Some(rows.unwrap_or(wrapped.format.input_beats())).filter(|_| !is_counted);
    let enters = input.resync.as_ref().map(|resync| ["enters", "last"].map(|port| resync.out(port)));
    let counted = input.counted.filter(|_| rows.is_none());
    let [passes, in_last] = enters.or(counted).unwrap_or_else(|| [inputs.valid & input.ready, inputs.last]);
    let kept = |all: u32, side: usize| all - 2 * spare[side] as u32 * all / wrapped.components[side] as u32;
    let check = m.place("keep_check", byte_check(&wrapped.part("keep"), in_bytes, kept(in_bytes, 0), beats));
    check.set("passes", passes).set_bus("keep", keep);
    check.set("last", is_counted.then_some(in_last));
    m.output_bus("m_axis_tkeep", byte_enables(bytes, kept(bytes, 1), last));
    m.output("event_tkeep_unexpected", check.out("wrong"));
}
