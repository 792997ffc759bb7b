//! The digits of the places that steps read.

use super::super::plan::FoldedPlan;
use super::gates::{and_not, any_of};
use crate::lower::count::advance;
use crate::rtl::{address_bits, Module, Net};

/// The digits of the places of a step.
pub struct StepCounter {
    /// Digits of the place.
    pub digits: Vec<Net>,
    /// High with the last element of a transform.
    pub is_last: Net,
    /// High with the last element of the transforms that have the same factors, which differ in the digits of later parts.
    pub factors_end: Net,
    /// High in the last of the transforms that differ in the digits of later steps of the part.
    pub is_end_of_run: Net,
    /// High with the last place of a step.
    pub ends: Net,
}

impl StepCounter {
    /// Counts in the cycles with `counts`. `leaves`: high when the output reads a bin by these digits. All parts of the number of a bin count
    /// at once.
    ///
    /// The low part of a digit is that of the lane. In a step it is zero in the step's own digit, whose high part counts the fastest. The
    /// digits of a bin count with all parts in natural order.
    pub fn new(m: &mut Module, plan: &FoldedPlan, steps: &[Net], [counts, leaves]: [Net; 2]) -> Self {
        let digits: Vec<Digit> = (0..steps.len()).map(|step| Digit::new(m, plan, step)).collect();
        // The parts of the step's own digit count in another order in a step than after it, if the output reads one lane of several.
        let of_lane = if plan.banks().count() > plan.width() { leaves } else { m.constant(1, 0) };
        let own: Vec<Net> = steps.iter().map(|&step| and_not(m, step, of_lane)).collect();
        let lasts: Vec<Net> = own.iter().zip(&digits).map(|(&own, digit)| m.and(own, digit.high.is_full)).collect();
        let is_last = any_of(m, &lasts);
        let is_last = m.or(is_last, of_lane);
        m.name(is_last, "transform_last");
        let (mut carry, mut ends, mut is_end_of_run) = (is_last, m.constant(1, 1), m.constant(1, 1));
        let (parts, mut factors_end) = (plan.places().parts(), None);
        for part in parts.iter().rev() {
            let others: Vec<Net> =
                steps.iter().enumerate().filter(|(step, _)| !part.contains(step)).map(|(_, &step)| step).collect();
            let mut is_done = any_of(m, &others);
            if part.end < steps.len() {
                carry = m.or(carry, leaves);
            }
            let is_own_part = any_of(m, &steps[part.clone()]);
            let own_end = if parts.len() > 1 { m.and(carry, is_own_part) } else { carry };
            factors_end = Some(factors_end.map_or(own_end, |end| m.or(end, own_end)));
            for number in part.clone().rev() {
                let (digit, own) = (&digits[number], own[number]);
                let others = and_not(m, carry, own);
                let moves = m.and(others, counts);
                digit.low.count(m, moves);
                let wraps = m.and(carry, digit.low.is_full);
                let moves = m.or(own, wraps);
                let moves = m.and(moves, counts);
                digit.high.count(m, moves);
                let is_full = m.and(digit.low.is_full, digit.high.is_full);
                let passes = m.or(own, is_full);
                carry = m.and(carry, passes);
                if number > part.start {
                    // Digits of this step and of those before it have been transformed.
                    is_done = m.or(is_done, steps[number]);
                    let passes = m.or(is_done, is_full);
                    is_end_of_run = m.and(is_end_of_run, passes);
                }
            }
            ends = m.and(ends, carry);
        }
        let factors_end = factors_end.unwrap_or(is_last);
        let digits = digits.iter().map(|digit| digit.number(m)).collect();
        StepCounter { digits, is_last, factors_end, is_end_of_run, ends }
    }
}

/// Digit of a place: the number of a lane, and above it the number of the beat in which a transform has it.
struct Digit {
    low: Part,
    high: Part,
}

/// Part of a digit.
struct Part {
    radix: usize,
    /// `None` if the radix is one.
    register: Option<Net>,
    /// High if the part has its last value.
    is_full: Net,
}

impl Digit {
    fn new(m: &mut Module, plan: &FoldedPlan, step: usize) -> Self {
        let (radix, lanes) = (plan.radices()[step], plan.banks().count());
        let names = match (lanes, radix / lanes) {
            (1, _) => [String::new(), format!("digit{step}")],
            (_, 1) => [format!("digit{step}"), String::new()],
            _ => [format!("lane_digit{step}"), format!("digit{step}")],
        };
        let [low, high] =
            [(lanes, &names[0]), (radix / lanes, &names[1])].map(|(radix, name)| Part::new(m, radix, name));
        Digit { low, high }
    }

    /// Returns the digit as a number.
    fn number(&self, m: &mut Module) -> Net {
        let parts: Vec<Net> = self.low.register.iter().chain(&self.high.register).copied().collect();
        m.concat(&parts)
    }
}

impl Part {
    fn new(m: &mut Module, radix: usize, name: &str) -> Self {
        if radix == 1 {
            return Part { radix, register: None, is_full: m.constant(1, 1) };
        }
        let register = m.state(address_bits(radix), Some(0));
        m.name(register, name);
        Part { radix, register: Some(register), is_full: m.eq_const(register, radix as u128 - 1) }
    }

    /// Counts in the cycles with `moves`.
    fn count(&self, m: &mut Module, moves: Net) {
        let Some(register) = self.register else { return };
        let clear = if self.radix.is_power_of_two() { m.constant(1, 0) } else { self.is_full };
        let next = advance(m, register, moves, clear);
        m.drive(register, next);
    }
}
