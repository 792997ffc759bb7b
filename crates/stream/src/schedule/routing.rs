//! The choice of operand routes: from taps of delay lines, from a register, or from a small memory before the port.
//!
//! A delay line takes a word of LUTs for each tap, and a tap serves all ports that read it. A memory takes less than
//! one tap and holds any number of operands for any time. It is written once a cycle, through a multiplexer of its own.
//! Each port has the cheapest route, given the taps that other ports use.

use super::operand_memory::{self, route_through_memory, SearchEffort};
use super::port::{distinct, Port};
use super::route::OperandRoute;
use super::route_cost;
use super::tap_usage::TapUsage;
use super::unit::Tap;

/// Rounds in which each route is chosen anew, given all others.
const REFINE_ROUNDS: usize = 3;

/// Effort with which schedules of long batches are compared.
const QUICK: SearchEffort = SearchEffort { windows: 6, refined: 0 };

/// Effort with which routes of a chosen schedule are found.
const THOROUGH: SearchEffort = SearchEffort { windows: usize::MAX, refined: 8 };

/// Refinement rarely saves more than one part in `MAX_REFINE_GAIN` of the LUTs.
const MAX_REFINE_GAIN: usize = 14;

/// Routes the operands of every port.
pub(super) fn route(ports: &[Port]) -> Vec<OperandRoute> {
    let isolated = ports.iter().map(|port| cheapest_route(port, &TapUsage::default(), THOROUGH)).collect();
    refine(ports, isolated)
}

/// Routes the operands of every port in less time and at more cost, for long windows.
pub(super) fn route_quickly(ports: &[Port]) -> Vec<OperandRoute> {
    choose_in_order(ports, QUICK).into_iter().map(|choice| choice.route).collect()
}

/// Routes the operands of every port. `None` if the routes probably take more than `max_luts` LUTs for words of 32
/// bits.
pub(super) fn route_within(ports: &[Port], max_luts: u64) -> Option<Vec<OperandRoute>> {
    let first = choose_in_order(ports, THOROUGH);
    let luts = total_luts(first.iter().map(|choice| &choice.route));
    ((luts - luts / MAX_REFINE_GAIN) as u64 <= max_luts).then(|| refine(ports, first))
}

/// The cheapest route of a port, with the costs of taps that it depends on.
struct RouteChoice {
    route: OperandRoute,
    /// Taps with the LUTs that a use added.
    tap_luts: Vec<(Tap, usize)>,
}

/// Chooses routes one by one, given those of the ports before.
fn choose_in_order(ports: &[Port], effort: SearchEffort) -> Vec<RouteChoice> {
    let mut usage = TapUsage::default();
    let choose = |port| {
        let choice = cheapest_route(port, &usage, effort);
        choice.route.taps().for_each(|tap| usage.add(tap));
        choice
    };
    ports.iter().map(choose).collect()
}

/// Chooses each route anew, given those of all other ports.
fn refine(ports: &[Port], mut choices: Vec<RouteChoice>) -> Vec<OperandRoute> {
    let mut usage = usage(choices.iter().map(|choice| &choice.route));
    for _ in 0..REFINE_ROUNDS {
        for (port, choice) in ports.iter().zip(&mut choices) {
            choice.route.taps().for_each(|tap| usage.remove(tap));
            // Equal costs of taps lead to an equal choice.
            if choice.tap_luts.iter().any(|&(tap, luts)| usage.added_luts(tap) != luts) {
                *choice = cheapest_route(port, &usage, THOROUGH);
            }
            choice.route.taps().for_each(|tap| usage.add(tap));
        }
    }
    choices.into_iter().map(|choice| choice.route).collect()
}

/// Returns a lower bound on the LUTs of multiplexers, memories and registers, without delay lines.
pub(super) fn min_luts(ports: &[Port]) -> usize {
    let multiplexer = |row: &[Option<Tap>]| route_cost::multiplexer(distinct(row).count());
    let luts = |port: &Port| {
        let loads = port.register_loads();
        let register = loads.map_or(usize::MAX, |loads| multiplexer(&loads) + route_cost::REGISTER_ENABLE);
        multiplexer(&port.row).min(register).min(operand_memory::min_luts(port))
    };
    ports.iter().filter(|port| port.row.len() > 1).map(luts).sum()
}

/// Returns the LUTs of all routes with their common delay lines.
pub(super) fn area(routes: &[OperandRoute]) -> usize {
    total_luts(routes.iter())
}

/// Returns the LUTs of routes with their common delay lines.
fn total_luts<'a>(routes: impl Iterator<Item = &'a OperandRoute> + Clone) -> usize {
    routes.clone().map(OperandRoute::own_luts).sum::<usize>() + usage(routes).area()
}

/// Counts the uses of taps by routes.
fn usage<'a>(routes: impl Iterator<Item = &'a OperandRoute>) -> TapUsage {
    let mut usage = TapUsage::default();
    routes.flat_map(OperandRoute::taps).for_each(|tap| usage.add(tap));
    usage
}

/// Returns the cheapest route of a port, given the usage of taps by other ports.
fn cheapest_route(port: &Port, usage: &TapUsage, effort: SearchEffort) -> RouteChoice {
    let mut tap_luts: Vec<(Tap, usize)> = Vec::new();
    let mut added_luts = |tap: Tap| {
        let luts = usage.added_luts(tap);
        tap_luts.push((tap, luts));
        luts
    };
    let mut best = OperandRoute::from_taps(port);
    // A port that reads in one cycle only has one route.
    if port.row.len() > 1 {
        let mut luts = |route: &OperandRoute| route.own_luts() + route.taps().map(&mut added_luts).sum::<usize>();
        let mut min_luts = luts(&best);
        if let Some(route) = OperandRoute::from_register(port) {
            let register_luts = luts(&route);
            if register_luts < min_luts {
                (min_luts, best) = (register_luts, route);
            }
        }
        best = route_through_memory(port, effort, min_luts, added_luts).unwrap_or(best);
    }
    RouteChoice { route: best, tap_luts }
}
