//! The kernels of a shared stage: all of them compute, and the size of the frame selects the results of one.

use super::super::route::SizeRoute;
use super::super::stage::{SharedStage, CYCLES_BEFORE_KERNEL};
use super::bank::READ_CYCLES;
use super::per_size::PerSize;
use super::stage_banks::split_parts;
use crate::blocks::kernel::netlist::{body, Counters, ExternalWords, KernelInputs};
use crate::lower::control::select;
use crate::lower::output_rounding::{any_overflow, RoundedOutput};
use crate::lower::OperatorLibrary;
use crate::rtl::{Module, Net};

/// Clock cycles from the elements out of their banks to the operators.
const INPUT_CYCLES: u32 = CYCLES_BEFORE_KERNEL as u32 - READ_CYCLES;

/// The kernels of a stage.
pub struct StageKernels<'a> {
    pub stage: &'a SharedStage,
    /// Number of the stage.
    pub place: usize,
    pub operators: &'a OperatorLibrary,
    /// The size of the frame whose results come.
    pub sizes: &'a PerSize<'a>,
    /// The number of its kernel, as the results come.
    pub which: Net,
    pub start: Net,
    pub enable: Net,
}

impl StageKernels<'_> {
    /// Transforms complex words of a lane. Returns the results, and whether one of them does not fit.
    pub fn transform(&self, m: &mut Module, elements: &[Net]) -> (Vec<Net>, Net) {
        let &StageKernels { stage, which, .. } = self;
        let mut results: Vec<Vec<Net>> = vec![vec![]; stage.max_radix()];
        let mut overflows = m.constant(1, 0);
        for number in 0..stage.kernels.len() {
            let (outputs, delay) = self.outputs(m, number, elements);
            for (digit, parts) in outputs.chunks(2).enumerate() {
                let word = m.concat(&[parts[0].word, parts[1].word]);
                results[digit].push(m.delay(word, delay));
            }
            let is_own = m.eq_const(which, number as u128);
            let overflow = any_overflow(m, &outputs).unwrap_or_else(|| m.constant(1, 0));
            let overflow = m.delay(overflow, delay);
            let overflow = m.and(overflow, is_own);
            overflows = m.or(overflows, overflow);
        }
        let selected = results.iter().map(|words| {
            // Kernels of fewer results come first; what is selected for them is don't-care.
            let missing = stage.kernels.len() - words.len();
            let cases: Vec<Net> = std::iter::repeat_n(words[0], missing).chain(words.iter().copied()).collect();
            select(m, which, &cases)
        });
        (selected.collect(), overflows)
    }

    /// Returns the real outputs of a kernel, and by how many clock cycles they are before the slowest kernel.
    fn outputs(&self, m: &mut Module, number: usize, elements: &[Net]) -> (Vec<RoundedOutput>, u32) {
        let &StageKernels { stage, place, operators, sizes, start, enable, .. } = self;
        let kernel = &stage.kernels[number];
        let radix = kernel.transform.radix();
        // The last element comes straight from the input, whatever the radix.
        let last = elements.len() - 1;
        let words = elements[..radix - 1].iter().chain([&elements[last]]);
        let data: Vec<Net> = words.flat_map(|&word| split_parts(m, word, stage.bits[0])).collect();
        let block = |route: &SizeRoute| if route.radices[place] == radix { route.kernel_block(place) } else { None };
        let pre_shift = sizes.pre_shift(m, kernel, INPUT_CYCLES, block);
        let inputs = KernelInputs { data: &data, enable, words: ExternalWords::None, pre_shift };
        let mut counters = Counters::new(m, kernel, start);
        let outputs = body(m, kernel, operators.of_stage(kernel), &mut counters, &inputs);
        (outputs, (stage.kernel_cycles() - kernel.cycles()) as u32)
    }
}
