//! One kernel of a processor as a netlist, with the alignment before it where words have exponents.

use crate::blocks::kernel::netlist::{body, Counters, ExternalWords, KernelInputs};
use crate::lower::align::AlignedTransforms;
use crate::lower::delay::delay_line;
use crate::lower::OperatorLibrary;
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};

/// Bits by which products move up before the rounding.
#[derive(Clone, Copy)]
pub enum PreShift {
    /// Number of bits for the places that are read. It is delayed together with their words.
    OfReads(Net),
    /// Number of bits for the results that are being rounded. It is not delayed.
    OfResults(Net),
}

impl PreShift {
    /// Delays the shift together with what is read.
    pub fn delayed(self, m: &mut Module, cycles: usize) -> Self {
        match self {
            PreShift::OfReads(net) => PreShift::OfReads(m.delay(net, cycles as u32)),
            PreShift::OfResults(_) => self,
        }
    }

    /// Returns the shift when the products of a stage are rounded. `self` is the shift when they enter the stage.
    pub fn at_rounding(self, m: &mut Module, stage: &Stage) -> Net {
        match self.delayed(m, stage.kernel.schedule.latency) {
            PreShift::OfReads(net) | PreShift::OfResults(net) => net,
        }
    }
}

/// Parts of a kernel's result, and the exponent of its transform where words have exponents.
pub struct KernelResult {
    pub parts: Vec<Net>,
    /// High when a part was too large for its word. `None` if none ever is.
    pub overflow: Option<Net>,
    pub exponent: Option<Net>,
}

/// Parts of results.
pub struct Parts {
    pub parts: Vec<Net>,
    /// High when a part was too large for its word. `None` if none ever is.
    pub overflow: Option<Net>,
}

impl KernelResult {
    /// Changes all nets.
    pub fn map(self, mut change: impl FnMut(Net) -> Net) -> Self {
        let KernelResult { parts, overflow, exponent } = self;
        let parts = parts.into_iter().map(&mut change).collect();
        KernelResult { parts, overflow: overflow.map(&mut change), exponent: exponent.map(change) }
    }

    /// Returns this result when `chosen` is high, and otherwise another one.
    pub fn or(self, m: &mut Module, other: &KernelResult, chosen: Net) -> Self {
        let parts = self.parts.iter().zip(&other.parts).map(|(&own, &other)| m.mux(chosen, own, other)).collect();
        let exponents = self.exponent.zip(other.exponent);
        let exponent = exponents.map(|(own, other)| m.mux(chosen, own, other));
        let overflow = match (self.overflow, other.overflow) {
            (None, None) => None,
            overflows => {
                let never = m.constant(1, 0);
                let [own, other] = [overflows.0, overflows.1].map(|overflow| overflow.unwrap_or(never));
                Some(m.mux(chosen, own, other))
            }
        };
        KernelResult { parts, overflow, exponent }
    }
}

/// Builds a kernel. `start`: high with the first element of a transform; `words`: coefficients of its multipliers, and `pre_shift`: shift of
/// its products with the elements, where it multiplies.
pub fn kernel_result(
    m: &mut Module,
    kernel: &Stage,
    operators: &OperatorLibrary,
    (data, words, pre_shift): (&[Net], ExternalWords, Option<PreShift>),
    [start, enable]: [Net; 2],
) -> KernelResult {
    let aligned = AlignedTransforms::new(m, kernel, operators, data, [start, enable]);
    let Some(aligned) = aligned else {
        let pre_shift = pre_shift.map(|shift| shift.at_rounding(m, kernel));
        let inputs = KernelInputs { data, enable, words, pre_shift };
        let Parts { parts, overflow } = outputs(m, kernel, operators, start, &inputs);
        return KernelResult { parts, overflow, exponent: None };
    };
    let start = (0..kernel.align_cycles()).fold(start, |net, _| m.register(net, Some(0)));
    // The exponents of words take the place of shifts.
    let inputs = KernelInputs { data: &aligned.data, enable, words, pre_shift: None };
    let Parts { parts, overflow } = outputs(m, kernel, operators, start, &inputs);
    let exponent = delay_line(m, aligned.exponents[0], (kernel.cycles() - kernel.align_cycles()) as u32);
    KernelResult { parts, overflow, exponent: Some(exponent) }
}

/// Builds the operators of a stage. Returns the parts of its results.
pub fn outputs(m: &mut Module, stage: &Stage, operators: &OperatorLibrary, start: Net, inputs: &KernelInputs) -> Parts {
    let mut counters = Counters::new(m, stage, start);
    let outputs = body(m, stage, operators.of_stage(stage), &mut counters, inputs);
    let overflow = any(m, outputs.iter().filter_map(|output| output.overflow));
    Parts { parts: outputs.into_iter().map(|output| output.word).collect(), overflow }
}

/// Returns a net that is high with any of some nets. `None` if there are none.
pub fn any(m: &mut Module, nets: impl Iterator<Item = Net>) -> Option<Net> {
    nets.collect::<Vec<Net>>().into_iter().reduce(|any, net| m.or(any, net))
}
