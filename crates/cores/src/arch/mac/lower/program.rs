//! The program: which word and which root each product takes, step by step, and when bins leave.

use super::super::core::MacCore;
use super::operands::Operands;
use super::size_numbers::SizeNumbers;
use super::step_counter::StepCounter;
use super::terms::Terms;
use fftgen_hdl::dsl::*;

/// What each clock cycle does.
pub struct Program<'m> {
    /// Products of the step.
    pub terms: Terms<'m>,
    /// Place of a point or of a bin that is read.
    pub place: Sig<'m>,
    /// Power of the root of unity that the point is multiplied by.
    pub exponent: Sig<'m>,
    /// Number of the result whose sum grows.
    pub result: Sig<'m>,
    /// High in the last step.
    pub is_last_step: Sig<'m>,
    /// Number of the rounding of the step.
    pub rounding: Sig<'m>,
    /// High in the last cycle of a step.
    pub ends_step: Sig<'m>,
    /// Pulse with the first bin of a frame that is read.
    pub leaves: Sig<'m>,
}

impl<'m> Program<'m> {
    /// Begins after a pulse with the last sample of a frame, whose size is that of the frame from the next cycle on.
    #[hdl]
    pub fn new(core: &MacCore, size: SizeNumbers<'_, 'm>, loaded: Sig<'m>) -> Self {
        let m = size.m;
        let step = StepCounter::new(core, size);
        let begins_step = loaded.later_with_reset(core.start_cycles() as u32) | step.goes_on;
        let computing = Run::from(m, "computing", begins_step);
        let computes = computing.active;
        let terms = Terms::new(core, &step, computes);
        // Bins leave in the order of the results of the last step.
        let leaving = Run::from(m, "leaving", step.leaves);
        let reads_bin = leaving.active;
        let counts = terms.ends_result | reads_bin;
        let (result, wraps) = match size.index {
            None => m.count("result", counts, core.points()),
            Some(_) => {
                let (result, is_last) =
                    m.count_to("result", counts, size.number("last_point", |frame| frame.points() - 1));
                (Some(result), counts & is_last)
            }
        };
        let result = result.unwrap_or_else(|| m.constant(1, 0));
        let ends_step = wraps & computes;
        let Operands { place, exponent } = Operands::new(core, (&step, &terms), ends_step);
        let read_place = reads_bin.mux(result, place);
        leaving.until(wraps);
        computing.until(ends_step);
        step.count(ends_step);
        let roundings = core.roundings();
        let rounding = step.number_of("rounding", |frame, step| frame.rounding(step, &roundings));
        let StepCounter { is_last, leaves, .. } = step;
        Program { terms, place: read_place, exponent, result, is_last_step: is_last, rounding, ends_step, leaves }
    }
}
