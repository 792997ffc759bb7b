//! Operators that serve several units of a stage within a beat.
//!
//! At a pace of k clock cycles to a beat the clock enable of the core is high in at most every k-th clock cycle. The operands of a stage stay
//! as they are for the clock cycles of a beat, in which an operator with a clock enable of its own takes those of one unit after the
//! other.

use crate::rtl::{address_bits, Module, Net};
use std::sync::Arc;

/// Builds the counter of the clock cycles of a beat. Output `phase`: clock cycles since the last beat, at most `pace - 1`. Output `advance`:
/// whether shared operators step, which they do in `pace` clock cycles of each beat.
pub fn phase_counter(name: &str, pace: usize) -> Module {
    let mut m = Module::new(name, format!("Counts the clock cycles of a beat, which are at least {pace}."));
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_reset(rst);
    let bits = address_bits(pace);
    let phase = m.state(bits, Some(pace as u128 - 1));
    m.name(phase, "phase");
    let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
    let rests = m.eq_const(phase, pace as u128 - 1);
    let more = m.add(phase, one);
    let next = m.mux(rests, phase, more);
    let next = m.mux(ce, zero, next);
    m.drive(phase, next);
    let steps = m.not(rests);
    let advance = m.or(ce, steps);
    m.output("phase", phase);
    m.output("advance", advance);
    m
}

/// Whether an operator of a latency in clock cycles gives the results of `uses` units in time, at a pace.
pub fn is_in_time(latency: usize, uses: usize, pace: usize) -> bool {
    latency > 0 && ready_beat(uses - 1 + latency, pace) <= latency
}

/// Returns the beat from whose first clock cycle on a result is there that leaves the operator in a clock cycle, both counted from the
/// beat of the operands.
fn ready_beat(cycle: usize, pace: usize) -> usize {
    cycle / pace + 1
}

/// Builds a pipelined operator that serves `uses` units, with a latency in beats that is the operator's in clock cycles. Inputs are the
/// clock enable of the core, a reset, those of [`phase_counter`], and the operands of each unit. Outputs are the results of each unit.
pub fn shared_operator(name: &str, operator: &Arc<Module>, latency: usize, uses: usize, pace: usize) -> Module {
    let doc = format!("Takes the operands of {uses} units one after the other within a beat of {pace} clock cycles.");
    let mut m = Module::new(name, doc);
    let (ce, rst) = (m.input("ce", 1), m.input("rst", 1));
    m.set_reset(rst);
    let (phase, advance) = (m.input("phase", address_bits(pace)), m.input("advance", 1));
    let controls = [operator.enable, operator.reset].into_iter().flatten().count();
    let ports = &operator.inputs[..operator.inputs.len() - controls];
    let mut operands: Vec<Vec<Net>> = vec![Vec::with_capacity(uses); ports.len()];
    for use_ in 0..uses {
        for (port, nets) in ports.iter().zip(&mut operands) {
            nets.push(m.input(format!("{}{use_}", port.name), operator.width(port.fields[0])));
        }
    }
    let chosen = operands.iter().map(|nets| m.select(phase, nets));
    let pins: Vec<Net> = chosen.collect();
    let pins = pins.into_iter().chain(operator.enable.map(|_| advance)).chain(operator.reset.map(|_| rst));
    let results = m.instance("operator", operator, pins.map(|net| vec![net]).collect());
    for use_ in 0..uses {
        let cycle = use_ + latency;
        let captured = (cycle % pace != pace - 1).then(|| m.eq_const(phase, (cycle % pace) as u128));
        for (port, nets) in operator.outputs.iter().zip(&results) {
            let name = format!("{}{use_}", port.name);
            let mut result = nets[0];
            if let Some(captured) = captured {
                let register = m.state(m.width(result), None);
                result = held(&mut m, register, result, captured);
                m.name(result, format!("{name}_captured"));
            }
            for beat in ready_beat(cycle, pace)..=latency {
                // A reset keeps synthesis from making a shift register of a few registers.
                let register = m.state_apart(m.width(result));
                result = held(&mut m, register, result, ce);
                m.name(result, format!("{name}_beat{beat}"));
            }
            m.output(name, result);
        }
    }
    m
}

/// Connects a register that takes a net with a clock enable of its own.
fn held(m: &mut Module, register: Net, net: Net, enable: Net) -> Net {
    m.drive_enabled(register, net, enable);
    register
}
