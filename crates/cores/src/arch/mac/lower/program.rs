//! The program: which word and which root each product takes, step by step, and when bins leave.

use super::super::core::MacCore;
use super::operands::Operands;
use super::size_numbers::SizeNumbers;
use super::step_counter::StepCounter;
use super::terms::Terms;
use crate::lower::count::{count, count_to};
use crate::lower::run::Run;
use crate::rtl::{Module, Net};

/// What each clock cycle does.
pub struct Program {
    /// Products of the step.
    pub terms: Terms,
    /// Place of a point or of a bin that is read.
    pub place: Net,
    /// Power of the root of unity that the point is multiplied by.
    pub exponent: Net,
    /// Number of the result whose sum grows.
    pub result: Net,
    /// High in the last step.
    pub is_last_step: Net,
    /// Number of the rounding of the step.
    pub rounding: Net,
    /// High in the last cycle of a step.
    pub ends_step: Net,
    /// Pulse with the first bin of a frame that is read.
    pub leaves: Net,
}

impl Program {
    /// Begins after a pulse with the last sample of a frame, whose size is that of the frame from the next cycle on.
    pub fn new(m: &mut Module, core: &MacCore, size: SizeNumbers, loaded: Net) -> Self {
        let step = StepCounter::new(m, core, size);
        let begins = (0..core.start_cycles()).fold(loaded, |net, _| m.register(net, Some(0)));
        let begins = m.or(begins, step.goes_on);
        let computing = Run::from(m, "computing", begins);
        m.name(computing.active, "computes");
        let terms = Terms::new(m, core, &step, computing.active);
        // Bins leave in the order of the results of the last step.
        let leaving = Run::from(m, "leaving", step.leaves);
        m.name(leaving.active, "reads_bin");
        let counts = m.or(terms.ends_result, leaving.active);
        let (result, wraps) = match size.index {
            None => count(m, "result".into(), counts, core.points()),
            Some(_) => {
                let last = size.number(m, "last_point", |frame| frame.points() - 1);
                let (result, is_last) = count_to(m, "result".into(), counts, last);
                (Some(result), m.and(counts, is_last))
            }
        };
        let result = result.unwrap_or_else(|| m.constant(1, 0));
        let ends_step = m.and(wraps, computing.active);
        m.name(ends_step, "ends_step");
        let operands = Operands::new(m, core, (&step, &terms), ends_step);
        let place = m.mux(leaving.active, result, operands.place);
        m.name(place, "read_place");
        leaving.until(m, wraps);
        computing.until(m, ends_step);
        step.count(m, ends_step);
        let roundings = core.roundings();
        let rounding = step.number_of(m, "rounding", |frame, step| frame.rounding(step, &roundings));
        let StepCounter { is_last, leaves, .. } = step;
        Program {
            terms,
            place,
            exponent: operands.exponent,
            result,
            is_last_step: is_last,
            rounding,
            ends_step,
            leaves,
        }
    }
}
