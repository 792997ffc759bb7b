//! The program of a frame: which step reads which place, and when the output is read.
//!
//! Each digit of a place is a register. In a step its own digit counts in each cycle, and the others count in natural
//! order when it wraps, so that the digits need no exchange between steps.

use super::super::plan::FoldedPlan;
use super::gates::number_in_step;
use super::pair_counter::PairCounter;
use super::sample_counter::count_parts;
use super::step_chain::StepChain;
use super::step_counter::StepCounter;
use super::step_places::StepPlaces;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Counters of the places that are read.
pub struct Program<'m> {
    /// `steps[step]`: high in the step of a digit. The last step stays while the output is read.
    pub steps: Vec<Sig<'m>>,
    /// States of all steps in their order, that of real data among them.
    pub in_order: Vec<Sig<'m>>,
    /// Step of real data. `None` for complex data.
    pub split: Option<SplitStep<'m>>,
    /// Digits of the place that a step reads.
    pub digits: Vec<Sig<'m>>,
    /// Digits of the place of the result of the element that is read.
    pub result_digits: Vec<Sig<'m>>,
    /// Digits of the place of the bin that the output reads.
    pub bin_digits: Vec<Sig<'m>>,
    /// High when a step reads a place.
    pub computes: Sig<'m>,
    /// High when the output reads a bin.
    pub leaves: Sig<'m>,
    /// High with the first element of a transform.
    pub is_first: Sig<'m>,
    /// High with the last element of a transform.
    pub is_last: Sig<'m>,
    /// High with the last element of the transforms that have the same factors.
    pub factors_end: Sig<'m>,
    /// High in the transforms with the largest number of those that differ in the digits of later steps.
    pub is_end_of_run: Sig<'m>,
    /// High when a step reads its last place.
    pub step_ends: Sig<'m>,
    /// High when the last step reads its last place.
    pub ends: Sig<'m>,
    /// Numbers of the memories of two frames. `None` if frames have one memory.
    pub memories: Option<FrameMemories<'m>>,
}

/// The step of real data.
#[derive(Clone, Copy)]
pub struct SplitStep<'m> {
    /// High when the step reads a place.
    pub computes: Sig<'m>,
    /// High when the points of a pair mirror themselves.
    pub mirrors_itself: Sig<'m>,
}

/// Numbers of the memories of the frames in a core with two memories.
#[derive(Clone, Copy)]
pub struct FrameMemories<'m> {
    /// Memory in which a frame is computed.
    pub computed: Sig<'m>,
    /// Memory out of which bins are read.
    pub left: Sig<'m>,
}

/// Pulses that move the states of a program.
struct Ends<'m> {
    /// High with the last sample of a frame.
    loaded: Sig<'m>,
    /// High with the last place of a transform.
    transform: Sig<'m>,
    /// High with the last place of a step.
    step: Sig<'m>,
    /// High with the last place of the last step.
    frame: Sig<'m>,
    /// High with the last bin.
    bins: Sig<'m>,
}

/// States of the program.
struct States<'m> {
    /// High from the last sample of a frame to its last bin.
    busy: Reg<'m>,
    /// High while the output is read, with the wait before it.
    output: Reg<'m>,
    /// Remaining cycles without a read after a transform or a step, if there are any.
    wait: Option<Reg<'m>>,
}

impl<'m> Program<'m> {
    /// Builds the program. `loaded`: high with the last sample of a frame.
    #[hdl]
    pub fn new(m: &'m Builder, plan: &FoldedPlan, loaded: Sig<'m>) -> Self {
        let states = States::new(m, plan);
        let is_shared = plan.memories() == 1;
        let chain = StepChain::new(m, plan);
        let reads = states.reads();
        // Bins are read by the counters of the steps, or out of the other memory.
        let (computes, leaves) = match is_shared {
            true => (reads & !states.output, reads & states.output),
            false => (reads, *states.output),
        };
        let transform_first = m.state(1, 1);
        let split_computes = chain.split.map(|state| computes & state);
        let pairs = plan.split().zip(split_computes);
        let pairs = pairs.map(|(split, splits)| PairCounter::new(plan, split, [splits, !transform_first]));
        // The digits of a bin are those of the last step, if frames take the digits in both orders in turn.
        let counts = if plan.alternates() { reads } else { computes };
        let counts = split_computes.map_or(counts, |splits| counts & !splits);
        let of_bins = if is_shared { leaves } else { m.constant(1, 0) };
        let counting = chain.counting();
        let counter = StepCounter::new(m, plan, &counting, [counts, of_bins]);
        let (bin_digits, bins_end) = match plan.alternates() {
            true => (counter.digits.clone(), counter.ends & leaves),
            false => {
                let mut parts = plan.places().radices_of_parts();
                parts.iter_mut().for_each(|radices| radices.reverse());
                let (digits, end) = count_parts(m, "bin", leaves, &parts);
                (plan.places().mirrored(&digits), end)
            }
        };
        let places = StepPlaces::of_digits(plan.places(), &counter, (&counting, of_bins));
        let places = match pairs.as_ref().zip(split_computes) {
            None => places,
            Some((pairs, splits)) => places.or_of_pairs(pairs, splits),
        };
        let StepPlaces { digits, result_digits, is_last, factors_end, is_end_of_run, ends: is_last_place } = places;
        let step_ends = is_last_place & computes;
        let last_step_ends = step_ends & chain.last();
        chain.drive(match is_shared {
            true => [step_ends & !chain.last() | bins_end, *states.output],
            false => [step_ends, chain.last()],
        });
        let transform = computes & is_last;
        let ends = Ends { loaded, transform, step: step_ends, frame: last_step_ends, bins: bins_end };
        states.drive(m, plan, &chain.in_order(), &ends);
        transform_first.next_if(computes, is_last);
        let memories = (!is_shared).then(|| FrameMemories {
            computed: last_step_ends.toggled().named("computed_in"),
            left: bins_end.toggled().named("left_from"),
        });
        let split = pairs.zip(split_computes);
        let split = split.map(|(pairs, computes)| SplitStep { computes, mirrors_itself: pairs.mirrors_itself });
        Program {
            in_order: chain.in_order(),
            steps: chain.digits,
            split,
            digits,
            result_digits,
            bin_digits,
            computes,
            leaves,
            is_first: *transform_first,
            is_last,
            factors_end,
            is_end_of_run,
            step_ends,
            ends: last_step_ends,
            memories,
        }
    }

    /// Returns a bit that is high in the steps of a choice. `None` if these are all steps. `choices`: those of the
    /// steps.
    pub fn takes(&self, choices: &[usize], choice: usize) -> Option<Sig<'m>> {
        let of_choice = self.steps.iter().zip(choices).filter(|(_, other)| **other == choice);
        let steps: Vec<Sig> = of_choice.map(|(step, _)| *step).collect();
        (steps.len() < choices.len()).then(|| self.computes.builder().any_of(steps))
    }
}

impl<'m> States<'m> {
    #[hdl]
    fn new(m: &'m Builder, plan: &FoldedPlan) -> Self {
        let max_wait = plan.waits().iter().enumerate().map(|(step, wait)| plan.rest(step) + wait).max().unwrap_or(0);
        let wait = (max_wait > 0).then(|| m.state(address_bits(max_wait + 1), 0));
        let busy = m.state(1, 0);
        let output = m.state(1, 0);
        States { busy, output, wait }
    }

    /// Returns a bit that is high when a place is read.
    fn reads(&self) -> Sig<'m> {
        self.wait.map_or(*self.busy, |wait| self.busy & !wait.any())
    }

    /// Drives the states.
    fn drive(&self, m: &'m Builder, plan: &FoldedPlan, steps: &[Sig<'m>], ends: &Ends<'m>) {
        let is_shared = plan.memories() == 1;
        // Out of a memory of its own, bins are read when all results have been written.
        let computed = ends.frame.later_with_reset(if is_shared { 0 } else { plan.last_wait() as u32 });
        let busy_until = if is_shared { ends.bins } else { ends.frame };
        self.busy.set_or_clear(ends.loaded, busy_until);
        self.output.set_or_clear(computed, ends.bins);
        let Some(wait) = self.wait else { return };
        let (bits, zero) = (wait.width(), m.constant(wait.width(), 0));
        let after_step = number_in_step(zero, steps, |step| {
            // The next frame does not wait for the results of the last step, which are in the other memory.
            let wait = if !is_shared && step + 1 == steps.len() { 0 } else { plan.waits()[step] };
            m.constant(bits, (plan.rest(step) + wait) as u128)
        });
        let less = wait.any().mux(wait - 1, zero);
        let rests: Vec<u128> = (0..steps.len()).map(|step| plan.rest(step) as u128).collect();
        let rest = match rests.iter().all(|rest| *rest == rests[0]) {
            true => m.constant(bits, rests[0]),
            false => number_in_step(zero, steps, |step| m.constant(bits, rests[step])),
        };
        let after_transform = if rests.iter().any(|rest| *rest > 0) { ends.transform.mux(rest, less) } else { less };
        wait.next(ends.step.mux(after_step, after_transform));
    }
}
