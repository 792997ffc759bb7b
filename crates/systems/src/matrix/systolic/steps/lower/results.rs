//! Results in natural order, out of the memories of the columns.

use super::super::plan::StepsPlan;
use super::order::{Order, Walk};
use crate::matrix::lower::results::selected;
use crate::matrix::lower::store::{toggle, Store};
use crate::matrix::plan::SELECT_CYCLES;
use fftgen_hdl::dsl::*;

/// Adds the reads of the results of a batch. Returns a pulse with the first one, and its parts.
pub fn results<'m>(plan: &StepsPlan, start: Sig<'m>, stores: &[Store<'m>]) -> (Sig<'m>, [Sig<'m>; 2]) {
    let pulse = Pulse::new(start, plan.timing.interval).later(plan.timing.first_result).now();
    let Walk { lane, address, .. } = Order::of_results(plan).walk("result", pulse);
    let parts = selected(stores, [toggle("result_batch", pulse), address], lane);
    (pulse.later_with_reset(SELECT_CYCLES as u32), parts)
}
