//! The netlist of an element whose engine, row links and column links work at once, on different pencils.
//!
//! | Memory | Holds | Written by | Read by |
//! |---|---|---|---|
//! | home | points; results of round 2 without own blocks; results | row link, engine | engine, column links, row link |
//! | outer | results of round 1 without own blocks; pencils of round 3 | engine, column links | row links, engine |
//! | middle | pencils of round 2 | row links | engine |
//! | own | blocks that stay in the element | engine | engine |
//!
//! Each memory is read once and written once in a clock cycle. What replaces words has the places of words that have been read: those of group
//! g are at one place in each memory, and a group moves from memory to memory as a whole.

mod bank;
mod engine_walk;
mod jobs;
mod places;

use super::control::{Control, Coordinates};
use super::exchange::{ExchangePorts, Line, LinePorts, Words};
use super::memory::{link_word, Write};
use super::parts::{edge_walks, mux_links, states, tell_overflow, transform, Arriving, Feed};
use super::regions::Region;
use super::walk::{Point, Walk};
use crate::array::plan::{EngineTiming, Plan};
use crate::design::Design;
use crate::rtl::{Module, Net};
use bank::Bank;
use engine_walk::EngineWalk;
use jobs::Jobs;
use places::{own_address, ColumnPlaces, RowPlaces};

/// Builds the element of an array around its engine.
pub(super) fn element(m: &mut Module, reset: Net, plan: &Plan, engine: &Design) {
    let at = Coordinates::inputs(m, plan);
    let row = at.y.unwrap_or(at.x);
    let start_in = m.input("in_start", 1);
    let arriving = Arriving::inputs(m, plan);
    let timing = EngineTiming { latency: engine.core_latency(), interval: engine.interval() };
    let control = Control::new(m, plan, timing, &at, start_in);
    let times = plan.overlap(timing);
    let enabled = (control.is_overlapped, control.cycle);

    let words = plan.words();
    let [home, outer, middle] = ["home", "outer", "middle"].map(|name| Bank::new(m, plan, name, words));
    let own = Bank::new(m, plan, "own", words / plan.places);

    let [unload, load] = edge_walks(m, plan, &at, &control);
    let fed = EngineWalk::new(m, plan, "read", enabled, &times.engine, 0);
    let given = EngineWalk::new(m, plan, "write", enabled, &times.engine, timing.latency + 1);

    let radices = [plan.link_words(), plan.block(), 1, 1];
    let exchanged = Words { exchange: plan.job_exchange(), radices };
    let row_jobs = Jobs::new(m, "row", enabled, &times.rows, times.occupied);
    let column_jobs = Jobs::new(m, "column", enabled, &times.columns, times.occupied);
    let always = m.constant(1, 1);
    let line = |coordinate: Net, jobs: &Jobs| Line {
        plan,
        words: exchanged,
        coordinate,
        is_exchange: jobs.is_active,
        is_written: always,
    };
    let rows = LinePorts::new(m, &line(at.x, &row_jobs), &RowPlaces { plan, jobs: &row_jobs });
    let columns = LinePorts::new(m, &line(row, &column_jobs), &ColumnPlaces { plan, jobs: &column_jobs });

    // Reads.
    let natural = |m: &mut Module, point: &Point| Region::Whole.address(m, plan, point, point.block);
    let engine_point = fed.point();
    let first_point = Point { pencil: [fed.fast, fed.slow], ..engine_point };
    let first_address = natural(m, &first_point);
    let engine_address = natural(m, &engine_point);
    let unload_address = natural(m, &unload.point);
    let column_read = columns.addresses(m)[0];
    let row_read = rows.addresses(m)[0];
    let home_address = m.mux(fed.rounds[0], first_address, column_read);
    let home_address = m.mux(control.is_unload, unload_address, home_address);
    let outer_address = m.mux(fed.rounds[2], engine_address, row_read);
    let swapped = Point { pencil: [fed.slow, engine_point.within], block: engine_point.block, within: fed.fast };
    let own_point = Point::mux(m, fed.rounds[2], &swapped, &engine_point);
    let own_read = own_address(m, plan, &own_point);
    let from_home = home.read(m, home_address);
    let from_outer = outer.read(m, outer_address);
    let from_middle = middle.read(m, engine_address);
    let from_own = own.read(m, own_read);

    // The engine.
    let place = m.mux(fed.rounds[2], row, at.x);
    let is_own = m.eq(fed.block, place);
    let is_late = m.or(fed.rounds[1], fed.rounds[2]);
    let is_own = m.and(is_own, is_late);
    let [is_own, is_second, is_third] = [is_own, fed.rounds[1], fed.rounds[2]].map(|net| m.delay(net, 1));
    let point = m.mux(is_second, from_middle, from_home);
    let point = m.mux(is_third, from_outer, point);
    let point = m.mux(is_own, from_own, point);
    let feed = Feed { is_active: fed.is_active, block: fed.block, within: fed.within };
    let (results, overflow) = transform(m, plan, engine, reset, &feed, point);

    // Writes.
    let result = given.result(m, plan);
    let place = m.mux(given.rounds[0], at.x, row);
    let stays = m.eq(result.block, place);
    let is_early = m.not(given.rounds[2]);
    let stays = m.and(stays, is_early);
    let stays = m.and(stays, given.is_active);
    let moves = m.not(stays);
    let moves = m.and(moves, given.is_active);
    let to_outer = m.and(moves, given.rounds[0]);
    let is_later = m.not(given.rounds[0]);
    let to_home = m.and(moves, is_later);
    // Round 1 scatters its results by the groups of the jobs that will send them.
    let scattered = Point { pencil: [result.within, given.slow], block: result.block, within: given.fast };
    let natural_result = natural(m, &result);
    let scattered_result = natural(m, &scattered);
    let home_write = Write::point(m, plan, to_home, natural_result, results);
    let load_address = natural(m, &load.point);
    let loads = m.and(load.is_active, control.is_load);
    let loaded = Write::word(m, plan, loads, load_address, (load.word, arriving.below[0]));
    let home_write = home_write.either(m, &loaded, to_home);
    home.connect(m, &home_write);
    let outer_write = Write::point(m, plan, to_outer, scattered_result, results);
    let column_write = columns.writes(m, [arriving.below[1], arriving.above[1]]).swap_remove(0);
    let outer_write = outer_write.either(m, &column_write, to_outer);
    outer.connect(m, &outer_write);
    let row_write = rows.writes(m, [arriving.below[0], arriving.above[0]]).swap_remove(0);
    middle.connect(m, &row_write);
    let own_point = Point::mux(m, given.rounds[0], &scattered, &result);
    let own_result = own_address(m, plan, &own_point);
    let own_write = Write::point(m, plan, stays, own_result, results);
    own.connect(m, &own_write);

    // Links.
    let leaves = unloaded(m, plan, &control, &unload, from_home);
    let [mut up, down] = rows.outputs(m, &[from_outer]);
    up.word = m.mux(leaves.0, leaves.1, up.word);
    up.is_sent = m.or(up.is_sent, leaves.0);
    let [column_up, column_down] = columns.outputs(m, &[from_home]);
    for (name, sent, passing) in [
        ("out_up_row", up, arriving.below[0]),
        ("out_down_row", down, arriving.above[0]),
        ("out_up_column", column_up, arriving.below[1]),
        ("out_down_column", column_down, arriving.above[1]),
    ] {
        mux_links(m, plan, name, &sent, passing);
    }
    m.output("out_start", control.start);
    states(m, plan, &control);
    if let Some(overflow) = overflow.filter(|_| plan.has_overflow()) {
        tell_overflow(m, plan, &control, overflow, &arriving.overflows);
    }
}

/// Returns whether a result leaves along the row, and its link word.
fn unloaded(m: &mut Module, plan: &Plan, control: &Control, walk: &Walk, point: Net) -> (Net, Net) {
    let leaves = m.and(walk.is_active, control.is_unload);
    let [leaves, number] = [leaves, walk.word].map(|net| m.delay(net, 1));
    (leaves, link_word(m, plan, point, number))
}
