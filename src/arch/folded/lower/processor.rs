//! The processor as a netlist: kernels, of which a step takes one, and the multiplication by twiddle factors.

use super::super::core::FoldedCore;
use super::super::processor::StepProcessor;
use super::memory::MEMORY_CYCLES;
use super::program::Program;
use super::roots::lane_coefficients;
use crate::blocks::kernel::netlist::{body, Counters, ExternalWords, KernelInputs};
use crate::lower::align::AlignedTransforms;
use crate::lower::cfp::cfp_layout;
use crate::lower::delay::delay_line;
use crate::lower::OperatorLibrary;
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};
use std::collections::BTreeMap;

/// What the program tells the processor about the element that is read.
pub struct StepSignals {
    /// High when a step reads a place.
    pub computes: Net,
    /// High with the first element of a transform.
    pub is_first: Net,
    /// `takes[kernel]`: high in the steps that take a kernel. `None` if all steps take it.
    pub takes: Vec<Option<Net>>,
    /// Bits by which the products move up ahead of the rounding, where steps differ in them.
    pub pre_shift: Option<Net>,
}

/// Coefficients of the multipliers of a processor.
pub enum Coefficients {
    /// Words of the factor of each result, `MEMORY_CYCLES` and the cycles of a kernel behind the read of its place.
    OfResults(Vec<Net>),
    /// Word of each multiplier of the kernel, by the number of the unit.
    OfUnits(BTreeMap<usize, Net>),
}

/// Builds the processor. `element`: the complex word of the place that was read `MEMORY_CYCLES` cycles ago. Returns the result, `processor.cycles()`
/// cycles behind its element.
pub fn transform(
    m: &mut Module,
    processor: &StepProcessor,
    (signals, coefficients): (&StepSignals, &Coefficients),
    operators: &OperatorLibrary,
    [enable, element]: [Net; 2],
) -> Net {
    let data = parts(m, element);
    let none = BTreeMap::new();
    let mut result: Option<KernelResult> = None;
    for (kernel, &chosen) in processor.kernels.iter().zip(&signals.takes) {
        let starts = m.and(signals.computes, signals.is_first);
        let starts = chosen.map_or(starts, |chosen| m.and(chosen, starts));
        let starts = (0..MEMORY_CYCLES).fold(starts, |net, _| m.register(net, Some(0)));
        let factors = match coefficients {
            Coefficients::OfUnits(factors) => factors,
            Coefficients::OfResults(_) => &none,
        };
        let own = kernel_result(m, kernel, operators, (&data, factors), [starts, enable]);
        let late = (processor.kernel_cycles() - kernel.cycles()) as u32;
        let own = own.map(|net| m.delay(net, late));
        result = Some(match (result, chosen) {
            (Some(others), Some(chosen)) => {
                let chosen = m.delay(chosen, (MEMORY_CYCLES + processor.kernel_cycles()) as u32);
                own.or(m, &others, chosen)
            }
            _ => own,
        });
    }
    let result = result.unwrap_or_else(|| unreachable!("a processor has a kernel"));
    let KernelResult { parts, exponent } = match (&processor.rotator, coefficients) {
        (Some(rotator), Coefficients::OfResults(words)) => {
            let never = m.constant(1, 0);
            let late = MEMORY_CYCLES + processor.kernel_cycles() + rotator.kernel.schedule.latency;
            let pre_shift = signals.pre_shift.map(|net| m.delay(net, late as u32));
            let inputs = KernelInputs { data: &result.parts, enable, words: ExternalWords::Tables(words), pre_shift };
            let parts = outputs(m, rotator, operators, never, &inputs);
            let exponent = result.exponent.map(|exponent| delay_line(m, exponent, rotator.cycles() as u32));
            KernelResult { parts, exponent }
        }
        _ => result,
    };
    let shared = processor.kernels.first().and_then(Stage::shared);
    let word = match shared.zip(exponent) {
        None => parts,
        Some((shared, exponent)) => cfp_layout(&shared).join(m, [parts[0], parts[1]], exponent).to_vec(),
    };
    m.concat(&word)
}

/// Builds a processor of a transform in each cycle. `elements`: the complex words of a transform. Returns the results,
/// `processor.cycles()` cycles behind their elements.
pub fn transform_lanes(
    m: &mut Module,
    core: &FoldedCore,
    program: &Program,
    operators: &OperatorLibrary,
    (enable, elements): (Net, &[Net]),
) -> Vec<Net> {
    let FoldedCore { plan, processor, .. } = core;
    let StepProcessor { kernels, rotator, rounder, .. } = processor;
    let (Some(kernel), Some(rotator), Some(rounder)) = (kernels.first(), rotator, rounder) else {
        unreachable!("lanes have a kernel, multipliers, and a rounder");
    };
    let data: Vec<Net> = elements.iter().flat_map(|&element| parts(m, element)).collect();
    let never = m.constant(1, 0);
    let result = kernel_result(m, kernel, operators, (&data, &BTreeMap::new()), [never, enable]);
    let late = (processor.kernel_cycles() - kernel.cycles()) as u32;
    let KernelResult { parts, exponent } = result.map(|net| m.delay(net, late));
    let set = operators.of_stage(rotator);
    let words = lane_coefficients(m, plan, program, set, core.read_cycles() + processor.kernel_cycles());
    let mut words = words.into_iter();
    let shared = kernel.shared();
    let exponent = exponent.map(|exponent| delay_line(m, exponent, rotator.cycles() as u32));
    let lane = |(lane, parts): (usize, &[Net])| {
        let parts = match lane {
            0 => {
                let rounded = outputs(m, rounder, operators, never, &unshifted(parts, enable, ExternalWords::None));
                let late = (rotator.cycles() - rounder.cycles()) as u32;
                rounded.into_iter().map(|part| m.delay(part, late)).collect()
            }
            _ => {
                let words = words.next().unwrap_or_else(|| unreachable!("each lane but the first has a factor"));
                outputs(m, rotator, operators, never, &unshifted(parts, enable, ExternalWords::Tables(&words)))
            }
        };
        let word = match shared.zip(exponent) {
            None => parts,
            Some((shared, exponent)) => cfp_layout(&shared).join(m, [parts[0], parts[1]], exponent).to_vec(),
        };
        m.concat(&word)
    };
    parts.chunks(2).enumerate().map(lane).collect()
}

/// Parts of a kernel's result, and the exponent of its transform where words have exponents.
struct KernelResult {
    parts: Vec<Net>,
    exponent: Option<Net>,
}

impl KernelResult {
    /// Changes all nets.
    fn map(self, mut change: impl FnMut(Net) -> Net) -> Self {
        let KernelResult { parts, exponent } = self;
        KernelResult { parts: parts.into_iter().map(&mut change).collect(), exponent: exponent.map(change) }
    }

    /// Returns this result when `chosen` is high, and otherwise another one.
    fn or(self, m: &mut Module, other: &KernelResult, chosen: Net) -> Self {
        let parts = self.parts.iter().zip(&other.parts).map(|(&own, &other)| m.mux(chosen, own, other)).collect();
        let exponents = self.exponent.zip(other.exponent);
        KernelResult { parts, exponent: exponents.map(|(own, other)| m.mux(chosen, own, other)) }
    }
}

/// Builds a kernel. `start`: high with the first element of a transform; `factors`: coefficients of its multipliers, where it multiplies.
fn kernel_result(
    m: &mut Module,
    kernel: &Stage,
    operators: &OperatorLibrary,
    (data, factors): (&[Net], &BTreeMap<usize, Net>),
    [start, enable]: [Net; 2],
) -> KernelResult {
    let words = if factors.is_empty() { ExternalWords::None } else { ExternalWords::Units(factors) };
    let aligned = AlignedTransforms::new(m, kernel, operators, data, [start, enable]);
    let Some(aligned) = aligned else {
        let parts = outputs(m, kernel, operators, start, &unshifted(data, enable, words));
        return KernelResult { parts, exponent: None };
    };
    let start = (0..kernel.align_cycles()).fold(start, |net, _| m.register(net, Some(0)));
    let parts = outputs(m, kernel, operators, start, &unshifted(&aligned.data, enable, words));
    let exponent = delay_line(m, aligned.exponents[0], (kernel.cycles() - kernel.align_cycles()) as u32);
    KernelResult { parts, exponent: Some(exponent) }
}

/// Returns the inputs of a stage whose products do not move ahead of the rounding.
fn unshifted<'a>(data: &'a [Net], enable: Net, words: ExternalWords<'a>) -> KernelInputs<'a> {
    KernelInputs { data, enable, words, pre_shift: None }
}

/// Builds the operators of a stage. Returns the parts of its results.
fn outputs(m: &mut Module, stage: &Stage, operators: &OperatorLibrary, start: Net, inputs: &KernelInputs) -> Vec<Net> {
    let mut counters = Counters::new(m, stage, start);
    let outputs = body(m, stage, operators.of_stage(stage), &mut counters, inputs);
    outputs.into_iter().map(|output| output.word).collect()
}

/// Returns real and imaginary part of a complex word.
pub fn parts(m: &mut Module, word: Net) -> Vec<Net> {
    let bits = m.width(word) / 2;
    vec![m.slice(word, 0, bits), m.slice(word, bits, bits)]
}
