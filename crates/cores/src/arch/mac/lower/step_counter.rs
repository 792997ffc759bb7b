//! The number of the step, and what differs from step to step.

use super::super::core::{MacCore, MacFrame};
use super::size_numbers::{registered, SizeNumbers};
use crate::lower::control::delay_pulse;
use crate::rtl::{address_bits, Module, Net};

/// Counter of the steps of a frame. After each step it waits until the last result has been written.
pub struct StepCounter<'a> {
    /// Size of the frame.
    pub size: SizeNumbers<'a>,
    /// `None` if frames have one step.
    number: Option<Net>,
    /// High in the cycle after a step.
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
    pub fn new(m: &mut Module, core: &'a MacCore, size: SizeNumbers<'a>) -> Self {
        let steps = core.frames.iter().map(|frame| frame.steps.len()).max().unwrap_or(1);
        let over = m.state(1, Some(0));
        m.name(over, "step_over");
        let wait = core.wait_cycles();
        let waited = delay_pulse(m, over, wait - 1, wait);
        let number = (steps > 1).then(|| {
            let number = m.state(address_bits(steps), Some(0));
            m.name(number, "step");
            number
        });
        let [is_first, is_last] = match number {
            Some(number) => {
                let last = size.number(m, "last_step", MacFrame::last);
                let last = m.extend(last, m.width(number));
                [m.eq_const(number, 0), m.eq(number, last)]
            }
            None => [m.constant(1, 1); 2],
        };
        // After the last step, the first one is the next.
        let leaves = m.and(waited, is_first);
        m.name(leaves, "leaves");
        let is_later = m.not(is_first);
        let goes_on = m.and(waited, is_later);
        StepCounter { size, number, over, goes_on, leaves, is_last }
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
    /// after the change. `value`: that of a step of frames of a size.
    pub fn number_of(&self, m: &mut Module, name: &str, value: impl Fn(&MacFrame, usize) -> usize) -> Net {
        let frames = self.size.frames();
        let of_frame = |frame: &MacFrame, steps: usize| -> Vec<u128> {
            // After the last step of a shorter frame is none.
            (0..steps).map(|step| value(frame, step.min(frame.last())) as u128).collect()
        };
        let (index, values) = match (self.number, self.size.index) {
            (Some(number), Some(index)) => {
                let row = 1 << m.width(number);
                (Some(m.concat(&[number, index])), frames.iter().flat_map(|frame| of_frame(frame, row)).collect())
            }
            (number, index) => {
                let steps = if number.is_some() { frames[0].steps.len() } else { 1 };
                (number.or(index), frames.iter().flat_map(|frame| of_frame(frame, steps)).collect())
            }
        };
        registered(m, name, index, values)
    }
}
