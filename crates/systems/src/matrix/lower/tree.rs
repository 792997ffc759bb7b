//! The tree of an element: partial sums of a row come one after the other, and are added in pairs.

use super::cycle_counter::CycleCounter;
use super::operators::{Operators, PARTS};
use super::results::selected;
use super::store::{toggle, Store};
use crate::lower::control::delay_pulse;
use crate::matrix::plan::ProductPlan;
use crate::rtl::{address_bits, Module, Net};

/// Adds the tree between the stores of the multiply-adds and the store of the rows. `start`: the first slot of a frame. Returns the store of
/// the rows.
pub fn tree(m: &mut Module, plan: &ProductPlan, operators: &Operators, start: Net, stores: &[Store]) -> Store {
    let (leaves, rows) = (plan.leaves(), plan.mac_rows());
    let pulse = delay_pulse(m, start, plan.first_leaf(), plan.interval());
    let values = [("leaf", leaves), ("slot", rows), ("mac", plan.elements.macs)];
    let run = CycleCounter::new(m, "tree", pulse, &values);
    let bank = toggle(m, "tree_frame", pulse);
    let address = leaf_address(m, plan, &run, stores[0].address_bits());
    let leaf = selected(m, stores, [bank, address], run.digits[2]);
    let mut sums = masked(m, plan, &run, leaf);
    for level in 0..leaves.ilog2() {
        sums = [0, 1].map(|part| {
            let before = m.delay_line(sums[part], 1 << level);
            operators.add(m, &format!("level{level}_{}", PARTS[part]), [before, sums[part]], false)
        });
    }
    let store = Store::new(m, "rows", plan.element_rows(), operators.sum_bits(), true);
    let (row, ends) = (row_address(m, plan, &run, store.address_bits()), run.ends[0]);
    let late = plan.tree_cycles() as u32;
    let [ends, bank, row] = [ends, bank, row].map(|net| m.delay(net, late));
    store.write(m, ends, [bank, row], sums);
    store
}

/// Returns the address of a leaf in the store of its multiply-add: partial sums of all rows follow each other.
fn leaf_address(m: &mut Module, plan: &ProductPlan, run: &CycleCounter, bits: u32) -> Net {
    let (leaf, rows) = (run.digits[0], plan.mac_rows());
    let table: Vec<u128> = (0..plan.leaves()).map(|leaf| (leaf.min(plan.partial_sums - 1) * rows) as u128).collect();
    let first = match leaf {
        Some(leaf) => m.rom(leaf, bits, table),
        None => m.constant(bits, 0),
    };
    let slot = run.digit(m, 1, bits);
    m.add(first, slot)
}

/// Returns a leaf, or zero for one that there is not.
fn masked(m: &mut Module, plan: &ProductPlan, run: &CycleCounter, leaf: [Net; 2]) -> [Net; 2] {
    if plan.leaves() == plan.partial_sums {
        return leaf;
    }
    let number = run.digit(m, 0, address_bits(plan.leaves()));
    let count = m.constant(m.width(number), plan.partial_sums as u128);
    let is_there = m.lt(number, count);
    let is_there = m.delay(is_there, super::super::plan::SELECT_CYCLES as u32);
    leaf.map(|part| {
        let mask = m.repeat(is_there, m.width(part));
        m.and(part, mask)
    })
}

/// Returns the number of the row of a leaf.
fn row_address(m: &mut Module, plan: &ProductPlan, run: &CycleCounter, bits: u32) -> Net {
    if bits == 0 {
        return m.constant(1, 0);
    }
    let rows = plan.mac_rows();
    let first = match run.digits[2] {
        Some(mac) => m.rom(mac, bits, (0..plan.elements.macs).map(|mac| (mac * rows) as u128).collect::<Vec<_>>()),
        None => m.constant(bits, 0),
    };
    let slot = run.digit(m, 1, bits);
    m.add(first, slot)
}
