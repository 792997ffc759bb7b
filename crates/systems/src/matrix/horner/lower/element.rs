//! An element: factors of its nodes, multiply-adds, and its place in the chain of results.

use super::operators::StepOperators;
use crate::matrix::horner::plan::HornerPlan;
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::element::{on_line, Coming, Element};
use crate::matrix::lower::load::LoadedTables;
use crate::matrix::lower::macs::Slots;
use crate::matrix::lower::results::results;
use crate::matrix::lower::store::Store;
use crate::rtl::{address_bits, Module, Net};

/// Builds an element.
pub fn element(name: &str, plan: &HornerPlan, operators: &StepOperators, number: usize, point_bits: u32) -> Module {
    let rows = plan.product.element_rows();
    let doc = format!(
        "Element {number} by Horner's rule: nodes {} to {}, {} multiply-adds, {} clock cycles a point.",
        number * rows,
        (number + 1) * rows - 1,
        plan.product.elements.macs,
        plan.point_slots()
    );
    let element = Element { name, doc, plan: &plan.product, number, point_bits, sum_bits: operators.word_bits() };
    on_line(&element, |m, coming| compute(m, plan, operators, number, coming))
}

/// Adds all that computes. Returns the chain of results after the element.
fn compute(m: &mut Module, plan: &HornerPlan, operators: &StepOperators, number: usize, coming: &Coming) -> [Net; 2] {
    let nodes = plan.mac_nodes();
    let values = [("slot", plan.point_slots()), ("step", plan.points)];
    let run = CycleCounter::new(m, "frame", coming.start, &values);
    let (is_node, node) = node_of(m, run.digits[0], nodes);
    let [is_first, is_last] = [0, plan.points - 1].map(|step| match run.digits[1] {
        Some(digit) => m.eq_const(digit, step as u128),
        None => m.constant(1, 1),
    });
    let slots = Slots { point: coming.point, is_first };
    let is_result = m.and(run.is_active, is_last);
    let is_result = m.and(is_result, is_node);
    let place = node.unwrap_or_else(|| m.constant(1, 0));
    let [is_result, place] = [is_result, place].map(|net| m.delay(net, plan.sum_cycles() as u32));
    let Some((word, bank)) = &coming.load else { unreachable!("nodes come at run time") };
    let tables = LoadedTables::new(m, &plan.product, number, word, *bank);
    let only_bank = m.constant(1, 0);
    let stores: Vec<Store> = (0..plan.product.elements.macs)
        .map(|mac| {
            let factor = tables.read(m, mac, node);
            let sums = operators.multiply_add(m, plan, (&mac.to_string(), &slots, &factor));
            let store = Store::new(m, &format!("sums{mac}"), nodes, operators.word_bits(), false);
            store.write(m, is_result, [only_bank, place], sums);
            store
        })
        .collect();
    results(m, &plan.result_reads(number), (coming.start, &stores), coming.chain)
}

/// Returns whether a slot is that of a node, and the number of the node, which is 0 in other slots. `None` for one node.
fn node_of(m: &mut Module, slot: Option<Net>, nodes: usize) -> (Net, Option<Net>) {
    let Some(slot) = slot else { return (m.constant(1, 1), None) };
    let bits = m.width(slot);
    let is_node = match nodes as u128 >> bits {
        0 => {
            let limit = m.constant(bits, nodes as u128);
            m.lt(slot, limit)
        }
        _ => m.constant(1, 1),
    };
    if nodes == 1 {
        return (is_node, None);
    }
    let number = m.slice(slot, 0, address_bits(nodes));
    let mask = m.repeat(is_node, m.width(number));
    (is_node, Some(m.and(number, mask)))
}
