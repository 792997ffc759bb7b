//! A row of stages with delayed feedback that several sizes share, a frame at a time.
//!
//! A size goes past the stages that it has no factor for. Its transform is a program of its own, with the words that
//! all sizes have in common: the model of one size knows nothing of the others.

use super::numeric::{Arithmetic, Columns};
use super::schedule::Schedules;
use super::{Numeric, Outline, Program, Stage};
use crate::error::Error;
use crate::format::Fixed;
use crate::plan::rules::cooley_tukey;
use crate::plan::{default_kernel, Direction, Formula, Kind, Order};
use rayon::prelude::*;

/// Stages in a row, and how each size goes through them.
#[derive(Clone, Debug)]
pub struct Row {
    pub positions: Vec<Position>,
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

/// What becomes of a frame of one size.
#[derive(Clone, Debug)]
pub struct Path {
    pub size: usize,
    /// Position by position; 1 where the frame goes past.
    pub radices: Vec<usize>,
    pub program: Program,
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

/// Least cycles of a kernel: its results are not waited for in less.
const LEAST: usize = 2;

/// Cycles of the reordering, beside those that a frame waits there.
pub const REORDERING: usize = 3;

impl Row {
    /// `rows`: for each size its radices.
    pub fn new(
        rows: &[Vec<usize>],
        direction: Direction,
        (fixed, arithmetic): (Fixed, &Arithmetic),
        schedules: &Schedules,
    ) -> Result<Self, Error> {
        let mut paths: Vec<Path> = rows.par_iter().map(|radices| Path::new(radices, direction, schedules)).collect();
        let places = rows.first().map_or(0, Vec::len);
        let mut columns = Columns::new(fixed, arithmetic)?;
        let mut positions = Vec::new();
        for place in 0..places {
            let before = columns.bits();
            let radices: std::collections::BTreeSet<usize> =
                rows.iter().map(|row| row[place]).filter(|r| *r > 1).collect();
            let at = |path: &Path, factors: bool| path.stage(place, factors);
            let kernels: Vec<Stage> = radices
                .iter()
                .filter_map(|&radix| {
                    let path = paths.iter().find(|path| path.radices[place] == radix)?;
                    Some(path.program.stages[at(path, false)?].clone())
                })
                .collect();
            let last = place + 1 == places;
            let groups: Vec<Vec<&Stage>> = kernels.iter().map(|stage| vec![stage]).collect();
            let numerics = columns.column(&groups, last)?;
            let kernels: Vec<Stage> = kernels
                .into_iter()
                .zip(&numerics)
                // The place has the feedback, of every distance.
                .map(|(stage, numeric)| Stage { numeric: Some(*numeric), feedback: None, ..stage })
                .collect();
            let rotators: Vec<&Stage> =
                paths.iter().filter_map(|path| Some(&path.program.stages[at(path, true)?])).collect();
            let rotator = match rotators.first() {
                None => None,
                Some(&first) => {
                    let stage = first.clone();
                    let numeric = columns.column(&[rotators], false)?[0];
                    Some(Stage { numeric: Some(numeric), ..stage })
                }
            };
            for path in &mut paths {
                let radix = path.radices[place];
                let kernel = kernels.iter().find(|kernel| kernel.kernel.radix == radix);
                let wanted: [Option<Numeric>; 2] =
                    [kernel.and_then(|kernel| kernel.numeric), rotator.as_ref().and_then(|rotator| rotator.numeric)];
                for (factors, numeric) in [false, true].into_iter().zip(wanted) {
                    let Some(stage) = at(path, factors) else { continue };
                    // What went past a place is wider there than the stage before it has made it.
                    let before = stage.checked_sub(1).and_then(|before| path.program.stages[before].numeric);
                    let input = before.map_or(fixed.bits(), |numeric| numeric.output);
                    path.program.stages[stage].numeric = numeric.map(|numeric| Numeric { input, ..numeric });
                }
            }
            positions.push(Position { kernels, rotator, bits: [before, columns.bits()] });
        }
        Ok(Row { positions, paths })
    }

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
            let radices: Vec<String> = position.kernels.iter().map(|kernel| kernel.kernel.radix.to_string()).collect();
            format!("{{{}}}", radices.join(","))
        };
        let places: Vec<String> = self.positions.iter().map(radices).collect();
        format!("delayed feedback in {} stages of radices {}", places.len(), places.join(" "))
    }

    /// The smallest size.
    pub fn least(&self) -> usize {
        self.paths.first().map_or(1, |path| path.size)
    }

    /// The largest size.
    pub fn largest(&self) -> usize {
        self.paths.last().map_or(1, |path| path.size)
    }

    /// When the first point of a frame passes each place's input, the input of the reordering, and the output.
    fn passes(&self, path: &Path) -> Vec<usize> {
        let mut passes = vec![0];
        for (place, position) in self.positions.iter().enumerate() {
            passes.push(passes[place] + position.latency(path.radices[place], path.distance(place)));
        }
        passes.push(passes[self.positions.len()] + path.wait() + REORDERING);
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

    /// Those around the kernels of a place.
    pub fn words_of(&self, place: usize) -> usize {
        let depths = (1..).map(|bank| self.depth(place, bank)).take_while(|depth| *depth > 0);
        let (deepest, elements) = (self.depth(place, 1), depths.sum::<usize>());
        // Where banks are shared, the first has elements only and the last results only.
        elements + if self.shares(place) { deepest } else { elements }
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

    /// Real adders, and real multipliers.
    pub fn operators(&self) -> (usize, usize) {
        let stages = || self.stages();
        let adders = stages().map(|stage| stage.schedule.adders()).sum();
        (adders, stages().map(|stage| stage.schedule.multipliers()).sum())
    }

    /// All stages that are built.
    pub fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.positions.iter().flat_map(|position| position.kernels.iter().chain(&position.rotator))
    }
}

impl Position {
    /// Cycles of the kernels: those of the longest.
    pub fn cycles(&self) -> usize {
        self.kernels.iter().map(Stage::cycles).max().unwrap_or(0).max(LEAST)
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

impl Path {
    fn new(radices: &[usize], direction: Direction, schedules: &Schedules) -> Self {
        let kernels = radices.iter().rev().filter(|radix| **radix > 1).map(|radix| default_kernel(*radix));
        let formula = kernels.map(Formula::from).reduce(|inner, outer| cooley_tukey(outer, inner));
        let formula = formula.unwrap_or(Formula::Identity(1));
        let orders = [Order::Natural; 2];
        let outline = Outline { formula, kind: Kind::Complex, feedback: usize::MAX, width: 1, orders, direction };
        let program = Program::unordered(&outline, schedules);
        Path { size: program.size, radices: radices.to_vec(), program }
    }

    /// Beats between the elements of a transform at a place.
    pub fn distance(&self, place: usize) -> usize {
        self.radices[place + 1..].iter().product()
    }

    /// The number of the stage of the program that stands at a place: the kernel, or the factors behind it.
    fn stage(&self, place: usize, factors: bool) -> Option<usize> {
        let number = 2 * self.radices[..place].iter().filter(|radix| **radix > 1).count() + usize::from(factors);
        (self.radices[place] > 1 && number < self.program.stages.len()).then_some(number)
    }

    /// When each point of the output comes out of the last stage.
    pub fn places(&self) -> Vec<usize> {
        let digits = |mut point: usize| {
            let digit = |(place, &radix): (usize, &usize)| {
                let digit = point % radix;
                point /= radix;
                digit * self.distance(place)
            };
            self.radices.iter().enumerate().map(digit).sum()
        };
        (0..self.size).map(digits).collect()
    }

    /// Cycles that the first point of the output waits for the others to be in time.
    pub fn wait(&self) -> usize {
        self.places().iter().enumerate().map(|(point, place)| place.saturating_sub(point)).max().unwrap_or(0) + 1
    }
}
