//! The steps of a frame as states of a bit each, of which one is high.

use super::super::plan::FoldedPlan;
use fftgen_hdl::dsl::*;

/// States of the steps. The last step stays while bins are read by the counters of the steps.
pub struct StepChain<'m> {
    /// `digits[digit]`: high in the step of a digit.
    pub digits: Vec<Sig<'m>>,
    /// High in the step of real data. `None` for complex data.
    pub split: Option<Sig<'m>>,
    /// All states in the order of the steps.
    in_order: Vec<Reg<'m>>,
}

impl<'m> StepChain<'m> {
    /// Adds the states.
    pub fn new(m: &'m Builder, plan: &FoldedPlan) -> Self {
        let splits_first = plan.split().is_some_and(|split| split.inverse);
        let state = |name: &str, is_first: bool| m.state(1, is_first.into()).named(name);
        let digit = |number: usize| state(&format!("step{number}"), number == 0 && !splits_first);
        let mut in_order: Vec<Reg> = (0..plan.radices().len()).map(digit).collect();
        let digits = in_order.iter().map(|state| **state).collect();
        let split = plan.split().map(|_| state("split_step", splits_first));
        let place = if splits_first { 0 } else { in_order.len() };
        in_order.splice(place..place, split);
        StepChain { digits, split: split.map(|state| *state), in_order }
    }

    /// Returns all states in the order of the steps.
    pub fn in_order(&self) -> Vec<Sig<'m>> {
        self.in_order.iter().map(|state| **state).collect()
    }

    /// Returns the state of the last step.
    pub fn last(&self) -> Sig<'m> {
        *self.in_order[self.in_order.len() - 1]
    }

    /// Returns the states in which the digits count: that of the last digit is also high in a step of real data after
    /// it, and while bins are read.
    pub fn counting(&self) -> Vec<Sig<'m>> {
        let mut counting = self.digits.clone();
        let split_is_last = self.split.filter(|split| split.net() == self.last().net());
        if let (Some(last), Some(split)) = (counting.last_mut(), split_is_last) {
            *last = *last | split;
        }
        counting
    }

    /// Moves on in the cycles with `moves`. The first state takes `ahead`.
    pub fn drive(&self, [moves, ahead]: [Sig<'m>; 2]) {
        let before = [ahead].into_iter().chain(self.in_order());
        for (state, before) in self.in_order.iter().zip(before) {
            state.next_if(moves, before);
        }
    }
}
