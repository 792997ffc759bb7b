//! The netlist of an element: memory, engine, exchange and counters.
//!
//! All elements are one module, whose ports `x` and `y` are constants at each instance. All wires between elements begin at registers.

mod control;
mod digits;
mod exchange;
mod memory;
mod regions;
mod walk;
mod writer;

use super::plan::{EngineTiming, Plan};
use super::schedule::Delivery;
use crate::design::Design;
use crate::rtl::{Module, Net};
use control::{Control, Coordinates};
use digits::scaled;
use exchange::{BroadcastPorts, Context, ExchangePorts, LinePorts, RingPorts, Sent};
use memory::{link_word, Banks};
use regions::{Location, Region};
use walk::Walk;
use writer::{written_point, Writer};

/// Links that come to an element.
struct Arriving {
    /// From the neighbours below along the row and along the column.
    below: Vec<Net>,
    /// From the neighbours above along the row and along the column.
    above: Vec<Net>,
    /// Whether elements above along the row and along the column have had a value that was too large, in fixed point.
    overflows: Vec<Net>,
}

/// Builds the element of an array around its engine.
pub(super) fn element(name: &str, plan: &Plan, engine: &Design) -> Module {
    let mut m = Module::new(name, title(plan, engine));
    let reset = m.input("rst", 1);
    m.set_reset(reset);
    let at = Coordinates::inputs(&mut m, plan);
    let start_in = m.input("in_start", 1);
    let arriving = Arriving::inputs(&mut m, plan);
    let timing = EngineTiming { latency: engine.core_latency(), interval: engine.interval() };
    let control = Control::new(&mut m, plan, timing, &at, start_in);
    let banks = Banks::new(&mut m, plan, control.exchange_ends);

    let [reading, writing] = walks(&mut m, plan, timing, &at, &control);
    let context = Context {
        plan,
        is_exchange: control.is_exchange,
        is_column: control.is_column,
        coordinate: at.along(&mut m, control.is_column),
    };
    let exchange: Box<dyn ExchangePorts> = match (plan.topology.is_closed(), plan.links.delivery) {
        (true, _) => Box::new(RingPorts::new(&mut m, &context)),
        (false, Delivery::Direct) => Box::new(LinePorts::new(&mut m, &context.line(), &context)),
        (false, Delivery::Broadcast) => Box::new(BroadcastPorts::new(&mut m, &context)),
    };

    let place = at.along(&mut m, control.reads_column);
    let read = Location::new(&mut m, plan, &reading.point, place);
    let addresses: Vec<Net> = exchange.addresses(&mut m);
    let addresses: Vec<Net> =
        addresses.iter().zip(&read.addresses).map(|(&there, &here)| m.mux(control.is_exchange, there, here)).collect();
    let points = banks.read(&mut m, &addresses);
    let point = selected(&mut m, &read.hits, &points);
    let (results, overflow) = transform(&mut m, plan, engine, reset, &control, &reading, point);

    let [below, above] = [&arriving.below, &arriving.above].map(|links| match links[..] {
        [row, column] => m.mux(control.is_column, column, row),
        _ => links[0],
    });
    let writes_at = at.along(&mut m, control.writes_column);
    let result = written_point(&mut m, plan, &control, &writing);
    let writer = Writer { plan, control: &control, walk: &writing, point: result, place: writes_at };
    let written = writer.own_writes(&mut m, results, arriving.below[0]);
    let stays = writer.stay(&mut m, results);
    let mut other = exchange.writes(&mut m, [below, above]);
    let is_transform = control.is_transform;
    for (region, write) in Region::all(plan).into_iter().zip(&mut other) {
        if region.has_own_block() {
            *write = stays.either(&mut m, write, is_transform);
        }
    }
    banks.connect(&mut m, &written, &other);

    let outputs = exchange.outputs(&mut m, &points);
    let outputs = unloaded(&mut m, plan, &control, &reading, point, outputs);
    for (name, sent, passing) in [("out_up", &outputs[0], below), ("out_down", &outputs[1], above)] {
        let word = m.mux(sent.is_sent, sent.word, passing);
        let link = (0..plan.links.hop).fold(word, |word, _| m.register(word, None));
        m.output(name, link);
    }
    m.output("out_start", control.start);
    states(&mut m, plan, &control);
    if let Some(overflow) = overflow.filter(|_| plan.has_overflow()) {
        tell_overflow(&mut m, plan, &control, overflow, &arriving.overflows);
    }
    m
}

impl Arriving {
    /// Adds the ports of the links.
    fn inputs(m: &mut Module, plan: &Plan) -> Self {
        let axes = if plan.dimensions == 3 { &["row", "column"][..] } else { &["row"] };
        let mut links =
            |side: &str| axes.iter().map(|axis| m.input(format!("in_{side}_{axis}"), plan.links.bits)).collect();
        let (below, above) = (links("below"), links("above"));
        let overflows = if plan.has_overflow() { axes } else { &[] };
        let overflows = overflows.iter().map(|axis| m.input(format!("in_overflow_{axis}"), 1)).collect();
        Arriving { below, above, overflows }
    }
}

/// Describes an element.
fn title(plan: &Plan, engine: &Design) -> String {
    format!(
        "Element of an array {}: {} pencils of {} points, links of {} bits, {} clock cycles from start of a transform to its end.",
        plan.topology,
        plan.words() / plan.length,
        plan.length,
        plan.links.bits,
        plan.cycles(EngineTiming { latency: engine.core_latency(), interval: engine.interval() })
    )
}

/// Adds the walks over the points that are read and over those that are written, by engine and rows.
///
/// On the way in, the words of the last element of a row come first, and those of the first element on the way out. Each element passes as
/// many words as all elements behind it have.
fn walks(m: &mut Module, plan: &Plan, engine: EngineTiming, at: &Coordinates, control: &Control) -> [Walk; 2] {
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
    let [first, result] = [0, engine.latency + 1].map(|cycle| m.constant(bits, cycle as u128));
    let mut at_cycle = |step: Net, cycle: Net| {
        let hit = m.eq(control.cycle, cycle);
        m.and(step, hit)
    };
    let (unloads, loads) = (at_cycle(control.is_unload, own), at_cycle(control.is_load, comes));
    let (feeds, stores) = (at_cycle(control.is_transform, first), at_cycle(control.is_transform, result));
    let (reads, writes) = (m.or(unloads, feeds), m.or(loads, stores));
    let pause = engine.interval - plan.length;
    let reading = Walk::new(m, plan, "read", reads, (control.is_unload, pause));
    [reading, Walk::new(m, plan, "write", writes, (control.is_load, pause))]
}

/// Selects the point that has been read in the region where it is.
fn selected(m: &mut Module, hits: &[Net], points: &[Net]) -> Net {
    let mut chosen = points[0];
    for (&hit, &point) in hits.iter().zip(points).skip(1) {
        let hit = m.delay(hit, 1);
        chosen = m.mux(hit, point, chosen);
    }
    chosen
}

/// Adds the engine. Returns the results in one word, and whether a value was too large for its word, in fixed point.
fn transform(
    m: &mut Module,
    plan: &Plan,
    engine: &Design,
    reset: Net,
    control: &Control,
    reading: &Walk,
    point: Net,
) -> (Net, Option<Net>) {
    let feeds = m.and(reading.is_active, control.is_transform);
    let [is_first_block, is_first] = [reading.point.block, reading.point.within].map(|net| m.eq_const(net, 0));
    let begins = m.and(is_first_block, is_first);
    let begins = m.and(feeds, begins);
    let start = m.register(begins, Some(0));
    let always = m.constant(1, 1);
    let bits = plan.component_bits;
    let parts = vec![m.slice(point, 0, bits), m.slice(point, bits, bits)];
    let outputs = m.instance("engine", &engine.core, vec![vec![always], vec![reset], vec![start], parts]);
    let overflow = engine.core.outputs.iter().position(|port| port.name == "overflow");
    (m.concat(&outputs[1]), overflow.map(|port| outputs[port][0]))
}

/// Adds the output that tells whether a value of the frame was too large for its word, here or in an element above. It goes down the rows
/// and the columns a hop at a time, and is cleared while points come.
fn tell_overflow(m: &mut Module, plan: &Plan, control: &Control, overflow: Net, above: &[Net]) {
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

/// Returns what leaves up and down, with the results that leave along the row.
fn unloaded(
    m: &mut Module,
    plan: &Plan,
    control: &Control,
    reading: &Walk,
    point: Net,
    [up, down]: [Sent; 2],
) -> [Sent; 2] {
    let leaves = m.and(reading.is_active, control.is_unload);
    let [leaves, number] = [leaves, reading.word].map(|net| m.delay(net, 1));
    let word = link_word(m, plan, point, number);
    let up = Sent { is_sent: m.or(up.is_sent, leaves), word: m.mux(leaves, word, up.word) };
    [up, down]
}

/// Adds the outputs that tell what the element does. Words leave the array while `unloading` is high.
fn states(m: &mut Module, plan: &Plan, control: &Control) {
    let bits = m.width(control.cycle);
    let begin = m.constant(bits, plan.unload_latency() as u128 - 1);
    let is_out = m.lt(begin, control.cycle);
    let unloading = m.and(control.is_unload, is_out);
    let computing = m.or(control.is_transform, control.is_exchange);
    m.output("loading", control.is_load);
    m.output("computing", computing);
    m.output("unloading", unloading);
}
