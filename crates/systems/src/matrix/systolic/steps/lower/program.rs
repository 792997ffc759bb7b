//! Signals of a slot: which step it is of, and the places of its vector.

use super::super::plan::StepsPlan;
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::store::toggle;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Signals of a slot at the first cell.
pub struct Program<'m> {
    /// Whether the slot is of each step.
    pub steps: Vec<Sig<'m>>,
    /// Whether a slot of the first step is of an odd batch.
    pub odd_in: Sig<'m>,
    /// Whether results of the slot are those of an odd batch.
    pub odd_out: Sig<'m>,
    /// Number of the vector.
    pub vector: Sig<'m>,
    /// Number of the tile. `None` if there is one.
    pub tile: Option<Sig<'m>>,
    /// Digit of the vector that is the place in the vector of the next step.
    pub digit: Sig<'m>,
    /// Number of the vector of the next step that has the first result.
    pub next: Sig<'m>,
    /// Number of the twiddle factors of the slot in the tables of the columns.
    pub factor: Sig<'m>,
    /// Place of the results of the last step in the memories of the columns.
    pub result: Sig<'m>,
    /// Pulse with the first slot of a batch.
    pub first: Sig<'m>,
    /// Pulse with the last slot of a batch.
    pub last: Sig<'m>,
}

/// Digits of the slots of a step, the fastest first.
const DIGIT: usize = 0;
const LOW: usize = 1;
const HIGH: usize = 2;
const GROUP: usize = 3;

impl<'m> Program<'m> {
    /// Adds the counters of all steps.
    #[hdl]
    pub fn new(plan: &StepsPlan, start: Sig<'m>) -> Self {
        let m = start.builder();
        let pulse = Pulse::new(start, plan.timing.interval);
        let pulses: Vec<Sig> = plan.timing.starts.iter().map(|begin| pulse.later(*begin).now()).collect();
        let runs: Vec<CycleCounter> = pulses.iter().enumerate().map(|(step, pulse)| run(plan, step, *pulse)).collect();
        let steps: Vec<Sig> = runs.iter().map(|run| run.is_active).collect();
        let last_step = plan.steps.len() - 1;
        let counted = |step: usize, name: String, values: usize| m.count(&name, steps[step], values).0;
        let vectors =
            runs.iter().enumerate().map(|(step, _)| counted(step, format!("step{step}_vector"), plan.vectors(step)));
        let vector = merged(&steps, vectors.collect());
        let tiles = runs.iter().enumerate().map(|(step, run)| Some(tile(plan, step, run)));
        let tile = (plan.tiles().len() > 1).then(|| merged(&steps, tiles.collect()));
        let turning = &runs[..last_step];
        let digit = merged(&steps, turning.iter().map(|run| run.digits[DIGIT]).collect());
        let nexts = turning.iter().enumerate().map(|(step, run)| Some(next(plan, step, run)));
        let next = merged(&steps, nexts.collect());
        let factors = turning.iter().enumerate().filter(|_| plan.turn.is_some());
        let factor = merged(&steps, factors.map(|(step, run)| Some(factor(plan, step, run))).collect());
        let result = counted(last_step, "result_place".into(), plan.step_slots(last_step));
        Program {
            odd_in: toggle("batch_odd", pulses[0]),
            odd_out: toggle("results_odd", pulses[last_step]),
            vector,
            tile,
            digit,
            next,
            factor,
            result: merged(&steps[last_step..], vec![result]),
            first: pulses[0],
            last: runs[last_step].ends[GROUP],
            steps,
        }
    }
}

/// Adds the counter of the slots of a step.
fn run<'m>(plan: &StepsPlan, step: usize, pulse: Sig<'m>) -> CycleCounter<'m> {
    let vectors = plan.vectors(step);
    let [digit, low] = match plan.steps.get(step + 1) {
        Some(next) => [next.radix(), next.rest],
        None => [1, 1],
    };
    let values = [("digit", digit), ("low", low), ("high", vectors / (digit * low)), ("group", plan.groups(step))];
    CycleCounter::new(&format!("step{step}"), pulse, &values)
}

/// The number of the tile of a step: those of a group follow each other vector by vector.
fn tile<'m>(plan: &StepsPlan, step: usize, run: &CycleCounter<'m>) -> Sig<'m> {
    let places = Places {
        first: plan.first_tile(step),
        each: plan.steps[step].matrices(),
        bits: address_bits(plan.tiles().len()),
    };
    places.of_slot(&format!("step{step}_matrix"), plan.groups(step), run)
}

/// The number of the vector of the next step that has the first result of a vector: it counts vectors of the next step,
/// and passes those of the other results.
#[hdl]
fn next<'m>(plan: &StepsPlan, step: usize, run: &CycleCounter<'m>) -> Sig<'m> {
    let m = run.is_active.builder();
    let vectors = plan.vectors(step + 1);
    let vector = m.state(address_bits(vectors), 0).named(&format!("step{step}_next"));
    let jump = plan.steps[step + 1].rest * (plan.steps[step].radix() - 1) + 1;
    let by = run.ends[LOW].mux(jump % vectors.max(2), m.constant(vector.width(), 1));
    vector.next_if(run.ends[DIGIT], run.ends[HIGH].mux(0, vector + by));
    *vector
}

/// The number of the twiddle factors of a slot: those of a step follow each other group by group.
fn factor<'m>(plan: &StepsPlan, step: usize, run: &CycleCounter<'m>) -> Sig<'m> {
    let places =
        Places { first: plan.first_factor(step), each: plan.steps[step].rest, bits: address_bits(plan.factor_words()) };
    places.of_slot(&format!("step{step}_factor"), plan.groups(step), run)
}

/// Places in a table of what a step has for its groups one after the other, and in a group for vectors.
struct Places {
    /// Place of the first vector of the first group.
    first: usize,
    /// Vectors, after which the first one follows again.
    each: usize,
    /// Bits of a place.
    bits: u32,
}

impl Places {
    /// The place for a slot. `name`: that of the counter of vectors.
    fn of_slot<'m>(&self, name: &str, groups: usize, run: &CycleCounter<'m>) -> Sig<'m> {
        let m = run.is_active.builder();
        let Places { first, each, bits } = *self;
        let (vector, _) = m.count(name, run.is_active, each);
        let words: Vec<u128> = (0..groups).map(|group| (first + group * each) as u128).collect();
        let group = match run.digits[GROUP] {
            Some(number) => m.rom(number, bits, words),
            None => m.constant(bits, words[0]),
        };
        vector.map_or(group, |vector| group + vector.extend(bits))
    }
}

impl StepsPlan {
    /// Returns the words in the table of the twiddle factors of a column.
    pub fn factor_words(&self) -> usize {
        self.first_factor(self.steps.len() - 1)
    }

    /// Returns the place of the first twiddle factor of a step in the table of a column.
    pub fn first_factor(&self, step: usize) -> usize {
        (0..step).map(|before| self.groups(before) * self.steps[before].rest).sum()
    }
}

/// The word of the step of the slot, of which at most one is there.
fn merged<'m>(steps: &[Sig<'m>], words: Vec<Option<Sig<'m>>>) -> Sig<'m> {
    let there: Vec<(Sig, Sig)> = steps.iter().zip(words).filter_map(|(step, word)| Some((*step, word?))).collect();
    let bits = there.iter().map(|(_, word)| word.width()).max().unwrap_or(1);
    let is_single = steps.len() == 1;
    let own = |(step, word): (Sig<'m>, Sig<'m>)| {
        let word = word.extend(bits);
        if is_single {
            word
        } else {
            word.masked(step)
        }
    };
    there.into_iter().map(own).reduce(|all, own| all | own).unwrap_or_else(|| steps[0].builder().constant(bits, 0))
}
