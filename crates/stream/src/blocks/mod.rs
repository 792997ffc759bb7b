//! The kinds of blocks: a folder for each kind, with its cost, its netlist and its model.
//!
//! The types of blocks are in [`crate::pipeline`], below number systems and planner. Model and netlist do not import
//! each other: both follow from the type alone.

mod butterfly;
pub mod codec;
mod feedback;
pub mod frames;
pub mod kernel;
mod kind;
mod lane_butterfly;
mod normalizer;
mod permuter;
mod twiddle;

pub use kernel::{constant_multipliers, shared_operators};
pub use kind::{BlockKind, NetlistContext};
pub use permuter::permuter;

use crate::pipeline::Block;

/// Returns the kind of a block.
pub fn kind(block: &Block) -> &dyn BlockKind {
    match block {
        Block::Permuter(permuter) => permuter,
        Block::Normalizer(normalizer) => normalizer,
        Block::Kernel(stage) => stage,
        Block::Feedback(feedback) => feedback,
        Block::Butterfly(butterfly) => butterfly,
        Block::LaneButterfly(butterfly) => butterfly,
        Block::Twiddle(twiddle) => twiddle,
        Block::Codec(codec) => codec,
    }
}
