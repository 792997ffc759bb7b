//! The processor as a netlist: kernels, of which a step takes one, and the multiplication by twiddle factors.

use super::super::accumulator::Accumulator;
use super::super::processor::StepProcessor;
use super::accumulator::{accumulator, shared_accumulator, Rotations, Transforms};
use super::gates::{and_not, any_of, later, number_of};
use super::kernel_result::{any, kernel_result, outputs, KernelResult, Parts, PreShift};
use super::split::{with_split, SplitSignals};
use crate::blocks::kernel::netlist::{ExternalWords, KernelInputs};
use crate::lower::cfp::cfp_layout;
use crate::lower::delay::delay_line;
use crate::lower::OperatorLibrary;
use crate::pipeline::{FixedStage, Stage};
use crate::rtl::{Module, Net};
use std::collections::BTreeMap;

/// What the program tells the processor about the elements that are read.
pub struct StepSignals {
    /// High when a step reads places.
    pub computes: Net,
    /// High with the first elements of a transform.
    pub is_first: Net,
    /// `takes[choice]`: high in the steps that take a kernel or program. `None` if all steps take it.
    pub takes: Vec<Option<Net>>,
    /// Signals of the step of real data. `None` for complex data.
    pub split: Option<SplitSignals>,
    /// Bits by which the products move up before the rounding, where steps or frames differ in them.
    pub pre_shift: Option<PreShift>,
    /// Cycles from these signals to the elements.
    pub read_cycles: usize,
}

/// Coefficients of the multipliers of a processor.
pub enum Coefficients {
    /// Words of the factor of each lane, when the result of the kernel is there. `None` for a lane without multipliers.
    OfResults(Vec<Option<Vec<Net>>>),
    /// Parts of the factor of each result, when it enters the multipliers of the sums.
    Shared([Net; 2]),
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

/// Builds the processor. `elements`: a complex word for each lane. The results come `processor.cycles()` cycles after their elements.
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
            parts: accumulated(m, (processor, unit, stage), (signals, coefficients), operators, &data),
            overflow: None,
            exponent: None,
        },
    };
    let late = signals.read_cycles + processor.kernel_cycles();
    let words = match coefficients {
        Coefficients::OfResults(words) => words.clone(),
        Coefficients::Shared(_) => vec![None],
        Coefficients::OfUnits(_) => vec![],
    };
    let result = match processor.behind_kernels() {
        Some(behind) => {
            let pre_shift = signals.pre_shift.map(|shift| shift.delayed(m, late));
            let lanes = result.parts.chunks(2).zip(&words);
            let lanes: Vec<Parts> = lanes
                .map(|(data, words)| multiplied(m, processor, operators, (data, words), (enable, pre_shift)))
                .collect();
            let overflow = any(m, lanes.iter().filter_map(|lane| lane.overflow));
            let parts = lanes.into_iter().flat_map(|lane| lane.parts).collect();
            let exponent = result.exponent.map(|exponent| delay_line(m, exponent, behind.cycles() as u32));
            KernelResult { parts, overflow, exponent }
        }
        None => result,
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
        Coefficients::OfResults(_) | Coefficients::Shared(_) => ExternalWords::None,
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
    (signals, coefficients): (&StepSignals, &Coefficients),
    operators: &OperatorLibrary,
    elements: &[Net],
) -> Vec<Net> {
    let StepSignals { computes, is_first, read_cycles, .. } = *signals;
    let start = m.and(computes, is_first);
    let start = later(m, start, read_cycles);
    let always = m.constant(1, 1);
    let takes: Vec<Net> = signals.takes.iter().map(|takes| takes.unwrap_or(always)).collect();
    let program = match takes[..] {
        [_] => m.constant(1, 0),
        _ => number_of(m, &takes),
    };
    let program = m.delay(program, read_cycles as u32);
    m.name(program, "program");
    let of_radix = |radix: usize| processor.kernels.iter().find(|kernel| kernel.transform.radix() == radix);
    let arithmetic = |radix: usize| of_radix(radix).and_then(|kernel| kernel.arithmetic.fixed());
    let fixed: Vec<FixedStage> = processor.choices().into_iter().filter_map(arithmetic).collect();
    let set = operators.of_stage(stage);
    let transforms = Transforms { elements, start, program };
    let Coefficients::Shared(factor) = *coefficients else { return accumulator(m, (unit, &fixed, set), &transforms) };
    let rotating: Vec<Net> =
        unit.programs.iter().zip(&takes).filter(|(timed, _)| timed.program.rotates).map(|(_, takes)| *takes).collect();
    let rotates = any_of(m, &rotating);
    let element = and_not(m, computes, is_first);
    let rotates = m.and(rotates, element);
    let first = m.and(computes, is_first);
    let starts = takes.iter().map(|&takes| {
        let start = m.and(first, takes);
        later(m, start, read_cycles)
    });
    let starts = starts.collect();
    let rotations = Rotations { factor, rotates: later(m, rotates, read_cycles), starts };
    shared_accumulator(m, (unit, &fixed, set), &transforms, &rotations)
}

/// Multiplies the parts of a result by a factor, `pre_shift` bits before the rounding. A lane without a factor rounds only.
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
