//! The blocks that a pipeline is a list of.

use super::feedback::{Butterfly, Feedback};
use super::{Converter, LaneButterfly, Layout, Normalizer, Permuter, Stage, Twiddle};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};

/// One block of a pipeline. Passes may replace it by a block of another kind.
#[derive(Clone, Debug)]
pub enum Block {
    /// Reordering of the elements of a frame.
    Permuter(Permuter),
    /// Shift of a frame's words to its largest, in block floating point.
    Normalizer(Normalizer),
    /// Transforms whose elements come in one beat or in several.
    Kernel(Stage),
    /// Transforms whose elements come on one lane, with delay lines and a schedule.
    Feedback(Feedback),
    /// Delay feedback of radix 2 in fixed point, as one operator.
    Butterfly(Butterfly),
    /// Butterflies whose elements come side by side in one beat, as one operator.
    LaneButterfly(LaneButterfly),
    /// Twiddle factors that follow no kernel of their own block.
    Twiddle(Twiddle),
    /// Change of the number system.
    Codec(Codec),
}

/// Matches a reference to a block, shared or mutable: `Some` of the stage, or `None` for a block without one.
macro_rules! stage_of {
    ($block:expr) => {
        match $block {
            Block::Kernel(stage)
            | Block::Feedback(Feedback { stage, .. })
            | Block::Butterfly(Butterfly { stage, .. })
            | Block::LaneButterfly(LaneButterfly { stage, .. })
            | Block::Twiddle(Twiddle { stage, .. }) => Some(stage),
            Block::Permuter(_) | Block::Normalizer(_) | Block::Codec(_) => None,
        }
    };
}

/// A change of the number system.
#[derive(Clone, Debug)]
pub enum Codec {
    /// Floating-point numbers to words that share exponents.
    Enter(SharedExponent),
    /// Words that share exponents to floating-point numbers.
    Leave(SharedExponent),
    /// Words of a block with an exponent to floating-point numbers.
    Convert(Converter),
}

impl Codec {
    /// Latency in clock cycles.
    pub fn latency(&self) -> usize {
        match self {
            Codec::Enter(word) => word.align_cycles(InputEncoding::Float, 1),
            Codec::Leave(word) => word.decode_cycles(),
            Codec::Convert(converter) => converter.latency(),
        }
    }

    /// Estimate of the LUTs.
    pub fn luts(&self) -> usize {
        match self {
            Codec::Enter(shared) => shared.encode_luts(),
            Codec::Leave(shared) => shared.decode_luts(),
            Codec::Convert(converter) => converter.luts(),
        }
    }

    /// Prefix of the block's instance in the netlist.
    fn label(&self) -> &'static str {
        match self {
            Codec::Enter(_) => "enter",
            Codec::Leave(_) => "leave",
            Codec::Convert(_) => "convert",
        }
    }
}

impl Block {
    /// Prefix of the block's instance in the netlist.
    pub fn label(&self) -> &'static str {
        match self {
            Block::Permuter(_) => "permute",
            Block::Normalizer(_) => "normalize",
            Block::Kernel(_) | Block::LaneButterfly(_) => "kernel",
            Block::Feedback(_) | Block::Butterfly(_) => "feedback",
            Block::Twiddle(_) => "factors",
            Block::Codec(codec) => codec.label(),
        }
    }

    /// Power of two by which a decoder of shared-exponent words changes exponents, as a magnitude. Other blocks change
    /// none.
    pub fn exponent_change(&self) -> i32 {
        match self {
            Block::Codec(Codec::Leave(shared)) => shared.field().abs(),
            _ => 0,
        }
    }

    /// Clock cycles from the first input beat to the first output beat.
    pub fn latency(&self) -> usize {
        match self {
            Block::Permuter(permuter) => permuter.latency,
            Block::Normalizer(normalizer) => normalizer.latency(),
            Block::Kernel(stage) => stage.cycles(),
            Block::Feedback(feedback) => feedback.latency(),
            Block::Butterfly(butterfly) => butterfly.latency(),
            Block::LaneButterfly(butterfly) => butterfly.stage.cycles(),
            Block::Twiddle(twiddle) => twiddle.stage.cycles(),
            Block::Codec(codec) => codec.latency(),
        }
    }

    /// Complex words of memory.
    pub fn words(&self) -> usize {
        match self {
            Block::Permuter(permuter) => permuter.words(),
            Block::Normalizer(normalizer) => normalizer.words(),
            Block::Feedback(feedback) => feedback.words(),
            Block::Butterfly(butterfly) => butterfly.words(),
            Block::Kernel(_) | Block::LaneButterfly(_) | Block::Twiddle(_) | Block::Codec(_) => 0,
        }
    }

    /// Returns the stage of the block. `None` if the block computes no step of the formula.
    pub fn stage(&self) -> Option<&Stage> {
        stage_of!(self)
    }

    /// Returns the stage of the block for changes. `None` if the block computes no step of the formula.
    pub fn stage_mut(&mut self) -> Option<&mut Stage> {
        stage_of!(self)
    }

    /// Whether transforms are computed with delay feedback.
    pub fn has_feedback(&self) -> bool {
        matches!(self, Block::Feedback(_) | Block::Butterfly(_))
    }

    /// Returns the layout of the elements after a block with a stage. `None` for other blocks, whose neighbours decide
    /// it.
    pub fn output(&self) -> Option<Layout> {
        match self {
            Block::LaneButterfly(butterfly) => Some(butterfly.output()),
            _ => self.stage().map(|stage| stage.layout.clone()),
        }
    }
}
