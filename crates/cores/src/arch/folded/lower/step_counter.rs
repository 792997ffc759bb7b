//! The digits of the places that steps read.

use super::super::plan::FoldedPlan;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// The digits of the places of a step.
pub struct StepCounter<'m> {
    /// Digits of the place.
    pub digits: Vec<Sig<'m>>,
    /// High with the last element of a transform.
    pub is_last: Sig<'m>,
    /// High with the last element of the transforms that have the same factors, which differ in the digits of later
    /// parts.
    pub factors_end: Sig<'m>,
    /// High in the last of the transforms that differ in the digits of later steps of the part.
    pub is_end_of_run: Sig<'m>,
    /// High with the last place of a step.
    pub ends: Sig<'m>,
}

impl<'m> StepCounter<'m> {
    /// Counts in the cycles with `counts`. `leaves`: high when the output reads a bin by these digits. All parts of the
    /// number of a bin count at once.
    ///
    /// The low part of a digit is that of the lane. In a step it is zero in the step's own digit, whose high part
    /// counts the fastest. The digits of a bin count with all parts in natural order.
    #[hdl]
    pub fn new(m: &'m Builder, plan: &FoldedPlan, steps: &[Sig<'m>], [counts, leaves]: [Sig<'m>; 2]) -> Self {
        let digits: Vec<Digit> = (0..steps.len()).map(|step| Digit::new(m, plan, step)).collect();
        // The parts of the step's own digit count in another order in a step than after it, if the output reads one
        // lane of several.
        let of_lane = if plan.banks().count() > plan.width() { leaves } else { m.constant(1, 0) };
        let own: Vec<Sig> = steps.iter().map(|&step| step & !of_lane).collect();
        let transform_last = m.any_of(own.iter().zip(&digits).map(|(&own, digit)| own & digit.high.is_full)) | of_lane;
        let always = m.constant(1, 1);
        let (mut carry, mut ends, mut is_end_of_run) = (transform_last, always, always);
        let parts = plan.places().parts();
        let mut own_ends = vec![];
        for part in parts.iter().rev() {
            let others = steps.iter().enumerate().filter(|(step, _)| !part.contains(step));
            let mut is_done = m.any_of(others.map(|(_, step)| *step));
            if part.end < steps.len() {
                carry = carry | leaves;
            }
            let is_own_part = m.any_of(steps[part.clone()].iter().copied());
            own_ends.push(if parts.len() > 1 { carry & is_own_part } else { carry });
            for number in part.clone().rev() {
                let (Digit { low, high }, own) = (&digits[number], own[number]);
                low.count(carry & !own & counts);
                high.count((own | carry & low.is_full) & counts);
                let is_full = low.is_full & high.is_full;
                carry = carry & (own | is_full);
                if number > part.start {
                    // Digits of this step and of those before it have been transformed.
                    is_done = is_done | steps[number];
                    is_end_of_run = is_end_of_run & (is_done | is_full);
                }
            }
            ends = ends & carry;
        }
        let factors_end = m.any_of(own_ends);
        let numbers = digits.iter().map(|digit| digit.number(m));
        StepCounter { digits: numbers.collect(), is_last: transform_last, factors_end, is_end_of_run, ends }
    }
}

/// Digit of a place: the number of a lane, and above it the number of the beat in which a transform has it.
struct Digit<'m> {
    low: Part<'m>,
    high: Part<'m>,
}

/// Part of a digit.
struct Part<'m> {
    radix: usize,
    /// `None` if the radix is one.
    register: Option<Reg<'m>>,
    /// High if the part has its last value.
    is_full: Sig<'m>,
}

impl<'m> Digit<'m> {
    fn new(m: &'m Builder, plan: &FoldedPlan, step: usize) -> Self {
        let (radix, lanes) = (plan.radices()[step], plan.banks().count());
        let low = if radix == lanes { "digit" } else { "lane_digit" };
        Digit {
            low: Part::new(m, lanes, &format!("{low}{step}")),
            high: Part::new(m, radix / lanes, &format!("digit{step}")),
        }
    }

    /// Returns the digit as a number.
    fn number(&self, m: &'m Builder) -> Sig<'m> {
        m.cat([self.low.register, self.high.register].into_iter().flatten())
    }
}

impl<'m> Part<'m> {
    fn new(m: &'m Builder, radix: usize, name: &str) -> Self {
        let register = (radix > 1).then(|| m.state(address_bits(radix), 0).named(name));
        Part { radix, register, is_full: register.map_or(m.constant(1, 1), |count| count.is(radix - 1)) }
    }

    /// Counts in the cycles with `moves`.
    fn count(&self, moves: Sig<'m>) {
        if let Some(count) = self.register {
            let clear = if self.radix.is_power_of_two() { count.builder().constant(1, 0) } else { self.is_full };
            count.next(count.advance(moves, clear));
        }
    }
}
