//! The samples of a frame on their way to the memory.

use super::super::plan::FoldedPlan;
use super::sample_counter::count_digits;
use crate::rtl::{Module, Net};

/// A sample of a frame in each cycle.
pub struct Samples {
    /// High with each sample.
    pub active: Net,
    /// Digits of its number.
    pub digits: Vec<Net>,
    /// The complex word of the memory.
    pub word: Net,
    /// High with the last sample.
    pub last: Net,
}

impl Samples {
    /// Counts the samples that come from a pulse on.
    pub fn new(m: &mut Module, plan: &FoldedPlan, start: Net, word: Net) -> Self {
        let running = m.state(1, Some(0));
        m.name(running, "loading");
        let active = m.or(start, running);
        let (digits, last) = count_digits(m, "sample", active, plan.radices());
        let more = m.not(last);
        let next = m.and(active, more);
        m.drive(running, next);
        Samples { active, digits, word, last }
    }
}
