//! Rows of cells: memories of points that come and of points between steps.

use super::super::places::Tile;
use super::super::plan::StepsPlan;
use super::order::{Order, Walk};
use super::program::Program;
use crate::lower::Ports;
use crate::matrix::lower::operators::Operators;
use crate::matrix::lower::store::{toggle, Store};
use crate::matrix::systolic::grid::Row;
use crate::rtl::{Module, Net};

/// Adds the memories of the points that come, a lane for each point of a vector of the first step. A row takes its points an addition after
/// the row above it, as its cells take them, so that two banks are enough.
pub fn input_lanes(m: &mut Module, plan: &StepsPlan, ports: &Ports) -> Vec<Store> {
    let Walk { is_active, lane, address } = Order::of_points(plan).walk(m, "coming", ports.start);
    let bank = toggle(m, "coming_batch", ports.start);
    let number = lane.unwrap_or_else(|| m.constant(1, 0));
    let lanes = plan.used_points(0);
    let mut coming = [is_active, number, bank, address, ports.data[0], ports.data[1]];
    (0..lanes)
        .map(|lane| {
            if lane > 0 {
                coming = coming.map(|net| m.delay(net, plan.adder_cycles() as u32));
            }
            let [is_active, number, bank, address, re, im] = coming;
            let store = Store::new(m, &format!("points{lane}"), plan.vectors(0), m.width(re), true);
            let is_here = m.eq_const(number, lane as u128);
            let enable = if lanes > 1 { m.and(is_active, is_here) } else { is_active };
            store.write(m, enable, [bank, address], [re, im]);
            store
        })
        .collect()
}

/// Adds the memories of the points between steps, a lane for each point of the longest vector.
pub fn step_lanes(m: &mut Module, plan: &StepsPlan, bits: u32) -> Vec<Store> {
    let Some(next) = (1..plan.steps.len()).map(|step| plan.vectors(step)).max() else { return vec![] };
    let longest = plan.radices().into_iter().max().unwrap_or(1);
    (0..longest).map(|lane| Store::new(m, &format!("step_points{lane}"), next, bits, plan.has_two_blocks())).collect()
}

/// Adds the reads of a vector, a point in each row, an addition after the row above it. Rows beyond the radix have zeros.
pub fn rows(
    m: &mut Module,
    plan: &StepsPlan,
    operators: &Operators,
    (program, inputs, between): (&Program, &[Store], &[Store]),
    bits: u32,
) -> Vec<Row> {
    let mut steps = program.steps.clone();
    let odd_step = plan.odd_steps(m, &program.steps, 0);
    let mut common = [program.vector, program.odd_in, odd_step];
    let mut tile = program.tile;
    (0..plan.cells.rows)
        .map(|row| {
            if row > 0 {
                let late = plan.adder_cycles() as u32;
                steps.iter_mut().for_each(|net| *net = m.delay(*net, late));
                common = common.map(|net| m.delay(net, late));
                tile = tile.map(|net| m.delay(net, late));
            }
            let [vector, odd_in, odd_step] = common;
            let read = |m: &mut Module, store: Option<&Store>, bank: Net| {
                store.map(|store| {
                    let address = narrowed(m, vector, store.address_bits());
                    store.read(m, [bank, address])
                })
            };
            let coming = read(m, inputs.get(row), odd_in);
            let waiting = read(m, between.get(row), odd_step);
            let is_first = m.delay(steps[0], 1);
            let zero = m.constant(bits, 0);
            let there = points_there(m, plan, row, (&steps, tile)).map(|there| m.delay(there, 1));
            let point = [0, 1].map(|part: usize| {
                let chosen = match (coming, waiting) {
                    (Some(coming), Some(waiting)) => m.mux(is_first, coming[part], waiting[part]),
                    (Some(only), None) | (None, Some(only)) => only[part],
                    (None, None) => zero,
                };
                let used = match there {
                    None => chosen,
                    Some(there) => {
                        let mask = m.repeat(there, bits);
                        m.and(chosen, mask)
                    }
                };
                m.register(used, None)
            });
            let point = operators.factors(m, &format!("row{row}"), point).to_vec();
            Row { point, tile: tile.map(|tile| m.delay(tile, plan.widest().factor_cycles() as u32)), load: None }
        })
        .collect()
}

/// Returns whether a row has a point of the slot, in place of words that are not used. `None` if it has one in all slots.
fn points_there(m: &mut Module, plan: &StepsPlan, row: usize, (steps, tile): (&[Net], Option<Net>)) -> Option<Net> {
    let (used, rest) = (plan.used_points(0), plan.steps[0].rest);
    let is_cut = row + 1 == used && used * rest > plan.size;
    let there: Vec<usize> = (0..steps.len()).filter(|step| plan.used_points(*step) > row).collect();
    if there.len() == steps.len() && !is_cut {
        return None;
    }
    let mut nets: Vec<Net> = there.into_iter().map(|step| steps[step]).collect();
    if let (Some(tile), true) = (tile, is_cut) {
        // The last points of a frame do not fill the vectors of the first step.
        let is_point = |tile: &Tile| tile.step > 0 || plan.first_point(tile.matrix) + row * rest < plan.size;
        let table: Vec<u128> = plan.tiles().iter().map(|tile| is_point(tile).into()).collect();
        let is_point = m.rom(tile, 1, table);
        nets[0] = m.and(nets[0], is_point);
    }
    Some(nets.into_iter().fold(m.constant(1, 0), |all, step| m.or(all, step)))
}

/// Returns the low bits of an address, at least one.
pub fn narrowed(m: &mut Module, address: Net, bits: u32) -> Net {
    match m.width(address) >= bits.max(1) {
        true => m.slice(address, 0, bits.max(1)),
        false => m.extend(address, bits.max(1)),
    }
}

impl StepsPlan {
    /// Whether points of one step wait while those of another one are written.
    pub fn has_two_blocks(&self) -> bool {
        self.steps.len() > 2
    }

    /// Returns whether a slot is of an odd step, `ahead` steps later.
    pub fn odd_steps(&self, m: &mut Module, steps: &[Net], ahead: usize) -> Net {
        let odd = steps.iter().enumerate().filter(|(step, _)| (step + ahead) % 2 == 1).map(|(_, net)| *net);
        odd.fold(m.constant(1, 0), |all, step| m.or(all, step))
    }
}
