//! An array in simulation: frames come and leave by the edges of the rows.

use super::Array;
use crate::error::Error;
use crate::model::Sample;
use crate::rtl::mask;
use crate::sim::{Simulator, Slot};

/// What the simulation of a frame came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Results in row-major order.
    pub results: Vec<Sample>,
    /// Clock cycles in which points come.
    pub loading: usize,
    /// Clock cycles of the transform.
    pub computing: usize,
    /// Clock cycles in which results leave.
    pub unloading: usize,
}

/// Simulated array.
pub struct Simulation<'a> {
    array: &'a Array,
    simulator: Simulator,
}

impl<'a> Simulation<'a> {
    /// Resets an array.
    pub fn new(array: &'a Array) -> Self {
        let mut simulation = Simulation { array, simulator: Simulator::new(&array.top) };
        simulation.reset();
        simulation
    }

    /// Resets the array for some clock cycles, whatever it does.
    pub fn reset(&mut self) {
        let (name, active) = if self.simulator.input("aresetn").is_some() { ("aresetn", 0) } else { ("rst", 1) };
        let Some(slots) = self.simulator.input(name) else { return };
        self.simulator.set(slots[0], active);
        (0..4).for_each(|_| self.simulator.step());
        self.simulator.set(slots[0], 1 - active);
    }

    /// Steps for some clock cycles behind a start, so that a frame is under way.
    pub fn start(&mut self, cycles: usize) {
        self.set("start", 1);
        self.simulator.step();
        self.set("start", 0);
        (0..cycles).for_each(|_| self.simulator.step());
    }

    /// Transforms a frame in row-major order.
    pub fn run(&mut self, frame: &[Sample]) -> Result<Outcome, Error> {
        let plan = &self.array.plan;
        let (columns, east) = (self.columns(frame), self.slots("east"));
        let most = 2 * plan
            .steps()
            .iter()
            .map(|step| plan.step_cycles(*step, self.array.engine.core_latency()))
            .sum::<usize>();
        let (mut loading, mut computing, mut results) = (0, 0, Vec::new());
        self.start(0);
        for _ in 0..most + 1000 {
            let words = columns.get(loading).cloned().unwrap_or_else(|| vec![0; east.len()]);
            let west = self.simulator.input("west").unwrap_or_default();
            west.iter().zip(words).for_each(|(slot, word)| self.simulator.set(*slot, word));
            self.simulator.settle();
            loading += usize::from(self.is_high("loading"));
            computing += usize::from(self.is_high("computing"));
            if self.is_high("unloading") {
                results.push(east.iter().map(|slot| self.simulator.get(*slot)).collect::<Vec<u128>>());
            } else if !results.is_empty() {
                let unloading = results.len();
                return Ok(Outcome { results: self.frame(&results), loading, computing, unloading });
            }
            self.simulator.step();
        }
        Err(Error::Mismatch(format!("{}: no results within {most} clock cycles", self.array.name)))
    }

    /// Returns the words that come in each clock cycle, one for each row. Words of the last element of a row come first.
    fn columns(&self, frame: &[Sample]) -> Vec<Vec<u128>> {
        let plan = &self.array.plan;
        let [columns, rows] = plan.topology.lengths();
        let words = |row: usize| -> Vec<u128> {
            let points = (0..columns).rev().flat_map(|column| plan.points(column, row));
            points.flat_map(|point| self.words(frame[point])).collect()
        };
        let rows: Vec<Vec<u128>> = (0..rows).map(words).collect();
        (0..rows[0].len()).map(|cycle| rows.iter().map(|words| words[cycle]).collect()).collect()
    }

    /// Returns the link words of a point.
    fn words(&self, [re, im]: Sample) -> Vec<u128> {
        let plan = &self.array.plan;
        let point = u128::from(re) | u128::from(im) << plan.component_bits;
        let word = |word: usize| (point >> (word as u32 * plan.links.bits)) & mask(plan.links.bits);
        (0..plan.link_words()).map(word).collect()
    }

    /// Returns the frame of words that have left in each clock cycle. Words of the last element of a row leave first.
    fn frame(&self, words: &[Vec<u128>]) -> Vec<Sample> {
        let plan = &self.array.plan;
        let [columns, rows] = plan.topology.lengths();
        let mut frame = vec![Sample::default(); self.array.config.size()];
        let part = |point: u128| (point & mask(plan.component_bits)) as u64;
        for row in 0..rows {
            let places = (0..columns).rev().flat_map(|column| plan.results(column, row));
            for (place, words) in places.zip(words.chunks(plan.link_words())) {
                let shifted = words.iter().enumerate().map(|(word, all)| all[row] << (word as u32 * plan.links.bits));
                let point = shifted.fold(0, |point, word| point | word);
                frame[place] = [part(point), part(point >> plan.component_bits)];
            }
        }
        frame
    }

    fn slots(&self, output: &str) -> Vec<Slot> {
        self.simulator.output(output).unwrap_or_default()
    }

    fn is_high(&self, output: &str) -> bool {
        self.slots(output).first().is_some_and(|slot| self.simulator.get(*slot) == 1)
    }

    fn set(&mut self, port: &str, value: u128) {
        if let Some([slot, ..]) = self.simulator.input(port).as_deref() {
            self.simulator.set(*slot, value);
        }
    }
}
