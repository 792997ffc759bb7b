//! The netlist of an element whose engine and links work one after the other.

use super::control::{by_round, Control, Coordinates};
use super::exchange::{BroadcastPorts, Context, ExchangePorts, LinePorts, RingPorts, Sent, Words};
use super::memory::{either, link_word, Banks};
use super::pairs::Pairs;
use super::parts::{at_cycle, edges, mux_links, states, tell_overflow, transform, Arriving, Feed};
use super::regions::{Location, Region};
use super::twiddles::TwiddleUnit;
use super::walk::{Pace, Point, Walk};
use super::writer::{written_point, Writer};
use crate::array::plan::Plan;
use crate::array::schedule::Delivery;
use crate::design::Design;
use crate::rtl::{Module, Net};

/// Builds an element whose engine and links work one after the other.
pub(super) fn element(m: &mut Module, reset: Net, plan: &Plan, engines: &[Design]) {
    let at = Coordinates::inputs(m, plan);
    let start_in = m.input("in_start", 1);
    let arriving = Arriving::inputs(m, plan);
    let control = Control::new(m, plan, &at, start_in);
    let banks = Banks::new(m, plan, control.swaps);

    let [reading, writing] = walks(m, plan, &at, &control);
    let context = Context {
        plan,
        words: Words {
            exchange: plan.exchange(),
            radices: [plan.link_words(), plan.block_radices()[1], plan.within_words()],
        },
        coordinate: at.along(m, control.is_column),
        is_second_axis: (plan.spread() > 1).then_some(control.is_column),
        is_exchange: counts(m, plan, &control),
        is_written: control.is_exchange,
        job: None,
    };
    let exchange: Box<dyn ExchangePorts> = match (plan.topology.is_closed(), plan.links.delivery) {
        (true, _) => Box::new(RingPorts::new(m, &context)),
        (false, Delivery::Direct) => Box::new(LinePorts::new(m, &context)),
        (false, Delivery::Broadcast) => Box::new(BroadcastPorts::new(m, &context)),
    };

    let own = at.own_block(m, plan, control.reads_column);
    let pairs = Pairs::new(plan, &at, &control);
    let taken = pairs.as_ref().map(|pairs| pairs.taken(m, &reading));
    let read_point = taken.as_ref().map_or(reading.point, |taken| taken.point);
    let read = Location::new(m, plan, &read_point, own);
    let addresses: Vec<Net> = exchange.addresses(m);
    let addresses: Vec<Net> =
        addresses.iter().zip(&read.addresses).map(|(&there, &here)| m.mux(control.is_exchange, there, here)).collect();
    let has_stayed = has_stayed(m, plan, &control, &read_point, own);
    let points = banks.read(m, &addresses, has_stayed);
    let point = read.selected(m, &points);
    let begins = m.and(reading.is_active, control.is_transform);
    let (fed, too_large) = match (&pairs, &taken) {
        (Some(pairs), Some(taken)) => pairs.fed(m, taken, point),
        _ => (point, None),
    };
    let unit = |long, walk| TwiddleUnit { plan, long, at: &at, control: &control, walk };
    let ahead = plan.long.filter(|_| plan.multiplies_points()).map(|long| (long.latency, unit(long, &reading)));
    let ahead = ahead.map(|(latency, unit)| (latency, unit.ahead(m, reset, fed)));
    let feed = Feed {
        begins: m.and(begins, reading.is_first),
        rounds: &control.reads,
        product: ahead.as_ref().map(|(latency, products)| (products.product, *latency)),
    };
    let (results, overflow) = transform(m, plan, engines, reset, &feed, fed);
    let ahead = ahead.and_then(|(_, products)| products.overflow);
    let mut overflow = [overflow, too_large, ahead].into_iter().flatten().reduce(|any, one| m.or(any, one));
    let results = match plan.long.filter(|_| !plan.multiplies_points()) {
        None => results,
        Some(long) => unit(long, &writing).behind(m, reset, results, &mut overflow),
    };

    let [below, above] = [&arriving.below, &arriving.above].map(|links| match links[..] {
        [row, column] => m.mux(control.is_column, column, row),
        _ => links[0],
    });
    let own = at.own_block(m, plan, control.writes_column);
    let result = written_point(m, plan, &control, &writing);
    let location = Location::new(m, plan, &result, own);
    let gives = m.and(writing.is_active, control.is_transform);
    let (results, gives) = match &pairs {
        None => (results, gives),
        Some(pairs) => {
            let given = pairs.given(m, &writing, &result, results);
            let gives = m.and(gives, given.is_written);
            let (results, too_large) = pairs.stored(m, &result, given.result);
            if let (Some(too_large), Some(engine)) = (too_large, overflow) {
                let told = m.and(too_large, gives);
                overflow = Some(m.or(engine, told));
            }
            (results, gives)
        }
    };
    let writer = Writer { plan, control: &control, walk: &writing, gives, point: result, own, location };
    let written = writer.results(m, results);
    let loaded = writer.loaded(m, arriving.below[0]);
    let stays = writer.stay(m, results);
    let mut other = exchange.writes(m, [below, above]);
    let is_transform = control.is_transform;
    for ((region, stays), write) in Region::all(plan).into_iter().zip(stays).zip(&mut other) {
        if region.has_own_block() {
            *write = stays.either(m, write, is_transform);
        }
    }
    let other = either(m, loaded, other, control.is_load);
    banks.connect(m, &written, &other);

    let outputs = exchange.outputs(m, &points);
    let outputs = unloaded(m, plan, &control, &reading, point, outputs);
    for (name, sent, passing) in [("out_up", &outputs[0], below), ("out_down", &outputs[1], above)] {
        mux_links(m, plan, name, sent, passing);
    }
    m.output("out_start", control.start);
    states(m, plan, &control);
    if let Some(overflow) = overflow.filter(|_| plan.has_overflow()) {
        tell_overflow(m, plan, &control, overflow, &arriving.overflows);
    }
}

/// Adds the walks over the points that are read and over those that are written, by engine and rows.
fn walks(m: &mut Module, plan: &Plan, at: &Coordinates, control: &Control) -> [Walk; 2] {
    let [unloads, loads] = edges(m, plan, at, control);
    let bits = m.width(control.cycle);
    let first = by_round(m, &control.reads, |m, round| m.constant(bits, plan.feed_cycle(round) as u128));
    let result = by_round(m, &control.writes, |m, round| m.constant(bits, plan.result_cycle(round) as u128));
    let feeds = at_cycle(m, control, control.is_transform, first);
    let stores = at_cycle(m, control, control.is_transform, result);
    let (reads, writes) = (m.or(unloads, feeds), m.or(loads, stores));
    let [read, written] = [(&control.reads, control.is_unload), (&control.writes, control.is_load)]
        .map(|(rounds, by_words)| Pace { rounds, by_words, pauses: plan.pauses() });
    [Walk::new(m, plan, "read", reads, &read), Walk::new(m, plan, "write", writes, &written)]
}

/// Returns whether the counters of an exchange count. They begin anew in the last clock cycle of a step where another exchange follows.
fn counts(m: &mut Module, plan: &Plan, control: &Control) -> Net {
    if plan.spread() == 1 {
        return control.is_exchange;
    }
    let goes_on = m.not(control.swaps);
    m.and(control.is_exchange, goes_on)
}

/// Returns whether a point that is read for the engine has stayed in the other bank, where it was in the exchange before the round: that is so if this
/// exchange follows another one, so that no engine has written the point meanwhile.
fn has_stayed(m: &mut Module, plan: &Plan, control: &Control, point: &Point, own: [Net; 2]) -> Option<Net> {
    let round = (0..plan.rounds.len()).find(|round| plan.axes_ahead(*round).len() > 1)?;
    let is_own = m.eq(point.block[1], own[1]);
    let is_read = m.and(control.is_transform, control.reads[round]);
    Some(m.and(is_own, is_read))
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
