//! Parts of every element: links that come, the engine, walks over what passes the edges, and outputs that tell.

use super::control::{Control, Coordinates};
use super::digits::scaled;
use super::exchange::Sent;
use super::walk::{Pace, Walk};
use crate::array::plan::{Plan, TELLING};
use crate::design::Design;
use crate::rtl::{Module, Net};

/// Links that come to an element.
pub(super) struct Arriving {
    /// From the neighbours below along the row and along the column.
    pub below: Vec<Net>,
    /// From the neighbours above along the row and along the column.
    pub above: Vec<Net>,
    /// Whether elements above along the row and along the column have had a value that was too large, in fixed point.
    pub overflows: Vec<Net>,
}

/// A point that an engine takes.
pub(super) struct Feed<'a> {
    /// Whether the first point of a pencil is read in this clock cycle.
    pub begins: Net,
    /// Whether each round's pencils are read.
    pub rounds: &'a [Net],
    /// Product of the point and its twiddle factor for engines of rounds whose points are multiplied, and the clock cycles that it comes after the point.
    pub product: Option<(Net, usize)>,
}

impl Arriving {
    /// Adds the ports of the links.
    pub fn inputs(m: &mut Module, plan: &Plan) -> Self {
        let axes = if plan.has_columns() { &["row", "column"][..] } else { &["row"] };
        let mut links =
            |side: &str| axes.iter().map(|axis| m.input(format!("in_{side}_{axis}"), plan.links.bits)).collect();
        let (below, above) = (links("below"), links("above"));
        let overflows = if plan.has_overflow() { axes } else { &[] };
        let overflows = overflows.iter().map(|axis| m.input(format!("in_overflow_{axis}"), 1)).collect();
        Arriving { below, above, overflows }
    }
}

/// Adds the engines, each of which takes the pencils of its rounds. Returns the results in one word, and whether a value was too large for its
/// word, in fixed point.
pub(super) fn transform(
    m: &mut Module,
    plan: &Plan,
    engines: &[Design],
    reset: Net,
    feed: &Feed,
    point: Net,
) -> (Net, Option<Net>) {
    let (always, never) = (m.constant(1, 1), m.constant(1, 0));
    let bits = plan.component_bits;
    let (mut results, mut overflow) = (None, None);
    for (number, engine) in engines.iter().enumerate() {
        let rounds = plan.rounds.iter().zip(feed.rounds).filter(|(round, _)| round.engine == number);
        let is_chosen = rounds.fold(never, |any, (_, is_round)| m.or(any, *is_round));
        let begins = if engines.len() == 1 { feed.begins } else { m.and(feed.begins, is_chosen) };
        let is_multiplied = |round: usize| plan.rounds[round].engine == number && plan.has_twiddles(round);
        let (point, late) = match feed.product.filter(|_| (0..plan.rounds.len()).any(is_multiplied)) {
            Some((product, latency)) => (product, latency),
            None => (point, 0),
        };
        let start = (0..=late).fold(begins, |start, _| m.register(start, Some(0)));
        let parts = vec![m.slice(point, 0, bits), m.slice(point, bits, bits)];
        let name = if engines.len() == 1 { "engine".to_string() } else { format!("engine_{number}") };
        let outputs = m.instance(name, &engine.core, vec![vec![always], vec![reset], vec![start], parts]);
        let own = m.concat(&outputs[1]);
        results = Some(results.map_or(own, |others| m.mux(is_chosen, own, others)));
        let port = engine.core.outputs.iter().position(|port| port.name == "overflow");
        if let Some(own) = port.map(|port| outputs[port][0]) {
            overflow = Some(overflow.map_or(own, |others| m.or(others, own)));
        }
    }
    (results.unwrap_or(point), overflow)
}

/// Adds the output of a link: what is sent, or what passes.
pub(super) fn mux_links(m: &mut Module, plan: &Plan, name: &str, sent: &Sent, passing: Net) {
    let word = m.mux(sent.is_sent, sent.word, passing);
    let link = (0..plan.links.hop).fold(word, |word, _| m.register(word, None));
    m.output(name, link);
}

/// Adds the walks over the points that leave along the rows, and over those that come.
pub(super) fn edge_walks(m: &mut Module, plan: &Plan, at: &Coordinates, control: &Control) -> [Walk; 2] {
    let [unloads, loads] = edges(m, plan, at, control);
    let always = m.constant(1, 1);
    let [leaving, coming] =
        [&control.reads, &control.writes].map(|rounds| Pace { rounds, by_words: always, pauses: vec![] });
    [Walk::new(m, plan, "unload", unloads, &leaving), Walk::new(m, plan, "load", loads, &coming)]
}

/// Returns whether the element's own words begin to leave along the row in this clock cycle, and to come.
///
/// On the way in, the words of the last element of a row come first, and those of the first element on the way out. Each element passes as
/// many words as all elements after it have.
pub(super) fn edges(m: &mut Module, plan: &Plan, at: &Coordinates, control: &Control) -> [Net; 2] {
    let (hop, last) = (plan.links.hop, plan.places - 1);
    let bits = m.width(control.cycle);
    let share = plan.element_words();
    let passed = scaled(m, at.x, share.abs_diff(hop), bits);
    let own = match share >= hop {
        true => {
            let all = m.constant(bits, (last * (share - hop)) as u128);
            m.sub(all, passed)
        }
        false => passed,
    };
    let flight = m.constant(bits, (last * hop.min(share)) as u128);
    let comes = m.add(own, flight);
    // In a swap the words of an element leave when those of the next frame come, after all words that are passed on.
    let leaves = m.mux(control.is_swap, comes, own);
    [at_cycle(m, control, control.is_unload, leaves), at_cycle(m, control, control.is_load, comes)]
}

/// Returns whether a step is in a clock cycle.
pub(super) fn at_cycle(m: &mut Module, control: &Control, step: Net, cycle: Net) -> Net {
    let is_now = m.eq(control.cycle, cycle);
    m.and(step, is_now)
}

/// Adds the output that tells whether a value of the frame was too large for its word, here or in an element above. It is settled as results
/// leave, and goes down the rows and the columns a hop at a time.
pub(super) fn tell_overflow(m: &mut Module, plan: &Plan, control: &Control, overflow: Net, above: &[Net]) {
    let held = m.state(1, Some(0));
    m.name(held, "has_overflow");
    let is_settled = m.eq_const(control.cycle, TELLING as u128);
    let [clears, settles] = [control.is_load, control.is_unload].map(|step| m.and(step, is_settled));
    let is_kept = m.not(clears);
    let any = m.or(held, overflow);
    let next = m.and(any, is_kept);
    m.drive(held, next);
    let settled = m.state(1, Some(0));
    m.drive_enabled(settled, held, settles);
    let any = above.iter().fold(settled, |any, above| m.or(any, *above));
    let told = (0..plan.links.hop).fold(any, |told, _| m.register(told, Some(0)));
    m.output("out_overflow", told);
}

/// Adds the outputs that tell what the element does. Words come while `loading` is high, and leave while `unloading` is.
pub(super) fn states(m: &mut Module, plan: &Plan, control: &Control) {
    let bits = m.width(control.cycle);
    let [begin, later, end] = [plan.unload_latency() - 1, plan.swap_latency() - 1, plan.load_cycles()]
        .map(|cycle| m.constant(bits, cycle as u128));
    let begin = if plan.swaps() { m.mux(control.is_swap, later, begin) } else { begin };
    let is_out = m.lt(begin, control.cycle);
    let unloading = m.and(control.is_unload, is_out);
    let is_in = m.lt(control.cycle, end);
    let loading = if plan.swaps() { m.and(control.is_load, is_in) } else { control.is_load };
    let computing = m.or(control.is_transform, control.is_exchange);
    let computing = m.or(computing, control.is_overlapped);
    m.output("loading", loading);
    m.output("computing", computing);
    m.output("unloading", unloading);
    m.output("waiting", control.is_waiting);
}
