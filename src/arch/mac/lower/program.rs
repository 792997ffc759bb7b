//! The program: which word and which root each product takes, step by step, and when bins leave.

use super::super::core::MacCore;
use super::super::step::MacStep;
use crate::lower::control::delay_pulse;
use crate::lower::count::{add_modulo, count, count_to};
use crate::lower::run::Run;
use crate::rtl::{address_bits, Module, Net};

/// What each clock cycle does.
pub struct Program {
    /// Place of a point or of a bin that is read.
    pub place: Net,
    /// Power of the root of unity that the point is multiplied by.
    pub exponent: Net,
    /// Number of the result whose sum grows.
    pub result: Net,
    /// High with the first product of a sum.
    pub begins_sum: Net,
    /// High with the last product of a sum.
    pub ends_sum: Net,
    /// High with the last product of a result.
    pub ends_result: Net,
    /// Part of the point that is multiplied, 0 for the real part. `None` if both are.
    pub component: Option<Net>,
    /// Part of the result, 0 for the real part. `None` if both are summed at once.
    pub part: Option<Net>,
    /// High in the last step.
    pub is_last_step: Net,
    /// High with the last product of a step.
    pub ends_step: Net,
    /// Pulse with the first bin of a frame that is read.
    pub leaves: Net,
}

impl Program {
    /// Counts from a pulse with the last sample of a frame on.
    pub fn new(m: &mut Module, core: &MacCore, loaded: Net) -> Self {
        let (points, steps) = (core.points(), &core.steps);
        let bits = address_bits(points);
        let zero = m.constant(bits, 0);
        // The pulse behind the wait of a step begins the next one, or the output of the frame.
        let over = m.state(1, Some(0));
        m.name(over, "step_over");
        let wait = core.wait_cycles();
        let waited = delay_pulse(m, over, wait - 1, wait);
        let number = (steps.len() > 1).then(|| {
            let number = m.state(address_bits(steps.len()), Some(0));
            m.name(number, "step");
            number
        });
        let is_whole = match number {
            Some(number) => m.eq_const(number, 0),
            None => m.constant(1, 1),
        };
        let leaves = m.and(waited, is_whole);
        let goes_on = {
            let more = m.not(is_whole);
            m.and(waited, more)
        };
        let begins = m.register(loaded, Some(0));
        let begins = m.or(begins, goes_on);
        let run = Run::from(m, "computing", begins);
        let computes = run.active;

        let table = |m: &mut Module, bits: u32, value: fn(&MacStep) -> usize| {
            let values: Vec<u128> = steps.iter().map(|step| value(step) as u128).collect();
            match number.filter(|_| values.iter().any(|value| *value != values[0])) {
                Some(number) => m.rom(number, bits, values),
                None => m.constant(bits, values[0]),
            }
        };
        let most = |value: fn(&MacStep) -> usize| address_bits(steps.iter().map(value).max().unwrap_or(1));
        // A step of one product has no second point.
        let stride = table(m, bits, |step| if step.radix > 1 { step.stride } else { 0 });
        let last_term = table(m, most(|step| step.radix), |step| step.radix - 1);
        let last_transform = table(m, most(|step| step.before), |step| step.before - 1);

        let (component, moves) = match core.product_cycles {
            1 => (None, computes),
            _ => count(m, "component".into(), computes, 2),
        };
        let (term, is_last_term) = count_to(m, "term".into(), moves, last_term);
        let ends_sum = m.and(moves, is_last_term);
        let (part, ends_result) = match core.parts() {
            1 => count(m, "part".into(), ends_sum, 2),
            _ => (None, ends_sum),
        };
        let (_, is_last_transform) = count_to(m, "transform".into(), ends_result, last_transform);
        let ends_bin = m.and(ends_result, is_last_transform);
        let (_, is_last_bin) = count_to(m, "bin".into(), ends_bin, last_term);
        let ends_group = m.and(ends_bin, is_last_bin);

        // Bins leave in the order of the results of the last step.
        let output = Run::from(m, "leaving", leaves);
        let counts = m.or(ends_result, output.active);
        let (result, wraps) = count(m, "result".into(), counts, points);
        let result = result.unwrap_or(zero);
        let ends_step = m.and(wraps, computes);
        let leaving = output.active;
        output.until(m, wraps);
        run.until(m, ends_step);
        m.drive(over, ends_step);
        let is_last_step = match number {
            Some(number) => {
                let is_last = m.eq_const(number, steps.len() as u128 - 1);
                let one = m.constant(m.width(number), 1);
                let next = m.add(number, one);
                let none = m.constant(m.width(number), 0);
                let next = m.mux(is_last, none, next);
                m.drive_enabled(number, next, ends_step);
                is_last
            }
            None => m.constant(1, 1),
        };

        // The first point of a sum, the first one of its group of transforms, and the powers of the root of the first term and from term to term.
        let [base, group, first_exponent, increment] = ["base", "group", "first_exponent", "increment"].map(|name| {
            let state = m.state(bits, Some(0));
            m.name(state, name);
            state
        });
        let one = m.constant(bits, 1);
        let further = m.add(base, one);
        let further = m.mux(ends_step, zero, further);
        let stays = m.not(is_last_bin);
        let returns = m.and(is_last_transform, stays);
        let next_base = m.mux(returns, group, further);
        m.drive_enabled(base, next_base, ends_result);
        m.drive_enabled(group, further, ends_group);
        let powers = [(first_exponent, group), (increment, stride)].map(|(power, by)| {
            let sum = m.add(power, by);
            let next = m.mux(is_last_bin, zero, sum);
            m.drive_enabled(power, next, ends_bin);
            m.mux(is_last_transform, next, power)
        });

        let [place, exponent] = ["place", "exponent"].map(|name| {
            let state = m.state(bits, Some(0));
            m.name(state, name);
            state
        });
        let next_place = m.add(place, stride);
        let next_exponent = add_modulo(m, [exponent, increment], points);
        for (state, next, [same, other]) in
            [(place, next_place, [base, next_base]), (exponent, next_exponent, [first_exponent, powers[0]])]
        {
            // The other part of a result takes the same points.
            let first = part.map_or(other, |part| m.mux(part, other, same));
            let next = m.mux(is_last_term, first, next);
            m.drive_enabled(state, next, moves);
        }
        let is_first_term = m.eq_const(term, 0);
        let begins_sum = match component {
            None => is_first_term,
            Some(component) => {
                let is_first = m.not(component);
                m.and(is_first_term, is_first)
            }
        };
        let place = m.mux(leaving, result, place);
        Program {
            place,
            exponent,
            result,
            begins_sum,
            ends_sum,
            ends_result,
            component,
            part,
            is_last_step,
            ends_step,
            leaves,
        }
    }
}
