//! The cost of a folded core whose frames choose their size.

use super::SizedCore;
use crate::arch::estimated::{Estimated, BLOCK_RAM_BITS, LUTS_PER_BLOCK_RAM};
use crate::arch::folded::cost::cost_of;
use crate::format::Format;
use crate::schedule::ScheduleModel;

/// LUTs by which two parts take more than one, for the places of samples and bins.
const PARTS_LUTS: usize = 150;

/// LUTs of the counters and of the lookup of roots.
const PROGRAM_LUTS: usize = 330;

/// LUTs of the numbers of a size in tables.
const SIZE_LUTS: usize = 3;

/// LUTs of a digit of the place of a bin.
const DIGIT_LUTS: usize = 30;

/// Estimates a core of ports of a format.
pub fn estimated_of_sizes(core: SizedCore, format: &Format, model: &ScheduleModel) -> Estimated<SizedCore> {
    let codecs = core.codecs();
    let codecs = codecs.each_ref().map(Option::as_ref);
    let operators = cost_of(&core.processor, &core.largest().pipeline, codecs, model);
    let others = luts_of_roots(format, &core) + luts_of_parts(&core) + luts_of_program(&core);
    Estimated::new(core, &operators, others, model)
}

/// Returns the worth of the table of roots in LUTs.
fn luts_of_roots(format: &Format, core: &SizedCore) -> usize {
    let coefficient = core.processor.multiplies_results().and_then(|stage| stage.arithmetic.fixed());
    let bits = coefficient.map_or(format.bits(), |fixed| fixed.coefficient_bits);
    core.circles().words() * 2 * bits as usize * LUTS_PER_BLOCK_RAM / BLOCK_RAM_BITS
}

/// Estimates the LUTs of the program of frames, and of the places of bins, which have a digit for each step.
fn luts_of_program(core: &SizedCore) -> usize {
    let digits = |part: usize| core.frames.iter().map(|frame| frame.plan.steps_of(part).len()).max().unwrap_or(0);
    let digits: usize = (0..core.parts()).map(digits).sum();
    PROGRAM_LUTS + SIZE_LUTS * core.frames.len() + DIGIT_LUTS * digits
}

/// Estimates the LUTs of the places of samples and bins of several parts.
fn luts_of_parts(core: &SizedCore) -> usize {
    match core.parts() {
        1 => 0,
        _ => PARTS_LUTS,
    }
}
