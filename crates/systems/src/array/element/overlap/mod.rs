//! The netlist of an element whose engine, row links and column links work at once, on different pencils.
//!
//! | Memory | Holds | Written by | Read by |
//! |---|---|---|---|
//! | home | points; results of round 2 without own blocks; results | row link, engine | engine, column links, row link |
//! | outer | results of round 1 without own blocks; pencils of round 3 | engine, column links | row links, engine |
//! | middle | pencils of round 2 | row links | engine |
//! | own | blocks that stay in the element | engine | engine |
//!
//! Each memory, or each region of it on a torus, is read once and written once in a clock cycle. What replaces words has the places of words that have been read: a
//! point has the same number within its block in each memory, and the points of group g, which are those with number g along the first dimension,
//! move from memory to memory as a whole. Blocks have the places of their distances along the row in the middle memory, and in the outer one until
//! they leave it, and those along the column else.

mod engine_walk;
mod jobs;

use super::control::{Control, Coordinates};
use super::exchange::{Context, ExchangePorts, LinePorts, RingPorts, Words};
use super::memory::{either, link_word, Bank, Write};
use super::parts::{edge_walks, mux_links, states, tell_overflow, transform, Arriving, Feed};
use super::regions::Location;
use super::walk::{Point, Walk};
use crate::array::plan::{Overlap, Plan};
use crate::design::Design;
use crate::rtl::{Module, Net};
use engine_walk::EngineWalk;
use jobs::Jobs;

/// An element in progress.
struct Element<'a> {
    plan: &'a Plan,
    /// Coordinates along the row and along the column.
    at: [Net; 2],
    control: Control,
    arriving: Arriving,
    /// Walks over what leaves along the row, and over what comes.
    edges: [Walk; 2],
    /// Walk over the points that the engine takes.
    fed: EngineWalk,
    /// Walk over the results of the engine.
    given: EngineWalk,
    /// Exchange along the row.
    rows: Box<dyn ExchangePorts + 'a>,
    /// Exchange along the column.
    columns: Box<dyn ExchangePorts + 'a>,
    memories: Memories,
}

/// All memories.
struct Memories {
    home: Bank,
    outer: Bank,
    middle: Bank,
    own: Bank,
}

/// Points that have been read in each region of each memory.
struct Read {
    home: Vec<Net>,
    outer: Vec<Net>,
    /// Point that the engine takes.
    fed: Net,
    /// Point that leaves along the row.
    leaving: Net,
}

/// Builds the element of an array around its engine.
pub(super) fn element(m: &mut Module, reset: Net, plan: &Plan, engines: &[Design]) {
    let at = Coordinates::inputs(m, plan);
    let start_in = m.input("in_start", 1);
    let arriving = Arriving::inputs(m, plan);
    let control = Control::new(m, plan, &at, start_in);
    let element = Element::new(m, plan, &at, (control, arriving));
    let read = element.read(m);
    let begins = m.and(element.fed.is_active, element.fed.is_first);
    let feed = Feed { begins, rounds: &element.fed.rounds, product: None };
    let (results, overflow) = transform(m, plan, engines, reset, &feed, read.fed);
    element.write(m, results);
    element.links(m, &read);
    let Element { control, arriving, .. } = element;
    m.output("out_start", control.start);
    states(m, plan, &control);
    if let Some(overflow) = overflow.filter(|_| plan.has_overflow()) {
        tell_overflow(m, plan, &control, overflow, &arriving.overflows);
    }
}

impl<'a> Element<'a> {
    /// Adds memories, walks and the counters of the exchanges.
    fn new(m: &mut Module, plan: &'a Plan, at: &Coordinates, (control, arriving): (Control, Arriving)) -> Self {
        let times = plan.overlap();
        let enabled = (control.is_overlapped, control.cycle);
        let memories = Memories::new(m, plan);
        let edges = edge_walks(m, plan, at, &control);
        let fed = EngineWalk::new(m, plan, "read", enabled, &times.engine, 0);
        let given = EngineWalk::new(m, plan, "write", enabled, &times.engine, plan.engines[0].latency + 1);
        let at = [at.x, at.y.unwrap_or(at.x)];
        let [rows, columns] = exchanges(m, plan, at, enabled, &times);
        Element { plan, at, control, arriving, edges, fed, given, rows, columns, memories }
    }

    /// Adds the reads of all memories.
    fn read(&self, m: &mut Module) -> Read {
        let Element { plan, fed, memories, at: [column, row], .. } = self;
        let along = [*column, *row].map(|place| located(m, plan, &fed.point, place));
        let leaving = located(m, plan, &self.edges[0].point, *row);
        let jobs = [self.rows.addresses(m), self.columns.addresses(m)];
        let mut select = |is_chosen: Net, chosen: &[Net], others: &[Net]| -> Vec<Net> {
            chosen.iter().zip(others).map(|(&this, &other)| m.mux(is_chosen, this, other)).collect()
        };
        let home = select(fed.rounds[0], &along[1].addresses, &jobs[1]);
        let home = select(self.control.is_unload, &leaving.addresses, &home);
        let outer = select(fed.rounds[2], &along[1].addresses, &jobs[0]);
        let own = fed.point.index(m, plan);
        let [home, outer, middle] =
            [(&memories.home, &home), (&memories.outer, &outer), (&memories.middle, &along[0].addresses)]
                .map(|(memory, addresses)| memory.read(m, addresses));
        let own = memories.own.read(m, &[own])[0];
        let from = [along[1].selected(m, &home), along[0].selected(m, &middle), along[1].selected(m, &outer)];
        let leaving = leaving.selected(m, &home);
        let fed = self.fed_point(m, from, own);
        Read { home, outer, fed, leaving }
    }

    /// Returns the point that the engine takes: that of the memory of the round, or one of a block that has stayed.
    fn fed_point(&self, m: &mut Module, from: [Net; 3], own: Net) -> Net {
        let Element { fed, at: [column, row], .. } = self;
        let place = m.mux(fed.rounds[2], *row, *column);
        let is_own = m.eq(fed.point.block[0], place);
        let is_late = m.or(fed.rounds[1], fed.rounds[2]);
        let is_own = m.and(is_own, is_late);
        let [is_own, is_second, is_third] = [is_own, fed.rounds[1], fed.rounds[2]].map(|net| m.delay(net, 1));
        let point = m.mux(is_second, from[1], from[0]);
        let point = m.mux(is_third, from[2], point);
        m.mux(is_own, own, point)
    }

    /// Adds the writes of all memories.
    fn write(&self, m: &mut Module, results: Net) {
        let Element { plan, given, memories, at: [column, row], .. } = self;
        let result = given.result(m, plan);
        let place = m.mux(given.rounds[0], *column, *row);
        let stays = m.eq(result.block[0], place);
        let [is_early, is_later] = [given.rounds[2], given.rounds[0]].map(|round| m.not(round));
        let stays = m.and(stays, is_early);
        let moves = m.not(stays);
        let [stays, moves] = [stays, moves].map(|net| m.and(net, given.is_active));
        let (to_outer, to_home) = (m.and(moves, given.rounds[0]), m.and(moves, is_later));

        let [along_row, along_column] = [*column, *row].map(|place| located(m, plan, &result, place));
        let whole = |m: &mut Module, enable: Net, address: Net| Write::point(m, plan, enable, address, results);
        let home = Write::at(m, &along_column, to_home, whole);
        let loaded = self.loaded(m);
        let home = either(m, home, loaded, to_home);
        memories.home.connect(m, &home);
        let outer = Write::at(m, &along_row, to_outer, whole);
        let arrived = self.columns.writes(m, self.arriving_along(1));
        let outer = either(m, outer, arrived, to_outer);
        memories.outer.connect(m, &outer);
        let middle = self.rows.writes(m, self.arriving_along(0));
        memories.middle.connect(m, &middle);
        let address = result.index(m, plan);
        let own = Write::point(m, plan, stays, address, results);
        memories.own.connect(m, &[own]);
    }

    /// Returns the writes of a word that comes along the row.
    fn loaded(&self, m: &mut Module) -> Vec<Write> {
        let (plan, load, link) = (self.plan, &self.edges[1], self.arriving.below[0]);
        let location = located(m, plan, &load.point, self.at[1]);
        let loads = m.and(load.is_active, self.control.is_load);
        Write::at(m, &location, loads, |m, enable, address| Write::word(m, plan, enable, address, (load.word, link)))
    }

    /// Returns the links that come along the row (0) or along the column (1), from below and from above.
    fn arriving_along(&self, axis: usize) -> [Net; 2] {
        [self.arriving.below[axis], self.arriving.above[axis]]
    }

    /// Adds the links that leave.
    fn links(&self, m: &mut Module, read: &Read) {
        let unload = &self.edges[0];
        let leaves = m.and(unload.is_active, self.control.is_unload);
        let [leaves, number] = [leaves, unload.word].map(|net| m.delay(net, 1));
        let word = link_word(m, self.plan, read.leaving, number);
        let [mut up, down] = self.rows.outputs(m, &read.outer);
        up.word = m.mux(leaves, word, up.word);
        up.is_sent = m.or(up.is_sent, leaves);
        let [column_up, column_down] = self.columns.outputs(m, &read.home);
        let [row, column] = [0, 1].map(|axis| self.arriving_along(axis));
        for (name, sent, passing) in [
            ("out_up_row", up, row[0]),
            ("out_down_row", down, row[1]),
            ("out_up_column", column_up, column[0]),
            ("out_down_column", column_down, column[1]),
        ] {
            mux_links(m, self.plan, name, &sent, passing);
        }
    }
}

impl Memories {
    /// Adds the memories.
    fn new(m: &mut Module, plan: &Plan) -> Self {
        let [home, outer, middle] = ["home", "outer", "middle"].map(|name| Bank::new(m, plan, name));
        Memories { home, outer, middle, own: Bank::of_own_blocks(m, plan, "own") }
    }
}

/// Locates a point in the memory of the element at a coordinate along the axis of its block.
fn located(m: &mut Module, plan: &Plan, point: &Point, coordinate: Net) -> Location {
    let own = [coordinate, m.constant(1, 0)];
    Location::new(m, plan, point, own)
}

/// Adds the exchanges along the row and along the column. `enabled`: whether steps overlap, and the clock cycle since their begin.
fn exchanges<'a>(
    m: &mut Module,
    plan: &'a Plan,
    at: [Net; 2],
    enabled: (Net, Net),
    times: &Overlap,
) -> [Box<dyn ExchangePorts + 'a>; 2] {
    let words = Words { exchange: plan.job_exchange(), radices: [plan.link_words(), 1, plan.blocks()[1]] };
    // A word that arrives after the end of its job is written too.
    let is_written = m.constant(1, 1);
    [("row", &times.rows, at[0]), ("column", &times.columns, at[1])].map(|(name, runs, coordinate)| {
        let jobs = Jobs::new(m, name, enabled, runs, times.occupied);
        let job = Some([jobs.slow, jobs.fast]);
        let context =
            Context { plan, words, coordinate, is_second_axis: None, is_exchange: jobs.is_active, is_written, job };
        let ports: Box<dyn ExchangePorts> = match plan.topology.is_closed() {
            true => Box::new(RingPorts::new(m, &context)),
            false => Box::new(LinePorts::new(m, &context)),
        };
        ports
    })
}
