//! The kernels of a shared stage: all of them compute, and the size of the frame selects the results of one.

use super::super::route::SizeRoute;
use super::super::stage::{SharedStage, CYCLES_BEFORE_KERNEL};
use super::bank::READ_CYCLES;
use super::per_size::PerSize;
use super::stage_banks::split_parts;
use crate::blocks::kernel::body::{body, Counters, ExternalWords, KernelInputs};
use crate::parts::output_rounding::{any_overflow, RoundedOutput};
use crate::parts::OperatorLibrary;
use fftgen_hdl::dsl::*;

/// Clock cycles from the elements out of their banks to the operators.
const INPUT_CYCLES: u32 = CYCLES_BEFORE_KERNEL as u32 - READ_CYCLES;

/// The kernels of a stage.
pub struct StageKernels<'a, 'm> {
    pub stage: &'a SharedStage,
    /// Number of the stage.
    pub place: usize,
    pub operators: &'a OperatorLibrary,
    /// The size of the frame whose results come.
    pub sizes: PerSize<'m>,
    /// The number of its kernel, as the results come.
    pub which: Sig<'m>,
    pub start: Sig<'m>,
}

impl<'m> StageKernels<'_, 'm> {
    /// Transforms complex words of a lane. Returns the results, and whether one of them does not fit.
    pub fn transform(&self, elements: &[Sig<'m>]) -> (Vec<Sig<'m>>, Sig<'m>) {
        let &StageKernels { stage, which, .. } = self;
        let m = which.builder();
        let mut results: Vec<Vec<Sig>> = vec![vec![]; stage.max_radix()];
        let mut overflows = m.constant(1, 0);
        for (number, kernel) in stage.kernels.iter().enumerate() {
            let outputs = self.outputs(number, elements);
            let wait = (stage.kernel_cycles() - kernel.cycles()) as u32;
            for (digit, parts) in outputs.chunks(2).enumerate() {
                results[digit].push(m.cat(parts.iter().map(|part| part.word)).later(wait));
            }
            if let Some(overflow) = any_overflow(&outputs) {
                overflows = overflows | overflow.later(wait) & which.is(number);
            }
        }
        let selected = results.iter().map(|words| {
            // Kernels of fewer results come first; what is selected for them is don't-care.
            let missing = stage.kernels.len() - words.len();
            let cases: Vec<Sig> = std::iter::repeat_n(words[0], missing).chain(words.iter().copied()).collect();
            m.select_by_bits(which, &cases)
        });
        (selected.collect(), overflows)
    }

    /// Returns the real outputs of a kernel.
    fn outputs(&self, number: usize, elements: &[Sig<'m>]) -> Vec<RoundedOutput<'m>> {
        let &StageKernels { stage, place, operators, sizes, start, .. } = self;
        let kernel = &stage.kernels[number];
        let radix = kernel.transform.radix();
        // The last element comes straight from the input, whatever the radix.
        let last = elements.len() - 1;
        let words = elements[..radix - 1].iter().chain([&elements[last]]);
        let data: Vec<Sig> = words.flat_map(|&word| split_parts(word, stage.bits[0])).collect();
        let block = |route: &SizeRoute| if route.radices[place] == radix { route.kernel_block(place) } else { None };
        let pre_shift = sizes.pre_shift(kernel, INPUT_CYCLES, block);
        let inputs = KernelInputs { data: &data, words: ExternalWords::None, pre_shift };
        body(start.builder(), kernel, operators.of_stage(kernel), &mut Counters::new(kernel, start), &inputs)
    }
}
