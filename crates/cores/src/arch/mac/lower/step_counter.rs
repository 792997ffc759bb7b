//! The number of the step, and what differs from step to step.

use super::super::core::{MacCore, MacFrame};
use super::size_numbers::{registered, SizeNumbers};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Counter of the steps of a frame. After each step it waits until the last result has been written.
pub struct StepCounter<'a, 'm> {
    /// Size of the frame.
    pub size: SizeNumbers<'a, 'm>,
    /// `None` if frames have one step.
    number: Option<Reg<'m>>,
    /// High in the cycle after a step.
    over: Reg<'m>,
    /// Pulse with the first product of each step but the first one.
    pub goes_on: Sig<'m>,
    /// Pulse with the first bin that is read.
    pub leaves: Sig<'m>,
    /// High in the last step.
    pub is_last: Sig<'m>,
}

impl<'a, 'm> StepCounter<'a, 'm> {
    /// Adds the counter. [`StepCounter::count`] connects it.
    #[hdl]
    pub fn new(core: &'a MacCore, size: SizeNumbers<'a, 'm>) -> Self {
        let (m, wait) = (size.m, core.wait_cycles());
        let steps = core.frames.iter().map(|frame| frame.steps.len()).max().unwrap_or(1);
        let step_over = m.state(1, 0);
        let waited = Pulse::new(*step_over, wait).later(wait - 1).now();
        let step = (steps > 1).then(|| m.state(address_bits(steps), 0));
        let [is_first, is_last] = match step {
            Some(step) => [step.is(0), step.is(size.number("last_step", MacFrame::last).extend(step.width()))],
            None => [m.constant(1, 1); 2],
        };
        // After the last step, the first one is the next.
        let leaves = waited & is_first;
        let goes_on = waited & !is_first;
        StepCounter { size, number: step, over: step_over, goes_on, leaves, is_last }
    }

    /// Counts in the cycles with `ends`, each the last one of a step.
    pub fn count(&self, ends: Sig<'m>) {
        self.over.next(ends);
        if let Some(number) = self.number {
            number.next_if(ends, self.is_last.mux(0, number + 1));
        }
    }

    /// Returns a number of the step under a name, in as many bits as the largest of all steps takes. It comes from a
    /// register: each step begins several clock cycles after the change. `value`: that of a step of frames of a size.
    pub fn number_of(&self, name: &str, value: impl Fn(&MacFrame, usize) -> usize) -> Sig<'m> {
        let (m, frames) = (self.size.m, self.size.frames());
        let of_frame = |frame: &MacFrame, steps: usize| -> Vec<u128> {
            // After the last step of a shorter frame is none.
            (0..steps).map(|step| value(frame, step.min(frame.last())) as u128).collect()
        };
        let (index, steps) = match (self.number, self.size.index) {
            (Some(number), Some(index)) => (Some(m.cat([*number, index])), 1 << number.width()),
            (Some(number), None) => (Some(*number), frames[0].steps.len()),
            (None, index) => (index, 1),
        };
        registered(m, name, index, frames.iter().flat_map(|frame| of_frame(frame, steps)).collect())
    }
}
