//! The netlist of an element whose engine, row links and column links work at once, on different pencils.
//!
//! | Memory | Holds | Written by | Read by |
//! |---|---|---|---|
//! | home | points; results of round 2 without own blocks, and of 3 | row link, engine | engine, column links, row link |
//! | outer | results of round 1 without own blocks; pencils of round 3 | engine, column links | row links, engine |
//! | middle | pencils of round 2 | row links | engine |
//! | own | blocks that stay in the element | engine | engine |
//!
//! Each memory, or each region of it on a torus, is read once and written once in a clock cycle. What replaces words
//! has the places of words that have been read: a point has the same number within its block in each memory, and the
//! points of group g, which are those with number g along the first dimension, move from memory to memory as a whole.
//! Blocks have the places of their distances along the row in the middle memory, and in the outer one until they
//! leave it, and those along the column else.

mod engine_walk;
mod jobs;

use super::control::{Control, Coordinates};
use super::exchange::{Context, ExchangePorts, LinePorts, RingPorts, Words};
use super::memory::Bank;
use super::parts::{edge_walks, mux_links, states, tell_overflow, transform, Arriving, Feed};
use super::regions::Location;
use super::walk::{Point, Walk};
use super::write::{either, link_word, Write};
use crate::array::plan::{Overlap, Plan};
use crate::design::Design;
use engine_walk::EngineWalk;
use fftgen_hdl::dsl::*;
use jobs::Jobs;

/// An element in progress.
struct Element<'a, 'm> {
    m: &'m Builder,
    plan: &'a Plan,
    /// Coordinates along the row and along the column.
    at: [Sig<'m>; 2],
    control: Control<'m>,
    arriving: Arriving<'m>,
    /// Walks over what leaves along the row, and over what comes.
    edges: [Walk<'m>; 2],
    /// Walk over the points that the engine takes.
    fed: EngineWalk<'m>,
    /// Walk over the results of the engine.
    given: EngineWalk<'m>,
    /// Exchange along the row.
    rows: Box<dyn ExchangePorts<'m> + 'a>,
    /// Exchange along the column.
    columns: Box<dyn ExchangePorts<'m> + 'a>,
    memories: Memories<'m>,
}

/// All memories.
struct Memories<'m> {
    home: Bank<'m>,
    outer: Bank<'m>,
    middle: Bank<'m>,
    own: Bank<'m>,
}

/// Points that have been read in each region of each memory.
struct Read<'m> {
    home: Vec<Sig<'m>>,
    outer: Vec<Sig<'m>>,
    /// Point that the engine takes.
    fed: Sig<'m>,
    /// Point that leaves along the row.
    leaving: Sig<'m>,
}

/// Builds the element of an array around its engine.
pub(super) fn element(m: &Builder, plan: &Plan, engines: &[Design]) {
    let at = Coordinates::inputs(m, plan);
    let start_in = m.input("in_start", 1);
    let arriving = Arriving::inputs(m, plan);
    m.section("Steps");
    let control = Control::new(m, plan, &at, start_in);
    let element = Element::new(m, plan, &at, (control, arriving));
    m.section("Points that are read, and the engine");
    let read = element.read();
    let Element { fed, control, .. } = &element;
    let feed = Feed { begins: fed.is_active & fed.is_first, rounds: &fed.rounds, product: None };
    let (results, overflow) = transform(m, plan, engines, &feed, read.fed);
    m.section("Points that are written");
    element.write(results);
    m.section("Links to other elements");
    element.links(&read);
    m.output("out_start", control.start);
    states(m, plan, control);
    if let Some(overflow) = overflow.filter(|_| plan.has_overflow()) {
        tell_overflow(m, plan, control, overflow, &element.arriving.overflows);
    }
}

impl<'a, 'm: 'a> Element<'a, 'm> {
    /// Memories, walks and the counters of the exchanges.
    fn new(
        m: &'m Builder,
        plan: &'a Plan,
        at: &Coordinates<'m>,
        (control, arriving): (Control<'m>, Arriving<'m>),
    ) -> Self {
        let times = plan.overlap();
        let enabled = (control.is_overlapped, control.cycle);
        let memories = Memories::new(m, plan);
        m.section("Walks over the points");
        let edges = edge_walks(m, plan, at, &control);
        let fed = EngineWalk::new(m, plan, "read", enabled, &times.engine, 0);
        let given = EngineWalk::new(m, plan, "write", enabled, &times.engine, plan.engines[0].latency + 1);
        let at = [at.x, at.y.unwrap_or(at.x)];
        m.section("Exchanges with other elements");
        let [rows, columns] = exchanges(m, plan, at, enabled, &times);
        Element { m, plan, at, control, arriving, edges, fed, given, rows, columns, memories }
    }

    /// The reads of all memories.
    #[hdl]
    fn read(&self) -> Read<'m> {
        let Element { plan, fed, memories, at: [column, row], .. } = self;
        let along = [*column, *row].map(|place| self.located(&fed.point, place));
        let unloaded = self.located(&self.edges[0].point, *row);
        let home = Signals::choose(fed.rounds[0], along[1].addresses.clone(), self.columns.addresses());
        let home = Signals::choose(self.control.is_unload, unloaded.addresses.clone(), home);
        let outer = Signals::choose(fed.rounds[2], along[1].addresses.clone(), self.rows.addresses());
        let [home, outer, middle] =
            [(&memories.home, &home), (&memories.outer, &outer), (&memories.middle, &along[0].addresses)]
                .map(|(memory, addresses)| memory.read(addresses));
        let own = memories.own.read(&[fed.point.index(plan)])[0];
        let from = [along[1].selected(&home), along[0].selected(&middle), along[1].selected(&outer)];
        let leaving = unloaded.selected(&home);
        Read { fed: self.fed_point(from, own), home, outer, leaving }
    }

    /// The point that the engine takes: that of the memory of the round, or one of a block that has stayed.
    #[hdl]
    fn fed_point(&self, from: [Sig<'m>; 3], own: Sig<'m>) -> Sig<'m> {
        let Element { fed, at: [column, row], .. } = self;
        let [_, second, third] = fed.rounds;
        let has_stayed = fed.point.block[0].is(third.mux(*row, *column)) & (second | third);
        let [is_own, is_second, is_third] = [has_stayed, second, third].map(|fact| fact.before(1));
        is_own.mux(own, is_third.mux(from[2], is_second.mux(from[1], from[0])))
    }

    /// The writes of all memories.
    #[hdl]
    fn write(&self, results: Sig<'m>) {
        let Element { plan, given, memories, at: [column, row], .. } = self;
        let [first, _, third] = given.rounds;
        let result = given.result(plan);
        let is_own = result.block[0].is(first.mux(*column, *row)) & !third;
        let [stays, moves] = [is_own, !is_own].map(|is_so| is_so & given.is_active);
        let (to_outer, to_home) = (moves & first, moves & !first);

        let [along_row, along_column] = [*column, *row].map(|place| self.located(&result, place));
        let whole = |enable: Sig<'m>, address: Sig<'m>| Write::point(plan, enable, address, results);
        memories.home.connect(&either(along_column.writes(to_home, whole), self.loaded(), to_home));
        let arrived = self.columns.writes(self.arriving_along(1));
        memories.outer.connect(&either(along_row.writes(to_outer, whole), arrived, to_outer));
        memories.middle.connect(&self.rows.writes(self.arriving_along(0)));
        memories.own.connect(&[whole(stays, result.index(plan))]);
    }

    /// The writes of a word that comes along the row.
    fn loaded(&self) -> Vec<Write<'m>> {
        let load = &self.edges[1];
        let word = (load.word, self.arriving.below[0]);
        let loads = load.is_active & self.control.is_load;
        let location = self.located(&load.point, self.at[1]);
        location.writes(loads, |enable, address| Write::word(self.plan, enable, address, word))
    }

    /// The links that come along the row (0) or along the column (1), from below and from above.
    fn arriving_along(&self, axis: usize) -> [Sig<'m>; 2] {
        [self.arriving.below[axis], self.arriving.above[axis]]
    }

    /// Adds the links that leave.
    #[hdl]
    fn links(&self, read: &Read<'m>) {
        let unload = &self.edges[0];
        let leaves = (unload.is_active & self.control.is_unload).before(1);
        let leaving_word = link_word(self.plan, read.leaving, unload.word.before(1));
        let [mut up, down] = self.rows.outputs(&read.outer);
        up.word = leaves.mux(leaving_word, up.word);
        up.is_sent = up.is_sent | leaves;
        let [column_up, column_down] = self.columns.outputs(&read.home);
        let [row, column] = [0, 1].map(|axis| self.arriving_along(axis));
        for (name, sent, passing) in [
            ("out_up_row", up, row[0]),
            ("out_down_row", down, row[1]),
            ("out_up_column", column_up, column[0]),
            ("out_down_column", column_down, column[1]),
        ] {
            mux_links(self.m, self.plan, name, sent, passing);
        }
    }

    /// Locates a point in the memory of the element at a coordinate along the axis of its block.
    fn located(&self, point: &Point<'m>, coordinate: Sig<'m>) -> Location<'m> {
        Location::new(self.plan, point, [coordinate, self.m.low()])
    }
}

impl<'m> Memories<'m> {
    /// The memories.
    fn new(m: &'m Builder, plan: &Plan) -> Self {
        let [home, outer, middle] = ["home", "outer", "middle"].map(|name| Bank::new(m, plan, name));
        Memories { home, outer, middle, own: Bank::of_own_blocks(m, plan, "own") }
    }
}

/// The exchanges along the row and along the column. `enabled`: whether steps overlap, and the clock cycle since
/// their begin.
fn exchanges<'a, 'm: 'a>(
    m: &'m Builder,
    plan: &'a Plan,
    at: [Sig<'m>; 2],
    enabled: (Sig<'m>, Sig<'m>),
    times: &Overlap,
) -> [Box<dyn ExchangePorts<'m> + 'a>; 2] {
    let words = Words { exchange: plan.job_exchange(), radices: [plan.link_words(), 1, plan.blocks()[1]] };
    // A word that arrives after the end of its job is written too.
    let is_written = m.high();
    [("row", &times.rows, at[0]), ("column", &times.columns, at[1])].map(|(name, runs, coordinate)| {
        let _scope = m.scope(name);
        let jobs = Jobs::new(m, enabled, runs, times.occupied);
        let job = Some([jobs.slow, jobs.fast]);
        let context =
            Context { m, plan, words, coordinate, is_second_axis: None, is_exchange: jobs.is_active, is_written, job };
        let ports: Box<dyn ExchangePorts<'m> + 'a> = match plan.topology.is_closed() {
            true => Box::new(RingPorts::new(&context)),
            false => Box::new(LinePorts::new(&context)),
        };
        ports
    })
}
