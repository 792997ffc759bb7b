//! Parts of every element: links that come, the engine, walks over what passes the edges, and outputs that tell.

use super::control::{Control, Coordinates};
use super::digits::scaled;
use super::exchange::Sent;
use super::walk::Walk;
use crate::array::plan::Plan;
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

/// A point that the engine takes.
pub(super) struct Feed {
    /// Whether there is one, whose address is read in this clock cycle.
    pub is_active: Net,
    /// Block of the point in its pencil.
    pub block: Net,
    /// Number of the point within its block.
    pub within: Net,
}

impl Arriving {
    /// Adds the ports of the links.
    pub fn inputs(m: &mut Module, plan: &Plan) -> Self {
        let axes = if plan.dimensions == 3 { &["row", "column"][..] } else { &["row"] };
        let mut links =
            |side: &str| axes.iter().map(|axis| m.input(format!("in_{side}_{axis}"), plan.links.bits)).collect();
        let (below, above) = (links("below"), links("above"));
        let overflows = if plan.has_overflow() { axes } else { &[] };
        let overflows = overflows.iter().map(|axis| m.input(format!("in_overflow_{axis}"), 1)).collect();
        Arriving { below, above, overflows }
    }
}

/// Adds the engine. Returns the results in one word, and whether a value was too large for its word, in fixed point.
pub(super) fn transform(
    m: &mut Module,
    plan: &Plan,
    engine: &Design,
    reset: Net,
    feed: &Feed,
    point: Net,
) -> (Net, Option<Net>) {
    let [is_first_block, is_first] = [feed.block, feed.within].map(|net| m.eq_const(net, 0));
    let begins = m.and(is_first_block, is_first);
    let begins = m.and(feed.is_active, begins);
    let start = m.register(begins, Some(0));
    let always = m.constant(1, 1);
    let bits = plan.component_bits;
    let parts = vec![m.slice(point, 0, bits), m.slice(point, bits, bits)];
    let outputs = m.instance("engine", &engine.core, vec![vec![always], vec![reset], vec![start], parts]);
    let overflow = engine.core.outputs.iter().position(|port| port.name == "overflow");
    (m.concat(&outputs[1]), overflow.map(|port| outputs[port][0]))
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
    let leaving = Walk::new(m, plan, "unload", unloads, (always, 0));
    [leaving, Walk::new(m, plan, "load", loads, (always, 0))]
}

/// Returns whether the element's own words begin to leave along the row in this clock cycle, and to come.
///
/// On the way in, the words of the last element of a row come first, and those of the first element on the way out. Each element passes as
/// many words as all elements behind it have.
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
    [at_cycle(m, control, control.is_unload, own), at_cycle(m, control, control.is_load, comes)]
}

/// Returns whether a step is in a clock cycle.
pub(super) fn at_cycle(m: &mut Module, control: &Control, step: Net, cycle: Net) -> Net {
    let is_now = m.eq(control.cycle, cycle);
    m.and(step, is_now)
}

/// Adds the output that tells whether a value of the frame was too large for its word, here or in an element above. It goes down the rows
/// and the columns a hop at a time, and is cleared while points come.
pub(super) fn tell_overflow(m: &mut Module, plan: &Plan, control: &Control, overflow: Net, above: &[Net]) {
    let held = m.state(1, Some(0));
    m.name(held, "has_overflow");
    let is_kept = m.not(control.is_load);
    let any = m.or(held, overflow);
    let next = m.and(any, is_kept);
    m.drive(held, next);
    let any = above.iter().fold(held, |any, above| m.or(any, *above));
    let told = (0..plan.links.hop).fold(any, |told, _| m.register(told, Some(0)));
    m.output("out_overflow", told);
}

/// Adds the outputs that tell what the element does. Words leave the array while `unloading` is high.
pub(super) fn states(m: &mut Module, plan: &Plan, control: &Control) {
    let bits = m.width(control.cycle);
    let begin = m.constant(bits, plan.unload_latency() as u128 - 1);
    let is_out = m.lt(begin, control.cycle);
    let unloading = m.and(control.is_unload, is_out);
    let computing = m.or(control.is_transform, control.is_exchange);
    let computing = m.or(computing, control.is_overlapped);
    m.output("loading", control.is_load);
    m.output("computing", computing);
    m.output("unloading", unloading);
}
