//! An array in simulation: frames come and leave by the edges of the rows.

use super::Array;
use crate::error::Error;
use crate::model::Sample;
use crate::sim::{Simulator, Slot};

/// What the simulation of a frame came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Results in row-major order.
    pub results: Vec<Sample>,
    /// Whether a value was too large for its word.
    pub overflow: bool,
    /// Clock cycles in which points come.
    pub loading: usize,
    /// Clock cycles of the transform.
    pub computing: usize,
    /// Clock cycles in which results leave.
    pub unloading: usize,
}

/// What the simulation of frames that follow each other came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Streamed {
    /// Results of each frame in row-major order.
    pub results: Vec<Vec<Sample>>,
    /// Clock cycles from the begin of a frame's transform to that of the next one's.
    pub intervals: Vec<usize>,
}

/// Simulated array.
pub struct Simulation<'a> {
    pub(super) array: &'a Array,
    pub(super) simulator: Simulator,
}

impl<'a> Simulation<'a> {
    /// Resets an array.
    pub fn new(array: &'a Array) -> Self {
        Self::of(array, Simulator::new(&array.top))
    }

    /// Resets an array and keeps what passes its ports.
    pub(super) fn recorded(array: &'a Array) -> Self {
        let mut simulator = Simulator::new(&array.top);
        simulator.record();
        Self::of(array, simulator)
    }

    fn of(array: &'a Array, simulator: Simulator) -> Self {
        let mut simulation = Simulation { array, simulator };
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

    /// Steps for some clock cycles after a start, so that a frame is under way.
    pub fn start(&mut self, cycles: usize) {
        self.set("start", 1);
        self.simulator.step();
        self.set("start", 0);
        (0..cycles).for_each(|_| self.simulator.step());
    }

    /// Transforms a frame in row-major order.
    pub fn run(&mut self, frame: &[Sample]) -> Result<Outcome, Error> {
        let plan = &self.array.plan;
        let (columns, east) = (self.array.west_words(frame), self.slots("east"));
        let most = 2 * plan.steps().iter().map(|step| self.array.step_cycles(*step)).sum::<usize>();
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
                let overflow = self.overflow();
                return Ok(Outcome { results: self.array.frame(&results), overflow, loading, computing, unloading });
            }
            self.simulator.step();
        }
        Err(Error::Mismatch(format!("{}: no results within {most} clock cycles", self.array.name)))
    }

    /// Transforms frames in row-major order, of which each starts in the first clock cycle of the transform of the one
    /// before.
    pub fn stream(&mut self, frames: &[&[Sample]]) -> Result<Streamed, Error> {
        let words: Vec<Vec<u128>> = frames.iter().flat_map(|frame| self.array.west_words(frame)).collect();
        let row_words = self.array.plan.row_words();
        let (east, west) = (self.slots("east"), self.simulator.input("west").unwrap_or_default());
        let most = (frames.len() + 1) * self.array.plan.settling_cycles() + 2 * frames.len() * self.array.interval();
        let (mut loaded, mut cycles_loaded, mut was_computing, mut started) = (0, 0, false, 1);
        let (mut results, mut begins): (Vec<Vec<u128>>, Vec<usize>) = (Vec::new(), Vec::new());
        self.start(0);
        for cycle in 0..most + 1000 {
            let is_data = cycles_loaded < row_words;
            let word = words.get(loaded).filter(|_| is_data).cloned().unwrap_or_else(|| vec![0; east.len()]);
            west.iter().zip(word).for_each(|(slot, word)| self.simulator.set(*slot, word));
            self.simulator.settle();
            let is_computing = self.is_high("computing");
            if self.is_high("loading") {
                loaded += usize::from(is_data);
                cycles_loaded += 1;
            } else {
                cycles_loaded = 0;
            }
            let begins_now = is_computing && !was_computing;
            if begins_now {
                begins.push(cycle);
            }
            let starts = begins_now && started < frames.len();
            started += usize::from(starts);
            was_computing = is_computing;
            if self.is_high("unloading") {
                results.push(east.iter().map(|slot| self.simulator.get(*slot)).collect());
            }
            if results.len() == frames.len() * row_words {
                let results = results.chunks(row_words).map(|words| self.array.frame(words)).collect();
                return Ok(Streamed { results, intervals: begins.windows(2).map(|pair| pair[1] - pair[0]).collect() });
            }
            self.set("start", u128::from(starts));
            self.simulator.step();
        }
        Err(Error::Mismatch(format!("{}: not all frames within {most} clock cycles", self.array.name)))
    }

    /// Returns whether a value was too large, when all elements have told.
    fn overflow(&mut self) -> bool {
        (0..self.array.plan.settling_cycles()).for_each(|_| self.simulator.step());
        self.simulator.settle();
        self.is_high("overflow")
    }

    /// Returns the fields of an output.
    fn slots(&self, output: &str) -> Vec<Slot> {
        self.simulator.output(output).unwrap_or_default()
    }

    /// Whether an output is high.
    fn is_high(&self, output: &str) -> bool {
        self.slots(output).first().is_some_and(|slot| self.simulator.get(*slot) == 1)
    }

    /// Sets an input of one field.
    fn set(&mut self, port: &str, value: u128) {
        if let Some([slot, ..]) = self.simulator.input(port).as_deref() {
            self.simulator.set(*slot, value);
        }
    }
}
