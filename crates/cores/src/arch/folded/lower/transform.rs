//! The transforms of a frame of one size: the processor with the coefficients that the program asks for.

use super::super::common_words::halvings;
use super::super::core::FoldedCore;
use super::super::processor::StepProcessor;
use super::addresses::Addresses;
use super::kernel_result::PreShift;
use super::processor::{process, Coefficients, Results, StepSignals};
use super::program::Program;
use super::roots::{factor, lane_coefficients, unit_coefficients};
use super::samples::Samples;
use super::split::SplitSignals;
use crate::parts::operators::OperatorSet;
use crate::parts::OperatorLibrary;
use fftgen_hdl::dsl::*;

/// What the processor is told about a frame.
#[derive(Clone, Copy)]
pub struct FrameSignals<'m> {
    /// Bits by which the products of the current step move up before the rounding, where steps or frames differ in
    /// them.
    pub pre_shift: Option<PreShift<'m>>,
    /// High if the bins of the frame are scaled by a factor, where some frames have none.
    pub has_scale: Option<Sig<'m>>,
}

/// What the memory and the processor of a frame of one size are built from.
#[derive(Clone, Copy)]
pub struct FrameParts<'a, 'm> {
    pub core: &'a FoldedCore,
    pub program: &'a Program<'m>,
    pub addresses: &'a Addresses<'m>,
    pub samples: &'a Samples<'m>,
    pub operators: &'a OperatorLibrary,
    pub frame: FrameSignals<'m>,
}

impl<'m> FrameParts<'_, 'm> {
    /// Builds the processor. `elements`: the complex words that were read `core.read_cycles()` cycles ago, one for each
    /// lane. The results come `core.processor.cycles()` cycles after their elements.
    pub fn transform(&self, m: &'m Builder, elements: &[Sig<'m>]) -> Results<'m> {
        let FrameParts { core, program, operators, frame: FrameSignals { pre_shift, has_scale }, .. } = *self;
        let FoldedCore { plan, processor, scale, .. } = core;
        let choices: Vec<usize> = plan.places().kinds().map(|kind| processor.choice(kind)).collect();
        let takes = (0..processor.choices().len()).map(|choice| program.takes(&choices, choice)).collect();
        let Program { computes, is_first, .. } = *program;
        let computes = program.split.map_or(computes, |split| computes & !split.computes);
        let mut signals =
            StepSignals { computes, is_first, takes, split: None, pre_shift, read_cycles: core.read_cycles() };
        let coefficients = match (&processor.rotator, &processor.rounder) {
            (None, Some(_)) => match processor.multiplies_results() {
                None => Coefficients::OfResults(vec![None]),
                Some(multiplies) => {
                    let (set, late) = (operators.of_stage(multiplies), core.read_cycles() + processor.factor_cycles());
                    Coefficients::Shared(factor(m, plan, program, set, late))
                }
            },
            (Some(rotator), _) => {
                let (set, late) = (operators.of_stage(rotator), core.read_cycles() + processor.kernel_cycles());
                let scale = scale.as_ref().map(|scale| (scale, has_scale));
                let words = lane_coefficients(m, (plan, scale), program, set, late);
                signals.split = program.split.map(|split| SplitSignals {
                    computes: split.computes,
                    is_second: !is_first,
                    mirrors_itself: split.mirrors_itself,
                    factor: factor_parts(processor, set, &words[0]),
                    factor_cycles: late + 1,
                    read_cycles: core.read_cycles(),
                });
                // The first result of a transform is not multiplied where all results come in one cycle.
                let mut words: Vec<_> = words.into_iter().map(Some).collect();
                if processor.rounder.is_some() {
                    words[0] = None;
                }
                Coefficients::OfResults(words)
            }
            (None, None) => {
                let kernel = &processor.kernels[0];
                Coefficients::OfUnits(unit_coefficients(m, plan, program, (kernel, operators.of_stage(kernel))))
            }
        };
        process(m, processor, (&signals, &coefficients), operators, elements)
    }
}

/// Returns the parts of a factor of the step of real data, a cycle after the coefficients of its root.
fn factor_parts<'m>(processor: &StepProcessor, set: &OperatorSet, words: &[Sig<'m>]) -> [Sig<'m>; 2] {
    let halvings = halvings(processor.split.as_ref().and_then(|stage| stage.transform.split()));
    let [re, im] = set.parts_of(words).map(|part| set.divided(part, halvings).later_as_it_is(1));
    [re.named("split_factor_re"), im.named("split_factor_im")]
}
