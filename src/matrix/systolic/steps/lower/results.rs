//! Results in natural order, out of the memories of the columns.

use super::super::plan::StepsPlan;
use crate::lower::control::delay_pulse;
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::places::{address, Term};
use crate::matrix::lower::results::selected;
use crate::matrix::lower::store::{toggle, Store};
use crate::matrix::plan::SELECT_CYCLES;
use crate::rtl::{address_bits, Module, Net};

/// Adds the reads of the results of a batch. Returns a pulse with the first one, and its parts.
pub fn results(m: &mut Module, plan: &StepsPlan, start: Net, stores: &[Store]) -> (Net, [Net; 2]) {
    let pulse = delay_pulse(m, start, plan.timing.first_result, plan.timing.interval);
    let radices = plan.radices();
    let last = radices.len() - 1;
    let mut values: Vec<(String, usize)> =
        radices.iter().enumerate().map(|(step, radix)| (format!("digit{step}"), *radix)).collect();
    values.push(("frame".into(), plan.batch));
    let values: Vec<(&str, usize)> = values.iter().map(|(name, values)| (name.as_str(), *values)).collect();
    let run = CycleCounter::new(m, "result", pulse, &values);
    let bank = toggle(m, "result_batch", pulse);
    // Vectors of the last step count by the digit of the step before it first.
    let vectors = plan.vectors(last);
    let mut stride = vectors / plan.batch;
    let mut terms = vec![Term::new(last + 1, plan.batch, stride)];
    for (step, radix) in radices[..last].iter().enumerate() {
        stride /= radix;
        terms.push(Term::new(step, *radix, stride));
    }
    let columns = plan.cells.columns;
    terms.push(Term::of_table(last, (0..radices[last]).map(|place| place / columns * vectors).collect()));
    let address = address(m, &run, &terms, plan.step_slots(last));
    let column = run.digits[last].filter(|_| stores.len() > 1).map(|place| {
        let table: Vec<u128> = (0..radices[last]).map(|place| (place % columns) as u128).collect();
        m.rom(place, address_bits(stores.len()), table)
    });
    let parts = selected(m, stores, [bank, address], column);
    let pulse = (0..SELECT_CYCLES).fold(pulse, |pulse, _| m.register(pulse, Some(0)));
    (pulse, parts)
}
