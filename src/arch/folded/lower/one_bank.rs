//! One bank: an element or a bin is read in each cycle, and a sample or a result is written.

use super::super::core::FoldedCore;
use super::super::processor::StepProcessor;
use super::addresses::Addresses;
use super::memory::{FrameMemory, MEMORY_CYCLES};
use super::processor::{transform, Coefficients, StepSignals};
use super::program::Program;
use super::roots::{coefficients, unit_coefficients};
use super::samples::Samples;
use crate::lower::OperatorLibrary;
use crate::rtl::{Module, Net};

/// Builds the memory and the processor. Returns the complex word that was read `core.read_cycles()` cycles ago.
pub fn one_bank(
    m: &mut Module,
    core: &FoldedCore,
    (program, addresses, samples): (&Program, &Addresses, &Samples),
    operators: &OperatorLibrary,
    enable: Net,
) -> Net {
    let FoldedCore { plan, processor, scale, .. } = core;
    let place = addresses.of_place(m, &program.digits);
    let read = match plan.alternates() {
        true => place,
        false => {
            let bin = addresses.of_place(m, &program.bin_digits);
            m.mux(program.leaves, bin, place)
        }
    };
    let memory = FrameMemory::new(m, addresses.words(), 2 * processor.memory, read);
    let kernels = processor.kernels.iter();
    let takes = kernels.map(|kernel| program.has_radix(m, plan.radices(), kernel.transform.radix())).collect();
    let pre_shift = pre_shift(m, processor, program);
    let signals = StepSignals { computes: program.computes, is_first: program.is_first, takes, pre_shift };
    let words = match &processor.rotator {
        Some(rotator) => {
            let (set, late) = (operators.of_stage(rotator), MEMORY_CYCLES + processor.kernel_cycles());
            Coefficients::OfResults(coefficients(m, (plan, scale.as_ref()), program, set, late))
        }
        None => {
            let kernel = &processor.kernels[0];
            Coefficients::OfUnits(unit_coefficients(m, plan, program, (kernel, operators.of_stage(kernel))))
        }
    };
    let result = transform(m, processor, (&signals, &words), operators, [enable, memory.found]);
    let cycles = core.read_cycles() + processor.cycles();
    let is_result = (0..cycles).fold(program.computes, |net, _| m.register(net, Some(0)));
    let result_address = m.delay(place, cycles as u32);
    let sample_address = addresses.of_place(m, &samples.digits);
    let enable = m.or(samples.active, is_result);
    let [address, word] = [[sample_address, result_address], [samples.word, result]]
        .map(|[sample, result]| m.mux(samples.active, sample, result));
    memory.write(m, [enable, address, word]);
    memory.found
}

/// Returns the bits by which the products of the current step move up ahead of the rounding. `None` if no step has any.
fn pre_shift(m: &mut Module, processor: &StepProcessor, program: &Program) -> Option<Net> {
    let bits = processor.pre_shift_bits()?;
    let zero = m.constant(bits, 0);
    let shifts = program.steps.iter().zip(&processor.pre_shifts[0]);
    Some(shifts.fold(zero, |all, (&step, &shift)| {
        let shift = m.constant(bits, shift.into());
        let own = m.mux(step, shift, zero);
        m.or(all, own)
    }))
}
