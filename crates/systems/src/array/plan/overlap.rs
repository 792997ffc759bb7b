//! Times of jobs in an element whose steps overlap.
//!
//! An element has m x m pencils (first, second), and all lengths are equal. Three rounds of its engine have m runs of m
//! pencils each. Between them the row links and then the column links do m·m jobs each. Job (g, s) of the rows sends
//! point K·m + g of all pencils (., s) to element K, so that the jobs (g, .) complete the pencils (g, .) of the second
//! round. Job (g, s) of the columns sends all points of pencil (g, s), so that the jobs (g, .) complete the pencils (g,
//! .) of the third round. A run or job begins when what it reads is there.

use super::cycles::READ;
use super::Plan;
use crate::array::schedule::Exchange;
use crate::formula::Order;

/// When runs of m jobs begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobTimes {
    /// Clock cycle in which the first job of each run begins.
    pub starts: Vec<usize>,
    /// Clock cycles from a job to the next one of a run.
    pub paces: Vec<usize>,
}

impl JobTimes {
    /// Clock cycle in which a job of a run begins.
    fn start(&self, run: usize, job: usize) -> usize {
        self.starts[run] + job * self.paces[run]
    }

    /// Appends a run.
    fn push(&mut self, start: usize, pace: usize) {
        self.starts.push(start);
        self.paces.push(pace);
    }
}

/// Times of an element whose steps overlap, in clock cycles from the first point that the engine reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// First reads of pencils by the engine: m runs in each of three rounds.
    pub engine: JobTimes,
    /// Jobs of the row links.
    pub rows: JobTimes,
    /// Jobs of the column links.
    pub columns: JobTimes,
    /// Clock cycles that a job of the links occupies counters and reads, and one more.
    pub occupied: usize,
    /// Clock cycles up to the last result.
    pub end: usize,
}

/// Clock cycles that pencils and jobs take.
struct Durations {
    /// Pencils of a run.
    block: usize,
    /// From a pencil to the next one at the engine.
    interval: usize,
    /// From the first read of a pencil until its results are there.
    pencil: usize,
    /// From the results of the first group until all results of a pencil are there.
    others: usize,
    /// That a job of the links occupies counters and reads, and one more.
    occupied: usize,
    /// From the begin of a job until its words are there.
    complete: usize,
}

impl Plan {
    /// Returns the exchange of one job.
    pub(crate) fn job_exchange(&self) -> Exchange {
        Exchange { repetitions: self.link_words() * self.blocks()[1], ..self.exchange() }
    }

    /// Clock cycles from the last result of the first group of a pencil, which has number 0 within each block, to the
    /// last one of all.
    fn others(&self) -> usize {
        let (length, block) = (self.rounds[0].length, self.blocks()[0]);
        match self.engines[0].order() {
            Order::Natural => block - 1,
            // Numbers within a block are the low bits, which come as the high ones.
            Order::Reversed => length - length / block,
        }
    }

    /// Returns the times of an element whose steps overlap. Pencils of the second round come as soon as they are
    /// complete, or a run of them without a pause, which leaves the engine more time for the third round.
    pub fn overlap(&self) -> Overlap {
        let (hop, engine) = (self.links.hop, &self.engines[0]);
        let ahead = if self.has_ports_to_share() { hop } else { 0 };
        let slots = self.job_exchange().slots();
        let durations = Durations {
            block: self.blocks()[0],
            interval: engine.interval,
            pencil: self.rounds[0].length + READ + engine.latency,
            others: self.others(),
            // The counters of a unit move after the last class.
            occupied: ahead + slots.next_multiple_of(hop) + 1,
            complete: 2 * ahead + slots + READ + hop,
        };
        let [soon, late] = [true, false].map(|is_soon| durations.overlap(is_soon));
        if soon.end <= late.end {
            soon
        } else {
            late
        }
    }
}

impl Durations {
    fn overlap(&self, is_soon: bool) -> Overlap {
        let Durations { block, interval, pencil, others, occupied, complete } = *self;
        let run = block * interval;
        let none = || JobTimes { starts: vec![], paces: vec![] };
        let (mut engine, mut rows, mut columns) = (none(), none(), none());
        (0..block).for_each(|second| engine.push(second * run, interval));

        let first_pace = occupied.max(run);
        rows.push((block - 1) * interval + pencil - others, first_pace);
        let rest = rows.start(0, block - 1) + occupied;
        (1..block).for_each(|group| rows.push(rest + (group - 1) * block * occupied, occupied));

        let (mut engine_free, mut links_free) = (block * run, 0);
        for group in 0..block {
            let pace = if is_soon { interval.max(rows.paces[group]) } else { interval };
            let there = (0..block).map(|job| (rows.start(group, job) + complete).saturating_sub(job * pace));
            let start = there.max().unwrap_or(0).max(engine_free);
            engine.push(start, pace);
            engine_free = start + (block - 1) * pace + interval;
            let column_pace = occupied.max(pace);
            columns.push((start + pencil).max(links_free), column_pace);
            links_free = columns.start(group, block - 1) + occupied;
        }
        for group in 0..block {
            let start = (columns.start(group, block - 1) + complete).max(engine_free);
            engine.push(start, interval);
            engine_free = start + run;
        }
        Overlap { engine, rows, columns, occupied, end: engine_free - interval + pencil }
    }
}
