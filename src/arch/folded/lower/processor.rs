//! The processor as a netlist: kernels, of which a step takes one, and the multiplication by twiddle factors.

use super::super::processor::StepProcessor;
use super::roots::WORDS;
use crate::blocks::kernel::netlist::{body, Counters, ExternalWords, KernelInputs};
use crate::lower::align::AlignedTransforms;
use crate::lower::cfp::cfp_layout;
use crate::lower::delay::delay_line;
use crate::lower::OperatorLibrary;
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};
use std::collections::BTreeMap;

/// What the program tells the processor about the elements that are read.
pub struct StepSignals {
    /// High when a step reads places.
    pub computes: Net,
    /// High with the first elements of a transform.
    pub is_first: Net,
    /// `takes[kernel]`: high in the steps that take a kernel. `None` if all steps take it.
    pub takes: Vec<Option<Net>>,
    /// Bits by which the products move up ahead of the rounding, where steps or frames differ in them.
    pub pre_shift: Option<PreShift>,
    /// Cycles from these signals to the elements.
    pub read_cycles: usize,
}

/// Bits by which products move up ahead of the rounding.
#[derive(Clone, Copy)]
pub enum PreShift {
    /// Number of bits for the places that are read. It is delayed together with their words.
    OfReads(Net),
    /// Number of bits for the results that are being rounded. It is not delayed.
    OfResults(Net),
}

/// Coefficients of the multipliers of a processor.
pub enum Coefficients {
    /// Words of the factor of each lane, when the result of the kernel is there. `None` for a lane without multipliers.
    OfResults(Vec<Option<[Net; WORDS]>>),
    /// Word of each multiplier of the kernel, by the number of the unit.
    OfUnits(BTreeMap<usize, Net>),
}

/// Results of a processor.
pub struct Results {
    /// A complex word for each lane.
    pub words: Vec<Net>,
    /// High when a part was too large for its word. `None` if none ever is. It has no meaning in cycles without results.
    pub overflow: Option<Net>,
}

/// Builds the processor. `elements`: a complex word for each lane. The results come `processor.cycles()` cycles behind their elements.
pub fn process(
    m: &mut Module,
    processor: &StepProcessor,
    (signals, coefficients): (&StepSignals, &Coefficients),
    operators: &OperatorLibrary,
    (enable, elements): (Net, &[Net]),
) -> Results {
    let data: Vec<Net> = elements.iter().flat_map(|&element| parts(m, element)).collect();
    let result = kernels(m, processor, (signals, coefficients), operators, (enable, &data));
    let late = signals.read_cycles + processor.kernel_cycles();
    let KernelResult { parts, overflow, exponent } = match (&processor.rotator, coefficients) {
        (Some(rotator), Coefficients::OfResults(words)) => {
            let pre_shift = signals.pre_shift.map(|shift| shift.delayed(m, late));
            let lanes = result.parts.chunks(2).zip(words);
            let lanes: Vec<Parts> = lanes
                .map(|(data, words)| multiplied(m, processor, operators, (data, words), (enable, pre_shift)))
                .collect();
            let overflow = any(m, lanes.iter().filter_map(|lane| lane.overflow));
            let parts = lanes.into_iter().flat_map(|lane| lane.parts).collect();
            let exponent = result.exponent.map(|exponent| delay_line(m, exponent, rotator.cycles() as u32));
            KernelResult { parts, overflow, exponent }
        }
        _ => result,
    };
    let shared = processor.kernels.first().and_then(Stage::shared);
    let word = |parts: &[Net]| {
        let word = match shared.zip(exponent) {
            None => parts.to_vec(),
            Some((shared, exponent)) => cfp_layout(&shared).join(m, [parts[0], parts[1]], exponent).to_vec(),
        };
        m.concat(&word)
    };
    Results { words: parts.chunks(2).map(word).collect(), overflow }
}

/// Builds the kernels. Returns the result of the one that the step takes.
fn kernels(
    m: &mut Module,
    processor: &StepProcessor,
    (signals, coefficients): (&StepSignals, &Coefficients),
    operators: &OperatorLibrary,
    (enable, data): (Net, &[Net]),
) -> KernelResult {
    let words = match coefficients {
        Coefficients::OfUnits(words) => ExternalWords::Units(words),
        Coefficients::OfResults(_) => ExternalWords::None,
    };
    let mut result: Option<KernelResult> = None;
    for (kernel, &chosen) in processor.kernels.iter().zip(&signals.takes) {
        let starts = match kernel.placement.shape.period {
            // A kernel whose elements come in one cycle counts none.
            1 => m.constant(1, 0),
            _ => {
                let starts = m.and(signals.computes, signals.is_first);
                let starts = chosen.map_or(starts, |chosen| m.and(chosen, starts));
                (0..signals.read_cycles).fold(starts, |net, _| m.register(net, Some(0)))
            }
        };
        // A kernel that multiplies also rounds.
        let pre_shift = signals.pre_shift.filter(|_| processor.rotator.is_none());
        let pre_shift = pre_shift.map(|shift| shift.delayed(m, signals.read_cycles));
        let own = kernel_result(m, kernel, operators, (data, words, pre_shift), [starts, enable]);
        let late = (processor.kernel_cycles() - kernel.cycles()) as u32;
        let own = own.map(|net| m.delay(net, late));
        result = Some(match (result, chosen) {
            (Some(others), Some(chosen)) => {
                let chosen = m.delay(chosen, (signals.read_cycles + processor.kernel_cycles()) as u32);
                own.or(m, &others, chosen)
            }
            _ => own,
        });
    }
    result.unwrap_or_else(|| unreachable!("a processor has a kernel"))
}

impl PreShift {
    /// Delays the shift together with what is read.
    fn delayed(self, m: &mut Module, cycles: usize) -> Self {
        match self {
            PreShift::OfReads(net) => PreShift::OfReads(m.delay(net, cycles as u32)),
            PreShift::OfResults(_) => self,
        }
    }

    /// Returns the shift when the products of a stage are rounded. `self` is the shift when they enter the stage.
    fn at_rounding(self, m: &mut Module, stage: &Stage) -> Net {
        match self.delayed(m, stage.kernel.schedule.latency) {
            PreShift::OfReads(net) | PreShift::OfResults(net) => net,
        }
    }
}

/// Multiplies the parts of a result by a factor, `pre_shift` bits ahead of the rounding. A lane without a factor rounds only.
fn multiplied(
    m: &mut Module,
    processor: &StepProcessor,
    operators: &OperatorLibrary,
    (data, words): (&[Net], &Option<[Net; WORDS]>),
    (enable, pre_shift): (Net, Option<PreShift>),
) -> Parts {
    let never = m.constant(1, 0);
    let Some(rotator) = &processor.rotator else { unreachable!("results with factors have a rotator") };
    match (words, &processor.rounder) {
        (Some(words), _) => {
            let pre_shift = pre_shift.map(|shift| shift.at_rounding(m, rotator));
            let inputs = KernelInputs { data, enable, words: ExternalWords::Tables(words), pre_shift };
            outputs(m, rotator, operators, never, &inputs)
        }
        (None, Some(rounder)) => {
            let late = (rotator.cycles() - rounder.cycles()) as u32;
            // A headroom is known no earlier than the products are rounded.
            let [before, behind] = match pre_shift {
                Some(PreShift::OfResults(_)) => [late, 0],
                _ => [0, late],
            };
            let data: Vec<Net> = data.iter().map(|&part| m.delay(part, before)).collect();
            let pre_shift = pre_shift.map(|shift| shift.at_rounding(m, rounder));
            let inputs = KernelInputs { data: &data, enable, words: ExternalWords::None, pre_shift };
            let rounded = outputs(m, rounder, operators, never, &inputs);
            Parts {
                parts: rounded.parts.into_iter().map(|part| m.delay(part, behind)).collect(),
                overflow: rounded.overflow.map(|overflow| m.delay(overflow, behind)),
            }
        }
        (None, None) => unreachable!("a lane without a factor has a rounder"),
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
struct Parts {
    parts: Vec<Net>,
    /// High when a part was too large for its word. `None` if none ever is.
    overflow: Option<Net>,
}

impl KernelResult {
    /// Changes all nets.
    fn map(self, mut change: impl FnMut(Net) -> Net) -> Self {
        let KernelResult { parts, overflow, exponent } = self;
        let parts = parts.into_iter().map(&mut change).collect();
        KernelResult { parts, overflow: overflow.map(&mut change), exponent: exponent.map(change) }
    }

    /// Returns this result when `chosen` is high, and otherwise another one.
    fn or(self, m: &mut Module, other: &KernelResult, chosen: Net) -> Self {
        let parts = self.parts.iter().zip(&other.parts).map(|(&own, &other)| m.mux(chosen, own, other)).collect();
        let exponents = self.exponent.zip(other.exponent);
        let exponent = exponents.map(|(own, other)| m.mux(chosen, own, other));
        // Kernels round nothing, but for one that multiplies and has no other beside it.
        KernelResult { parts, overflow: None, exponent }
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
fn outputs(m: &mut Module, stage: &Stage, operators: &OperatorLibrary, start: Net, inputs: &KernelInputs) -> Parts {
    let mut counters = Counters::new(m, stage, start);
    let outputs = body(m, stage, operators.of_stage(stage), &mut counters, inputs);
    let overflow = any(m, outputs.iter().filter_map(|output| output.overflow));
    Parts { parts: outputs.into_iter().map(|output| output.word).collect(), overflow }
}

/// Returns a net that is high with any of some nets. `None` if there are none.
fn any(m: &mut Module, nets: impl Iterator<Item = Net>) -> Option<Net> {
    nets.collect::<Vec<Net>>().into_iter().reduce(|any, net| m.or(any, net))
}

/// Returns real and imaginary part of a complex word.
pub fn parts(m: &mut Module, word: Net) -> Vec<Net> {
    let bits = m.width(word) / 2;
    vec![m.slice(word, 0, bits), m.slice(word, bits, bits)]
}
