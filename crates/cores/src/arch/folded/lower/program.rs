//! The program of a frame: which step reads which place, and when the output is read.
//!
//! Each digit of a place is a register. In a step its own digit counts in each cycle, and the others count in natural order when it
//! wraps, so that the digits need no exchange between steps.

use super::super::plan::FoldedPlan;
use super::gates::{and_not, any_of, named_state, number_in_step, toggled};
use super::pair_counter::PairCounter;
use super::sample_counter::count_parts;
use super::step_chain::StepChain;
use super::step_counter::StepCounter;
use super::step_places::StepPlaces;
use crate::rtl::{address_bits, Module, Net};

/// Counters of the places that are read.
pub struct Program {
    /// `steps[step]`: high in the step of a digit. The last step stays while the output is read.
    pub steps: Vec<Net>,
    /// States of all steps in their order, that of real data among them.
    pub in_order: Vec<Net>,
    /// Step of real data. `None` for complex data.
    pub split: Option<SplitStep>,
    /// Digits of the place that a step reads.
    pub digits: Vec<Net>,
    /// Digits of the place of the result of the element that is read.
    pub result_digits: Vec<Net>,
    /// Digits of the place of the bin that the output reads.
    pub bin_digits: Vec<Net>,
    /// High when a step reads a place.
    pub computes: Net,
    /// High when the output reads a bin.
    pub leaves: Net,
    /// High with the first element of a transform.
    pub is_first: Net,
    /// High with the last element of a transform.
    pub is_last: Net,
    /// High with the last element of the transforms that have the same factors.
    pub factors_end: Net,
    /// High in the transforms with the largest number of those that differ in the digits of later steps.
    pub is_end_of_run: Net,
    /// High when a step reads its last place.
    pub step_ends: Net,
    /// High when the last step reads its last place.
    pub ends: Net,
    /// Numbers of the memories of two frames. `None` if frames have one memory.
    pub memories: Option<FrameMemories>,
}

/// The step of real data.
#[derive(Clone, Copy)]
pub struct SplitStep {
    /// High when the step reads a place.
    pub computes: Net,
    /// High when the points of a pair mirror themselves.
    pub mirrors_itself: Net,
}

/// Numbers of the memories of the frames in a core with two memories.
#[derive(Clone, Copy)]
pub struct FrameMemories {
    /// Memory in which a frame is computed.
    pub computed: Net,
    /// Memory out of which bins are read.
    pub left: Net,
}

/// Pulses that move the states of a program.
struct Ends {
    /// High with the last sample of a frame.
    loaded: Net,
    /// High with the last place of a transform.
    transform: Net,
    /// High with the last place of a step.
    step: Net,
    /// High with the last place of the last step.
    frame: Net,
    /// High with the last bin.
    bins: Net,
}

/// States of the program.
struct States {
    /// High from the last sample of a frame to its last bin.
    busy: Net,
    /// High while the output is read, with the wait before it.
    output: Net,
    /// Remaining cycles without a read after a transform or a step, if there are any.
    wait: Option<Net>,
}

impl Program {
    /// Builds the program. `loaded`: high with the last sample of a frame.
    pub fn new(m: &mut Module, plan: &FoldedPlan, loaded: Net) -> Self {
        let states = States::new(m, plan);
        let is_shared = plan.memories() == 1;
        let chain = StepChain::new(m, plan);
        let reads = states.reads(m);
        // Bins are read by the counters of the steps, or out of the other memory.
        let [computes, leaves] = match is_shared {
            true => [and_not(m, reads, states.output), m.and(reads, states.output)],
            false => [reads, states.output],
        };
        m.name(computes, "computes");
        let is_first = named_state(m, "transform_first", true);
        let splits = chain.split.map(|state| {
            let splits = m.and(computes, state);
            m.name(splits, "split_computes")
        });
        let pairs = plan.split().zip(splits).map(|(split, splits)| {
            let is_second = m.not(is_first);
            PairCounter::new(m, plan, split, [splits, is_second])
        });
        // The digits of a bin are those of the last step, if frames take the digits in both orders in turn.
        let counts = if plan.alternates() { reads } else { computes };
        let counts = splits.map_or(counts, |splits| and_not(m, counts, splits));
        let of_bins = if is_shared { leaves } else { m.constant(1, 0) };
        let counting = chain.counting(m);
        let counter = StepCounter::new(m, plan, &counting, [counts, of_bins]);
        let (bin_digits, bins_end) = match plan.alternates() {
            true => (counter.digits.clone(), m.and(counter.ends, leaves)),
            false => {
                let mut parts = plan.places().radices_of_parts();
                parts.iter_mut().for_each(|radices| radices.reverse());
                let (digits, end) = count_parts(m, "bin", leaves, &parts);
                (plan.places().mirrored(&digits), end)
            }
        };
        let split = pairs.as_ref().zip(splits);
        let places = StepPlaces::of_digits(m, plan.places(), &counter, (&counting, of_bins));
        let places = match split {
            None => places,
            Some((pairs, splits)) => places.or_of_pairs(m, pairs, splits),
        };
        let step_ends = m.and(places.ends, computes);
        let last = chain.last();
        let ends = m.and(step_ends, last);
        m.name(ends, "last_step_ends");
        let more = and_not(m, step_ends, last);
        let moves = match is_shared {
            true => [m.or(more, bins_end), states.output],
            false => [step_ends, last],
        };
        chain.drive(m, moves);
        let StepPlaces { digits, result_digits, is_last, factors_end, is_end_of_run, .. } = places;
        let transform_ends = m.and(computes, is_last);
        states.drive(
            m,
            plan,
            &chain.in_order,
            &Ends { loaded, transform: transform_ends, step: step_ends, frame: ends, bins: bins_end },
        );
        m.drive_enabled(is_first, is_last, computes);
        let memories = (!is_shared).then(|| FrameMemories {
            computed: toggled(m, "computed_in", ends),
            left: toggled(m, "left_from", bins_end),
        });
        let split = split.map(|(pairs, computes)| SplitStep { computes, mirrors_itself: pairs.mirrors_itself });
        Program {
            steps: chain.digits,
            in_order: chain.in_order,
            split,
            digits,
            result_digits,
            bin_digits,
            computes,
            leaves,
            is_first,
            is_last,
            factors_end,
            is_end_of_run,
            step_ends,
            ends,
            memories,
        }
    }

    /// Returns a net that is high in the steps of a choice. `None` if these are all steps. `choices`: those of the steps.
    pub fn takes(&self, m: &mut Module, choices: &[usize], choice: usize) -> Option<Net> {
        let of_choice = self.steps.iter().zip(choices).filter(|(_, other)| **other == choice);
        let steps: Vec<Net> = of_choice.map(|(step, _)| *step).collect();
        (steps.len() < choices.len()).then(|| any_of(m, &steps))
    }
}

impl States {
    fn new(m: &mut Module, plan: &FoldedPlan) -> Self {
        let max_wait = plan.waits().iter().enumerate().map(|(step, wait)| plan.rest(step) + wait).max().unwrap_or(0);
        let wait = (max_wait > 0).then(|| {
            let wait = m.state(address_bits(max_wait + 1), Some(0));
            m.name(wait, "wait")
        });
        States { busy: named_state(m, "busy", false), output: named_state(m, "output", false), wait }
    }

    /// Returns a net that is high when a place is read.
    fn reads(&self, m: &mut Module) -> Net {
        let Some(wait) = self.wait else { return self.busy };
        let waits = m.any(wait);
        and_not(m, self.busy, waits)
    }

    /// Drives the states.
    fn drive(&self, m: &mut Module, plan: &FoldedPlan, steps: &[Net], ends: &Ends) {
        let is_shared = plan.memories() == 1;
        // Out of a memory of its own, bins are read when all results have been written.
        let computed =
            (0..if is_shared { 0 } else { plan.last_wait() }).fold(ends.frame, |net, _| m.register(net, Some(0)));
        let busy_until = if is_shared { ends.bins } else { ends.frame };
        for (state, begins, until) in [(self.busy, ends.loaded, busy_until), (self.output, computed, ends.bins)] {
            let stays = and_not(m, state, until);
            let next = m.or(begins, stays);
            m.drive(state, next);
        }
        let Some(wait) = self.wait else { return };
        let bits = m.width(wait);
        let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
        let behind_step = number_in_step(m, zero, steps, |m, step| {
            // The next frame does not wait for the results of the last step, which are in the other memory.
            let wait = if !is_shared && step + 1 == steps.len() { 0 } else { plan.waits()[step] };
            m.constant(bits, (plan.rest(step) + wait) as u128)
        });
        let waits = m.any(wait);
        let less = m.sub(wait, one);
        let less = m.mux(waits, less, zero);
        let rests: Vec<usize> = (0..steps.len()).map(|step| plan.rest(step)).collect();
        let rest = match rests.iter().all(|rest| *rest == rests[0]) {
            true => m.constant(bits, rests[0] as u128),
            false => number_in_step(m, zero, steps, |m, step| m.constant(bits, rests[step] as u128)),
        };
        let next = if rests.iter().any(|rest| *rest > 0) { m.mux(ends.transform, rest, less) } else { less };
        let next = m.mux(ends.step, behind_step, next);
        m.drive(wait, next);
    }
}
