//! The processor as a netlist: kernels, of which a step takes one, and the multiplication by twiddle factors.

use super::super::accumulator::Accumulator;
use super::super::processor::StepProcessor;
use super::accumulator::{accumulator, Transforms};
use super::gates::any_of;
use super::kernel_result::{any, kernel_result, outputs, KernelResult, Parts, PreShift};
use super::split::{with_split, SplitSignals};
use crate::blocks::kernel::netlist::{ExternalWords, KernelInputs};
use crate::lower::cfp::cfp_layout;
use crate::lower::delay::delay_line;
use crate::lower::OperatorLibrary;
use crate::pipeline::{FixedStage, Stage};
use crate::rtl::{address_bits, Module, Net};
use std::collections::BTreeMap;

/// What the program tells the processor about the elements that are read.
pub struct StepSignals {
    /// High when a step reads places.
    pub computes: Net,
    /// High with the first elements of a transform.
    pub is_first: Net,
    /// `takes[kernel]`: high in the steps that take a kernel. `None` if all steps take it.
    pub takes: Vec<Option<Net>>,
    /// Signals of the step of real data. `None` for complex data.
    pub split: Option<SplitSignals>,
    /// Bits by which the products move up ahead of the rounding, where steps or frames differ in them.
    pub pre_shift: Option<PreShift>,
    /// Cycles from these signals to the elements.
    pub read_cycles: usize,
}

/// Coefficients of the multipliers of a processor.
pub enum Coefficients {
    /// Words of the factor of each lane, when the result of the kernel is there. `None` for a lane without multipliers.
    OfResults(Vec<Option<Vec<Net>>>),
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
    let result = match &processor.accumulator {
        None => kernels(m, processor, (signals, coefficients), operators, (enable, &data)),
        Some((unit, stage)) => KernelResult {
            parts: accumulated(m, (processor, unit, stage), signals, operators, &data),
            overflow: None,
            exponent: None,
        },
    };
    let late = signals.read_cycles + processor.kernel_cycles();
    let result = match (processor.behind_kernels(), coefficients) {
        (Some(behind), Coefficients::OfResults(words)) => {
            let pre_shift = signals.pre_shift.map(|shift| shift.delayed(m, late));
            let lanes = result.parts.chunks(2).zip(words);
            let lanes: Vec<Parts> = lanes
                .map(|(data, words)| multiplied(m, processor, operators, (data, words), (enable, pre_shift)))
                .collect();
            let overflow = any(m, lanes.iter().filter_map(|lane| lane.overflow));
            let parts = lanes.into_iter().flat_map(|lane| lane.parts).collect();
            let exponent = result.exponent.map(|exponent| delay_line(m, exponent, behind.cycles() as u32));
            KernelResult { parts, overflow, exponent }
        }
        _ => result,
    };
    let KernelResult { parts, overflow, exponent } = match processor.split.as_ref().zip(signals.split.as_ref()) {
        None => result,
        Some((split, of_split)) => {
            with_split(m, (processor, split), operators, of_split, signals.pre_shift, (enable, &data, result))
        }
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
        let pre_shift = signals.pre_shift.filter(|_| processor.behind_kernels().is_none());
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

/// Builds the multiplier-accumulators that serve all kernels. Returns both parts of their results.
fn accumulated(
    m: &mut Module,
    (processor, unit, stage): (&StepProcessor, &Accumulator, &Stage),
    signals: &StepSignals,
    operators: &OperatorLibrary,
    elements: &[Net],
) -> Vec<Net> {
    let start = m.and(signals.computes, signals.is_first);
    let start = (0..signals.read_cycles).fold(start, |net, _| m.register(net, Some(0)));
    let takes: Option<Vec<Net>> = signals.takes.iter().copied().collect();
    let program = match takes {
        None => m.constant(1, 0),
        Some(takes) => number_of(m, &takes),
    };
    let program = m.delay(program, signals.read_cycles as u32);
    m.name(program, "program");
    let fixed: Vec<FixedStage> = processor.kernels.iter().filter_map(|kernel| kernel.arithmetic.fixed()).collect();
    let set = operators.of_stage(stage);
    accumulator(m, (unit, &fixed, set), &Transforms { elements, start, program })
}

/// Returns the number of the net that is high. One of them is.
fn number_of(m: &mut Module, nets: &[Net]) -> Net {
    let bits: Vec<Net> = (0..address_bits(nets.len()))
        .map(|bit| {
            let with_bit: Vec<Net> =
                nets.iter().enumerate().filter(|(number, _)| number >> bit & 1 > 0).map(|(_, net)| *net).collect();
            any_of(m, &with_bit)
        })
        .collect();
    m.concat(&bits)
}

/// Multiplies the parts of a result by a factor, `pre_shift` bits ahead of the rounding. A lane without a factor rounds only.
fn multiplied(
    m: &mut Module,
    processor: &StepProcessor,
    operators: &OperatorLibrary,
    (data, words): (&[Net], &Option<Vec<Net>>),
    (enable, pre_shift): (Net, Option<PreShift>),
) -> Parts {
    let never = m.constant(1, 0);
    match (words, &processor.rotator, &processor.rounder) {
        (Some(words), Some(rotator), _) => {
            let pre_shift = pre_shift.map(|shift| shift.at_rounding(m, rotator));
            let inputs = KernelInputs { data, enable, words: ExternalWords::Tables(words), pre_shift };
            outputs(m, rotator, operators, never, &inputs)
        }
        (None, rotator, Some(rounder)) => {
            let late = rotator.as_ref().map_or(0, |rotator| (rotator.cycles() - rounder.cycles()) as u32);
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
        _ => unreachable!("a result with a factor has a rotator, and one without it a rounder"),
    }
}

/// Returns real and imaginary part of a complex word.
pub fn parts(m: &mut Module, word: Net) -> Vec<Net> {
    let bits = m.width(word) / 2;
    vec![m.slice(word, 0, bits), m.slice(word, bits, bits)]
}
