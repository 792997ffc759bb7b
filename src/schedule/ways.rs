//! The ways to a schedule, and the best of them.

use super::list::{Patience, Scheduler, EAGER, FRUGAL};
use super::port::Port;
use super::work::{Sums, Work};
use super::{feeds, threads, Problem, Schedule};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// From least latency to fewest units.
const PATIENCES: [Patience; 6] = [EAGER, 0, 3, 7, 12, FRUGAL];

/// A way to a schedule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub patience: Patience,
    pub sums: Sums,
    /// What repeats itself in series, else jobs as they come.
    serial: bool,
}

impl Way {
    /// Those worth trying.
    fn all(problem: &Problem) -> Vec<Self> {
        let [plain, held] = [[Sums::Paired, Sums::Alone], [Sums::LastHeld, Sums::Held]];
        if problem.period == 1 {
            return plain.map(|sums| Way { patience: EAGER, sums, serial: false }).to_vec();
        }
        let of = |both: [Sums; 2], serial: bool| {
            PATIENCES.into_iter().flat_map(move |patience| both.map(|sums| Way { patience, sums, serial }))
        };
        let held = of(held, false).filter(|_| problem.holds);
        of(plain, false).chain(of(plain, true)).chain(held).collect()
    }

    /// The schedule of a scheduler that was made for it, its ports not fed; `None` where nothing repeats itself.
    pub fn schedule(self, scheduler: &mut Scheduler) -> Option<Schedule> {
        match self.serial {
            false => Some(scheduler.run()),
            true => scheduler.serial(),
        }
    }
}

/// The best schedule of all ways, and the way to it.
pub(super) fn best(problem: &Problem) -> (Schedule, Way) {
    // Those that differ in patience only, by their place among all.
    let mut groups: BTreeMap<(bool, Sums), Vec<(usize, Way)>> = BTreeMap::new();
    for (place, way) in Way::all(problem).into_iter().enumerate() {
        groups.entry((way.serial, way.sums)).or_default().push((place, way));
    }
    let sums: BTreeSet<Sums> = groups.keys().map(|(_, sums)| *sums).collect();
    let works: BTreeMap<Sums, Arc<Work>> =
        sums.into_iter().map(|sums| (sums, Arc::new(Work::new(problem, sums)))).collect();
    let unfed = |group: Vec<(usize, Way)>| {
        let mut known: Vec<RangeInclusive<Patience>> = vec![];
        let new = |(place, way): (usize, Way)| {
            if known.iter().any(|alike| alike.contains(&way.patience)) {
                return None;
            }
            let mut scheduler = Scheduler::new(works[&way.sums].clone(), way.patience);
            let schedule = way.schedule(&mut scheduler)?;
            known.push(scheduler.alike);
            let ports = schedule.ports();
            let (score, latency) = schedule.cost(problem);
            let least = (score + problem.prices.fed(feeds::least(&ports)), latency);
            Some(((least, place), ports, schedule, way))
        };
        group.into_iter().filter_map(new).collect::<Vec<_>>()
    };
    let mut ways: Vec<_> = in_threads(problem, groups.into_values().collect(), unfed).into_iter().flatten().collect();
    ways.sort_by_key(|(order, ..)| *order);
    // Feeding takes long, and only adds to the cost.
    let mut best: Option<((usize, usize), Schedule, Way)> = None;
    let mut ways = ways.into_iter().peekable();
    let fed = |(_, ports, mut schedule, way): (_, Vec<Port>, Schedule, Way)| {
        schedule.feeds = if schedule.is_long() { feeds::feed_quickly(&ports) } else { feeds::feed(&ports) };
        (schedule.cost(problem), schedule, way)
    };
    let mut promising = true;
    while promising && ways.peek().is_some_and(|((least, _), ..)| best.as_ref().is_none_or(|(cost, ..)| least < cost)) {
        let fed = in_threads(problem, ways.by_ref().take(FED).collect(), fed);
        let before = best.as_ref().map(|(cost, ..)| *cost);
        best = best.into_iter().chain(fed).min_by_key(|(cost, ..)| *cost);
        promising = problem.graph.nodes.len() <= HUGE || best.as_ref().map(|(cost, ..)| *cost) != before;
    }
    let (_, schedule, way) = best.unwrap_or_else(|| unreachable!("some way is always tried"));
    (schedule, way)
}

/// Ways that are fed at a time.
const FED: usize = 2;

/// Of graphs of more nodes, no more ways are fed once some were and none of them was better: the order of what they cost at the
/// least is nearly that of what they cost.
const HUGE: usize = 8000;

/// Graphs of more nodes are worth several threads.
const LARGE: usize = 500;

/// What `of` makes of each item.
fn in_threads<T: Send, R: Send>(problem: &Problem, items: Vec<T>, of: impl Fn(T) -> R + Sync) -> Vec<R> {
    match problem.graph.nodes.len() > LARGE {
        true => threads::each(items, of),
        false => items.into_iter().map(of).collect(),
    }
}
