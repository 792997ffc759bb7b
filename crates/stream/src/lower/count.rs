//! Counters.

use crate::rtl::{address_bits, Module, Net};

/// Builds a counter that a pulse sets to `from` and that counts down to 0. Returns the count, and whether it is not 0.
pub fn count_down(m: &mut Module, name: &str, pulse: Net, from: Net) -> (Net, Net) {
    let width = m.width(from);
    let count = m.state(width, Some(0));
    m.name(count, name);
    let unit = m.constant(width, 1);
    let running = m.any(count);
    let less = m.sub(count, unit);
    let held = m.mux(running, less, count);
    let next = m.mux(pulse, from, held);
    m.drive(count, next);
    (count, running)
}

/// Builds a counter of the cycles with `step`, modulo `values`. Returns the count, `None` if it has one value, and a net that is high
/// when it wraps.
pub fn count(m: &mut Module, name: String, step: Net, values: usize) -> (Option<Net>, Net) {
    count_from(m, name, step, values, 0)
}

/// Builds a counter of the cycles with `step`, modulo `values`, with a reset value. Returns the count, `None` if it has one value, and a
/// net that is high when it wraps.
pub fn count_from(m: &mut Module, name: String, step: Net, values: usize, first: usize) -> (Option<Net>, Net) {
    if values == 1 {
        return (None, step);
    }
    let count = m.state(address_bits(values), Some(first as u128));
    m.name(count, name);
    (Some(count), step_on(m, count, step, values))
}

/// Drives a counter modulo `values`. Returns a net that is high when it wraps.
pub fn step_on(m: &mut Module, count: Net, step: Net, values: usize) -> Net {
    let at_end = m.eq_const(count, values as u128 - 1);
    drive_modulo(m, count, step, values, at_end);
    m.and(step, at_end)
}

/// Drives a counter modulo `values` as [`step_on`] does, with the net that is high when it wraps out of a register. A step to the last
/// value is followed by a step in the next clock cycle.
pub fn step_steadily(m: &mut Module, count: Net, step: Net, values: usize) -> Net {
    let wraps = all_at(m, step, &[(count, values - 2)]);
    let wraps = m.register(wraps, Some(0));
    drive_modulo(m, count, step, values, wraps);
    wraps
}

/// Drives a counter modulo `values`, which is at its last value with `at_end`.
fn drive_modulo(m: &mut Module, count: Net, step: Net, values: usize, at_end: Net) {
    // A power of two of values wraps without a comparison.
    let clear = if values.is_power_of_two() { m.constant(1, 0) } else { at_end };
    let next = advance(m, count, step, clear);
    m.drive(count, next);
}

/// Whether `step` is high and counts have given values.
pub fn all_at(m: &mut Module, step: Net, counts: &[(Net, usize)]) -> Net {
    counts.iter().fold(step, |all, &(count, at)| {
        let there = m.eq_const(count, at as u128);
        m.and(all, there)
    })
}

/// Returns the next value of a counter: `count` + 1 with `step`, 0 with `step` and `clear`, otherwise `count`.
pub fn advance(m: &mut Module, count: Net, step: Net, clear: Net) -> Net {
    let width = m.width(count);
    let (one, zero) = (m.constant(width, 1), m.constant(width, 0));
    let more = m.add(count, one);
    let next = m.mux(clear, zero, more);
    m.mux(step, next, count)
}

/// Counts steps from 0 to `last` and again. Returns the count, and whether it is `last`.
pub fn count_to(m: &mut Module, name: String, step: Net, last: Net) -> (Net, Net) {
    let width = m.width(last);
    let count = m.state(width, Some(0));
    m.name(count, name);
    let ends = m.eq(count, last);
    let (one, zero) = (m.constant(width, 1), m.constant(width, 0));
    let more = m.add(count, one);
    let next = m.mux(ends, zero, more);
    m.drive_enabled(count, next, step);
    (count, ends)
}

/// Adds two numbers below `order` modulo `order`.
pub fn add_modulo(m: &mut Module, numbers: [Net; 2], order: usize) -> Net {
    let order = m.constant(m.width(numbers[0]) + 1, order as u128);
    add_below(m, numbers, order)
}

/// Adds two numbers below `order` modulo `order`, which is a bit longer at most.
pub fn add_below(m: &mut Module, numbers: [Net; 2], order: Net) -> Net {
    let bits = m.width(numbers[0]);
    let [a, b] = numbers.map(|number| m.extend(number, bits + 1));
    let sum = m.add(a, b);
    let order = m.extend(order, bits + 1);
    let is_below = m.lt(sum, order);
    let less = m.sub(sum, order);
    let rest = m.mux(is_below, sum, less);
    m.slice(rest, 0, bits)
}
