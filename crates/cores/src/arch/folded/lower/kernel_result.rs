//! One kernel of a processor as a netlist, with the alignment before it where words have exponents.

use crate::blocks::kernel::body::{body, Counters, ExternalWords, KernelInputs};
use crate::parts::align::AlignedTransforms;
use crate::parts::output_rounding::any_overflow;
use crate::parts::OperatorLibrary;
use crate::pipeline::Stage;
use fftgen_hdl::dsl::*;

/// Bits by which products move up before the rounding.
#[derive(Clone, Copy)]
pub enum PreShift<'m> {
    /// Number of bits for the places that are read. It is delayed together with their words.
    OfReads(Sig<'m>),
    /// Number of bits for the results that are being rounded. It is not delayed.
    OfResults(Sig<'m>),
}

impl<'m> PreShift<'m> {
    /// Delays the shift together with what is read.
    pub fn delayed(self, cycles: usize) -> Self {
        match self {
            PreShift::OfReads(shift) => PreShift::OfReads(shift.later_as_it_is(cycles as u32)),
            PreShift::OfResults(_) => self,
        }
    }

    /// Returns the shift when the products of a stage are rounded. `self` is the shift when they enter the stage.
    pub fn at_rounding(self, stage: &Stage) -> Sig<'m> {
        match self.delayed(stage.kernel.schedule.latency) {
            PreShift::OfReads(shift) | PreShift::OfResults(shift) => shift,
        }
    }
}

/// What enters a stage.
#[derive(Clone, Copy)]
pub struct Inputs<'a, 'm> {
    /// Parts of the elements.
    pub data: &'a [Sig<'m>],
    /// Coefficients of its multipliers.
    pub words: ExternalWords<'a, 'm>,
    /// Shift of the products with the elements, where the stage multiplies.
    pub pre_shift: Option<PreShift<'m>>,
}

/// Parts of a kernel's result, and the exponent of its transform where words have exponents.
pub struct KernelResult<'m> {
    pub parts: Vec<Sig<'m>>,
    /// High when a part was too large for its word. `None` if none ever is.
    pub overflow: Option<Sig<'m>>,
    pub exponent: Option<Sig<'m>>,
}

impl<'m> KernelResult<'m> {
    /// Delays all fields.
    pub fn later(self, cycles: u32) -> Self {
        let KernelResult { parts, overflow, exponent } = self;
        let later = |signal: Sig<'m>| signal.later_as_it_is(cycles);
        KernelResult {
            parts: parts.into_iter().map(later).collect(),
            overflow: overflow.map(later),
            exponent: exponent.map(later),
        }
    }

    /// Returns this result when `chosen` is high, and otherwise another one.
    pub fn or(self, other: KernelResult<'m>, chosen: Sig<'m>) -> Self {
        let exponents = self.exponent.zip(other.exponent);
        let overflow = match (self.overflow, other.overflow) {
            (None, None) => None,
            (Some(own), None) => Some(chosen.mux(own, 0)),
            (None, Some(other)) => Some(chosen.mux(0, other)),
            (Some(own), Some(other)) => Some(chosen.mux(own, other)),
        };
        KernelResult {
            parts: Vec::choose(chosen, self.parts, other.parts),
            overflow,
            exponent: exponents.map(|(own, other)| chosen.mux(own, other)),
        }
    }
}

/// Builds a kernel. `start`: high with the first element of a transform.
pub fn kernel_result<'m>(
    kernel: &Stage,
    operators: &OperatorLibrary,
    inputs: Inputs<'_, 'm>,
    start: Sig<'m>,
) -> KernelResult<'m> {
    let Some(aligned) = AlignedTransforms::new(kernel, operators, inputs.data, start) else {
        return outputs(kernel, operators, start, inputs);
    };
    // The exponents of words take the place of shifts.
    let inputs = Inputs { data: &aligned.data, pre_shift: None, ..inputs };
    let start = start.later_with_reset(kernel.align_cycles() as u32);
    let exponent = aligned.exponents[0].later_sparing_luts((kernel.cycles() - kernel.align_cycles()) as u32);
    KernelResult { exponent: Some(exponent), ..outputs(kernel, operators, start, inputs) }
}

/// Builds the operators of a stage. Returns the parts of its results.
pub fn outputs<'m>(
    stage: &Stage,
    operators: &OperatorLibrary,
    start: Sig<'m>,
    Inputs { data, words, pre_shift }: Inputs<'_, 'm>,
) -> KernelResult<'m> {
    let inputs = KernelInputs { data, words, pre_shift: pre_shift.map(|shift| shift.at_rounding(stage)) };
    let mut counters = Counters::new(stage, start);
    let outputs = body(start.builder(), stage, operators.of_stage(stage), &mut counters, &inputs);
    let parts = outputs.iter().map(|output| output.word).collect();
    KernelResult { parts, overflow: any_overflow(&outputs), exponent: None }
}
