//! Words of a convolution between its ports.

use crate::arch::folded::{FoldedCore, FoldedShape, Folding};
use crate::error::Error;
use crate::format::{Fixed, Format};
use crate::formula::{Direction, Factor, Kernel, Kind};
use crate::number::{FixedOptions, NumberSystem};
use crate::pipeline::arithmetic::{FixedStage, Parts};
use crate::pipeline::{Block, Layout, Stage, StageArithmetic};
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
    /// Direction of the transform.
    pub direction: Direction,
}

/// What a convolution computes with between its ports.
#[derive(Clone, Debug)]
pub struct LoopWords {
    /// Format that the folded core computes in.
    pub format: Format,
    /// Bits of a component of a word.
    pub bits: u32,
    /// Blocks that make words of samples. Empty if samples are words.
    pub entry: Vec<Block>,
    /// Product of a word and a factor.
    pub multiplier: Stage,
    /// Configuration words of the folded core in both passes.
    pub passes: [u64; 2],
    /// Blocks between both ends, of which the exponent of a frame is the sum. Empty if frames have none.
    pub between: Vec<Block>,
    /// What depends on the direction: that of forward frames and of inverse ones, or one for all frames.
    pub of_direction: Vec<DirectionWords>,
    /// Factor of the results as a ratio. `None` if it is the one of all transforms in the number system.
    pub scale: Option<String>,
}

/// What depends on the direction of a frame.
#[derive(Clone, Debug)]
pub struct DirectionWords {
    /// Factors between both passes.
    pub spectrum: Vec<Factor>,
    /// Blocks that make bins of words. Empty if words are bins.
    pub exit: Vec<Block>,
}

impl Convolution<'_> {
    /// Returns the radices of the steps.
    pub(super) fn radices(&self) -> Vec<usize> {
        self.kernels.iter().map(|kernel| kernel.radix).collect()
    }

    /// Builds the folded core, which computes forward transforms in one memory. `number`: the number system between its
    /// ports, of which `format` is the format and `options` are the options in fixed point.
    pub(super) fn transform(
        &self,
        number: &dyn NumberSystem,
        (format, options): (Format, &FixedOptions),
        schedules: &ScheduleCache,
    ) -> Result<FoldedCore, Error> {
        let shape = FoldedShape::in_one_memory(self.folding, 1);
        let data = (Kind::Complex, Direction::Forward);
        FoldedCore::new(&[self.kernels.to_vec()], shape, data, number, (format, options), schedules)
    }

    /// Returns what the sums of a frame are divided by, in each of the directions that have words of their own, where
    /// words are floating-point numbers.
    pub(super) fn divisors(&self) -> Vec<usize> {
        match self.direction {
            Direction::Forward => vec![1],
            Direction::Inverse => vec![self.points],
            Direction::Chosen { by } => vec![1, by],
        }
    }

    /// Returns the points of the folded core.
    pub(super) fn elements(&self) -> usize {
        self.kernels.iter().map(|kernel| kernel.radix).product()
    }
}

impl LoopWords {
    /// Returns what the frames of a direction have.
    pub fn of(&self, inverse: bool) -> &DirectionWords {
        &self.of_direction[self.number_of(inverse)]
    }

    /// Returns the place of a direction among those that have words of their own.
    pub(super) fn number_of(&self, inverse: bool) -> usize {
        usize::from(inverse).min(self.of_direction.len() - 1)
    }

    /// Returns the blocks that make bins of words, in the direction that changes exponents the most.
    pub fn exit(&self) -> &[Block] {
        let exits = self.of_direction.iter().map(|words| &words.exit[..]);
        let widest = exits.max_by_key(|exit| exit.iter().map(Block::exponent_change).max());
        widest.unwrap_or_else(|| unreachable!("frames have a direction"))
    }

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

/// Returns the format of words with more integer bits and fraction bits than samples of the format `port`. `instead`:
/// what to try if they are too long.
pub(super) fn longer_words(port: Fixed, [integer, fraction]: [u32; 2], instead: &str) -> Result<Fixed, Error> {
    Fixed::new(port.integer + integer, port.fraction + fraction).map_err(|_| {
        Error::Unsupported(format!(
            "cycles: a convolution of {} has words of {} bits, which is too long; try {instead}",
            port.name(),
            port.bits() + integer + fraction
        ))
    })
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
