//! The core of several sizes: the stages of the chain, the combiner of the lanes, the output scaler and the reorder buffer.

use super::super::chain::SharedChain;
use super::super::route::SizeRoute;
use super::combiner::lane_combiner;
use super::reorder::reorder_buffer;
use super::scaler::output_scaler;
use super::stage::shared_stage;
use super::stage_inputs::FrameTags;
use crate::format::Format;
use crate::formula::Direction;
use crate::lower::frame_overflow::OUT_OVERFLOW;
use crate::lower::swap::{is_inverse, swapped};
use crate::lower::{OperatorLibrary, Ports};
use crate::rtl::Module;
use std::sync::Arc;

/// Builds the core of a chain with the native interface: a start pulse and a configuration word come with the first beat.
pub fn shared_chain(
    name: &str,
    prefix: &str,
    chain: &SharedChain,
    direction: Direction,
    tags: FrameTags,
    operators: &OperatorLibrary,
) -> Module {
    let mut m = Module::new(name, title(chain));
    let ports = Ports::inputs(&mut m, chain.width, operators.bits);
    let config = m.input("in_config", tags.runtime.bits());
    let bit = tags.runtime.size_bits();
    let swap = is_inverse(&mut m, direction, bit, [ports.start, config]);
    let (mut start, mut config, mut data) = (ports.start, config, swapped(&mut m, &ports.data, swap));
    let mut overflows = m.constant(1, 0);
    let mut told = tags.tells_overflow.then_some(overflows);
    for (label, module) in modules(prefix, chain, direction, tags, operators) {
        let inputs = [vec![ports.enable], vec![ports.reset], vec![start], data, vec![config]].into_iter();
        let inputs = inputs.chain(told.map(|told| vec![told])).collect();
        let output = |name: &str| module.outputs.iter().position(|port| port.name == name);
        let [overflow, marked] = ["overflow", OUT_OVERFLOW].map(output);
        let outputs = m.instance(label, &Arc::new(module), inputs);
        (start, data, config) = (outputs[0][0], outputs[1].clone(), outputs[2][0]);
        overflows = overflow.map_or(overflows, |port| m.or(overflows, outputs[port][0]));
        told = marked.map(|port| outputs[port][0]);
    }
    let swap = is_inverse(&mut m, direction, bit, [start, config]);
    let data = swapped(&mut m, &data, swap);
    Ports::outputs(&mut m, start, &data);
    m.output("out_config", config);
    if let Format::Fixed(_) = operators.format {
        let pulse = m.register(overflows, Some(0));
        m.output("overflow", pulse);
    }
    if let Some(told) = told {
        m.output(OUT_OVERFLOW, told);
    }
    m
}

/// Builds the modules of the core in dataflow order, each with the label of its instance.
fn modules<'a>(
    prefix: &'a str,
    chain: &'a SharedChain,
    direction: Direction,
    tags: FrameTags<'a>,
    operators: &'a OperatorLibrary,
) -> impl Iterator<Item = (String, Module)> + 'a {
    let stages = (0..chain.stages.len()).map(move |place| {
        let label = format!("place{place}");
        let module = shared_stage(&format!("{prefix}_{label}"), chain, tags, place, operators);
        (label, module)
    });
    let combiner = chain.combiner.iter().map(move |combiner| {
        let module = lane_combiner(&format!("{prefix}_join"), chain, combiner, tags, operators);
        ("join".to_string(), module)
    });
    let scaler = chain.scaler.iter().map(move |twiddle| {
        let module = output_scaler(&format!("{prefix}_divide"), chain, twiddle, direction, tags, operators);
        ("divide".to_string(), module)
    });
    let reorder = std::iter::once_with(move || {
        let bits = chain.output_bits(operators.bits);
        ("reorder".to_string(), reorder_buffer(&format!("{prefix}_reorder"), chain, tags, bits))
    });
    stages.chain(combiner).chain(scaler).chain(reorder)
}

/// The comment of the core's module.
fn title(chain: &SharedChain) -> String {
    let latency = |route: Option<&SizeRoute>| route.map_or(0, |route| chain.latency(route));
    format!(
        "DFTs of {} sizes from {} to {} points, {} a cycle, natural order; latency {} to {} cycles. in_start marks \
         a frame's first beat, and in_config says what the frame is.",
        chain.routes.len(),
        chain.min_size(),
        chain.max_size(),
        chain.width,
        latency(chain.routes.first()),
        latency(chain.routes.last()),
    )
}
