//! The number of the step, and what differs from step to step.

use super::super::core::MacCore;
use super::super::step::MacStep;
use crate::lower::control::delay_pulse;
use crate::rtl::{address_bits, Module, Net};

/// Counter of the steps of a frame. After each step it waits until the last result has been written.
pub struct StepCounter<'a> {
    steps: &'a [MacStep],
    /// `None` if there is one step.
    number: Option<Net>,
    /// High in the cycle behind a step.
    over: Net,
    /// Pulse with the first product of each step but the first one.
    pub goes_on: Net,
    /// Pulse with the first bin that is read.
    pub leaves: Net,
    /// High in the last step.
    pub is_last: Net,
}

impl<'a> StepCounter<'a> {
    /// Adds the counter. [`StepCounter::count`] connects it.
    pub fn new(m: &mut Module, core: &'a MacCore) -> Self {
        let steps = &core.steps[..];
        let over = m.state(1, Some(0));
        m.name(over, "step_over");
        let wait = core.wait_cycles();
        let waited = delay_pulse(m, over, wait - 1, wait);
        let number = (steps.len() > 1).then(|| {
            let number = m.state(address_bits(steps.len()), Some(0));
            m.name(number, "step");
            number
        });
        let [is_first, is_last] = match number {
            Some(number) => [0, steps.len() - 1].map(|step| m.eq_const(number, step as u128)),
            None => [m.constant(1, 1); 2],
        };
        // Behind the last step, the first one is the next.
        let leaves = m.and(waited, is_first);
        m.name(leaves, "leaves");
        let is_later = m.not(is_first);
        let goes_on = m.and(waited, is_later);
        StepCounter { steps, number, over, goes_on, leaves, is_last }
    }

    /// Counts in the cycles with `ends`, each the last one of a step.
    pub fn count(&self, m: &mut Module, ends: Net) {
        m.drive(self.over, ends);
        let Some(number) = self.number else { return };
        let bits = m.width(number);
        let (one, zero) = (m.constant(bits, 1), m.constant(bits, 0));
        let next = m.add(number, one);
        let next = m.mux(self.is_last, zero, next);
        m.drive_enabled(number, next, ends);
    }

    /// Returns a number of the step under a name, in as many bits as the largest of all steps takes. It comes from a register: each step begins several clock cycles
    /// behind the change.
    pub fn number_of(&self, m: &mut Module, name: &str, value: impl Fn(&MacStep) -> usize) -> Net {
        let values: Vec<u128> = self.steps.iter().map(|step| value(step) as u128).collect();
        let bits = address_bits(1 + values.iter().max().map_or(0, |most| *most as usize));
        match self.number.filter(|_| values.iter().any(|value| *value != values[0])) {
            Some(number) => {
                let first = values[0];
                let value = m.rom(number, bits, values);
                let value = m.register(value, Some(first));
                m.name(value, name)
            }
            None => m.constant(bits, values[0]),
        }
    }
}
