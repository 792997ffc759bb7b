//! Bins on their way out of the memory of two frames, in natural order.

use super::super::core::PairedCore;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Returns the place of each bin of a frame from a pulse with the first one on.
#[hdl]
pub fn leaving<'m>(m: &'m Builder, core: &PairedCore, begins: Sig<'m>) -> Sig<'m> {
    let split = &core.split;
    let leaving = Run::from(m, "leaving", begins);
    let reads_bin = leaving.active;
    let orders = [split.front, split.rear];
    let (steps, last) = (split.bin_steps(), split.bin_place(core.points() - 1));
    let numbers = (0..2).filter(|&number| orders[number] > 1).map(|number| {
        let count = m.state(address_bits(orders[number]), 0).named(["left_front_bin", "left_bin"][number]);
        // All numbers are zero again after the last bin.
        let step = m.constant(count.width(), steps[number] as u128);
        count.next_if(reads_bin, count.add_modulo(step, orders[number]));
        (*count, last[number])
    });
    let numbers: Vec<(Sig, usize)> = numbers.collect();
    let is_last_bin = reads_bin.all_at(&numbers);
    leaving.until(is_last_bin);
    let left_side = is_last_bin.toggled();
    m.cat([left_side].into_iter().chain(numbers.into_iter().map(|(number, _)| number)))
}
