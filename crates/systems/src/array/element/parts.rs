//! Parts of every element: links that come, the engine, walks over what passes the edges, and outputs that tell.

use super::control::{Control, Coordinates};
use super::digits::scaled;
use super::exchange::Sent;
use super::walk::{Pace, Walk};
use crate::array::plan::{Plan, TELLING};
use crate::design::Design;
use fftgen_hdl::dsl::*;

/// Links that come to an element.
pub(super) struct Arriving<'m> {
    /// From the neighbours below along the row and along the column.
    pub below: Vec<Sig<'m>>,
    /// From the neighbours above along the row and along the column.
    pub above: Vec<Sig<'m>>,
    /// Whether elements above along the row and along the column have had a value that was too large, in fixed point.
    pub overflows: Vec<Sig<'m>>,
}

/// A point that an engine takes.
pub(super) struct Feed<'a, 'm> {
    /// Whether the first point of a pencil is read in this clock cycle.
    pub begins: Sig<'m>,
    /// Whether each round's pencils are read.
    pub rounds: &'a [Sig<'m>],
    /// Product of the point and its twiddle factor for engines of rounds whose points are multiplied, and the clock
    /// cycles that it comes after the point.
    pub product: Option<(Sig<'m>, usize)>,
}

impl<'m> Arriving<'m> {
    /// The ports of the links.
    pub fn inputs(m: &'m Builder, plan: &Plan) -> Self {
        let axes = if plan.has_columns() { &["row", "column"][..] } else { &["row"] };
        let links =
            |side: &str| axes.iter().map(|axis| m.input(format!("in_{side}_{axis}"), plan.links.bits)).collect();
        let (below, above) = (links("below"), links("above"));
        let overflows = if plan.has_overflow() { axes } else { &[] };
        let overflows = overflows.iter().map(|axis| m.input(format!("in_overflow_{axis}"), 1)).collect();
        Arriving { below, above, overflows }
    }
}

/// The engines, each of which takes the pencils of its rounds. Returns the results in one word, and whether a value
/// was too large for its word, in fixed point.
#[hdl]
pub(super) fn transform<'m>(
    m: &'m Builder,
    plan: &Plan,
    engines: &[Design],
    feed: &Feed<'_, 'm>,
    point: Sig<'m>,
) -> (Sig<'m>, Option<Sig<'m>>) {
    let bits = plan.component_bits;
    let mut results = point;
    let mut overflow = None;
    for (number, engine) in engines.iter().enumerate() {
        let rounds = plan.rounds.iter().zip(feed.rounds).filter(|(round, _)| round.engine == number);
        let is_chosen = m.any_of(rounds.map(|(_, is_round)| *is_round));
        let begins = if engines.len() == 1 { feed.begins } else { feed.begins & is_chosen };
        let is_multiplied = |round: usize| plan.rounds[round].engine == number && plan.has_twiddles(round);
        let product = feed.product.filter(|_| (0..plan.rounds.len()).any(is_multiplied));
        let (taken, late) = product.unwrap_or((point, 0));
        let start = begins.later_with_reset(late as u32 + 1);
        let placed = m.place(numbered("engine", number, engines.len()), engine.core.clone());
        placed.set("ce", m.high()).set("rst", m.reset()).set("in_start", start);
        placed.set_bus("in_data", [taken.bits(0, bits), taken.bits(bits, bits)]);
        let own = m.cat(placed.bus("out_data"));
        results = if number == 0 { own } else { is_chosen.mux(own, results) };
        overflow = overflow.into_iter().chain(placed.find("overflow")).reduce(|any, own| any | own);
    }
    (results, overflow)
}

/// A name, with its number if there are several.
fn numbered(name: &str, number: usize, count: usize) -> String {
    if count == 1 {
        name.into()
    } else {
        format!("{name}_{number}")
    }
}

/// Adds the output of a link: what is sent, or what passes.
pub(super) fn mux_links<'m>(m: &'m Builder, plan: &Plan, name: &str, sent: Sent<'m>, passing: Sig<'m>) {
    let link = sent.is_sent.mux(sent.word, passing).later_in_registers(plan.links.hop as u32);
    m.output(name, link);
}

/// The walks over the points that leave along the rows, and over those that come.
pub(super) fn edge_walks<'m>(
    m: &'m Builder,
    plan: &Plan,
    at: &Coordinates<'m>,
    control: &Control<'m>,
) -> [Walk<'m>; 2] {
    let [unloads, loads] = edges(plan, at, control);
    let pace = |rounds| Pace { rounds, by_words: m.high(), pauses: vec![] };
    [
        Walk::new(m, plan, "unload", unloads, &pace(&control.reads)),
        Walk::new(m, plan, "load", loads, &pace(&control.writes)),
    ]
}

/// Whether the element's own words begin to leave along the row in this clock cycle, and to come.
///
/// On the way in, the words of the last element of a row come first, and those of the first element on the way out.
/// Each element passes as many words as all elements after it have.
#[hdl]
pub(super) fn edges<'m>(plan: &Plan, at: &Coordinates<'m>, control: &Control<'m>) -> [Sig<'m>; 2] {
    let (hop, last) = (plan.links.hop, plan.places - 1);
    let bits = control.cycle.width();
    let share = plan.element_words();
    let passed = scaled(at.x, share.abs_diff(hop), bits);
    let own = match share >= hop {
        true => passed.taken_from(last * (share - hop)),
        false => passed,
    };
    let comes = own + last * hop.min(share);
    // In a swap the words of an element leave when those of the next frame come, after all words that are passed on.
    let leaves = control.is_swap.mux(comes, own);
    [control.is_unload & control.cycle.is(leaves), control.is_load & control.cycle.is(comes)]
}

/// Adds the output that tells whether a value of the frame was too large for its word, here or in an element above.
/// It is settled as results leave, and goes down the rows and the columns a hop at a time.
#[hdl]
pub(super) fn tell_overflow<'m>(
    m: &'m Builder,
    plan: &Plan,
    control: &Control<'m>,
    overflow: Sig<'m>,
    above: &[Sig<'m>],
) {
    let is_settled = control.cycle.is(TELLING);
    let has_overflow = m.state(1, 0);
    has_overflow.next((has_overflow | overflow) & !(control.is_load & is_settled));
    let own_overflow = m.state(1, 0);
    own_overflow.next_if(control.is_unload & is_settled, has_overflow);
    let any_overflow = above.iter().fold(*own_overflow, |any, above| any | *above);
    m.output("out_overflow", any_overflow.later_with_reset(plan.links.hop as u32));
}

/// Adds the outputs that tell what the element does. Words come while `loading` is high, and leave while `unloading`
/// is.
#[hdl]
pub(super) fn states<'m>(m: &'m Builder, plan: &Plan, control: &Control<'m>) {
    let cycle = control.cycle;
    let latency = cycle.number(plan.unload_latency() - 1);
    let latency = if plan.swaps() { control.is_swap.mux(plan.swap_latency() - 1, latency) } else { latency };
    let unloading = control.is_unload & cycle.gt(latency);
    let loading = if plan.swaps() { control.is_load & cycle.lt(plan.load_cycles()) } else { control.is_load };
    m.output("loading", loading);
    m.output("computing", control.is_transform | control.is_exchange | control.is_overlapped);
    m.output("unloading", unloading);
    m.output("waiting", control.is_waiting);
}
