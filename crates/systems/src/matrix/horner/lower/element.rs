//! An element: factors of its nodes, multiply-adds, and its place in the chain of results.

use super::operators::StepOperators;
use crate::matrix::horner::plan::HornerPlan;
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::element::{on_line, Coming, Element};
use crate::matrix::lower::load::LoadedTables;
use crate::matrix::lower::macs::Slots;
use crate::matrix::lower::results::results;
use crate::matrix::lower::store::Store;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

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
    on_line(&element, |coming| compute(plan, operators, number, coming))
}

/// Adds all that computes. Returns the chain of results after the element.
#[hdl]
fn compute<'m>(plan: &HornerPlan, operators: &StepOperators, number: usize, coming: &Coming<'m>) -> [Sig<'m>; 2] {
    let m = coming.start.builder();
    let nodes = plan.mac_nodes();
    let values = [("slot", plan.point_slots()), ("step", plan.points)];
    let run = CycleCounter::new("frame", coming.start, &values);
    let (is_node, node) = node_of(m, run.digits[0], nodes);
    let [is_first, is_last] =
        [0, plan.points - 1].map(|step| run.digits[1].map_or(m.constant(1, 1), |digit| digit.is(step)));
    let slots = Slots { point: coming.point, is_first };
    let is_result = run.is_active & is_last & is_node;
    let place = node.unwrap_or_else(|| m.constant(1, 0));
    let [sum_ends, sum_place] = [is_result, place].map(|signal| signal.later(plan.sum_cycles() as u32));
    let Some((word, bank)) = &coming.load else { unreachable!("nodes come at run time") };
    let tables = LoadedTables::new(&plan.product, number, word, *bank);
    let stores = (0..plan.product.elements.macs).map(|mac| {
        let factor = tables.read(mac, node);
        let sums = operators.multiply_add(plan, &mac.to_string(), &slots, &factor);
        let store = Store::new(m, &format!("sums{mac}"), nodes, operators.word_bits(), false);
        store.write(sum_ends, [m.constant(1, 0), sum_place], sums);
        store
    });
    let stores: Vec<Store> = stores.collect();
    results(&plan.result_reads(number), coming.start, &stores, coming.chain)
}

/// Whether a slot is that of a node, and the number of the node, which is 0 in other slots. `None` for one node.
fn node_of<'m>(m: &'m Builder, slot: Option<Sig<'m>>, nodes: usize) -> (Sig<'m>, Option<Sig<'m>>) {
    let Some(slot) = slot else { return (m.constant(1, 1), None) };
    let is_node = match nodes >> slot.width() {
        0 => slot.lt(nodes),
        _ => m.constant(1, 1),
    };
    (is_node, (nodes > 1).then(|| slot.bits(0, address_bits(nodes)).masked(is_node)))
}
