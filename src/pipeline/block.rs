//! The blocks that a pipeline is a list of.

use super::feedback::{Butterfly, Feedback};
use super::{Converter, LaneButterfly, Layout, Normalizer, Permuter, Stage, Twiddle};
use crate::pipeline::arithmetic::{InputEncoding, SharedExponent};

/// One block of a pipeline. Its kind is decided when it is made, and by the passes that replace it.
#[derive(Clone, Debug)]
pub enum Block {
    Permuter(Permuter),
    Normalizer(Normalizer),
    /// Transforms whose elements come in one beat or in several.
    Kernel(Stage),
    /// Transforms whose elements come on one lane, with delay lines and a schedule.
    Feedback(Feedback),
    /// Delay feedback of radix 2 in fixed point, as one operator.
    Butterfly(Butterfly),
    LaneButterfly(LaneButterfly),
    Twiddle(Twiddle),
    Codec(Codec),
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
            Codec::Enter(_) => SharedExponent::aligning(InputEncoding::Float, 1),
            Codec::Leave(_) => SharedExponent::LEAVING,
            Codec::Convert(converter) => converter.latency(),
        }
    }

    /// Estimate of the LUTs.
    pub fn luts(&self) -> usize {
        match self {
            Codec::Enter(shared) => shared.entering_luts(),
            Codec::Leave(shared) => shared.leaving_luts(),
            Codec::Convert(converter) => converter.luts(),
        }
    }

    fn label(&self) -> &'static str {
        match self {
            Codec::Enter(_) => "enter",
            Codec::Leave(_) => "leave",
            Codec::Convert(_) => "convert",
        }
    }
}

impl Block {
    /// Prefix of its instance in the netlist.
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

    /// Cycles from the first input beat to the first output beat.
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

    /// What it computes, if it computes a step of the formula.
    pub fn stage(&self) -> Option<&Stage> {
        match self {
            Block::Kernel(stage)
            | Block::Feedback(Feedback { stage, .. })
            | Block::Butterfly(Butterfly { stage, .. })
            | Block::LaneButterfly(LaneButterfly { stage, .. })
            | Block::Twiddle(Twiddle { stage, .. }) => Some(stage),
            Block::Permuter(_) | Block::Normalizer(_) | Block::Codec(_) => None,
        }
    }

    /// What it computes, to be changed.
    pub fn stage_mut(&mut self) -> Option<&mut Stage> {
        match self {
            Block::Kernel(stage)
            | Block::Feedback(Feedback { stage, .. })
            | Block::Butterfly(Butterfly { stage, .. })
            | Block::LaneButterfly(LaneButterfly { stage, .. })
            | Block::Twiddle(Twiddle { stage, .. }) => Some(stage),
            Block::Permuter(_) | Block::Normalizer(_) | Block::Codec(_) => None,
        }
    }

    /// Whether transforms are computed with delay feedback.
    pub fn has_feedback(&self) -> bool {
        matches!(self, Block::Feedback(_) | Block::Butterfly(_))
    }

    /// Where elements go out of a block that computes; none for others, which do not choose it.
    pub fn output(&self) -> Option<Layout> {
        match self {
            Block::LaneButterfly(butterfly) => Some(butterfly.output()),
            _ => self.stage().map(|stage| stage.layout.clone()),
        }
    }
}
