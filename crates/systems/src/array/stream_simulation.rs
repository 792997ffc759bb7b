//! An array with AXI4-Streams in simulation: sources and sinks of each row pause as they like.

use super::{Array, Simulation};
use crate::error::Error;
use crate::model::Sample;
use crate::rng::Rng;
use crate::sim::{Simulator, Slot};

/// Clock cycles of four in which a source or a sink that pauses is ready.
const BUSY: u64 = 3;

/// What the simulation of streams came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// Results of each frame in row-major order.
    pub results: Vec<Vec<Sample>>,
    /// Clock cycles from the last result of a frame to that of the next one, in the first row.
    pub intervals: Vec<usize>,
}

/// Ports of a row, and the words that have passed them.
struct Row {
    /// Valid and word of the source.
    source: [Slot; 2],
    source_ready: Slot,
    sink_ready: Slot,
    /// Valid, word and last of the sink.
    sink: [Slot; 3],
    is_offered: bool,
    sent: usize,
    taken: Vec<u128>,
}

impl Row {
    fn new(simulator: &Simulator, row: usize) -> Option<Self> {
        let [input, output] = [Simulator::input, Simulator::output];
        let slot = |find: fn(&Simulator, &str) -> Option<Vec<Slot>>, side: &str, what: &str| {
            find(simulator, &format!("{side}_axis_row{row}_{what}"))?.first().copied()
        };
        Some(Row {
            source: [slot(input, "s", "tvalid")?, slot(input, "s", "tdata")?],
            source_ready: slot(output, "s", "tready")?,
            sink_ready: slot(input, "m", "tready")?,
            sink: [slot(output, "m", "tvalid")?, slot(output, "m", "tdata")?, slot(output, "m", "tlast")?],
            is_offered: false,
            sent: 0,
            taken: vec![],
        })
    }

    /// Counts the word that is offered, if it is taken.
    fn send(&mut self, simulator: &Simulator) {
        if self.is_offered && simulator.get(self.source_ready) == 1 {
            (self.sent, self.is_offered) = (self.sent + 1, false);
        }
    }
}

impl Simulation<'_> {
    /// Sends frames in row-major order by the streams of the rows for some clock cycles, without pauses, so that frames
    /// are under way.
    pub fn run_streams(&mut self, frames: &[&[Sample]], cycles: usize) {
        let words: Vec<Vec<u128>> = frames.iter().flat_map(|frame| self.array.west_words(frame)).collect();
        let mut rows: Vec<Row> = (0..words[0].len()).filter_map(|row| Row::new(&self.simulator, row)).collect();
        for _ in 0..cycles {
            self.offer(&mut rows, &words, &mut || true);
            rows.iter_mut().for_each(|row| row.send(&self.simulator));
            self.simulator.step();
        }
    }

    /// Sets the inputs of all rows in a clock cycle in which a source or a sink `works`.
    fn offer(&mut self, rows: &mut [Row], words: &[Vec<u128>], works: &mut impl FnMut() -> bool) {
        for (number, row) in rows.iter_mut().enumerate() {
            // A word that is offered stays until it is taken.
            row.is_offered = row.sent < words.len() && (row.is_offered || works());
            let word = words.get(row.sent).map_or(0, |words| words[number]);
            let values = [u128::from(row.is_offered), word];
            row.source.iter().zip(values).for_each(|(slot, value)| self.simulator.set(*slot, value));
            self.simulator.set(row.sink_ready, works().into());
        }
        self.simulator.settle();
    }

    /// Transforms frames in row-major order that come by the streams of the rows. `pauses`: random numbers by which
    /// sources and sinks of each row pause.
    pub fn pass(&mut self, frames: &[&[Sample]], mut pauses: Option<Rng>) -> Result<Passed, Error> {
        let array: &Array = self.array;
        let words: Vec<Vec<u128>> = frames.iter().flat_map(|frame| array.west_words(frame)).collect();
        let row_words = array.plan.row_words();
        let mut rows: Vec<Row> = (0..words[0].len()).filter_map(|row| Row::new(&self.simulator, row)).collect();
        let mut works = || pauses.as_mut().is_none_or(|rng| rng.word() >> 62 < BUSY);
        let (mut ends, mut cycle) = (Vec::new(), 0);
        let most = 4 * (frames.len() + 2) * (array.interval() + 2 * row_words + array.plan.settling_cycles());
        while rows.iter().any(|row| row.taken.len() < words.len()) {
            if cycle > most {
                return Err(Error::Mismatch(format!("{}: not all frames within {most} clock cycles", array.name)));
            }
            self.offer(&mut rows, &words, &mut works);
            for (number, row) in rows.iter_mut().enumerate() {
                row.send(&self.simulator);
                let [valid, word, last] = row.sink.map(|slot| self.simulator.get(slot));
                if valid == 1 && self.simulator.get(row.sink_ready) == 1 {
                    row.taken.push(word);
                    let is_last = row.taken.len() % row_words == 0;
                    if is_last != (last == 1) {
                        let at = row.taken.len() - 1;
                        return Err(Error::Mismatch(format!(
                            "{}: row {number}, word {at}: tlast is {last}",
                            array.name
                        )));
                    }
                    ends.extend((is_last && number == 0).then_some(cycle));
                }
            }
            self.simulator.step();
            cycle += 1;
        }
        let taken: Vec<Vec<u128>> =
            (0..words.len()).map(|word| rows.iter().map(|row| row.taken[word]).collect()).collect();
        Ok(Passed {
            results: taken.chunks(row_words).map(|words| array.frame(words)).collect(),
            intervals: ends.windows(2).map(|pair| pair[1] - pair[0]).collect(),
        })
    }
}
