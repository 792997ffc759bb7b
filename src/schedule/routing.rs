//! How the ports come by their operands: from delay lines of what the operators made, or from a small memory of
//! their own.
//!
//! A delay line costs a word of lookup tables for each tap, and a tap serves every port that asks for it. A
//! memory costs less than one tap and holds whatever its port will read, however long it has to wait; it takes
//! one word a cycle, through a multiplexer of its own. Each port takes what is cheaper, given what the others take.

use super::operand_memory::{self, stored, SearchEffort};
use super::port::{cost, distinct, register_loads, OperandRoute, Port};
use super::tap_usage::TapUsage;
use super::unit::Tap;

/// Times that each port thinks again about what the others do.
const REFINE_ROUNDS: usize = 3;

/// Enough thought to compare schedules by.
const QUICK: SearchEffort = SearchEffort { windows: 6, refined: 0 };

const THOROUGH: SearchEffort = SearchEffort { windows: usize::MAX, refined: 8 };

/// What thinking again spares at the most, as a rule: one part in so many.
const MAX_REFINE_GAIN: usize = 14;

/// Feeds every port.
pub(super) fn route(ports: &[Port]) -> Vec<OperandRoute> {
    let alone = ports.iter().map(|port| cheapest_route(port, &TapUsage::default(), THOROUGH)).collect();
    refine_routes(ports, alone)
}

/// The same in less time and for more, where ports have long windows.
pub(super) fn route_quickly(ports: &[Port]) -> Vec<OperandRoute> {
    choose_in_order(ports, QUICK).into_iter().map(|choice| choice.route).collect()
}

/// The same, each port given at first what those before it take, unless it looks as if all would take more than so many LUTs
/// of 32 bit words.
pub(super) fn route_within(ports: &[Port], most: usize) -> Option<Vec<OperandRoute>> {
    let first = choose_in_order(ports, THOROUGH);
    let total_luts = total_luts(first.iter().map(|choice| &choice.route));
    (total_luts - total_luts / MAX_REFINE_GAIN <= most).then(|| refine_routes(ports, first))
}

/// How a port is fed best, and the prices of taps that this follows from.
struct RouteChoice {
    route: OperandRoute,
    tap_luts: Vec<(Tap, usize)>,
}

/// Feeds every port, given what those before it take.
fn choose_in_order(ports: &[Port], effort: SearchEffort) -> Vec<RouteChoice> {
    let mut usage = TapUsage::default();
    let choose = |port| {
        let choice = cheapest_route(port, &usage, effort);
        choice.route.taps().for_each(|tap| usage.add(tap));
        choice
    };
    ports.iter().map(choose).collect()
}

/// Feeds every port, given what all others take.
fn refine_routes(ports: &[Port], mut choices: Vec<RouteChoice>) -> Vec<OperandRoute> {
    let mut usage = usage(choices.iter().map(|choice| &choice.route));
    for _ in 0..REFINE_ROUNDS {
        for (port, choice) in ports.iter().zip(&mut choices) {
            choice.route.taps().for_each(|tap| usage.remove(tap));
            // From the same prices follows the same.
            if choice.tap_luts.iter().any(|&(tap, luts)| usage.added_luts(tap) != luts) {
                *choice = cheapest_route(port, &usage, THOROUGH);
            }
            choice.route.taps().for_each(|tap| usage.add(tap));
        }
    }
    choices.into_iter().map(|choice| choice.route).collect()
}

/// LUTs that the ports' multiplexers, memories and registers take at the least, whatever stands on lines.
pub(super) fn min_luts(ports: &[Port]) -> usize {
    let inputs = |row: &[Option<Tap>]| cost::multiplexer(distinct(row).count());
    let of = |port: &Port| {
        let held = register_loads(port).map_or(usize::MAX, |loads| inputs(&loads) + cost::ENABLE);
        inputs(&port.row).min(held).min(operand_memory::min_luts(port))
    };
    ports.iter().filter(|port| port.row.len() > 1).map(of).sum()
}

/// All feeds with the lines they share, in LUTs.
pub(super) fn area(routes: &[OperandRoute]) -> usize {
    total_luts(routes.iter())
}

fn total_luts<'a>(routes: impl Iterator<Item = &'a OperandRoute> + Clone) -> usize {
    routes.clone().map(OperandRoute::own_luts).sum::<usize>() + usage(routes).area()
}

fn usage<'a>(routes: impl Iterator<Item = &'a OperandRoute>) -> TapUsage {
    let mut usage = TapUsage::default();
    routes.flat_map(OperandRoute::taps).for_each(|tap| usage.add(tap));
    usage
}

fn cheapest_route(port: &Port, usage: &TapUsage, effort: SearchEffort) -> RouteChoice {
    let mut tap_luts: Vec<(Tap, usize)> = Vec::new();
    let mut tap_added_luts = |tap: Tap| {
        let luts = usage.added_luts(tap);
        tap_luts.push((tap, luts));
        luts
    };
    let mut best = OperandRoute::from_taps(port);
    // What is read in one beat is no choice.
    if port.row.len() > 1 {
        let mut luts = |route: &OperandRoute| route.own_luts() + route.taps().map(&mut tap_added_luts).sum::<usize>();
        let mut min_luts = luts(&best);
        if let Some(route) = OperandRoute::from_register(port) {
            let now = luts(&route);
            if now < min_luts {
                (min_luts, best) = (now, route);
            }
        }
        best = stored(port, effort, min_luts, tap_added_luts).unwrap_or(best);
    }
    RouteChoice { route: best, tap_luts }
}
