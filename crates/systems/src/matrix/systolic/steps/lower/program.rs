//! Signals of a slot: which step it is of, and the places of its vector.

use super::super::plan::StepsPlan;
use crate::lower::control::delay_pulse;
use crate::lower::count::count;
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::store::toggle;
use crate::rtl::{address_bits, Module, Net};

/// Signals of a slot at the first cell.
pub struct Program {
    /// Whether the slot is of each step.
    pub steps: Vec<Net>,
    /// Whether a slot of the first step is of an odd batch.
    pub odd_in: Net,
    /// Whether results of the slot are those of an odd batch.
    pub odd_out: Net,
    /// Number of the vector.
    pub vector: Net,
    /// Number of the tile. `None` if there is one.
    pub tile: Option<Net>,
    /// Digit of the vector that is the place in the vector of the next step.
    pub digit: Net,
    /// Number of the vector of the next step that has the first result.
    pub next: Net,
    /// Number of the twiddle factors of the slot in the tables of the columns.
    pub factor: Net,
    /// Place of the results of the last step in the memories of the columns.
    pub result: Net,
    /// Pulse with the first slot of a batch.
    pub first: Net,
    /// Pulse with the last slot of a batch.
    pub last: Net,
}

/// Digits of the slots of a step, the fastest first.
const DIGIT: usize = 0;
const LOW: usize = 1;
const HIGH: usize = 2;
const GROUP: usize = 3;

impl Program {
    /// Adds the counters of all steps.
    pub fn new(m: &mut Module, plan: &StepsPlan, start: Net) -> Self {
        let count_steps = plan.steps.len();
        let mut at = 0;
        let mut pulse = start;
        let (mut pulses, mut runs) = (vec![], vec![]);
        for (step, begin) in plan.timing.starts.iter().enumerate() {
            pulse = delay_pulse(m, pulse, begin - at, plan.timing.interval);
            at = *begin;
            pulses.push(pulse);
            runs.push(run(m, plan, step, pulse));
        }
        let steps: Vec<Net> = runs.iter().map(|run| run.is_active).collect();
        let mut vectors = vec![];
        let mut digits = vec![];
        let mut nexts = vec![];
        let mut factors = vec![];
        let mut tiles = vec![];
        let mut results = vec![];
        for (step, run) in runs.iter().enumerate() {
            let (vector, _) = count(m, format!("step{step}_vector"), run.is_active, plan.vectors(step));
            vectors.push(vector);
            tiles.push(tile(m, plan, step, run));
            if step + 1 < count_steps {
                digits.push(run.digits[DIGIT]);
                nexts.push(Some(next(m, plan, step, run)));
                factors.push(plan.turn.as_ref().and_then(|_| factor(m, plan, step, run)));
            } else {
                let (result, _) = count(m, "result_place".into(), run.is_active, plan.step_slots(step));
                results.push(result);
            }
        }
        let all: usize = plan.tiles().len();
        let tile = (all > 1).then(|| merged(m, &steps, &tiles));
        let last = runs.iter().next_back().map_or(start, |run| run.ends[GROUP]);
        Program {
            odd_in: toggle(m, "batch_odd", pulses[0]),
            odd_out: toggle(m, "results_odd", pulses[count_steps - 1]),
            vector: merged(m, &steps, &vectors),
            tile,
            digit: merged(m, &steps, &digits),
            next: merged(m, &steps, &nexts),
            factor: merged(m, &steps, &factors),
            result: merged(m, &steps[count_steps - 1..], &results),
            first: pulses[0],
            last,
            steps,
        }
    }
}

/// Adds the counter of the slots of a step.
fn run(m: &mut Module, plan: &StepsPlan, step: usize, pulse: Net) -> CycleCounter {
    let vectors = plan.vectors(step);
    let [digit, low] = match plan.steps.get(step + 1) {
        Some(next) => [next.radix(), next.rest],
        None => [1, 1],
    };
    let values = [("digit", digit), ("low", low), ("high", vectors / (digit * low)), ("group", plan.groups(step))];
    CycleCounter::new(m, &format!("step{step}"), pulse, &values)
}

/// Returns the number of the tile of a step: those of a group follow each other vector by vector.
fn tile(m: &mut Module, plan: &StepsPlan, step: usize, run: &CycleCounter) -> Option<Net> {
    let places = Places {
        first: plan.first_tile(step),
        each: plan.steps[step].matrices(),
        bits: address_bits(plan.tiles().len()),
    };
    Some(places.of_slot(m, &format!("step{step}_matrix"), plan.groups(step), run))
}

/// Adds the number of the vector of the next step that has the first result of a vector: it counts vectors of the next step, and passes
/// those of the other results.
fn next(m: &mut Module, plan: &StepsPlan, step: usize, run: &CycleCounter) -> Net {
    let vectors = plan.vectors(step + 1);
    let bits = address_bits(vectors);
    let state = m.state(bits, Some(0));
    m.name(state, format!("step{step}_next"));
    let jump = plan.steps[step + 1].rest * (plan.steps[step].radix() - 1) + 1;
    let [zero, one, jump] = [0, 1, jump % vectors.max(2)].map(|value| m.constant(bits, value as u128));
    let by = m.mux(run.ends[LOW], jump, one);
    let more = m.add(state, by);
    let more = m.mux(run.ends[HIGH], zero, more);
    m.drive_enabled(state, more, run.ends[DIGIT]);
    state
}

/// Returns the number of the twiddle factors of a slot: those of a step follow each other group by group.
fn factor(m: &mut Module, plan: &StepsPlan, step: usize, run: &CycleCounter) -> Option<Net> {
    let places =
        Places { first: plan.first_factor(step), each: plan.steps[step].rest, bits: address_bits(plan.factor_words()) };
    Some(places.of_slot(m, &format!("step{step}_factor"), plan.groups(step), run))
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
    /// Returns the place for a slot. `name`: that of the counter of vectors.
    fn of_slot(&self, m: &mut Module, name: &str, groups: usize, run: &CycleCounter) -> Net {
        let Places { first, each, bits } = *self;
        let (vector, _) = count(m, name.into(), run.is_active, each);
        let group: Vec<u128> = (0..groups).map(|group| (first + group * each) as u128).collect();
        let group = match run.digits[GROUP] {
            Some(number) => m.rom(number, bits, group),
            None => m.constant(bits, group[0]),
        };
        match vector {
            Some(vector) => {
                let vector = m.extend(vector, bits);
                m.add(group, vector)
            }
            None => group,
        }
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

/// Returns the word of the step of the slot, of which at most one is there.
fn merged(m: &mut Module, steps: &[Net], words: &[Option<Net>]) -> Net {
    let there: Vec<(Net, Net)> =
        steps.iter().zip(words).filter_map(|(step, word)| word.map(|word| (*step, word))).collect();
    let bits = there.iter().map(|(_, word)| m.width(*word)).max().unwrap_or(1);
    let is_single = steps.len() == 1;
    there.into_iter().fold(m.constant(bits, 0), |all, (step, word)| {
        let word = m.extend(word, bits);
        let mask = m.repeat(step, bits);
        let own = if is_single { word } else { m.and(word, mask) };
        m.or(all, own)
    })
}
