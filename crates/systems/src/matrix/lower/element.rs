//! An element: coefficients, multiply-adds, and its place in the chain of results.

use super::cycle_counter::CycleCounter;
use super::load::{LoadedTables, Word};
use super::macs::{multiply_add, Slots};
use super::operators::Operators;
use super::power_numbers::PowerNumbers;
use super::results::results;
use super::store::{toggle, Store};
use super::tree::tree;
use crate::matrix::plan::{ProductPlan, COEFFICIENT_CYCLES};
use crate::matrix::sums::Sums;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{mask, Module};

/// What comes to the multiply-adds of an element.
pub struct Coming<'m> {
    /// Pulse with the first slot of a frame.
    pub start: Sig<'m>,
    /// Point of the slot.
    pub point: [Sig<'m>; 2],
    /// Results of the elements before it.
    pub chain: Option<[Sig<'m>; 2]>,
    /// Coefficient that comes, and the bank of the frame, of a matrix that is loaded.
    pub load: Option<(Word<'m>, Sig<'m>)>,
}

/// An element to be built.
pub struct Element<'a> {
    /// Name of its module.
    pub name: &'a str,
    /// Comment of its module.
    pub doc: String,
    /// Elements, and words of coefficients that are loaded.
    pub plan: &'a ProductPlan,
    /// Number of the element.
    pub number: usize,
    /// Bits of a part of a point.
    pub point_bits: u32,
    /// Bits of a part of a sum on the chain of results.
    pub sum_bits: u32,
}

/// Builds an element of a line for a product with a matrix.
pub fn line_element(name: &str, plan: &ProductPlan, operators: &Operators, number: usize, point_bits: u32) -> Module {
    let doc = title(plan, number);
    let element = Element { name, doc, plan, number, point_bits, sum_bits: operators.sum_bits() };
    on_line(&element, |coming| compute(plan, operators, number, coming))
}

/// Builds an element of a line. `compute`: adds all that computes, and returns the chain of results after the element.
#[hdl]
pub fn on_line(element: &Element, compute: impl for<'m> FnOnce(&Coming<'m>) -> [Sig<'m>; 2]) -> Module {
    let Element { plan, number, point_bits, .. } = *element;
    let m = begin(element.name, element.doc.clone());
    let start = m.input("in_start", 1);
    let point = m.input_fields("in_point", point_bits);
    let load = load_inputs(&m, plan);
    let chain = chain_input(&m, element.sum_bits, number);
    let frame_load = load.map(|(word, bank)| (word, bank.held_from(start)));
    let sums = compute(&Coming { start, point, chain, load: frame_load });
    if number + 1 < plan.elements.count() {
        let hop = plan.elements.hop as u32;
        m.output("out_start", start.later_with_reset(hop));
        m.output_bus("out_point", point.map(|part| part.later_in_registers(hop)));
        load_outputs(&m, plan, load);
    }
    m.output_bus("out_sum", sums);
    m.finish()
}

/// Returns the comment of an element's module.
pub fn title(plan: &ProductPlan, element: usize) -> String {
    let rows = plan.element_rows();
    format!(
        "Element {element} of a matrix product: rows {} to {}, {} multiply-adds, {} clock cycles a frame.",
        element * rows,
        (element + 1) * rows - 1,
        plan.elements.macs,
        plan.slots()
    )
}

/// Begins the module of an element with clock enable and reset.
pub fn begin(name: &str, doc: String) -> Builder {
    let m = Builder::new(name, doc);
    m.set_enable(m.input("ce", 1));
    m.set_reset(m.input("rst", 1));
    m
}

/// Adds the inputs of a matrix that is loaded: a coefficient, and the bank of a frame with its start.
pub fn load_inputs<'m>(m: &'m Builder, plan: &ProductPlan) -> Option<(Word<'m>, Sig<'m>)> {
    plan.coefficients.is_loaded.then(|| (Word::input(m, plan), m.input("in_bank", 1)))
}

/// Adds the outputs to the next element.
pub fn load_outputs<'m>(m: &'m Builder, plan: &ProductPlan, load: Option<(Word<'m>, Sig<'m>)>) {
    let Some((word, bank)) = load else { return };
    let hop = plan.elements.hop as u32;
    word.output(hop);
    m.output("out_bank", bank.later_in_registers(hop));
}

/// Adds the input of the chain of results, which the first element does not have.
pub fn chain_input(m: &Builder, bits: u32, element: usize) -> Option<[Sig<'_>; 2]> {
    (element > 0).then(|| m.input_fields("in_sum", bits))
}

/// Adds all that computes. Returns the chain of results after the element.
#[hdl]
pub fn compute<'m>(plan: &ProductPlan, operators: &Operators, element: usize, coming: &Coming<'m>) -> [Sig<'m>; 2] {
    let m = coming.start.builder();
    let (slots, loop_slots) = (plan.slots(), plan.loop_slots());
    let run = CycleCounter::new("frame", coming.start, &[("slot", slots)]);
    let slot = run.digits[0];
    let below = |limit: usize| match slot {
        Some(slot) if limit < slots => slot.lt(limit),
        _ => m.constant(1, u128::from(limit > 0)),
    };
    let is_first = below(loop_slots);
    let is_last = run.is_active & !below(slots - loop_slots);
    let (place, _) = m.count("place", is_last, loop_slots);
    let bank = if plan.has_two_places() { toggle("frame_odd", coming.start) } else { m.constant(1, 0) };
    let place = place.unwrap_or_else(|| m.constant(1, 0));
    let [sum_ends, sum_bank, sum_place] = [is_last, bank, place].map(|signal| signal.later(plan.mac_cycles() as u32));
    // Points become factors, and coefficients wait for them.
    let factor_cycles = plan.factor_cycles() as u32;
    let factor_slot = slot.map(|slot| slot.later(factor_cycles));
    let point = operators.factors("point", coming.point);
    let common = Slots { point, is_first: is_first.later(factor_cycles) };
    let load = coming.load.as_ref();
    let tables = load.map(|(word, bank)| LoadedTables::new(plan, element, word, bank.later(factor_cycles)));
    let powers = plan.powers().map(|powers| (plan.coefficients.power_words(powers), powers));
    let numbers = powers.map(|(words, powers)| (words, PowerNumbers::new(plan, powers, element, &run)));
    let stores = (0..plan.elements.macs).map(|mac| {
        let coefficient = match (&tables, &numbers) {
            (Some(tables), _) => extended(plan, tables.read(mac, factor_slot)),
            (None, Some((words, numbers))) => {
                let number = numbers.number(mac).later(factor_cycles);
                table(m, plan, Some(number), words.iter().copied())
            }
            (None, None) => table(m, plan, factor_slot, slot_words(plan, element, mac).into_iter()),
        };
        let sum = multiply_add(plan, operators, &mac.to_string(), &common, &coefficient);
        let store = Store::new(m, &format!("sums{mac}"), loop_slots, operators.sum_bits(), plan.has_two_places());
        store.write(sum_ends, [sum_bank, sum_place], sum);
        store
    });
    let stores: Vec<Store> = stores.collect();
    let stores = if plan.has_tree() { vec![tree(plan, operators, coming.start, &stores)] } else { stores };
    results(&plan.result_reads(element), coming.start, &stores, coming.chain)
}

/// Appends zeros to the fractions of loaded coefficients, where those at the multipliers are longer.
pub fn extended<'m>(plan: &ProductPlan, parts: [Sig<'m>; 2]) -> Vec<Sig<'m>> {
    let more = match plan.sums {
        Sums::Float(float) => float.coefficient().fraction - float.fraction,
        Sums::Fixed(_) => 0,
    };
    let m = parts[0].builder();
    parts.map(|part| if more > 0 { m.cat([m.constant(more, 0), part]) } else { part }).to_vec()
}

/// Returns the words of the coefficients of all slots of a multiply-add.
fn slot_words(plan: &ProductPlan, element: usize, mac: usize) -> Vec<[u64; 2]> {
    let first = element * plan.element_rows() + mac * plan.mac_rows();
    let word = |slot: usize| {
        let (row, step) = (first + slot % plan.mac_rows(), slot / plan.mac_rows());
        plan.coefficients.at(row, plan.column(element, step))
    };
    (0..plan.slots()).map(word).collect()
}

/// The coefficient of an address in a table, [`COEFFICIENT_CYCLES`] later: one part if it is real. Without an address
/// it is the only one.
pub fn table<'m>(
    m: &'m Builder,
    plan: &ProductPlan,
    address: Option<Sig<'m>>,
    words: impl Iterator<Item = [u64; 2]>,
) -> Vec<Sig<'m>> {
    let parts = if plan.coefficients.is_real { 1 } else { 2 };
    let bits = plan.factor_bits();
    let factor = |part: &u64| u128::from(plan.factor(*part)) & mask(bits);
    let word = |words: [u64; 2]| words[..parts].iter().rev().fold(0, |word, part| word << bits | factor(part));
    let found = looked_up(m, address, parts as u32 * bits, words.map(word).collect());
    (0..parts as u32).map(|part| found.bits(part * bits, bits)).collect()
}

/// The word of an address in a table, [`COEFFICIENT_CYCLES`] later.
pub fn looked_up<'m>(m: &'m Builder, address: Option<Sig<'m>>, bits: u32, words: Vec<u128>) -> Sig<'m> {
    let found = match address {
        Some(address) => m.rom(address, bits, words),
        None => m.constant(bits, words[0]),
    };
    let cycles = if found.constant_value().is_some() { 0 } else { COEFFICIENT_CYCLES };
    found.later_in_registers(cycles as u32)
}
