//! Clock cycles of the steps. They count from the first point of a batch at the core on.

use super::places::Place;
use super::plan::StepsPlan;
use super::times::StepTimes;
use crate::arch::FrameTiming;
use crate::matrix::plan::{COEFFICIENT_CYCLES, SELECT_CYCLES};

/// Clock cycles from a word after its twiddle factor to its write, in which the memory of its row of cells is found.
pub const SPREAD_CYCLES: usize = 1;

impl StepsPlan {
    /// Returns the clock cycles of an addition.
    pub fn adder_cycles(&self) -> usize {
        self.widest().depths.adder as usize
    }

    /// Returns the slots of a step.
    pub fn step_slots(&self, step: usize) -> usize {
        self.groups(step) * self.vectors(step)
    }

    /// Returns the slots of a batch in all steps.
    pub fn slots(&self) -> usize {
        (0..self.steps.len()).map(|step| self.step_slots(step)).sum()
    }

    /// Returns the clock cycles from a slot at the first cell to the sum at the end of the first column.
    pub fn column_cycles(&self) -> usize {
        let product = self.widest();
        product.factor_cycles() + COEFFICIENT_CYCLES + product.product_cycles() + self.cells.rows * self.adder_cycles()
    }

    /// Returns the clock cycles from a slot at the first cell to the write of the word of the first column for the next
    /// step.
    pub fn write_cycles(&self) -> usize {
        self.column_cycles() + self.turn_cycles() + SPREAD_CYCLES
    }

    /// Computes when steps begin: as soon as the cells are free, and each vector has been written when it is read.
    pub fn schedule(&self) -> StepTimes {
        let points = self.batch * self.size;
        let mut starts = vec![points];
        for step in 1..self.steps.len() {
            let before = starts[step - 1];
            // Columns that write for one step are done before the first one writes for the next.
            let columns = if step + 1 < self.steps.len() { self.cells.columns - 1 } else { 0 };
            let free = before + self.step_slots(step - 1) + columns;
            starts.push(free.max(before + self.wait(step)));
        }
        let last = self.steps.len() - 1;
        let written = |Place { vector, place }: Place| {
            let [group, column] = [place / self.cells.columns, place % self.cells.columns];
            group * self.vectors(last) + vector + column + self.column_cycles()
        };
        let (frame, step) = (self.size, self.vectors(last) / self.batch);
        let waits = [0, self.batch - 1].into_iter().flat_map(|number| {
            (0..frame).map(move |frequency| {
                let place = self.place_of_frequency(frequency);
                let place = Place { vector: place.vector + number * step, ..place };
                (written(place) + 1).saturating_sub(number * frame + frequency)
            })
        });
        let first_result = starts[last] + waits.max().unwrap_or(0);
        let slots = self.step_slots(last);
        // A bank of results is written again when all of them have left.
        let cells = starts[last] + slots.max(self.cells.columns) - points;
        StepTimes { first_result, interval: points.max(cells).max(slots + self.cells.columns + 1), starts }
    }

    /// Returns the clock cycles from the first slot of the step before to that of a step, after which it reads nothing
    /// too early.
    fn wait(&self, step: usize) -> usize {
        let frame = self.vectors(step - 1) / self.batch;
        let written = |from: Place| {
            let [group, column] = [from.place / self.cells.columns, from.place % self.cells.columns];
            group * self.vectors(step - 1) + from.vector + column + self.write_cycles() + 1
        };
        let ends = [0, self.batch - 1].into_iter().flat_map(|number| number * frame..(number + 1) * frame);
        let places =
            ends.flat_map(|vector| (0..self.steps[step - 1].results()).map(move |place| Place { vector, place }));
        let waits = places.map(|from| {
            let to = self.next_place(step - 1, from);
            written(from).saturating_sub(to.vector + to.place * self.adder_cycles())
        });
        waits.max().unwrap_or(0)
    }

    /// Returns beats, initiation interval and latency of the core.
    pub fn timing(&self) -> FrameTiming {
        let latency = self.timing.first_result + SELECT_CYCLES + self.widest().round_cycles();
        FrameTiming { beats: [self.batch * self.size; 2], interval: self.timing.interval, latency }
    }

    /// Returns the share of the multiply-adds of cells that work for results, at full rate.
    pub fn utilisation(&self) -> f64 {
        let work = |step: usize| self.vectors(step) * self.used_points(step) * self.steps[step].results();
        let work: usize = (0..self.steps.len()).map(work).sum();
        work as f64 / (self.cells.rows * self.cells.columns * self.timing.interval) as f64
    }
}
