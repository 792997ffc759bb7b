//! The unit as a netlist: kernels, of which a step takes one, and the multiplication by twiddle factors.

use super::super::engine::READ_CYCLES;
use super::super::plan::FoldedPlan;
use super::super::unit::FoldedUnit;
use super::program::Program;
use super::roots::coefficients;
use crate::blocks::kernel::netlist::{body, Counters, KernelInputs};
use crate::lower::OperatorLibrary;
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};

/// Builds the unit. `element`: the complex word of the place that was read `READ_CYCLES` cycles ago. Returns the result, `unit.cycles()`
/// cycles behind its element.
pub fn transform(
    m: &mut Module,
    (plan, unit): (&FoldedPlan, &FoldedUnit),
    program: &Program,
    operators: &OperatorLibrary,
    [enable, element]: [Net; 2],
) -> Net {
    let data = parts(m, element);
    let mut result: Option<Vec<Net>> = None;
    for kernel in &unit.kernels {
        let chosen = program.has_radix(m, plan.radices(), kernel.transform.radix());
        let starts = m.and(program.computes, program.is_first);
        let starts = chosen.map_or(starts, |chosen| m.and(chosen, starts));
        let starts = (0..READ_CYCLES).fold(starts, |net, _| m.register(net, Some(0)));
        let outputs = outputs(m, kernel, operators, starts, (&data, enable, &[]));
        let late = (unit.kernel_cycles() - kernel.cycles()) as u32;
        let outputs: Vec<Net> = outputs.into_iter().map(|net| m.delay(net, late)).collect();
        result = Some(match (result, chosen) {
            (Some(others), Some(chosen)) => {
                let chosen = m.delay(chosen, (READ_CYCLES + unit.kernel_cycles()) as u32);
                others.iter().zip(outputs).map(|(&other, own)| m.mux(chosen, own, other)).collect()
            }
            _ => outputs,
        });
    }
    let transformed = result.unwrap_or(data);
    let set = operators.of_stage(&unit.rotator);
    let words = coefficients(m, plan, program, set, READ_CYCLES + unit.kernel_cycles());
    let never = m.constant(1, 0);
    let rotated = outputs(m, &unit.rotator, operators, never, (&transformed, enable, &words));
    m.concat(&rotated)
}

/// Builds the operators of a stage. Returns the parts of its results.
fn outputs(
    m: &mut Module,
    stage: &Stage,
    operators: &OperatorLibrary,
    start: Net,
    (data, enable, words): (&[Net], Net, &[Net]),
) -> Vec<Net> {
    let mut counters = Counters::new(m, stage, start);
    let inputs = KernelInputs { data, enable, words, pre_shift: None };
    let outputs = body(m, stage, operators.of_stage(stage), &mut counters, &inputs);
    outputs.into_iter().map(|output| output.word).collect()
}

/// Returns real and imaginary part of a complex word.
pub fn parts(m: &mut Module, word: Net) -> Vec<Net> {
    let bits = m.width(word) / 2;
    vec![m.slice(word, 0, bits), m.slice(word, bits, bits)]
}
