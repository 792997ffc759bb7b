//! Rows of cells: memories of points that come and of points between steps.

use super::super::places::Tile;
use super::super::plan::StepsPlan;
use super::order::{Order, Walk};
use super::program::Program;
use crate::matrix::lower::operators::Operators;
use crate::matrix::lower::ports::Ports;
use crate::matrix::lower::store::{toggle, Store};
use crate::matrix::systolic::grid::Row;
use crate::matrix::systolic::lanes::{lanes, Arrival};
use fftgen_hdl::dsl::*;

/// Adds the memories of the points that come, a lane for each point of a vector of the first step.
pub fn input_lanes<'m>(plan: &StepsPlan, Ports { start, points }: &Ports<'m>) -> Vec<Store<'m>> {
    let Walk { is_active, lane, address } = Order::of_points(plan).walk("coming", *start);
    let bank = toggle("coming_batch", *start);
    let lane = lane.unwrap_or_else(|| start.builder().constant(1, 0));
    let [re, im] = points[0];
    let first = Arrival { is_active, lane, bank, address, re, im };
    lanes(&[first], plan.used_points(0), plan.vectors(0), plan.adder_cycles() as u32)
}

/// Adds the memories of the points between steps, a lane for each point of the longest vector.
pub fn step_lanes<'m>(m: &'m Builder, plan: &StepsPlan, bits: u32) -> Vec<Store<'m>> {
    let Some(next) = (1..plan.steps.len()).map(|step| plan.vectors(step)).max() else { return vec![] };
    let longest = plan.radices().into_iter().max().unwrap_or(1);
    (0..longest).map(|lane| Store::new(m, &format!("step_points{lane}"), next, bits, plan.has_two_blocks())).collect()
}

record! {
    /// Places that a row reads a point from.
    struct Reads {
        vector,
        /// Bank of points that come.
        odd_in,
        /// Bank of points between steps.
        odd_step,
    }
}

/// Adds the reads of a vector, a point in each row, an addition after the row above it. Rows beyond the radix have
/// zeros.
pub fn rows<'m>(
    m: &'m Builder,
    plan: &StepsPlan,
    operators: &Operators,
    program: &Program<'m>,
    inputs: &[Store<'m>],
    between: &[Store<'m>],
    bits: u32,
) -> Vec<Row<'m>> {
    let odd_step = plan.odd_steps(m, &program.steps, 0);
    let reads = Reads { vector: program.vector, odd_in: program.odd_in, odd_step };
    let ways = chained((program.steps.clone(), reads, program.tile), plan.cells.rows, |(steps, reads, tile)| {
        let addition = plan.adder_cycles() as u32;
        (steps.clone().later(addition), reads.later(addition), tile.map(|tile| tile.later(addition)))
    });
    let rows = ways.into_iter().enumerate().map(|(row, (steps, Reads { vector, odd_in, odd_step }, tile))| {
        let read = |store: &Store<'m>, bank: Sig<'m>| store.read([bank, narrowed(vector, store.address_bits())]);
        let coming = inputs.get(row).map(|store| read(store, odd_in));
        let waiting = between.get(row).map(|store| read(store, odd_step));
        let chosen = match (coming, waiting) {
            (Some(coming), Some(waiting)) => Signals::choose(steps[0].later(1), coming, waiting),
            (only, other) => only.or(other).unwrap_or([m.constant(bits, 0); 2]),
        };
        let there = points_there(m, plan, row, &steps, tile).map(|there| there.later(1));
        let point = chosen.map(|part| there.map_or(part, |there| part.masked(there)).register());
        let tile = tile.map(|tile| tile.later(plan.widest().factor_cycles() as u32));
        Row { point: operators.factors(&format!("row{row}"), point), tile, load: None }
    });
    rows.collect()
}

/// Whether a row has a point of the slot, in place of words that are not used. `None` if it has one in all slots.
fn points_there<'m>(
    m: &'m Builder,
    plan: &StepsPlan,
    row: usize,
    steps: &[Sig<'m>],
    tile: Option<Sig<'m>>,
) -> Option<Sig<'m>> {
    let (used, rest) = (plan.used_points(0), plan.steps[0].rest);
    let is_cut = row + 1 == used && used * rest > plan.size;
    let mut there: Vec<Sig> =
        steps.iter().enumerate().filter(|(step, _)| plan.used_points(*step) > row).map(|(_, now)| *now).collect();
    if there.len() == steps.len() && !is_cut {
        return None;
    }
    if let (Some(tile), true) = (tile, is_cut) {
        // The last points of a frame do not fill the vectors of the first step.
        let is_point = |tile: &Tile| tile.step > 0 || plan.first_point(tile.matrix) + row * rest < plan.size;
        let table: Vec<u128> = plan.tiles().iter().map(|tile| is_point(tile).into()).collect();
        there[0] = there[0] & m.rom(tile, 1, table);
    }
    Some(m.any_of(there))
}

/// The low bits of an address, at least one.
pub fn narrowed(address: Sig<'_>, bits: u32) -> Sig<'_> {
    match address.width() >= bits.max(1) {
        true => address.bits(0, bits.max(1)),
        false => address.extend(bits.max(1)),
    }
}

impl StepsPlan {
    /// Whether points of one step wait while those of another one are written.
    pub fn has_two_blocks(&self) -> bool {
        self.steps.len() > 2
    }

    /// Whether a slot is of an odd step, `ahead` steps later.
    pub fn odd_steps<'m>(&self, m: &'m Builder, steps: &[Sig<'m>], ahead: usize) -> Sig<'m> {
        m.any_of(steps.iter().enumerate().filter(|(step, _)| (step + ahead) % 2 == 1).map(|(_, now)| *now))
    }
}
