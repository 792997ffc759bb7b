//! The samples of a frame on their way to the memory.

use super::super::plan::FoldedPlan;
use super::gates::toggled;
use super::sample_counter::count_parts;
use crate::lower::run::Run;
use crate::rtl::{address_bits, Module, Net};

/// Samples of a frame in each cycle.
pub struct Samples {
    /// High with each beat of samples.
    pub active: Net,
    /// Digits of the number of the first sample.
    pub digits: Vec<Net>,
    /// The complex words of the memory.
    pub words: Vec<Net>,
    /// High with the last beat.
    pub last: Net,
    /// Number of the memory that samples go to. `None` if frames have one memory.
    pub memory: Option<Net>,
}

impl Samples {
    /// Counts the samples that come from a pulse on.
    pub fn new(m: &mut Module, plan: &FoldedPlan, start: Net, words: Vec<Net>) -> Self {
        let run = Run::from(m, "loading", start);
        let active = run.active;
        // Samples of a beat differ in the low part of the last digit.
        let (mut parts, width) = (plan.places().radices_of_parts(), plan.width());
        let mut has_high_part = true;
        if let Some(radices) = parts.last_mut() {
            let last_digit = radices.len() - 1;
            radices[last_digit] /= width;
            has_high_part = radices[last_digit] > 1;
            if !has_high_part {
                radices.pop();
            }
        }
        let (mut digits, last) = count_parts(m, "sample", active, &parts);
        if width > 1 {
            let low = m.constant(address_bits(width), 0);
            let high = has_high_part.then(|| digits.pop()).flatten();
            let parts: Vec<Net> = [low].into_iter().chain(high).collect();
            digits.push(m.concat(&parts));
        }
        run.until(m, last);
        let memory = (plan.memories() > 1).then(|| toggled(m, "loaded_into", last));
        Samples { active, digits, words, last, memory }
    }
}
