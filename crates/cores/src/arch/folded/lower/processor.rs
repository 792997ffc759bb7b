//! The processor as a netlist: kernels, of which a step takes one, and the multiplication by twiddle factors.

use super::super::accumulator::Accumulator;
use super::super::processor::StepProcessor;
use super::accumulator::{accumulator, shared_accumulator, Rotations, Transforms};
use super::gates::number_of;
use super::kernel_result::{kernel_result, outputs, Inputs, KernelResult, PreShift};
use super::memory::parts;
use super::split::{with_split, SplitSignals};
use crate::blocks::kernel::body::ExternalWords;
use crate::parts::cfp::cfp_layout;
use crate::parts::OperatorLibrary;
use crate::pipeline::{FixedStage, Stage};
use fftgen_hdl::dsl::*;
use std::collections::BTreeMap;

/// What the program tells the processor about the elements that are read.
pub struct StepSignals<'m> {
    /// High when a step reads places.
    pub computes: Sig<'m>,
    /// High with the first elements of a transform.
    pub is_first: Sig<'m>,
    /// `takes[choice]`: high in the steps that take a kernel or program. `None` if all steps take it.
    pub takes: Vec<Option<Sig<'m>>>,
    /// Signals of the step of real data. `None` for complex data.
    pub split: Option<SplitSignals<'m>>,
    /// Bits by which the products move up before the rounding, where steps or frames differ in them.
    pub pre_shift: Option<PreShift<'m>>,
    /// Cycles from these signals to the elements.
    pub read_cycles: usize,
}

/// Coefficients of the multipliers of a processor.
pub enum Coefficients<'m> {
    /// Words of the factor of each lane, when the result of the kernel is there. `None` for a lane without multipliers.
    OfResults(Vec<Option<Vec<Sig<'m>>>>),
    /// Parts of the factor of each result, when it enters the multipliers of the sums.
    Shared([Sig<'m>; 2]),
    /// Word of each multiplier of the kernel, by the number of the unit.
    OfUnits(BTreeMap<usize, Sig<'m>>),
}

/// Results of a processor.
pub struct Results<'m> {
    /// A complex word for each lane.
    pub words: Vec<Sig<'m>>,
    /// High when a part was too large for its word. `None` if none ever is. It has no meaning in cycles without
    /// results.
    pub overflow: Option<Sig<'m>>,
}

/// Builds the processor. `elements`: a complex word for each lane. The results come `processor.cycles()` cycles after
/// their elements.
pub fn process<'m>(
    m: &'m Builder,
    processor: &StepProcessor,
    (signals, coefficients): (&StepSignals<'m>, &Coefficients<'m>),
    operators: &OperatorLibrary,
    elements: &[Sig<'m>],
) -> Results<'m> {
    let data: Vec<Sig> = elements.iter().flat_map(|&element| parts(element)).collect();
    let result = match &processor.accumulator {
        None => kernels(m, processor, (signals, coefficients), operators, &data),
        Some((unit, stage)) => KernelResult {
            parts: accumulated(m, (processor, unit, stage), (signals, coefficients), operators, &data),
            overflow: None,
            exponent: None,
        },
    };
    let late = signals.read_cycles + processor.kernel_cycles();
    let result = match processor.behind_kernels() {
        Some(stage) => {
            let pre_shift = signals.pre_shift.map(|shift| shift.delayed(late));
            let lane = |(number, data): (usize, &[Sig<'m>])| {
                let words = match coefficients {
                    Coefficients::OfResults(words) => words[number].as_deref(),
                    Coefficients::Shared(_) | Coefficients::OfUnits(_) => None,
                };
                multiplied(processor, operators, (data, words), pre_shift)
            };
            let lanes: Vec<KernelResult> = result.parts.chunks(2).enumerate().map(lane).collect();
            KernelResult {
                overflow: lanes.iter().filter_map(|lane| lane.overflow).reduce(|any, lane| any | lane),
                parts: lanes.into_iter().flat_map(|lane| lane.parts).collect(),
                exponent: result.exponent.map(|exponent| exponent.later_sparing_luts(stage.cycles() as u32)),
            }
        }
        None => result,
    };
    let KernelResult { parts, overflow, exponent } = match processor.split.as_ref().zip(signals.split.as_ref()) {
        None => result,
        Some((split, of_split)) => {
            with_split((processor, split), operators, of_split, signals.pre_shift, (&data, result))
        }
    };
    let shared = processor.kernels.first().and_then(Stage::shared);
    let word = |parts: &[Sig<'m>]| match shared.zip(exponent) {
        None => m.cat(parts.iter().copied()),
        Some((shared, exponent)) => m.cat(cfp_layout(&shared).join([parts[0], parts[1]], exponent)),
    };
    Results { words: parts.chunks(2).map(word).collect(), overflow }
}

/// Builds the kernels. Returns the result of the one that the step takes.
fn kernels<'m>(
    m: &'m Builder,
    processor: &StepProcessor,
    (signals, coefficients): (&StepSignals<'m>, &Coefficients<'m>),
    operators: &OperatorLibrary,
    data: &[Sig<'m>],
) -> KernelResult<'m> {
    let words = match coefficients {
        Coefficients::OfUnits(words) => ExternalWords::Units(words),
        Coefficients::OfResults(_) | Coefficients::Shared(_) => ExternalWords::None,
    };
    // A kernel that multiplies also rounds.
    let pre_shift = signals.pre_shift.filter(|_| processor.behind_kernels().is_none());
    let mut result: Option<KernelResult> = None;
    for (kernel, &chosen) in processor.kernels.iter().zip(&signals.takes) {
        let starts = match kernel.placement.shape.period {
            // A kernel whose elements come in one cycle counts none.
            1 => m.constant(1, 0),
            _ => {
                let starts = signals.computes & signals.is_first;
                let starts = chosen.map_or(starts, |chosen| chosen & starts);
                starts.later_with_reset(signals.read_cycles as u32)
            }
        };
        let pre_shift = pre_shift.map(|shift| shift.delayed(signals.read_cycles));
        let own = kernel_result(kernel, operators, Inputs { data, words, pre_shift }, starts);
        let own = own.later((processor.kernel_cycles() - kernel.cycles()) as u32);
        result = Some(match (result, chosen) {
            (Some(others), Some(chosen)) => {
                let late = (signals.read_cycles + processor.kernel_cycles()) as u32;
                own.or(others, chosen.later_as_it_is(late))
            }
            _ => own,
        });
    }
    result.unwrap_or_else(|| unreachable!("a processor has a kernel"))
}

/// Builds the multiplier-accumulators that serve all kernels. Returns both parts of their results.
#[hdl]
fn accumulated<'m>(
    m: &'m Builder,
    (processor, unit, stage): (&StepProcessor, &Accumulator, &Stage),
    (signals, coefficients): (&StepSignals<'m>, &Coefficients<'m>),
    operators: &OperatorLibrary,
    elements: &[Sig<'m>],
) -> Vec<Sig<'m>> {
    let StepSignals { computes, is_first, .. } = *signals;
    let read_cycles = signals.read_cycles as u32;
    let start = (computes & is_first).later_with_reset(read_cycles);
    let always = m.constant(1, 1);
    let takes: Vec<Sig> = signals.takes.iter().map(|takes| takes.unwrap_or(always)).collect();
    let number = if takes.len() == 1 { m.constant(1, 0) } else { number_of(m, &takes) };
    let program = number.later_as_it_is(read_cycles);
    let of_radix = |radix: usize| processor.kernels.iter().find(|kernel| kernel.transform.radix() == radix);
    let arithmetic = |radix: usize| of_radix(radix).and_then(|kernel| kernel.arithmetic.fixed());
    let fixed: Vec<FixedStage> = processor.choices().into_iter().filter_map(arithmetic).collect();
    let set = operators.of_stage(stage);
    let transforms = Transforms { elements, start, program };
    let Coefficients::Shared(factor) = *coefficients else { return accumulator(m, (unit, &fixed, set), &transforms) };
    let rotating = unit.programs.iter().zip(&takes).filter(|(timed, _)| timed.program.rotates);
    let rotates = m.any_of(rotating.map(|(_, takes)| *takes)) & (computes & !is_first);
    let first = computes & is_first;
    let starts: Vec<Sig> = takes.iter().map(|&takes| (first & takes).later_with_reset(read_cycles)).collect();
    let rotations = Rotations { factor, rotates: rotates.later_with_reset(read_cycles), starts };
    shared_accumulator(m, (unit, &fixed, set), &transforms, &rotations)
}

/// Multiplies the parts of a result by a factor, `pre_shift` bits before the rounding. A lane without a factor rounds
/// only.
fn multiplied<'m>(
    processor: &StepProcessor,
    operators: &OperatorLibrary,
    (data, words): (&[Sig<'m>], Option<&[Sig<'m>]>),
    pre_shift: Option<PreShift<'m>>,
) -> KernelResult<'m> {
    let never = data[0].builder().constant(1, 0);
    match (words, &processor.rotator, &processor.rounder) {
        (Some(words), Some(rotator), _) => {
            let inputs = Inputs { data, words: ExternalWords::Tables(words), pre_shift };
            outputs(rotator, operators, never, inputs)
        }
        (None, rotator, Some(rounder)) => {
            let late = rotator.as_ref().map_or(0, |rotator| (rotator.cycles() - rounder.cycles()) as u32);
            // A headroom is known no earlier than the products are rounded.
            let [before, after] = match pre_shift {
                Some(PreShift::OfResults(_)) => [late, 0],
                _ => [0, late],
            };
            let data: Vec<Sig> = data.iter().map(|part| part.later_as_it_is(before)).collect();
            let inputs = Inputs { data: &data, words: ExternalWords::None, pre_shift };
            outputs(rounder, operators, never, inputs).later(after)
        }
        _ => unreachable!("a result with a factor has a rotator, and one without it a rounder"),
    }
}
