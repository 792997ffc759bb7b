//! Pauses that a core bears.

use crate::choice::Choice;

/// Pauses that a core bears.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Stall {
    /// Source and sink may pause at any beat. A clock enable holds the core.
    #[default]
    Any,
    /// The source may pause between frames only, and the sink never. The core has no clock enable.
    None,
}

impl Choice for Stall {
    const WORDS: &'static [(&'static str, Self)] = &[("any", Stall::Any), ("none", Stall::None)];
}
