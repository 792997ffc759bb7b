//! The cost of a convolution over a folded core.

use super::core::ConvolvedCore;
use crate::arch::estimated::Estimated;
use crate::arch::folded::luts_beside_operators;
use crate::parts::Circles;
use crate::planner::Cost;
use crate::rtl::{address_bits, table_luts};
use crate::schedule::ScheduleModel;

/// LUTs of the counters around the folded core for each bit of the number of a point.
const COUNTER_LUTS: usize = 20;

/// LUTs of a bit of both parts of a root that is unfolded, and of the choice between it and a factor of the spectrum.
const ROOT_LUTS: usize = 3;

/// LUTs of a bit of both parts of a word, before the multiplier and after it.
const WORD_LUTS: usize = 2;

/// Estimates a core.
pub fn estimated(core: ConvolvedCore, model: &ScheduleModel) -> Estimated<ConvolvedCore> {
    let operators = Cost::new(&core.operator_pipeline(), model);
    let others = luts_beside_operators(&core.transform, core.words.bits as usize) + luts_of_loop(&core);
    Estimated::new(core, &operators, others, model)
}

/// Estimates the LUTs around the folded core: counters, both tables of factors, and the choices of factors and words.
fn luts_of_loop(core: &ConvolvedCore) -> usize {
    let (order, rows) = (2 * core.points(), core.elements() / 2 + 1);
    let factor = 2 * core.words.multiplier.arithmetic.coefficient_bits() as usize;
    let tables =
        table_luts(Circles::new(&[order]).words(), factor) + table_luts(core.words.of_direction.len() * rows, factor);
    let counters = COUNTER_LUTS * address_bits(core.elements()) as usize;
    tables + counters + ROOT_LUTS * factor + WORD_LUTS * 2 * core.words.bits as usize
}
