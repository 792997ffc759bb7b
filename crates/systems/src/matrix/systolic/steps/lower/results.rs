//! Results in natural order, out of the memories of the columns.

use super::super::plan::StepsPlan;
use super::order::{Order, Walk};
use crate::lower::control::delay_pulse;
use crate::matrix::lower::results::selected;
use crate::matrix::lower::store::{toggle, Store};
use crate::matrix::plan::SELECT_CYCLES;
use crate::rtl::{Module, Net};

/// Adds the reads of the results of a batch. Returns a pulse with the first one, and its parts.
pub fn results(m: &mut Module, plan: &StepsPlan, start: Net, stores: &[Store]) -> (Net, [Net; 2]) {
    let pulse = delay_pulse(m, start, plan.timing.first_result, plan.timing.interval);
    let Walk { lane, address, .. } = Order::of_results(plan).walk(m, "result", pulse);
    let bank = toggle(m, "result_batch", pulse);
    let parts = selected(m, stores, [bank, address], lane);
    let pulse = (0..SELECT_CYCLES).fold(pulse, |pulse, _| m.register(pulse, Some(0)));
    (pulse, parts)
}
