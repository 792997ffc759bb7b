//! The tree of an element: partial sums of a row come one after the other, and are added in pairs.

use super::cycle_counter::CycleCounter;
use super::operators::{Operators, PARTS};
use super::results::selected;
use super::store::{toggle, Store};
use crate::matrix::plan::{ProductPlan, SELECT_CYCLES};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Adds the tree between the stores of the multiply-adds and the store of the rows. `start`: the first slot of a frame.
/// Returns the store of the rows.
#[hdl]
pub fn tree<'m>(plan: &ProductPlan, operators: &Operators, start: Sig<'m>, stores: &[Store<'m>]) -> Store<'m> {
    let (leaves, rows) = (plan.leaves(), plan.mac_rows());
    let leaves_begin = Pulse::new(start, plan.interval()).later(plan.first_leaf()).now();
    let values = [("leaf", leaves), ("slot", rows), ("mac", plan.elements.macs)];
    let run = CycleCounter::new("tree", leaves_begin, &values);
    let bank = toggle("tree_frame", leaves_begin);
    let address = leaf_address(plan, &run, stores[0].address_bits());
    let leaf = selected(stores, [bank, address], run.digits[2]);
    let masked_leaf = masked(plan, &run, leaf);
    let sums = (0..leaves.ilog2()).fold(masked_leaf, |sums, level| {
        [0, 1].map(|part| {
            let before = sums[part].later_in_line(1 << level);
            operators.add(&format!("level{level}_{}", PARTS[part]), [before, sums[part]], false)
        })
    });
    let store = Store::new(start.builder(), "rows", plan.element_rows(), operators.sum_bits(), true);
    let row = row_address(plan, &run, store.address_bits());
    let [ends, bank, row] = [run.ends[0], bank, row].map(|signal| signal.later(plan.tree_cycles() as u32));
    store.write(ends, [bank, row], sums);
    store
}

/// The address of a leaf in the store of its multiply-add: partial sums of all rows follow each other.
fn leaf_address<'m>(plan: &ProductPlan, run: &CycleCounter<'m>, bits: u32) -> Sig<'m> {
    let first = |leaf: usize| leaf.min(plan.partial_sums - 1) * plan.mac_rows();
    by_digit(run, 0, (0..plan.leaves()).map(first), bits) + run.digit(1, bits)
}

/// A leaf, or zero for one that there is not.
fn masked<'m>(plan: &ProductPlan, run: &CycleCounter<'m>, leaf: [Sig<'m>; 2]) -> [Sig<'m>; 2] {
    if plan.leaves() == plan.partial_sums {
        return leaf;
    }
    let is_there = run.digit(0, address_bits(plan.leaves())).lt(plan.partial_sums);
    leaf.map(|part| part.masked(is_there.later(SELECT_CYCLES as u32)))
}

/// The number of the row of a leaf.
fn row_address<'m>(plan: &ProductPlan, run: &CycleCounter<'m>, bits: u32) -> Sig<'m> {
    match bits {
        0 => run.is_active.builder().constant(1, 0),
        _ => by_digit(run, 2, (0..plan.elements.macs).map(|mac| mac * plan.mac_rows()), bits) + run.digit(1, bits),
    }
}

/// The word of a digit. Without the digit it is zero.
fn by_digit<'m>(run: &CycleCounter<'m>, digit: usize, words: impl Iterator<Item = usize>, bits: u32) -> Sig<'m> {
    let m = run.is_active.builder();
    match run.digits[digit] {
        Some(digit) => m.rom(digit, bits, words.map(|word| word as u128).collect::<Vec<_>>()),
        None => m.constant(bits, 0),
    }
}
