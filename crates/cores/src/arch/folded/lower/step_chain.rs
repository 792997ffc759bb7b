//! The steps of a frame as states of a bit each, of which one is high.

use super::super::plan::FoldedPlan;
use super::gates::named_state;
use crate::rtl::{Module, Net};

/// States of the steps. The last step stays while bins are read by the counters of the steps.
pub struct StepChain {
    /// `digits[digit]`: high in the step of a digit.
    pub digits: Vec<Net>,
    /// High in the step of real data. `None` for complex data.
    pub split: Option<Net>,
    /// All states in the order of the steps.
    pub in_order: Vec<Net>,
}

impl StepChain {
    /// Adds the states.
    pub fn new(m: &mut Module, plan: &FoldedPlan) -> Self {
        let splits_first = plan.split().is_some_and(|split| split.inverse);
        let digit = |m: &mut Module, digit: usize| named_state(m, &format!("step{digit}"), digit == 0 && !splits_first);
        let digits: Vec<Net> = (0..plan.radices().len()).map(|number| digit(m, number)).collect();
        let split = plan.split().map(|_| named_state(m, "split_step", splits_first));
        let mut in_order = digits.clone();
        let place = if splits_first { 0 } else { in_order.len() };
        in_order.splice(place..place, split);
        StepChain { digits, split, in_order }
    }

    /// Returns the state of the last step.
    pub fn last(&self) -> Net {
        self.in_order[self.in_order.len() - 1]
    }

    /// Returns the states in which the digits count: that of the last digit is also high in a step of real data after it, and while bins are
    /// read.
    pub fn counting(&self, m: &mut Module) -> Vec<Net> {
        let mut counting = self.digits.clone();
        if let (Some(last), Some(split)) = (counting.last_mut(), self.split.filter(|split| *split == self.last())) {
            *last = m.or(*last, split);
        }
        counting
    }

    /// Moves on in the cycles with `moves`. The first state takes `ahead`.
    pub fn drive(&self, m: &mut Module, [moves, ahead]: [Net; 2]) {
        let before = [ahead].into_iter().chain(self.in_order.iter().copied());
        self.in_order.iter().zip(before).for_each(|(&state, before)| m.drive_enabled(state, before, moves));
    }
}
