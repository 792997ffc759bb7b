//! Words of a convolution between its ports.

use crate::arch::folded::Folding;
use crate::format::Format;
use crate::formula::{Direction, Factor, Formula, Kernel};
use crate::pipeline::arithmetic::{FixedStage, Parts};
use crate::pipeline::{Block, Layout, Pipeline, PipelineSpec, Stage, StageArithmetic};
use crate::schedule::ScheduleCache;

/// A transform as a convolution over a folded core.
#[derive(Clone, Copy, Debug)]
pub struct Convolution<'a> {
    /// Points of a frame.
    pub points: usize,
    /// Kernels of the steps of the folded core, which has twice as many points less one, or more.
    pub kernels: &'a [Kernel],
    /// What the folded core takes in a clock cycle.
    pub folding: Folding,
    /// Whether the transform is the inverse one.
    pub inverse: bool,
}

/// What a convolution computes with between its ports.
#[derive(Clone, Debug)]
pub struct LoopWords {
    /// Format that the folded core computes in.
    pub format: Format,
    /// Bits of a component of a word.
    pub bits: u32,
    /// Block that makes words of samples.
    pub entry: Block,
    /// Product of a word and a factor.
    pub multiplier: Stage,
    /// Factors between both passes.
    pub spectrum: Vec<Factor>,
    /// Configuration words of the folded core in both passes.
    pub passes: [u64; 2],
    /// Block that makes bins of words.
    pub exit: Block,
    /// Factor of the results, as a ratio.
    pub scale: String,
}

impl Convolution<'_> {
    /// Returns the radices of the steps.
    pub(super) fn radices(&self) -> Vec<usize> {
        self.kernels.iter().map(|kernel| kernel.radix).collect()
    }

    /// Returns the points of the folded core.
    pub(super) fn elements(&self) -> usize {
        self.kernels.iter().map(|kernel| kernel.radix).product()
    }
}

impl LoopWords {
    /// Exchanges the parts of a word.
    pub(super) fn exchanged(&self, word: [u64; 2]) -> [u64; 2] {
        match self.multiplier.shared() {
            None => [word[1], word[0]],
            Some(shared) => {
                let Parts { mantissas: [re, im], exponent } = shared.split(word);
                shared.join(Parts { mantissas: [im, re], exponent })
            }
        }
    }
}

/// Returns the multiplication of the words of a frame by factors, a word in each beat.
pub(super) fn products(factors: &[Factor], schedules: &ScheduleCache) -> Stage {
    let layout = Layout::packed(1, 0..factors.len() as u32);
    Stage::for_factors(factors, &layout, &[], schedules).0
}

/// Returns a stage that changes the length of the words of a frame.
pub(super) fn resized(points: usize, fixed: FixedStage, schedules: &ScheduleCache) -> Stage {
    Stage { arithmetic: StageArithmetic::Fixed(fixed), ..products(&vec![Factor::ONE; points], schedules) }
}

/// Returns a pipeline of blocks for frames of a word in each beat.
pub(super) fn frames(points: usize, direction: Direction, blocks: Vec<Block>) -> Pipeline {
    let layout = Layout::packed(1, 0..points as u32);
    Pipeline {
        spec: PipelineSpec::one_lane(Formula::Identity(points), direction),
        size: points,
        interval: points,
        pace: 1,
        elements: points,
        input: layout.clone(),
        output: layout,
        blocks,
    }
}
