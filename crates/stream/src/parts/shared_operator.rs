//! Operators that serve several units of a stage within a beat.
//!
//! At a pace of k clock cycles to a beat the clock enable of the core is high in at most every k-th clock cycle. The
//! operands of a stage stay as they are for the clock cycles of a beat, in which an operator with a clock enable of its
//! own takes those of one unit after the other.

use crate::rtl::{address_bits, Module, Port};
use fftgen_hdl::dsl::*;
use std::sync::Arc;

/// Builds the counter of the clock cycles of a beat. Output `phase`: clock cycles since the last beat, below `pace`.
/// Output `advance`: whether shared operators step, which they do in `pace` clock cycles of each beat.
#[hdl]
pub fn phase_counter(name: &str, pace: usize) -> Module {
    let m = Builder::new(name, format!("Counts the clock cycles of a beat, which are at least {pace}."));
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_reset(rst);
    let phase = m.state(address_bits(pace), pace as u128 - 1);
    let rests = phase.is(pace - 1);
    phase.next(ce.mux(0, rests.mux(phase, phase + 1)));
    m.output("phase", phase);
    m.output("advance", ce | !rests);
    m.finish()
}

/// Whether an operator of a latency in clock cycles gives the results of `uses` units in time, at a pace.
pub fn is_in_time(latency: usize, uses: usize, pace: usize) -> bool {
    latency > 0 && ready_beat(uses - 1 + latency, pace) <= latency
}

/// Returns the beat from whose first clock cycle on a result is there that leaves the operator in a clock cycle, both
/// counted from the beat of the operands.
fn ready_beat(cycle: usize, pace: usize) -> usize {
    cycle / pace + 1
}

/// Builds a pipelined operator that serves `uses` units, with a latency in beats that is the operator's in clock
/// cycles. Inputs are the clock enable of the core, a reset, those of [`phase_counter`], and the operands of each unit.
/// Outputs are the results of each unit.
pub fn shared_operator(name: &str, operator: &Arc<Module>, latency: usize, uses: usize, pace: usize) -> Module {
    let doc = format!("Takes the operands of {uses} units one after the other within a beat of {pace} clock cycles.");
    let m = Builder::new(name, doc);
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_reset(rst);
    let (phase, advance) = (m.input("phase", address_bits(pace)), m.input("advance", 1));
    let controls = [operator.enable, operator.reset].into_iter().flatten().count();
    let ports = &operator.inputs[..operator.inputs.len() - controls];
    let operand = |unit: usize, port: &Port| m.input(format!("{}{unit}", port.name), operator.width(port.fields[0]));
    let operands: Vec<Vec<Sig>> =
        (0..uses).map(|unit| ports.iter().map(|port| operand(unit, port)).collect()).collect();
    let chosen = (0..ports.len()).map(|port| {
        let of_units: Vec<Sig> = operands.iter().map(|operands| operands[port]).collect();
        m.select(phase, &of_units)
    });
    let controls = [operator.enable.map(|_| advance), operator.reset.map(|_| rst)];
    let results = m.operate("operator", operator, chosen.chain(controls.into_iter().flatten()));
    for unit in 0..uses {
        let cycle = unit + latency;
        let captured = (cycle % pace != pace - 1).then(|| phase.is(cycle % pace));
        for (port, &result) in operator.outputs.iter().zip(&results) {
            let name = format!("{}{unit}", port.name);
            let mut result = result;
            if let Some(captured) = captured {
                let register = m.reg(result.width()).named(&format!("{name}_captured"));
                result = register.next_if(captured, result);
            }
            for beat in ready_beat(cycle, pace)..=latency {
                // A reset keeps synthesis from making a shift register of a few registers.
                let register = m.reg_apart(result.width()).named(&format!("{name}_beat{beat}"));
                result = register.next_if(ce, result);
            }
            m.output(name, result);
        }
    }
    m.finish()
}
