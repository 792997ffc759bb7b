//! The ways to a schedule, and the best of them.

use super::list::{Scheduler, UnitOpening, FOR_AREA, FOR_LATENCY};
use super::port::Port;
use super::work::{AdderSharing, Work};
use super::{routing, threads, Problem, Schedule};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// From least latency to fewest units.
const UNIT_OPENINGS: [UnitOpening; 6] = [FOR_LATENCY, 0, 3, 7, 12, FOR_AREA];

/// A way to a schedule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strategy {
    pub opening: UnitOpening,
    pub sharing: AdderSharing,
    /// What repeats itself in series, else jobs as they come.
    serial: bool,
}

impl Strategy {
    /// Those worth trying.
    fn all(problem: &Problem) -> Vec<Self> {
        let [plain, held] = [
            [AdderSharing::AddSub, AdderSharing::Separate],
            [AdderSharing::HoldLastOperands, AdderSharing::HoldOperands],
        ];
        if problem.period == 1 {
            return plain.map(|sharing| Strategy { opening: FOR_LATENCY, sharing, serial: false }).to_vec();
        }
        let of = |both: [AdderSharing; 2], serial: bool| {
            UNIT_OPENINGS.into_iter().flat_map(move |opening| both.map(|sharing| Strategy { opening, sharing, serial }))
        };
        let held = of(held, false).filter(|_| problem.try_held_operands);
        of(plain, false).chain(of(plain, true)).chain(held).collect()
    }

    /// The schedule of a scheduler that was made for it, its ports not fed; `None` where nothing repeats itself.
    pub fn schedule(self, scheduler: &mut Scheduler) -> Option<Schedule> {
        match self.serial {
            false => Some(scheduler.run()),
            true => scheduler.schedule_serially(),
        }
    }
}

/// The best schedule of all ways, and the way to it.
pub(super) fn best(problem: &Problem) -> (Schedule, Strategy) {
    // Those that differ in patience only, by their place among all.
    let mut groups: BTreeMap<(bool, AdderSharing), Vec<(usize, Strategy)>> = BTreeMap::new();
    for (place, strategy) in Strategy::all(problem).into_iter().enumerate() {
        groups.entry((strategy.serial, strategy.sharing)).or_default().push((place, strategy));
    }
    let sharing: BTreeSet<AdderSharing> = groups.keys().map(|(_, sharing)| *sharing).collect();
    let works: BTreeMap<AdderSharing, Arc<Work>> =
        sharing.into_iter().map(|sharing| (sharing, Arc::new(Work::new(problem, sharing)))).collect();
    let unrouted = |group: Vec<(usize, Strategy)>| {
        let mut known: Vec<RangeInclusive<UnitOpening>> = vec![];
        let new = |(place, strategy): (usize, Strategy)| {
            if known.iter().any(|alike| alike.contains(&strategy.opening)) {
                return None;
            }
            let mut scheduler = Scheduler::new(works[&strategy.sharing].clone(), strategy.opening);
            let schedule = strategy.schedule(&mut scheduler)?;
            known.push(scheduler.equivalent_settings);
            let ports = schedule.ports();
            let (score, latency) = schedule.cost(problem);
            let least = (score + problem.costs.routed(routing::min_luts(&ports)), latency);
            Some(((least, place), ports, schedule, strategy))
        };
        group.into_iter().filter_map(new).collect::<Vec<_>>()
    };
    let mut strategies: Vec<_> =
        in_threads(problem, groups.into_values().collect(), unrouted).into_iter().flatten().collect();
    strategies.sort_by_key(|(order, ..)| *order);
    // Feeding takes long, and only adds to the cost.
    let mut best: Option<((usize, usize), Schedule, Strategy)> = None;
    let mut strategies = strategies.into_iter().peekable();
    let routed = |(_, ports, mut schedule, strategy): (_, Vec<Port>, Schedule, Strategy)| {
        schedule.routes = if schedule.is_long() { routing::route_quickly(&ports) } else { routing::route(&ports) };
        (schedule.cost(problem), schedule, strategy)
    };
    let mut promising = true;
    while promising
        && strategies.peek().is_some_and(|((least, _), ..)| best.as_ref().is_none_or(|(cost, ..)| least < cost))
    {
        let routed = in_threads(problem, strategies.by_ref().take(ROUTED_AT_ONCE).collect(), routed);
        let before = best.as_ref().map(|(cost, ..)| *cost);
        best = best.into_iter().chain(routed).min_by_key(|(cost, ..)| *cost);
        promising = problem.graph.nodes.len() <= HUGE || best.as_ref().map(|(cost, ..)| *cost) != before;
    }
    let (_, schedule, strategy) = best.unwrap_or_else(|| unreachable!("some way is always tried"));
    (schedule, strategy)
}

/// Ways that are fed at a time.
const ROUTED_AT_ONCE: usize = 2;

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
