//! A row of stages with delayed feedback that several sizes share, a frame at a time.
//!
//! A size goes past the stages that it has no factor for. Its transform is a program of its own, with the words that
//! all sizes have in common: the model of one size knows nothing of the others.
//!
//! Each lane of several has a row for a share of the points: lane j of w those whose numbers leave j when divided by w
//! (decimation in time). Behind the rows a factor and one kernel of w points take all lanes of a beat together.

use super::route::Path;
use crate::formula::Direction;
use crate::pipeline::{Stage, Twiddle, Units};

/// Stages in a row, and how each size goes through them.
#[derive(Clone, Debug)]
pub struct Row {
    /// Points of a beat, each of which has a row of its own.
    pub width: usize,
    /// Of each lane.
    pub positions: Vec<Position>,
    /// Behind the rows, where there are several lanes.
    pub join: Option<Join>,
    /// Behind that, where inverse transforms are divided by their size, or shifts do not make all of a scale: the factors of
    /// the sizes, beat by beat.
    pub division: Option<Twiddle>,
    /// By size, the smallest first.
    pub paths: Vec<Path>,
}

/// A place of the row: kernels of which a frame takes one, and the factors behind it.
#[derive(Clone, Debug)]
pub struct Position {
    /// One of each radix, the smallest first, as they are for some size.
    pub kernels: Vec<Stage>,
    /// As it is for some size; none behind the last place.
    pub rotator: Option<Stage>,
    /// Bits of a component that comes in, and of one that goes out.
    pub bits: [u32; 2],
}

/// What makes one transform of those of all lanes.
#[derive(Clone, Debug)]
pub struct Join {
    /// What the first lane has in place of factors.
    pub unit: Stage,
    /// The factors of another lane, as they are for some size.
    pub rotator: Stage,
    /// A transform of one beat.
    pub kernel: Stage,
    /// Bits of a component that comes in, of one between, and of one that goes out.
    pub bits: [u32; 3],
}

/// How long a frame of another size has to wait behind one of this size: for `least` cycles after its end, and for as
/// many as its own lead is less than this lag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    pub lag: usize,
    pub lead: usize,
    pub least: usize,
}

/// Cycles from an input of a place to its operators, registers around banks included: before a kernel, and behind it.
pub const BEFORE_KERNEL: usize = 3;
pub const BEHIND_KERNEL: usize = 3;

/// Cycles from the points of the lanes to their factors, which the numbers of the points give.
pub const BEFORE_JOIN: usize = 8;

/// Cycles from a point to its division: its size is known then.
const BEFORE_DIVISION: usize = 1;

/// Least cycles of a kernel: its results are not waited for in less, nor are the words of factors behind it, of which sums
/// take one more.
const LEAST: usize = 2;

/// Cycles of the reordering of one lane, beside those that a frame waits there.
const REORDERING: usize = 3;

/// Cycles from a point of several lanes to its bank; with one lane there is one bank.
const FINDING: usize = 3;

impl Row {
    /// What the transforms are, in words.
    pub fn title(&self, direction: Direction) -> String {
        let what = match direction {
            Direction::Forward => "DFTs",
            Direction::Inverse => "inverse DFTs",
            Direction::Chosen { .. } => "DFTs and inverse DFTs",
        };
        format!("{what} of {} sizes from {} to {} points", self.paths.len(), self.least(), self.largest())
    }

    /// The radices of each place, one of which a frame takes, or none.
    pub fn plan(&self) -> String {
        let radices = |position: &Position| {
            let radices: Vec<String> =
                position.kernels.iter().map(|kernel| kernel.transform.radix().to_string()).collect();
            format!("{{{}}}", radices.join(","))
        };
        let places: Vec<String> = self.positions.iter().map(radices).collect();
        let join = self.join.as_ref().map(|join| format!(" on each lane, and {} across", join.kernel.name()));
        format!(
            "delayed feedback in {} stages of radices {}{}",
            places.len(),
            places.join(" "),
            join.unwrap_or_default()
        )
    }

    /// The smallest size.
    pub fn least(&self) -> usize {
        self.paths.first().map_or(1, |path| path.size)
    }

    /// The largest size.
    pub fn largest(&self) -> usize {
        self.paths.last().map_or(1, |path| path.size)
    }

    /// When the first beat of a frame passes each place's input, the output of the last place, and the output.
    fn passes(&self, path: &Path) -> Vec<usize> {
        let mut passes = vec![0];
        for (place, position) in self.positions.iter().enumerate() {
            passes.push(passes[place] + position.latency(path.radices[place], path.distance(place)));
        }
        let joined = passes[self.positions.len()] + self.join.as_ref().map_or(0, Join::cycles);
        passes.push(joined + self.dividing() + path.wait() + self.reordering());
        passes
    }

    /// Cycles from the first point of a frame in to the first one out.
    pub fn latency(&self, path: &Path) -> usize {
        self.passes(path).last().copied().unwrap_or(0)
    }

    /// Cycles that have to pass between the end of a frame of one size and the start of one of another, so that the second
    /// one nowhere meets the first: at each input it comes when the first one is through, and in a bank it writes when the
    /// first one has read. By number of both.
    pub fn meetings(&self) -> Vec<Vec<usize>> {
        let passes: Vec<Vec<usize>> = self.paths.iter().map(|path| self.passes(path)).collect();
        let between = |first: usize, second: usize| {
            let inputs = passes[first].iter().zip(&passes[second]).map(|(a, b)| a.saturating_sub(*b)).max();
            let banks = (0..self.positions.len()).map(|place| {
                let apart = passes[first][place] + self.in_banks(place, [&self.paths[first], &self.paths[second]]);
                apart.saturating_sub(passes[second][place])
            });
            banks.chain(inputs).max().unwrap_or(0)
        };
        let all = || 0..self.paths.len();
        all()
            .map(|first| all().map(|second| if first == second { 0 } else { between(first, second) }).collect())
            .collect()
    }

    /// Cycles from the end of a frame to the start of another at a place whose banks hold elements and results, before
    /// which the other would write what has not been read, or read in the same cycle.
    fn in_banks(&self, place: usize, [first, second]: [&Path; 2]) -> usize {
        let [radix, other] = [first, second].map(|path| path.radices[place]);
        if !self.shares(place) || radix == 1 || other == 1 {
            return 0;
        }
        let [distance, next] = [first, second].map(|path| path.distance(place));
        let late = self.positions[place].turnaround();
        let shared = 1..radix.min(other - 1);
        let written = shared.clone().map(|bank| ((bank - 1) * distance + late).saturating_sub(bank * next));
        let read = shared.map(|bank| (bank * distance + late).saturating_sub((other - 1) * next));
        written.chain(read).max().unwrap_or(0)
    }

    /// Enough for that in short tables. Most frames meet at the output, where a frame is to come no sooner than its lead
    /// before the lag of the other; what others need more is little.
    pub fn waits(&self) -> Vec<Wait> {
        let latencies: Vec<usize> = self.paths.iter().map(|path| self.latency(path)).collect();
        let wait = |(row, latency): (Vec<usize>, &usize)| {
            let others = || row.iter().zip(&latencies).filter(|(meets, _)| **meets > 0);
            let quicker = others().filter(|(_, lead)| *lead < latency).map(|(meets, lead)| meets + lead);
            let slower = others().filter(|(_, lead)| *lead >= latency).map(|(meets, _)| *meets);
            let (lag, least) = (quicker.max().unwrap_or(0).max(*latency), slower.max().unwrap_or(0));
            Wait { lag, lead: *latency, least }
        };
        self.meetings().into_iter().zip(&latencies).map(wait).collect()
    }

    /// Whether one bank holds elements and later results: where these have left before the next elements come.
    pub fn shares(&self, place: usize) -> bool {
        let here = self.paths.iter().filter(|path| path.radices[place] > 1);
        here.map(|path| path.distance(place)).min().is_some_and(|least| least >= self.positions[place].turnaround())
    }

    /// Complex words of memory: around the kernels, and of the reordering.
    pub fn words(&self) -> usize {
        (0..self.positions.len()).map(|place| self.words_of(place)).sum::<usize>() + self.reordered()
    }

    /// Those around the kernels of a place, on all lanes.
    pub fn words_of(&self, place: usize) -> usize {
        let depths = (1..).map(|bank| self.depth(place, bank)).take_while(|depth| *depth > 0);
        let (deepest, elements) = (self.depth(place, 1), depths.sum::<usize>());
        // Where banks are shared, the first has elements only and the last results only.
        self.width * (elements + if self.shares(place) { deepest } else { elements })
    }

    /// Cycles from a point of a lane to its bank.
    pub fn finding(&self) -> usize {
        FINDING * usize::from(self.width > 1)
    }

    /// Cycles of the reordering that do not depend on the size.
    pub fn reordering(&self) -> usize {
        REORDERING + self.finding() + usize::from(self.width > 1)
    }

    /// Cycles of the division, if there is one.
    pub fn dividing(&self) -> usize {
        self.division.as_ref().map_or(0, |twiddle| BEFORE_DIVISION + twiddle.stage.cycles())
    }

    /// Those of the reordering: two frames.
    pub fn reordered(&self) -> usize {
        2 * self.largest()
    }

    /// Words that a place keeps of the element of this number, or of the result that leaves so many distances late.
    pub fn depth(&self, place: usize, bank: usize) -> usize {
        let deep = |path: &Path| if path.radices[place] > bank { path.distance(place) } else { 0 };
        self.paths.iter().map(deep).max().unwrap_or(0)
    }

    /// Bits of a component that comes out, where so many come in.
    pub fn bits(&self, input: u32) -> u32 {
        let numeric = self.division.as_ref().and_then(|twiddle| twiddle.stage.arithmetic.fixed());
        numeric.map_or_else(|| self.undivided(input), |numeric| numeric.output)
    }

    /// The same ahead of the division.
    pub fn undivided(&self, input: u32) -> u32 {
        let rows = self.positions.last().map_or(input, |position| position.bits[1]);
        self.join.as_ref().map_or(rows, |join| join.bits[2])
    }

    /// Its operators.
    pub fn units(&self) -> Units {
        let places = (0..self.positions.len()).map(|place| self.units_of(place));
        let behind = self
            .join
            .as_ref()
            .map(Join::units)
            .into_iter()
            .chain(self.division.as_ref().map(|twiddle| twiddle.stage.units()));
        places.chain(behind).sum()
    }

    /// Those of a place, on all lanes.
    pub fn units_of(&self, place: usize) -> Units {
        self.width * self.positions[place].stages().map(Stage::units).sum::<Units>()
    }

    /// All stages that are built, those of one lane once.
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.instances().map(|(stage, _)| stage)
    }

    /// All stages, and how often each is built.
    pub fn instances(&self) -> impl Iterator<Item = (&Stage, usize)> {
        let lanes = self.positions.iter().flat_map(Position::stages).map(|stage| (stage, self.width));
        let turned = self.width - 1;
        let joined =
            self.join.iter().flat_map(move |join| [(&join.unit, 1), (&join.rotator, turned), (&join.kernel, 1)]);
        lanes.chain(joined).chain(self.division.iter().map(|twiddle| (&twiddle.stage, 1)))
    }

    /// The same to be changed.
    pub fn stages_mut(&mut self) -> impl Iterator<Item = &mut Stage> {
        let joined = self.join.iter_mut().flat_map(|join| [&mut join.unit, &mut join.rotator, &mut join.kernel]);
        let places = self.positions.iter_mut().flat_map(|place| place.kernels.iter_mut().chain(&mut place.rotator));
        places.chain(joined).chain(self.division.iter_mut().map(|twiddle| &mut twiddle.stage))
    }
}

impl Join {
    /// Its operators.
    pub fn units(&self) -> Units {
        // The first lane has no factors.
        let turned = self.kernel.transform.radix() - 1;
        turned * self.rotator.units() + self.kernel.units()
    }

    /// From a beat of the lanes to one of their transforms.
    pub fn cycles(&self) -> usize {
        BEFORE_JOIN + self.rotator.cycles() + self.kernel.cycles()
    }
}

impl Position {
    fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.kernels.iter().chain(&self.rotator)
    }

    /// Cycles of the kernels: those of the longest.
    pub fn cycles(&self) -> usize {
        let sums = self.rotator.as_ref().is_some_and(Stage::has_triples);
        self.kernels.iter().map(Stage::cycles).max().unwrap_or(0).max(LEAST + usize::from(sums))
    }

    /// Cycles from the banks' elements to the banks' results.
    pub fn turnaround(&self) -> usize {
        BEFORE_KERNEL - 1 + self.cycles()
    }

    /// Cycles from the input to the output that do not depend on the size.
    pub fn fixed(&self) -> usize {
        BEFORE_KERNEL + self.cycles() + BEHIND_KERNEL + self.rotator.as_ref().map_or(0, Stage::cycles)
    }

    fn latency(&self, radix: usize, distance: usize) -> usize {
        match radix {
            1 => 1,
            _ => (radix - 1) * distance + self.fixed(),
        }
    }
}
