//! An element: coefficients, multiply-adds, and its place in the chain of results.

use super::cycle_counter::CycleCounter;
use super::load::{LoadedTables, Word};
use super::macs::{multiply_add, Slots};
use super::operators::Operators;
use super::power_numbers::PowerNumbers;
use super::results::results;
use super::store::{toggle, Store};
use super::tree::tree;
use crate::lower::control::latch_on_pulse;
use crate::matrix::plan::{ProductPlan, COEFFICIENT_CYCLES};
use crate::matrix::sums::Sums;
use crate::rtl::{mask, Module, Net};

/// What comes to the multiply-adds of an element.
pub struct Coming {
    /// Pulse with the first slot of a frame.
    pub start: Net,
    /// Point of the slot.
    pub point: [Net; 2],
    /// Results of the elements before it.
    pub chain: Option<[Net; 2]>,
    /// Coefficient that comes, and the bank of the frame, of a matrix that is loaded.
    pub load: Option<(Word, Net)>,
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
    on_line(&element, |m, coming| compute(m, plan, operators, number, coming))
}

/// Builds an element of a line. `compute`: adds all that computes, and returns the chain of results after the element.
pub fn on_line(element: &Element, compute: impl FnOnce(&mut Module, &Coming) -> [Net; 2]) -> Module {
    let Element { plan, number, point_bits, .. } = *element;
    let mut m = begin(element.name, element.doc.clone());
    let start = m.input("in_start", 1);
    let point = m.input_bus("in_point", &[point_bits; 2]);
    let point = [point[0], point[1]];
    let load = load_inputs(&mut m, plan);
    let chain = chain_input(&mut m, element.sum_bits, number);
    let frame_load = load.clone().map(|(word, bank)| (word, latch_on_pulse(&mut m, start, bank)));
    let coming = Coming { start, point, chain, load: frame_load };
    let sums = compute(&mut m, &coming);
    if number + 1 < plan.elements.count() {
        let hop = plan.elements.hop;
        let next = (0..hop).fold(start, |start, _| m.register(start, Some(0)));
        m.output("out_start", next);
        let point = point.map(|part| (0..hop).fold(part, |part, _| m.register(part, None)));
        m.output_bus("out_point", &point);
        load_outputs(&mut m, plan, load);
    }
    m.output_bus("out_sum", &sums);
    m
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

/// Creates the module of an element with clock enable and reset.
pub fn begin(name: &str, doc: String) -> Module {
    let mut m = Module::new(name, doc);
    let enable = m.input("ce", 1);
    m.set_enable(enable);
    let reset = m.input("rst", 1);
    m.set_reset(reset);
    m
}

/// Adds the inputs of a matrix that is loaded: a coefficient, and the bank of a frame with its start.
pub fn load_inputs(m: &mut Module, plan: &ProductPlan) -> Option<(Word, Net)> {
    plan.coefficients.is_loaded.then(|| (Word::input(m, plan), m.input("in_bank", 1)))
}

/// Adds the outputs to the next element.
pub fn load_outputs(m: &mut Module, plan: &ProductPlan, load: Option<(Word, Net)>) {
    let Some((word, bank)) = load else { return };
    let hop = plan.elements.hop;
    word.output(m, hop);
    let bank = (0..hop).fold(bank, |bank, _| m.register(bank, None));
    m.output("out_bank", bank);
}

/// Adds the input of the chain of results, which the first element does not have.
pub fn chain_input(m: &mut Module, bits: u32, element: usize) -> Option<[Net; 2]> {
    (element > 0).then(|| {
        let chain = m.input_bus("in_sum", &[bits; 2]);
        [chain[0], chain[1]]
    })
}

/// Adds all that computes. Returns the chain of results after the element.
pub fn compute(m: &mut Module, plan: &ProductPlan, operators: &Operators, element: usize, coming: &Coming) -> [Net; 2] {
    let (slots, loop_slots) = (plan.slots(), plan.loop_slots());
    let run = CycleCounter::new(m, "frame", coming.start, &[("slot", slots)]);
    let slot = run.digits[0];
    let below = |m: &mut Module, limit: usize| match slot {
        Some(slot) if limit < slots => {
            let limit = m.constant(m.width(slot), limit as u128);
            m.lt(slot, limit)
        }
        _ => m.constant(1, u128::from(limit > 0)),
    };
    let is_first = below(m, loop_slots);
    let is_early = below(m, slots - loop_slots);
    let is_last = m.not(is_early);
    let is_last = m.and(run.is_active, is_last);
    let (place, _) = crate::lower::count::count(m, "place".into(), is_last, loop_slots);
    let bank = match plan.has_two_places() {
        true => toggle(m, "frame_odd", coming.start),
        false => m.constant(1, 0),
    };
    let late = plan.mac_cycles() as u32;
    let place = place.unwrap_or_else(|| m.constant(1, 0));
    let [is_last, bank, place] = [is_last, bank, place].map(|net| m.delay(net, late));
    // Points become factors, and coefficients wait for them.
    let factors = plan.factor_cycles() as u32;
    let slot = slot.map(|slot| m.delay(slot, factors));
    let point = operators.factors(m, "point", coming.point);
    let common = Slots { point, is_first: m.delay(is_first, factors) };
    let tables = coming.load.as_ref().map(|(word, bank)| {
        let bank = m.delay(*bank, factors);
        LoadedTables::new(m, plan, element, word, bank)
    });
    let powers = plan.powers().map(|powers| (plan.coefficients.power_words(powers), powers));
    let numbers = powers.map(|(words, powers)| (words, PowerNumbers::new(m, plan, powers, element, &run)));
    let stores: Vec<Store> = (0..plan.elements.macs)
        .map(|mac| {
            let coefficient = match (&tables, &numbers) {
                (Some(tables), _) => {
                    let parts = tables.read(m, mac, slot);
                    extended(m, plan, parts)
                }
                (None, Some((words, numbers))) => {
                    let number = numbers.number(m, mac);
                    let number = m.delay(number, factors);
                    table(m, plan, Some(number), words.clone())
                }
                (None, None) => table(m, plan, slot, slot_words(plan, element, mac)),
            };
            let sum = multiply_add(m, plan, operators, (&mac.to_string(), &common, &coefficient));
            let store = Store::new(m, &format!("sums{mac}"), loop_slots, operators.sum_bits(), plan.has_two_places());
            store.write(m, is_last, [bank, place], sum);
            store
        })
        .collect();
    let reads = plan.result_reads(element);
    match plan.has_tree() {
        false => results(m, &reads, (coming.start, &stores), coming.chain),
        true => {
            let rows = tree(m, plan, operators, coming.start, &stores);
            results(m, &reads, (coming.start, &[rows]), coming.chain)
        }
    }
}

/// Appends zeros to the fractions of loaded coefficients, where those at the multipliers are longer.
pub fn extended(m: &mut Module, plan: &ProductPlan, parts: Vec<Net>) -> Vec<Net> {
    let Sums::Float(float) = plan.sums else { return parts };
    let more = float.coefficient().fraction - float.fraction;
    if more == 0 {
        return parts;
    }
    let zeros = m.constant(more, 0);
    parts.into_iter().map(|part| m.concat(&[zeros, part])).collect()
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

/// Adds a table of coefficients. Returns the parts of that of an address, [`COEFFICIENT_CYCLES`] later.
fn table(m: &mut Module, plan: &ProductPlan, address: Option<Net>, words: Vec<[u64; 2]>) -> Vec<Net> {
    let parts = if plan.coefficients.is_real { 1 } else { 2 };
    let bits = plan.factor_bits();
    let factor = |part: &u64| u128::from(plan.factor(*part)) & mask(bits);
    let word = |words: [u64; 2]| words[..parts].iter().rev().fold(0, |word, part| word << bits | factor(part));
    let words: Vec<u128> = words.into_iter().map(word).collect();
    let found = match address {
        Some(address) => m.rom(address, parts as u32 * bits, words),
        None => m.constant(parts as u32 * bits, words[0]),
    };
    let found = match m.constant_value(found) {
        Some(_) => found,
        None => (0..COEFFICIENT_CYCLES).fold(found, |found, _| m.register(found, None)),
    };
    (0..parts as u32).map(|part| m.slice(found, part * bits, bits)).collect()
}
