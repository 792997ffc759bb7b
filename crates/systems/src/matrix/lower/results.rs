//! Results of an element on their way to the chain.

use super::cycle_counter::CycleCounter;
use super::store::{toggle, Store};
use crate::matrix::plan::SELECT_CYCLES;
use crate::matrix::timing::ResultReads;
use fftgen_hdl::dsl::*;

/// Adds the reads of the results of an element, and its place in the chain. `start`: the first slot of a frame. Returns
/// the chain after the element.
#[hdl]
pub fn results<'m>(
    reads: &ResultReads,
    start: Sig<'m>,
    stores: &[Store<'m>],
    chain: Option<[Sig<'m>; 2]>,
) -> [Sig<'m>; 2] {
    let m = start.builder();
    let reads_begin = Pulse::new(start, reads.interval).later(reads.first).now();
    let macs = stores.len();
    let run = CycleCounter::new("result", reads_begin, &[("row", reads.rows / macs), ("mac", macs)]);
    let bank = if reads.has_two_places { toggle("result_frame", reads_begin) } else { m.constant(1, 0) };
    let address = match stores[0].address_bits() {
        0 => m.constant(1, 0),
        bits => run.digit(0, bits),
    };
    let own = selected(stores, [bank, address], run.digits[1]);
    let is_own = run.is_active.later(SELECT_CYCLES as u32);
    let chosen = chain.map_or(own, |chain| Signals::choose(is_own, own, chain));
    chosen.map(|part| part.later_in_registers(reads.hop as u32))
}

/// Reads one of several stores, [`SELECT_CYCLES`] after the address.
pub fn selected<'a, 'm: 'a>(
    stores: impl IntoIterator<Item = &'a Store<'m>>,
    place: [Sig<'m>; 2],
    store: Option<Sig<'m>>,
) -> [Sig<'m>; 2] {
    let words: Vec<[Sig; 2]> = stores.into_iter().map(|store| store.read(place)).collect();
    let number = store.map(|store| store.later(1));
    [0, 1].map(|part: usize| {
        let parts: Vec<Sig> = words.iter().map(|word| word[part]).collect();
        number.map_or(parts[0], |number| number.builder().select_by_bits(number, &parts)).register()
    })
}
