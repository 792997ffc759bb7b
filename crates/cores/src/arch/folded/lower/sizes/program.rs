//! The program of a frame: its samples come, its steps read the places, and its bins leave.
//!
//! One register counts the places in all phases. In a step the digit of the step is the fastest, and the other places
//! follow in natural order: the elements of a transform lie `last_inner + 1` places apart, the next transform begins a
//! place after the one before, and after the last of these transforms the next place is the next one of all. Samples of
//! one part come in the order of places, and those of two coprime parts by
//! [`SamplePlaces`](super::sample_places::SamplePlaces).

use super::output_digits::output_increment;
use super::size_table::SizeTable;
use super::step_table::{StepTable, StepWord};
use fftgen_hdl::dsl::*;

/// Counters and states of a frame.
pub struct SizedProgram<'m> {
    /// Place of the sample, element or bin.
    pub place: Sig<'m>,
    /// High with each sample.
    pub active: Sig<'m>,
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
    /// High in the last of the transforms that differ in the digits of later steps.
    pub is_end_of_run: Sig<'m>,
    /// High when the numbers of a step are loaded.
    pub takes: Sig<'m>,
    /// High with the last sample.
    pub loaded: Sig<'m>,
    /// High when a step reads its last place.
    pub step_ends: Sig<'m>,
    /// High when the last step reads its last place.
    pub ends: Sig<'m>,
    /// Numbers of the step.
    pub step: StepWord<'m>,
}

/// States of a frame.
struct States<'m> {
    /// High from the second sample to the last one.
    loading: Reg<'m>,
    /// High from the last sample to the last bin.
    busy: Reg<'m>,
    /// High while the output is read, with the wait before it.
    output: Reg<'m>,
    /// Remaining cycles without a read after a transform or a step.
    wait: Reg<'m>,
}

/// Events of a frame.
struct Events<'m> {
    active: Sig<'m>,
    loaded: Sig<'m>,
    transform_ends: Sig<'m>,
    step_ends: Sig<'m>,
    ends: Sig<'m>,
    bins_end: Sig<'m>,
}

impl<'m> SizedProgram<'m> {
    /// Builds the program. `start`: pulse with the first sample; `number`: register of the number of the step whose
    /// word `table` reads.
    #[hdl]
    pub fn new(sizes: &SizeTable<'m>, table: &StepTable<'m>, start: Sig<'m>, number: Reg<'m>) -> Self {
        let m = start.builder();
        let place = m.state(sizes.last.width(), 0);
        let at_last_place = place.is(sizes.last);
        let at_last_sample =
            sizes.samples.map_or(at_last_place, |samples| place.is(samples.last_sample.extend(place.width())));
        let (step, loads) = table.registers(m);
        let states = States::new(m, step.wait.width());
        let (computes, leaves) = states.reads();
        let active = start | states.loading;
        let loaded = active & at_last_sample;
        let step_ends = computes & at_last_place;
        let bins_end = leaves & at_last_place;
        let last_step_ends = step_ends & step.is_last;
        let takes = loaded | step_ends & !step.is_last;
        loads.connect(takes);
        // The words of steps that are taken are counted from the start of a frame on.
        number.next_if(start | takes, start.mux(0, number + 1));
        // All digits are zero again after the last bin, as many steps after the first one as there are bins.
        let bins_move = last_step_ends | leaves & !at_last_place;
        let bin_stride = bin_stride(m, sizes, table, [start, takes], bins_move);

        let (_, is_last) = m.count_to("digit", computes, step.last_digit);
        let transform_ends = computes & is_last;
        states.drive(&step, &Events { active, loaded, transform_ends, step_ends, ends: last_step_ends, bins_end });
        let (_, is_end_of_run) = m.count_to("transform_of_run", transform_ends, step.last_inner);
        let factors_end = match sizes.samples.zip(step.part) {
            None => transform_ends,
            Some((samples, part)) => {
                let last_repeat = samples.last_repeat(part);
                let (_, is_last) = m.count_to("transform_of_factors", transform_ends, last_repeat);
                transform_ends & is_last
            }
        };
        let transform_first = m.state(1, 1);
        transform_first.next_if(computes, is_last);
        // Distances are less one, because all sums take one more.
        let transform_place = m.state(place.width(), 0);
        let returns = transform_ends & !is_end_of_run;
        let from = returns.mux(transform_place, place);
        let goes_on = computes & !is_last;
        let zero = m.constant(place.width(), 0);
        let by = leaves.mux(bin_stride, goes_on.mux(step.last_inner, zero));
        let following = at_last_place.mux(zero, from + by + 1);
        let next_place = sizes.samples.map_or(following, |samples| active.mux(samples.next(active, *place), following));
        place.next_if(active | (computes | leaves), next_place);
        transform_place.next_if(transform_ends, next_place);
        SizedProgram {
            place: *place,
            active,
            computes,
            leaves,
            is_first: *transform_first,
            is_last,
            factors_end,
            is_end_of_run,
            takes,
            loaded,
            step_ends,
            ends: last_step_ends,
            step,
        }
    }
}

/// Returns the distance from a bin's place to that of the next one, less one. `moves`: high with the last place of the
/// last step, and with each bin but the last one. The digits are those of the bin after the one that is read, so that
/// the distance comes out of a register.
fn bin_stride<'m>(
    m: &'m Builder,
    sizes: &SizeTable<'m>,
    table: &StepTable<'m>,
    [start, takes]: [Sig<'m>; 2],
    moves: Sig<'m>,
) -> Sig<'m> {
    let increment = |(part, &digits): (usize, &usize)| {
        let zero = m.constant(sizes.last.width(), 0);
        let (label, takes, wrapped) = match table.word.part {
            // All digits wrap after the last bin only.
            None => ("bin".into(), takes, zero),
            Some(of_step) => {
                let wrapped = if part == 0 { !sizes.last } else { zero };
                (format!("bin{part}"), takes & of_step.is(part), wrapped)
            }
        };
        output_increment(m, (&label, digits), table, [start, takes], [moves, wrapped])
    };
    let increments = table.digits.iter().enumerate().map(increment);
    let increment = increments.reduce(|all, own| all + own).unwrap_or_else(|| unreachable!("a frame has a part"));
    let held = m.state(increment.width(), 0);
    held.next_if(moves, increment);
    *held
}

impl<'m> States<'m> {
    #[hdl]
    fn new(m: &'m Builder, wait_bits: u32) -> Self {
        let loading = m.state(1, 0);
        let busy = m.state(1, 0);
        let output = m.state(1, 0);
        let wait = m.state(wait_bits, 0);
        States { loading, busy, output, wait }
    }

    /// Returns whether a step reads a place, and whether the output reads a bin.
    fn reads(&self) -> (Sig<'m>, Sig<'m>) {
        let reads = self.busy & !self.wait.any();
        (reads & !self.output, reads & self.output)
    }

    /// Drives the states.
    fn drive(&self, step: &StepWord<'m>, events: &Events<'m>) {
        let Events { active, loaded, transform_ends, step_ends, ends, bins_end } = *events;
        let States { loading, busy, output, wait } = *self;
        loading.next(active & !loaded);
        busy.set_or_clear(loaded, bins_end);
        output.set_or_clear(ends, bins_end);
        let zero = wait.builder().constant(wait.width(), 0);
        let less = wait.any().mux(wait - 1, zero);
        let after_transform = step.rest.map_or(less, |rest| transform_ends.mux(rest.extend(wait.width()), less));
        wait.next(step_ends.mux(step.wait, after_transform));
    }
}
