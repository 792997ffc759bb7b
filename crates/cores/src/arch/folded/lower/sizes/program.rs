//! The program of a frame: its samples come, its steps read the places, and its bins leave.
//!
//! One register counts the places in all phases. In a step the digit of the step is the fastest, and the other places follow in natural order:
//! the elements of a transform lie `last_inner + 1` places apart, the next transform begins a place after the one before, and
//! after the last of these transforms the next place is the next one of all. Samples of one part come in the order of places, and those of two
//! coprime parts by [`SamplePlaces`](super::sample_places::SamplePlaces).

use super::output_digits::OutputDigits;
use super::size_table::SizeTable;
use super::step_table::{StepTable, StepWord};
use crate::arch::folded::lower::gates::and_not;
use crate::lower::count::count_to;
use crate::rtl::{Module, Net};

/// Counters and states of a frame.
pub struct SizedProgram {
    /// Place of the sample, element or bin.
    pub place: Net,
    /// High with each sample.
    pub active: Net,
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
    /// High in the last of the transforms that differ in the digits of later steps.
    pub is_end_of_run: Net,
    /// High when the numbers of a step are loaded.
    pub takes: Net,
    /// High with the last sample.
    pub loaded: Net,
    /// High when a step reads its last place.
    pub step_ends: Net,
    /// High when the last step reads its last place.
    pub ends: Net,
    /// Numbers of the step.
    pub step: StepWord,
}

/// States of a frame.
struct States {
    /// High from the second sample to the last one.
    loading: Net,
    /// High from the last sample to the last bin.
    busy: Net,
    /// High while the output is read, with the wait before it.
    output: Net,
    /// Remaining cycles without a read after a transform or a step.
    wait: Net,
}

/// Events of a frame.
struct Events {
    active: Net,
    loaded: Net,
    transform_ends: Net,
    step_ends: Net,
    ends: Net,
    bins_end: Net,
}

impl SizedProgram {
    /// Builds the program. `start`: pulse with the first sample; `number`: register of the number of the step whose word `table` reads.
    pub fn new(m: &mut Module, sizes: &SizeTable, table: &StepTable, [start, number]: [Net; 2]) -> Self {
        let place = m.state(m.width(sizes.last), Some(0));
        m.name(place, "place");
        let at_end = m.eq(place, sizes.last);
        m.name(at_end, "at_last_place");
        let at_last_sample = match sizes.samples {
            None => at_end,
            Some(samples) => {
                let last = m.extend(samples.last_sample, m.width(place));
                m.eq(place, last)
            }
        };
        let step = table.registers(m);
        let states = States::new(m, m.width(step.wait));
        let [computes, leaves] = states.reads(m);
        let active = m.or(start, states.loading);
        let loaded = m.and(active, at_last_sample);
        let [step_ends, bins_end] = [computes, leaves].map(|phase| m.and(phase, at_end));
        let ends = m.and(step_ends, step.is_last);
        m.name(ends, "last_step_ends");
        let more = m.not(step.is_last);
        let more = m.and(step_ends, more);
        let takes = m.or(loaded, more);
        table.load(m, &step, takes);
        count_steps(m, number, start, takes);
        // All digits are zero again after the last bin, as many steps after the first one as there are bins.
        let more_bins = and_not(m, leaves, at_end);
        let bins_move = m.or(ends, more_bins);
        let increment = output_increment(m, sizes, table, [start, takes], bins_move);

        let (_, is_last) = count_to(m, "digit".into(), computes, step.last_digit);
        let transform_ends = m.and(computes, is_last);
        states.drive(m, &step, &Events { active, loaded, transform_ends, step_ends, ends, bins_end });
        let (_, is_end_of_run) = count_to(m, "transform_of_run".into(), transform_ends, step.last_inner);
        let factors_end = match sizes.samples.zip(step.part) {
            None => transform_ends,
            Some((samples, part)) => {
                let last_repeat = samples.last_repeat(m, part);
                let (_, is_last) = count_to(m, "transform_of_factors".into(), transform_ends, last_repeat);
                m.and(transform_ends, is_last)
            }
        };
        let is_first = m.state(1, Some(1));
        m.name(is_first, "transform_first");
        m.drive_enabled(is_first, is_last, computes);
        // Distances are less one, because all sums take one more.
        let first = m.state(m.width(place), Some(0));
        m.name(first, "transform_place");
        let is_inner = m.not(is_end_of_run);
        let returns = m.and(transform_ends, is_inner);
        let from = m.mux(returns, first, place);
        let goes_on = m.not(is_last);
        let goes_on = m.and(computes, goes_on);
        let zero = m.constant(m.width(place), 0);
        let by = m.mux(goes_on, step.last_inner, zero);
        let by = m.mux(leaves, increment, by);
        let one = m.constant(m.width(place), 1);
        let next = m.add(from, by);
        let next = m.add(next, one);
        let next = m.mux(at_end, zero, next);
        let next = match sizes.samples {
            None => next,
            Some(samples) => {
                let of_sample = samples.next(m, active, place);
                m.mux(active, of_sample, next)
            }
        };
        let reads = m.or(computes, leaves);
        let moves = m.or(active, reads);
        m.drive_enabled(place, next, moves);
        m.drive_enabled(first, next, transform_ends);
        SizedProgram {
            place,
            active,
            computes,
            leaves,
            is_first,
            is_last,
            factors_end,
            is_end_of_run,
            takes,
            loaded,
            step_ends,
            ends,
            step,
        }
    }
}

/// Returns the distance from a bin's place to that of the next one, less one. `moves`: high with the last place of the last step, and
/// with each bin but the last one. The digits are those of the bin after the one that is read, so that the distance comes out of a register.
fn output_increment(m: &mut Module, sizes: &SizeTable, table: &StepTable, [start, takes]: [Net; 2], moves: Net) -> Net {
    let digits = |(part, &digits): (usize, &usize)| {
        let zero = m.constant(m.width(sizes.last), 0);
        let (label, takes, wrapped) = match table.word.part {
            // All digits wrap after the last bin only.
            None => ("bin".into(), takes, zero),
            Some(of_step) => {
                let is_own = m.eq_const(of_step, part as u128);
                let wrapped = if part == 0 { m.not(sizes.last) } else { zero };
                (format!("bin{part}"), m.and(takes, is_own), wrapped)
            }
        };
        OutputDigits::new(m, (&label, digits), table, [start, takes], [moves, wrapped]).increment
    };
    let increments: Vec<Net> = table.digits.iter().enumerate().map(digits).collect();
    let increment = increments.into_iter().reduce(|all, own| m.add(all, own));
    let increment = increment.unwrap_or_else(|| unreachable!("a frame has a part"));
    let held = m.state(m.width(increment), Some(0));
    m.drive_enabled(held, increment, moves);
    m.name(held, "bin_stride")
}

impl States {
    fn new(m: &mut Module, wait_bits: u32) -> Self {
        let [loading, busy, output] = ["loading", "busy", "output"].map(|name| {
            let state = m.state(1, Some(0));
            m.name(state, name)
        });
        let wait = m.state(wait_bits, Some(0));
        States { loading, busy, output, wait: m.name(wait, "wait") }
    }

    /// Returns nets that are high when a step reads a place, and when the output reads a bin.
    fn reads(&self, m: &mut Module) -> [Net; 2] {
        let waits = m.any(self.wait);
        let reads = m.not(waits);
        let reads = m.and(self.busy, reads);
        let computes = m.not(self.output);
        let computes = m.and(reads, computes);
        [m.name(computes, "computes"), m.and(reads, self.output)]
    }

    /// Drives the states.
    fn drive(&self, m: &mut Module, step: &StepWord, events: &Events) {
        let Events { active, loaded, transform_ends, step_ends, ends, bins_end } = *events;
        let more = m.not(loaded);
        let loads = m.and(active, more);
        m.drive(self.loading, loads);
        for (state, begins) in [(self.busy, loaded), (self.output, ends)] {
            let stays = m.not(bins_end);
            let stays = m.and(state, stays);
            let next = m.or(begins, stays);
            m.drive(state, next);
        }
        let bits = m.width(self.wait);
        let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
        let waits = m.any(self.wait);
        let less = m.sub(self.wait, one);
        let less = m.mux(waits, less, zero);
        let next = match step.rest {
            None => less,
            Some(rest) => {
                let rest = m.extend(rest, bits);
                m.mux(transform_ends, rest, less)
            }
        };
        let next = m.mux(step_ends, step.wait, next);
        m.drive(self.wait, next);
    }
}

/// Counts the words of steps that are taken, from the start of a frame on.
fn count_steps(m: &mut Module, number: Net, start: Net, takes: Net) {
    let bits = m.width(number);
    let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
    let more = m.add(number, one);
    let next = m.mux(start, zero, more);
    let moves = m.or(start, takes);
    m.drive_enabled(number, next, moves);
}
