//! The core of several sizes: the stages of the chain, the combiner of the lanes, output scaler and reorder buffer.

use super::super::chain::SharedChain;
use super::super::route::SizeRoute;
use super::combiner::lane_combiner;
use super::reorder::reorder_buffer;
use super::scaler::output_scaler;
use super::stage::shared_stage;
use super::stage_inputs::{frame_outputs, FrameTags, IN_OVERFLOW};
use crate::format::Format;
use crate::formula::Direction;
use crate::parts::frame_overflow::OUT_OVERFLOW;
use crate::parts::swap::{asks_for_inverse, swapped};
use crate::parts::{OperatorLibrary, Ports};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the core with the native interface: a start pulse and a configuration word come with the first beat.
pub fn shared_chain(
    name: &str,
    prefix: &str,
    chain: &SharedChain,
    direction: Direction,
    tags: FrameTags,
    operators: &OperatorLibrary,
) -> Module {
    let m = Builder::new(name, title(chain));
    let Ports { start, data, .. } = Ports::inputs(&m, chain.width, operators.bits);
    let config = m.input("in_config", tags.runtime.bits());
    let bit = tags.runtime.size_bits();
    let (mut start, mut config, mut data) = (start, config, exchanged(&data, direction, bit, [start, config]));
    let mut overflows = m.constant(1, 0);
    let mut told = tags.tells_overflow.then_some(overflows);
    for (label, module) in modules(prefix, chain, direction, tags, operators) {
        let part = m.place(label, module);
        part.set("in_start", start).set_bus("in_data", data);
        part.set("in_config", config).set(IN_OVERFLOW, told);
        (start, data, config) = (part.out("out_start"), part.bus("out_data"), part.out("out_config"));
        overflows = part.find("overflow").map_or(overflows, |overflow| overflows | overflow);
        told = part.find(OUT_OVERFLOW);
    }
    frame_outputs(&m, start, exchanged(&data, direction, bit, [start, config]), config);
    if let Format::Fixed(_) = operators.format {
        m.output("overflow", overflows.later_with_reset(1));
    }
    if let Some(told) = told {
        m.output(OUT_OVERFLOW, told);
    }
    m.finish()
}

/// Exchanges the parts of words in inverse frames. `start` and `config`: pulse and configuration word of a frame, of
/// which a bit asks for the inverse where frames choose.
fn exchanged<'m>(data: &[Sig<'m>], direction: Direction, bit: u32, [start, config]: [Sig<'m>; 2]) -> Vec<Sig<'m>> {
    swapped(data, asks_for_inverse(direction, bit, start, Some(config)))
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
