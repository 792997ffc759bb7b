//! The transforms of a frame of one size: the processor with the coefficients that the program asks for.

use super::super::core::FoldedCore;
use super::processor::{process, Coefficients, PreShift, Results, StepSignals};
use super::program::Program;
use super::roots::{lane_coefficients, unit_coefficients};
use crate::lower::OperatorLibrary;
use crate::rtl::{Module, Net};

/// What the processor is told about a frame.
#[derive(Clone, Copy)]
pub struct FrameSignals {
    /// Bits by which the products of the current step move up ahead of the rounding, where steps or frames differ in them.
    pub pre_shift: Option<PreShift>,
    /// High if the bins of the frame are scaled by a factor, where some frames have none.
    pub has_scale: Option<Net>,
}

/// Builds the processor. `elements`: the complex words that were read `core.read_cycles()` cycles ago, one for each lane. The results
/// come `core.processor.cycles()` cycles behind their elements.
pub fn transform(
    m: &mut Module,
    core: &FoldedCore,
    (program, FrameSignals { pre_shift, has_scale }): (&Program, FrameSignals),
    operators: &OperatorLibrary,
    (enable, elements): (Net, &[Net]),
) -> Results {
    let FoldedCore { plan, processor, scale, .. } = core;
    let kernels = processor.kernels.iter();
    let takes = kernels.map(|kernel| program.has_radix(m, plan.radices(), kernel.transform.radix())).collect();
    let Program { computes, is_first, .. } = *program;
    let signals = StepSignals { computes, is_first, takes, pre_shift, read_cycles: core.read_cycles() };
    let coefficients = match &processor.rotator {
        Some(rotator) => {
            let (set, late) = (operators.of_stage(rotator), core.read_cycles() + processor.kernel_cycles());
            let words =
                lane_coefficients(m, (plan, scale.as_ref().map(|scale| (scale, has_scale))), program, set, late);
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
