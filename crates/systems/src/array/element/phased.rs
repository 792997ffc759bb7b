//! The netlist of an element whose engine and links work one after the other.

use super::control::{by_round, Control, Coordinates};
use super::exchange::{BroadcastPorts, Context, ExchangePorts, LinePorts, RingPorts, Sent, Words};
use super::memory::Banks;
use super::pairs::Pairs;
use super::parts::{edges, mux_links, states, tell_overflow, transform, Arriving, Feed};
use super::regions::{Location, Region};
use super::twiddles::TwiddleUnit;
use super::walk::{Pace, Point, Walk};
use super::write::{either, link_word};
use super::writer::{written_point, Writer};
use crate::array::plan::Plan;
use crate::array::schedule::Delivery;
use crate::design::Design;
use fftgen_hdl::dsl::*;

/// Builds an element whose engine and links work one after the other.
#[hdl]
pub(super) fn element(m: &Builder, plan: &Plan, engines: &[Design]) {
    let at = Coordinates::inputs(m, plan);
    let start_in = m.input("in_start", 1);
    let arriving = Arriving::inputs(m, plan);
    m.section("Steps");
    let control = Control::new(m, plan, &at, start_in);
    let banks = Banks::new(m, plan, control.swaps);

    m.section("Walks over the points that are read, and over those that are written");
    let [reading, writing] = walks(m, plan, &at, &control);
    m.section("Exchange with other elements");
    let context = Context {
        m,
        plan,
        words: Words {
            exchange: plan.exchange(),
            radices: [plan.link_words(), plan.block_radices()[1], plan.within_words()],
        },
        coordinate: at.along(control.is_column),
        is_second_axis: (plan.spread() > 1).then_some(control.is_column),
        is_exchange: counts(plan, &control),
        is_written: control.is_exchange,
        job: None,
    };
    let exchange: Box<dyn ExchangePorts> = match (plan.topology.is_closed(), plan.links.delivery) {
        (true, _) => Box::new(RingPorts::new(&context)),
        (false, Delivery::Direct) => Box::new(LinePorts::new(&context)),
        (false, Delivery::Broadcast) => Box::new(BroadcastPorts::new(&context)),
    };

    m.section("Point that is read, and the engine");
    let own_read = at.own_block(plan, control.reads_column);
    let pairs = Pairs::new(m, plan, &at, &control);
    let taken = pairs.as_ref().map(|pairs| (pairs, pairs.taken(&reading)));
    let read_point = taken.as_ref().map_or(reading.point, |(_, taken)| taken.point);
    let read = Location::new(plan, &read_point, own_read);
    let addresses = Signals::choose(control.is_exchange, exchange.addresses(), read.addresses.clone());
    let points = banks.read(&addresses, has_stayed(plan, &control, &read_point, own_read));
    let point = read.selected(&points);
    let (fed, too_large) = taken.as_ref().map_or((point, None), |(pairs, taken)| pairs.fed(taken, point));
    let unit = |long, walk| TwiddleUnit { m, plan, long, at: &at, control: &control, walk };
    let ahead = plan.long.filter(|_| plan.multiplies_points());
    let ahead = ahead.map(|long| (unit(long, &reading).ahead(fed), long.latency));
    let feed = Feed {
        begins: reading.is_active & control.is_transform & reading.is_first,
        rounds: &control.reads,
        product: ahead.as_ref().map(|(products, latency)| (products.product, *latency)),
    };
    let (results, overflow) = transform(m, plan, engines, &feed, fed);
    let behind = plan.long.filter(|_| !plan.multiplies_points()).map(|long| unit(long, &writing).behind(results));
    let results = behind.as_ref().map_or(results, |products| products.product);

    m.section("Points that are written");
    let own_written = at.own_block(plan, control.writes_column);
    let written_point = written_point(plan, &control, &writing);
    let location = Location::new(plan, &written_point, own_written);
    let gives = writing.is_active & control.is_transform;
    let given = pairs.as_ref().map(|pairs| pairs.given(&writing, &written_point, results));
    let gives = given.as_ref().map_or(gives, |given| gives & given.is_written);
    let results = given.map_or(results, |given| given.result);
    let (results, stored) = pairs.as_ref().map_or((results, None), |pairs| pairs.stored(&written_point, results));

    let [below, above] = [&arriving.below, &arriving.above].map(|links| match links[..] {
        [row, column] => control.is_column.mux(column, row),
        _ => links[0],
    });
    let writer =
        Writer { plan, control: &control, walk: &writing, gives, point: written_point, own: own_written, location };
    let mut other = exchange.writes([below, above]);
    for ((region, stays), write) in Region::all(plan).into_iter().zip(writer.stay(results)).zip(&mut other) {
        if region.has_own_block() {
            *write = stays.either(write, control.is_transform);
        }
    }
    banks.connect(&writer.results(results), &either(writer.loaded(arriving.below[0]), other, control.is_load));

    m.section("Links to other elements");
    let outputs = exchange.outputs(&points);
    let [up, down] = unloaded(plan, &control, &reading, point, outputs);
    mux_links(m, plan, "out_up", up, below);
    mux_links(m, plan, "out_down", down, above);
    m.output("out_start", control.start);
    states(m, plan, &control);
    let multiplied = ahead.map(|(products, _)| products).or(behind).and_then(|products| products.overflow);
    let overflows = [overflow, too_large, multiplied, stored.map(|stored| stored & gives)];
    let overflow = overflows.into_iter().flatten().reduce(|any, one| any | one);
    if let Some(overflow) = overflow.filter(|_| plan.has_overflow()) {
        tell_overflow(m, plan, &control, overflow, &arriving.overflows);
    }
}

/// The walks over the points that are read and over those that are written, by engine and rows.
#[hdl]
fn walks<'m>(m: &'m Builder, plan: &Plan, at: &Coordinates<'m>, control: &Control<'m>) -> [Walk<'m>; 2] {
    let [unloads, loads] = edges(plan, at, control);
    let Control { cycle, is_transform, .. } = *control;
    let first_feed = by_round(&control.reads, |round| cycle.number(plan.feed_cycle(round)));
    let first_result = by_round(&control.writes, |round| cycle.number(plan.result_cycle(round)));
    let feeds = is_transform & cycle.is(first_feed);
    let stores = is_transform & cycle.is(first_result);
    let pace = |rounds, by_words| Pace { rounds, by_words, pauses: plan.pauses() };
    [
        Walk::new(m, plan, "read", unloads | feeds, &pace(&control.reads, control.is_unload)),
        Walk::new(m, plan, "write", loads | stores, &pace(&control.writes, control.is_load)),
    ]
}

/// Whether the counters of an exchange count. They begin anew in the last clock cycle of a step where another
/// exchange follows.
fn counts<'m>(plan: &Plan, control: &Control<'m>) -> Sig<'m> {
    match plan.spread() {
        1 => control.is_exchange,
        _ => control.is_exchange & !control.swaps,
    }
}

/// Whether a point that is read for the engine has stayed in the other bank, where it was in the exchange before the
/// round: that is so if this exchange follows another one, so that no engine has written the point meanwhile.
fn has_stayed<'m>(plan: &Plan, control: &Control<'m>, point: &Point<'m>, own: [Sig<'m>; 2]) -> Option<Sig<'m>> {
    let round = (0..plan.rounds.len()).find(|round| plan.axes_ahead(*round).len() > 1)?;
    Some(point.block[1].is(own[1]) & (control.is_transform & control.reads[round]))
}

/// What leaves up and down, with the results that leave along the row.
#[hdl]
fn unloaded<'m>(
    plan: &Plan,
    control: &Control<'m>,
    reading: &Walk<'m>,
    point: Sig<'m>,
    [up, down]: [Sent<'m>; 2],
) -> [Sent<'m>; 2] {
    let leaves = (reading.is_active & control.is_unload).before(1);
    let word = link_word(plan, point, reading.word.before(1));
    [Sent { is_sent: up.is_sent | leaves, word: leaves.mux(word, up.word) }, down]
}
