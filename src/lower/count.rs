//! Counters.

use crate::rtl::{address_bits, Module, Net};

/// Counts down to zero from a number that a pulse sets, and whether it is on the way.
pub fn count_down(m: &mut Module, name: &str, pulse: Net, from: Net) -> (Net, Net) {
    let width = m.width(from);
    let count = m.state(width, Some(0));
    m.name(count, name);
    let unit = m.constant(width, 1);
    let waiting = m.any(count);
    let less = m.sub(count, unit);
    let held = m.mux(waiting, less, count);
    let next = m.mux(pulse, from, held);
    m.drive(count, next);
    (count, waiting)
}

/// A counter of the cycles with `step`, modulo `values`, and the step at which it wraps. A counter of
/// one value is none.
pub fn count(m: &mut Module, name: String, step: Net, values: usize) -> (Option<Net>, Net) {
    count_from(m, name, step, values, 0)
}

pub fn count_from(m: &mut Module, name: String, step: Net, values: usize, first: usize) -> (Option<Net>, Net) {
    if values == 1 {
        return (None, step);
    }
    let count = m.state(address_bits(values), Some(first as u128));
    m.name(count, name);
    (Some(count), step_on(m, count, step, values))
}

/// Drives a counter modulo `values`; returns the step at which it wraps.
pub fn step_on(m: &mut Module, count: Net, step: Net, values: usize) -> Net {
    let at_end = m.eq_const(count, values as u128 - 1);
    // As many as bits can say end by themselves.
    let clear = if values.is_power_of_two() { m.constant(1, 0) } else { at_end };
    let next = advance(m, count, step, clear);
    m.drive(count, next);
    m.and(step, at_end)
}

/// `count`, one more when `step`, back to zero when `clear` at a step.
pub fn advance(m: &mut Module, count: Net, step: Net, clear: Net) -> Net {
    let width = m.width(count);
    let (one, zero) = (m.constant(width, 1), m.constant(width, 0));
    let more = m.add(count, one);
    let next = m.mux(clear, zero, more);
    m.mux(step, next, count)
}
