//! Strategies of scheduling, and the best schedule among them.

use super::port::Port;
use super::scheduler::{Scheduler, UnitOpening, FOR_AREA, FOR_LATENCY};
use super::work::{AdderSharing, Work};
use super::{routing, threads, Problem, Schedule};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Settings that are tried, from the lowest latency to the fewest units.
const UNIT_OPENINGS: [UnitOpening; 6] = [FOR_LATENCY, 0, 3, 7, 12, FOR_AREA];

/// Schedules that are routed in parallel.
const ROUTED_AT_ONCE: usize = 2;

/// Nodes of the largest graph of which all promising schedules are routed. For a larger graph, routing ends with the
/// first schedules that are no better, because the order of the costs without routes is nearly that of the costs.
const MAX_EXHAUSTIVE_NODES: usize = 8000;

/// Nodes of the largest graph that one thread schedules.
const MAX_SERIAL_NODES: usize = 500;

/// A strategy of scheduling.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strategy {
    /// Slack after which a unit is opened.
    pub opening: UnitOpening,
    /// Sharing of adders.
    pub sharing: AdderSharing,
    /// Whether repeated jobs are scheduled serially.
    serial: bool,
}

impl Strategy {
    /// Lists the strategies that are tried.
    fn all(problem: &Problem) -> Vec<Self> {
        let [plain, holding] = [
            [AdderSharing::AddSub, AdderSharing::Separate],
            [AdderSharing::HoldLastOperands, AdderSharing::HoldOperands],
        ];
        if problem.period == 1 {
            return plain.map(|sharing| Strategy { opening: FOR_LATENCY, sharing, serial: false }).to_vec();
        }
        let strategies = |both: [AdderSharing; 2], serial: bool| {
            UNIT_OPENINGS.into_iter().flat_map(move |opening| both.map(|sharing| Strategy { opening, sharing, serial }))
        };
        let holding = strategies(holding, false).filter(|_| problem.try_held_operands);
        strategies(plain, false).chain(strategies(plain, true)).chain(holding).collect()
    }

    /// Runs a scheduler with the settings of this strategy. Ports have no routes yet. `None` where no jobs repeat.
    pub fn schedule(self, scheduler: &mut Scheduler) -> Option<Schedule> {
        match self.serial {
            false => Some(scheduler.run()),
            true => scheduler.schedule_serially(),
        }
    }
}

/// A schedule without operand routes.
struct Unrouted {
    schedule: Schedule,
    strategy: Strategy,
    ports: Vec<Port>,
    /// Lower bound on the cost, and position of the strategy among all.
    order: ((u64, usize), usize),
}

/// Returns the best schedule of all strategies, with its strategy.
pub(super) fn best(problem: &Problem) -> (Schedule, Strategy) {
    let mut drafts = unrouted(problem).into_iter().peekable();
    let route = |Unrouted { mut schedule, strategy, ports, .. }: Unrouted| {
        schedule.routes = if schedule.is_long() { routing::route_quickly(&ports) } else { routing::route(&ports) };
        (schedule.cost(problem), schedule, strategy)
    };
    // Routing takes long and only adds to the cost, so schedules are routed in ascending order of the lower bound.
    let mut best: Option<((u64, usize), Schedule, Strategy)> = None;
    let mut is_promising = true;
    while is_promising
        && drafts.peek().is_some_and(|draft| best.as_ref().is_none_or(|(cost, ..)| draft.order.0 < *cost))
    {
        let routed = map(problem, drafts.by_ref().take(ROUTED_AT_ONCE).collect(), route);
        let before = best.as_ref().map(|(cost, ..)| *cost);
        best = best.into_iter().chain(routed).min_by_key(|(cost, ..)| *cost);
        is_promising =
            problem.graph.nodes.len() <= MAX_EXHAUSTIVE_NODES || best.as_ref().map(|(cost, ..)| *cost) != before;
    }
    let (_, schedule, strategy) = best.unwrap_or_else(|| unreachable!("some strategy is always tried"));
    (schedule, strategy)
}

/// Returns the schedules of all strategies, in ascending order of a lower bound on their cost.
fn unrouted(problem: &Problem) -> Vec<Unrouted> {
    // Strategies that differ in the opening of units only, with their positions among all.
    let mut groups: BTreeMap<(bool, AdderSharing), Vec<(usize, Strategy)>> = BTreeMap::new();
    for (position, strategy) in Strategy::all(problem).into_iter().enumerate() {
        groups.entry((strategy.serial, strategy.sharing)).or_default().push((position, strategy));
    }
    let sharing: BTreeSet<AdderSharing> = groups.keys().map(|(_, sharing)| *sharing).collect();
    let works: BTreeMap<AdderSharing, Arc<Work>> =
        sharing.into_iter().map(|sharing| (sharing, Arc::new(Work::new(problem, sharing)))).collect();
    let schedules = |group: Vec<(usize, Strategy)>| {
        let mut tried: Vec<RangeInclusive<UnitOpening>> = vec![];
        let new = |(position, strategy): (usize, Strategy)| {
            if tried.iter().any(|equivalent| equivalent.contains(&strategy.opening)) {
                return None;
            }
            let mut scheduler = Scheduler::new(works[&strategy.sharing].clone(), strategy.opening);
            let schedule = strategy.schedule(&mut scheduler)?;
            tried.push(scheduler.equivalent_settings);
            let ports = schedule.ports();
            let (score, latency) = schedule.cost(problem);
            let min_cost = (score + problem.costs.route_luts(routing::min_luts(&ports)) as u64, latency);
            Some(Unrouted { schedule, strategy, ports, order: (min_cost, position) })
        };
        group.into_iter().filter_map(new).collect::<Vec<_>>()
    };
    let mut found: Vec<Unrouted> =
        map(problem, groups.into_values().collect(), schedules).into_iter().flatten().collect();
    found.sort_by_key(|draft| draft.order);
    found
}

/// Applies a function to each item, in several threads for a large graph.
fn map<T: Send, R: Send>(problem: &Problem, items: Vec<T>, f: impl Fn(T) -> R + Sync) -> Vec<R> {
    match problem.graph.nodes.len() > MAX_SERIAL_NODES {
        true => threads::map(items, f),
        false => items.into_iter().map(f).collect(),
    }
}
