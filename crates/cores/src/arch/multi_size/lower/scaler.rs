//! The output scaler: multiplies transforms by the residual scale of their size.
//!
//! In floating point it divides inverse transforms by their size. In fixed point it makes the part of a scale that
//! shifts leave.

use super::super::chain::SharedChain;
use super::super::route::SizeRoute;
use super::beat_counter::BeatCounter;
use super::stage_inputs::{frame_outputs, FrameTags, StageInputs};
use crate::blocks::kernel::body::{body, Counters, ExternalWords, KernelInputs};
use crate::exact::Real;
use crate::formula::{Direction, Factor};
use crate::parts::frame_overflow::pass_on;
use crate::parts::output_rounding::report_overflow;
use crate::parts::OperatorLibrary;
use crate::pipeline::Twiddle;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Builds the output scaler of a chain. Where inverse transforms only have a scale, forward ones are multiplied by one,
/// which changes nothing.
#[hdl]
pub fn output_scaler(
    name: &str,
    chain: &SharedChain,
    twiddle: &Twiddle,
    direction: Direction,
    tags: FrameTags,
    operators: &OperatorLibrary,
) -> Module {
    let what =
        if twiddle.bypass { "Inverse transforms divided by their size" } else { "Transforms scaled by their size" };
    let m = Builder::new(name, format!("{what}; latency {} cycles.", chain.scaler_cycles()));
    let StageInputs { start, data, config, sizes, told } =
        StageInputs::new(&m, chain, tags, chain.unscaled_bits(operators.bits));
    let stage = &twiddle.stage;
    let set = operators.of_stage(stage);
    let scale =
        |route: &SizeRoute| route.residual_scale.as_ref().map_or_else(Real::one, |scale| Factor::value(scale).re);
    let own = sizes.word(set.coefficient(), |route| set.encode(&scale(route)));
    let factor = match direction {
        Direction::Chosen { .. } if twiddle.bypass => {
            config.bit(tags.runtime.size_bits()).mux(own, set.encode(&Real::one()))
        }
        _ => own,
    };
    let factors = vec![factor; stage.kernel.tables.len()];
    let pre_shift = sizes.pre_shift(stage, 0, SizeRoute::scaler_block);
    let inputs = KernelInputs { data: &data, words: ExternalWords::Tables(&factors), pre_shift };
    let outputs = body(&m, stage, set, &mut Counters::new(stage, start), &inputs);
    let cycles = stage.cycles();
    let out_start = Pulse::new(start, chain.min_beats()).later(cycles).now();
    frame_outputs(&m, out_start, outputs.iter().map(|output| output.word), config.later(cycles as u32));
    report_overflow(&m, &outputs, cycles, || BeatCounter::new("in", start, &sizes).runs);
    pass_on(&m, told, cycles);
    m.finish()
}
