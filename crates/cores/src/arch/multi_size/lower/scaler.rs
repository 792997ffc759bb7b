//! The output scaler: multiplies transforms by the residual scale of their size.
//!
//! In floating point it divides inverse transforms by their size. In fixed point it makes the part of a scale that shifts
//! leave.

use super::super::chain::SharedChain;
use super::super::route::SizeRoute;
use super::beat_counter::BeatCounter;
use super::stage_inputs::{FrameTags, StageInputs};
use crate::blocks::kernel::netlist::{body, Counters, ExternalWords, KernelInputs};
use crate::exact::Real;
use crate::formula::{Direction, Factor};
use crate::lower::control::delay_pulse;
use crate::lower::frame_overflow::pass_on;
use crate::lower::output_rounding::report_overflow;
use crate::lower::{OperatorLibrary, Ports};
use crate::pipeline::Twiddle;
use crate::rtl::{Module, Net};

/// Builds the output scaler of a chain. Where inverse transforms only have a scale, forward ones are multiplied by one, which
/// changes nothing.
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
    let mut m = Module::new(name, format!("{what}; latency {} cycles.", chain.scaler_cycles()));
    let StageInputs { enable, start, data, config, sizes, told } =
        StageInputs::new(&mut m, chain, tags, chain.unscaled_bits(operators.bits));
    let stage = &twiddle.stage;
    let set = operators.of_stage(stage);
    let scale =
        |route: &SizeRoute| route.residual_scale.as_ref().map_or_else(Real::one, |scale| Factor::value(scale).re);
    let own = sizes.word(&mut m, set.coefficient(), |route| set.encode(&scale(route)));
    let factor = match direction {
        Direction::Chosen { .. } if twiddle.bypass => {
            let inverse = m.bit(config, tags.runtime.size_bits());
            let one = m.constant(set.coefficient(), set.encode(&Real::one()).into());
            m.mux(inverse, own, one)
        }
        _ => own,
    };
    let words = vec![factor; stage.kernel.tables.len()];
    let pre_shift = sizes.pre_shift(&mut m, stage, 0, SizeRoute::scaler_block);
    let inputs = KernelInputs { data: &data, enable, words: ExternalWords::Tables(&words), pre_shift };
    let mut counters = Counters::new(&mut m, stage, start);
    let outputs = body(&mut m, stage, set, &mut counters, &inputs);
    let words: Vec<Net> = outputs.iter().map(|output| output.word).collect();
    let cycles = stage.cycles();
    let out_start = delay_pulse(&mut m, start, cycles, chain.min_beats());
    Ports::outputs(&mut m, out_start, &words);
    let out_config = m.delay(config, cycles as u32);
    m.output("out_config", out_config);
    report_overflow(&mut m, &outputs, cycles, |m| BeatCounter::new(m, "in", start, &sizes).runs);
    pass_on(&mut m, told, cycles);
    m
}
