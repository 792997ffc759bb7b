//! Streams: stages at a width, their schedules, layouts and permuters.

pub mod layout;
pub mod permuter;
pub mod sequence;

pub use layout::{Layout, Place};
pub use permuter::Permuter;
pub use sequence::Sequence;
