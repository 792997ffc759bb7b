//! The address generator of a pass.

use super::walk::{Loop, Walk};
use crate::rtl::{address_bits, mask, Module, Net};

/// Bits of the length of a burst less one, as AXI4 has them.
pub(super) const LENGTH_BITS: u32 = 8;

/// Builds the generator of the bursts of a walk, one for each cycle with `step`. Ports `rst`, `step`; `offset` in bytes, `length` in beats
/// less one, and `last` with the last burst. After the last burst comes the first one.
pub(super) fn walker(name: &str, walk: &Walk, bus_bytes: usize, offset_bits: u32) -> Module {
    let mut m = Module::new(name, format!("Offsets of {} bursts, in nested loops.", walk.bursts()));
    let reset = m.input("rst", 1);
    m.set_reset(reset);
    let step = m.input("step", 1);
    let LoopCounters { offset, at_ends } = LoopCounters::new(&mut m, walk.loops(), step, offset_bits);
    m.name(offset, "offset_now");
    let [length, last_length] = walk.lengths().map(|bytes| m.constant(LENGTH_BITS, (bytes / bus_bytes) as u128 - 1));
    let length = at_ends.first().map_or(length, |&at_end| m.mux(at_end, last_length, length));
    let yes = m.constant(1, 1);
    let last = at_ends.into_iter().reduce(|all, at_end| m.and(all, at_end)).unwrap_or(yes);
    m.output("offset", offset);
    m.output("length", length);
    m.output("last", last);
    m
}

/// Counters of nested loops.
pub(super) struct LoopCounters {
    /// Sum of each loop's index times its stride.
    pub offset: Net,
    /// Whether each loop is in its last round, the innermost loop first.
    pub at_ends: Vec<Net>,
}

impl LoopCounters {
    /// Adds the counters of loops of more than one round, which advance with `step`. After the last round of all loops comes the first one.
    ///
    /// A counter for each loop says which loop advances; the offset changes by a constant for each loop.
    pub fn new(m: &mut Module, loops: &[Loop], step: Net, offset_bits: u32) -> Self {
        let mut advances = step;
        let mut at_ends = Vec::new();
        // The innermost loop first.
        for (depth, round) in loops.iter().rev().enumerate() {
            let bits = address_bits(round.count);
            let counter = m.state(bits, Some(0));
            m.name(counter, format!("index_{depth}"));
            let at_end = m.eq_const(counter, round.count as u128 - 1);
            m.name(at_end, format!("ends_{depth}"));
            let (zero, one) = (m.constant(bits, 0), m.constant(bits, 1));
            let more = m.add(counter, one);
            let next = m.mux(at_end, zero, more);
            m.drive_enabled(counter, next, advances);
            advances = m.and(advances, at_end);
            at_ends.push(at_end);
        }
        let offset = m.state(offset_bits, Some(0));
        // What a loop adds as it advances: its stride, less what the loops inside it have added.
        let mut inside = 0usize;
        let steps: Vec<Net> = loops
            .iter()
            .rev()
            .map(|round| {
                let step = round.stride.wrapping_sub(inside);
                inside += (round.count - 1) * round.stride;
                m.constant(offset_bits, step as u128 & mask(offset_bits))
            })
            .collect();
        let back = m.constant(offset_bits, inside.wrapping_neg() as u128 & mask(offset_bits));
        let added = at_ends.iter().zip(&steps).rev().fold(back, |outer, (&at_end, &step)| m.mux(at_end, outer, step));
        m.name(added, "added");
        let next = m.add(offset, added);
        m.drive_enabled(offset, next, step);
        LoopCounters { offset, at_ends }
    }
}
