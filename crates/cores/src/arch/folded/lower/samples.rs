//! The samples of a frame on their way to the memory.

use super::super::plan::FoldedPlan;
use super::sample_counter::count_parts;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Samples of a frame in each cycle.
pub struct Samples<'m> {
    /// High with each beat of samples.
    pub active: Sig<'m>,
    /// Digits of the number of the first sample.
    pub digits: Vec<Sig<'m>>,
    /// The complex words of the memory.
    pub words: Vec<Sig<'m>>,
    /// High with the last beat.
    pub last: Sig<'m>,
    /// Number of the memory that samples go to. `None` if frames have one memory.
    pub memory: Option<Sig<'m>>,
}

impl<'m> Samples<'m> {
    /// Counts the samples that come from a pulse on.
    pub fn new(m: &'m Builder, plan: &FoldedPlan, start: Sig<'m>, words: Vec<Sig<'m>>) -> Self {
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
            digits.push(m.cat([low].into_iter().chain(high)));
        }
        run.until(last);
        let memory = (plan.memories() > 1).then(|| last.toggled().named("loaded_into"));
        Samples { active, digits, words, last, memory }
    }
}
