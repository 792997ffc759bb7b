//! The transforms of a frame of one size: the processor with the coefficients that the program asks for.

use super::super::core::FoldedCore;
use super::processor::{process, Coefficients, Results, StepSignals};
use super::program::Program;
use super::roots::{lane_coefficients, unit_coefficients};
use crate::lower::OperatorLibrary;
use crate::rtl::{Module, Net};

/// Builds the processor. `elements`: the complex words that were read `core.read_cycles()` cycles ago, one for each lane. The results
/// come `core.processor.cycles()` cycles behind their elements.
pub fn transform(
    m: &mut Module,
    core: &FoldedCore,
    program: &Program,
    operators: &OperatorLibrary,
    (enable, elements): (Net, &[Net]),
) -> Results {
    let FoldedCore { plan, processor, scale, .. } = core;
    let kernels = processor.kernels.iter();
    let takes = kernels.map(|kernel| program.has_radix(m, plan.radices(), kernel.transform.radix())).collect();
    let pre_shift = pre_shift(m, core, program);
    let Program { computes, is_first, .. } = *program;
    let signals = StepSignals { computes, is_first, takes, pre_shift, read_cycles: core.read_cycles() };
    let coefficients = match &processor.rotator {
        Some(rotator) => {
            let (set, late) = (operators.of_stage(rotator), core.read_cycles() + processor.kernel_cycles());
            let words = lane_coefficients(m, (plan, scale.as_ref()), program, set, late);
            // The first result of a transform is not multiplied where all results come in one cycle.
            let mut words: Vec<_> = words.into_iter().map(Some).collect();
            if processor.rounder.is_some() {
                words[0] = None;
            }
            Coefficients::OfResults(words)
        }
        None => {
            let kernel = &processor.kernels[0];
            Coefficients::OfUnits(unit_coefficients(m, plan, program, (kernel, operators.of_stage(kernel))))
        }
    };
    process(m, processor, (&signals, &coefficients), operators, (enable, elements))
}

/// Returns the bits by which the products of the current step move up ahead of the rounding. `None` if no step has any.
fn pre_shift(m: &mut Module, core: &FoldedCore, program: &Program) -> Option<Net> {
    let bits = core.processor.pre_shift_bits()?;
    let zero = m.constant(bits, 0);
    let shifts = program.steps.iter().zip(&core.processor.pre_shifts[0]);
    Some(shifts.fold(zero, |all, (&step, &shift)| {
        let shift = m.constant(bits, shift.into());
        let own = m.mux(step, shift, zero);
        m.or(all, own)
    }))
}
