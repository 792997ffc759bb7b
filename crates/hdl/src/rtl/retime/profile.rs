//! How deep operators are pipelined.

use crate::choice::Choice;
use crate::rtl::technology::{Cycles, Technology};

/// Pipelining of all operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Profile {
    /// Half of the depths of `Mid`, for low latency.
    Low,
    /// Depths for 280 MHz on UltraScale+.
    #[default]
    Mid,
    /// One and a half times the depths of `Mid`.
    High,
}

impl Choice for Profile {
    const WORDS: &'static [(&'static str, Self)] =
        &[("low", Profile::Low), ("mid", Profile::Mid), ("high", Profile::High)];
}

impl Profile {
    /// Returns the cycles of a technology at the profile, if it has cycles of its own.
    pub fn cycles(self, technology: &Technology) -> Option<Cycles> {
        technology.cycles.map(|cycles| match self {
            Profile::Low => cycles[0],
            Profile::Mid => cycles[1],
            Profile::High => cycles[2],
        })
    }
}
