//! Results of an element on their way to the chain.

use super::cycle_counter::CycleCounter;
use super::store::{toggle, Store};
use crate::lower::control::{delay_pulse, select};
use crate::matrix::plan::SELECT_CYCLES;
use crate::matrix::timing::ResultReads;
use crate::rtl::{Module, Net};

/// Adds the reads of the results of an element, and its place in the chain. `start`: the first slot of a frame. Returns the chain after the
/// element.
pub fn results(
    m: &mut Module,
    reads: &ResultReads,
    (start, stores): (Net, &[Store]),
    chain: Option<[Net; 2]>,
) -> [Net; 2] {
    let pulse = delay_pulse(m, start, reads.first, reads.interval);
    let macs = stores.len();
    let run = CycleCounter::new(m, "result", pulse, &[("row", reads.rows / macs), ("mac", macs)]);
    let bank = match reads.has_two_places {
        true => toggle(m, "result_frame", pulse),
        false => m.constant(1, 0),
    };
    let address = match stores[0].address_bits() {
        0 => m.constant(1, 0),
        bits => run.digit(m, 0, bits),
    };
    let own = selected(m, stores, [bank, address], run.digits[1]);
    let is_own = m.delay(run.is_active, SELECT_CYCLES as u32);
    let chosen = match chain {
        None => own,
        Some(chain) => [0, 1].map(|part| m.mux(is_own, own[part], chain[part])),
    };
    chosen.map(|part| (0..reads.hop).fold(part, |part, _| m.register(part, None)))
}

/// Reads one of several stores, [`SELECT_CYCLES`] after the address.
pub fn selected(m: &mut Module, stores: &[Store], address: [Net; 2], store: Option<Net>) -> [Net; 2] {
    let words: Vec<[Net; 2]> = stores.iter().map(|store| store.read(m, address)).collect();
    let number = store.map(|store| m.delay(store, 1));
    [0, 1].map(|part: usize| {
        let parts: Vec<Net> = words.iter().map(|word| word[part]).collect();
        let part = match number {
            Some(number) => select(m, number, &parts),
            None => parts[0],
        };
        m.register(part, None)
    })
}
