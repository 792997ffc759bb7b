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
use super::walk::{Point, Walk};
use crate::array::plan::{EngineTiming, Overlap, Plan};
use crate::design::Design;
use crate::rtl::{Module, Net};
use bank::Bank;
use engine_walk::EngineWalk;
use jobs::Jobs;
use places::{natural_address, own_address, ColumnPlaces, RowPlaces};

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
    rows: LinePorts<'a>,
    /// Exchange along the column.
    columns: LinePorts<'a>,
    memories: Memories,
}

/// All memories.
struct Memories {
    home: Bank,
    outer: Bank,
    middle: Bank,
    own: Bank,
}

/// Points that have been read in each memory.
struct Read {
    home: Net,
    outer: Net,
    middle: Net,
    own: Net,
}

/// Builds the element of an array around its engine.
pub(super) fn element(m: &mut Module, reset: Net, plan: &Plan, engine: &Design) {
    let at = Coordinates::inputs(m, plan);
    let start_in = m.input("in_start", 1);
    let arriving = Arriving::inputs(m, plan);
    let timing = EngineTiming { latency: engine.core_latency(), interval: engine.interval() };
    let control = Control::new(m, plan, timing, &at, start_in);
    let element = Element::new(m, plan, timing, &at, (control, arriving));
    let read = element.read(m);
    let point = element.fed_point(m, &read);
    let feed = Feed { is_active: element.fed.is_active, block: element.fed.block, within: element.fed.within };
    let (results, overflow) = transform(m, plan, engine, reset, &feed, point);
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
    fn new(
        m: &mut Module,
        plan: &'a Plan,
        timing: EngineTiming,
        at: &Coordinates,
        (control, arriving): (Control, Arriving),
    ) -> Self {
        let times = plan.overlap(timing);
        let enabled = (control.is_overlapped, control.cycle);
        let memories = Memories::new(m, plan);
        let edges = edge_walks(m, plan, at, &control);
        let fed = EngineWalk::new(m, plan, "read", enabled, &times.engine, 0);
        let given = EngineWalk::new(m, plan, "write", enabled, &times.engine, timing.latency + 1);
        let at = [at.x, at.y.unwrap_or(at.x)];
        let [rows, columns] = exchanges(m, plan, at, enabled, &times);
        Element { plan, at, control, arriving, edges, fed, given, rows, columns, memories }
    }

    /// Adds the reads of all memories.
    fn read(&self, m: &mut Module) -> Read {
        let Element { plan, fed, memories, .. } = self;
        let address = |m: &mut Module, point: &Point| natural_address(m, plan, point);
        let point = fed.point();
        let first_point = Point { pencil: [fed.fast, fed.slow], ..point };
        let [first, later, leaves] = [&first_point, &point, &self.edges[0].point].map(|point| address(m, point));
        let column = self.columns.addresses(m)[0];
        let home = m.mux(fed.rounds[0], first, column);
        let home = m.mux(self.control.is_unload, leaves, home);
        let row = self.rows.addresses(m)[0];
        let outer = m.mux(fed.rounds[2], later, row);
        let swapped = Point { pencil: [fed.slow, point.within], block: point.block, within: fed.fast };
        let own_point = Point::mux(m, fed.rounds[2], &swapped, &point);
        let own = own_address(m, plan, &own_point);
        Read {
            home: memories.home.read(m, home),
            outer: memories.outer.read(m, outer),
            middle: memories.middle.read(m, later),
            own: memories.own.read(m, own),
        }
    }

    /// Returns the point that the engine takes.
    fn fed_point(&self, m: &mut Module, read: &Read) -> Net {
        let Element { fed, at: [column, row], .. } = self;
        let place = m.mux(fed.rounds[2], *row, *column);
        let is_own = m.eq(fed.block, place);
        let is_late = m.or(fed.rounds[1], fed.rounds[2]);
        let is_own = m.and(is_own, is_late);
        let [is_own, is_second, is_third] = [is_own, fed.rounds[1], fed.rounds[2]].map(|net| m.delay(net, 1));
        let point = m.mux(is_second, read.middle, read.home);
        let point = m.mux(is_third, read.outer, point);
        m.mux(is_own, read.own, point)
    }

    /// Adds the writes of all memories.
    fn write(&self, m: &mut Module, results: Net) {
        let Element { plan, given, memories, at: [column, row], .. } = self;
        let result = given.result(m, plan);
        // Round 1 scatters its results by the groups of the jobs that will send them.
        let scattered = Point { pencil: [result.within, given.slow], block: result.block, within: given.fast };
        let place = m.mux(given.rounds[0], *column, *row);
        let stays = m.eq(result.block, place);
        let [is_early, is_later] = [given.rounds[2], given.rounds[0]].map(|round| m.not(round));
        let stays = m.and(stays, is_early);
        let moves = m.not(stays);
        let [stays, moves] = [stays, moves].map(|net| m.and(net, given.is_active));
        let (to_outer, to_home) = (m.and(moves, given.rounds[0]), m.and(moves, is_later));

        let address = natural_address(m, plan, &result);
        let home = Write::point(m, plan, to_home, address, results);
        let loaded = self.loaded(m);
        let home = home.either(m, &loaded, to_home);
        memories.home.connect(m, &home);
        let address = natural_address(m, plan, &scattered);
        let outer = Write::point(m, plan, to_outer, address, results);
        let arrived = self.columns.writes(m, self.arriving_along(1)).swap_remove(0);
        let outer = outer.either(m, &arrived, to_outer);
        memories.outer.connect(m, &outer);
        let middle = self.rows.writes(m, self.arriving_along(0)).swap_remove(0);
        memories.middle.connect(m, &middle);
        let point = Point::mux(m, given.rounds[0], &scattered, &result);
        let address = own_address(m, plan, &point);
        let own = Write::point(m, plan, stays, address, results);
        memories.own.connect(m, &own);
    }

    /// Returns the write of a word that comes along the row.
    fn loaded(&self, m: &mut Module) -> Write {
        let load = &self.edges[1];
        let address = natural_address(m, self.plan, &load.point);
        let loads = m.and(load.is_active, self.control.is_load);
        Write::word(m, self.plan, loads, address, (load.word, self.arriving.below[0]))
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
        let word = link_word(m, self.plan, read.home, number);
        let [mut up, down] = self.rows.outputs(m, &[read.outer]);
        up.word = m.mux(leaves, word, up.word);
        up.is_sent = m.or(up.is_sent, leaves);
        let [column_up, column_down] = self.columns.outputs(m, &[read.home]);
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
        let words = plan.words();
        let [home, outer, middle] = ["home", "outer", "middle"].map(|name| Bank::new(m, plan, name, words));
        Memories { home, outer, middle, own: Bank::new(m, plan, "own", words / plan.places) }
    }
}

/// Adds the exchanges along the row and along the column. `enabled`: whether steps overlap, and the clock cycle since their begin.
fn exchanges<'a>(
    m: &mut Module,
    plan: &'a Plan,
    at: [Net; 2],
    enabled: (Net, Net),
    times: &Overlap,
) -> [LinePorts<'a>; 2] {
    let words = Words { exchange: plan.job_exchange(), radices: [plan.link_words(), plan.block(), 1, 1] };
    let row_jobs = Jobs::new(m, "row", enabled, &times.rows, times.occupied);
    let column_jobs = Jobs::new(m, "column", enabled, &times.columns, times.occupied);
    // A word that arrives behind the end of its job is written too.
    let is_written = m.constant(1, 1);
    let line = |coordinate: Net, jobs: &Jobs| Line { plan, words, coordinate, is_exchange: jobs.is_active, is_written };
    [
        LinePorts::new(m, &line(at[0], &row_jobs), &RowPlaces { plan, jobs: &row_jobs }),
        LinePorts::new(m, &line(at[1], &column_jobs), &ColumnPlaces { plan, jobs: &column_jobs }),
    ]
}
