//! Bins on their way out of the memory of two frames, in natural order.

use super::super::core::PairedCore;
use crate::arch::folded::lower::gates::toggled;
use crate::lower::count::{add_modulo, all_at};
use crate::lower::run::Run;
use crate::rtl::{address_bits, Module, Net};

/// Returns the place of each bin of a frame from a pulse with the first one on.
pub fn leaving(m: &mut Module, core: &PairedCore, begins: Net) -> Net {
    let split = &core.split;
    let leaving = Run::from(m, "leaving", begins);
    m.name(leaving.active, "reads_bin");
    let orders = [split.front, split.rear];
    let (steps, last) = (split.bin_steps(), split.bin_place(core.points() - 1));
    let numbers: Vec<(Net, usize)> = (0..2)
        .filter(|&number| orders[number] > 1)
        .map(|number| {
            let bits = address_bits(orders[number]);
            let state = m.state(bits, Some(0));
            m.name(state, ["left_front_bin", "left_bin"][number]);
            let step = m.constant(bits, steps[number] as u128);
            // All numbers are zero again after the last bin.
            let next = add_modulo(m, [state, step], orders[number]);
            m.drive_enabled(state, next, leaving.active);
            (state, last[number])
        })
        .collect();
    let ends = all_at(m, leaving.active, &numbers);
    m.name(ends, "is_last_bin");
    leaving.until(m, ends);
    let side = toggled(m, "left_side", ends);
    let fields: Vec<Net> = [side].into_iter().chain(numbers.into_iter().map(|(net, _)| net)).collect();
    m.concat(&fields)
}
