//! The address generator of a pass.

use super::walk::{Loop, Walk};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// Bits of the length of a burst less one, as AXI4 has them.
pub(super) const LENGTH_BITS: u32 = 8;

/// Builds the generator of the bursts of a walk, one for each cycle with `step`. Ports `rst`, `step`; `offset` in
/// bytes, `length` in beats less one, and `last` with the last burst. After the last burst comes the first one.
#[hdl]
pub(super) fn walker(name: &str, walk: &Walk, bus_bytes: usize, offset_bits: u32) -> Module {
    let m = Builder::new(name, format!("Offsets of {} bursts, in nested loops.", walk.bursts()));
    m.set_reset(m.input("rst", 1));
    let LoopCounters { offset, at_ends } = LoopCounters::new(walk.loops(), m.input("step", 1), offset_bits);
    let lengths = walk.lengths().map(|bytes| m.constant(LENGTH_BITS, (bytes / bus_bytes) as u128 - 1));
    m.output("offset", offset);
    m.output("length", at_ends.first().map_or(lengths[0], |ends| ends.mux(lengths[1], lengths[0])));
    m.output("last", m.all_of(at_ends));
    m.finish()
}

/// Counters of nested loops.
pub(super) struct LoopCounters<'m> {
    /// Sum of each loop's index times its stride.
    pub offset: Sig<'m>,
    /// Whether each loop is in its last round, the innermost loop first.
    pub at_ends: Vec<Sig<'m>>,
}

impl<'m> LoopCounters<'m> {
    /// Adds the counters of loops of more than one round, which advance with `step`. After the last round of all loops
    /// comes the first one.
    ///
    /// A counter for each loop says which loop advances; the offset changes by a constant for each loop.
    pub fn new(loops: &[Loop], step: Sig<'m>, offset_bits: u32) -> Self {
        let m = step.builder();
        let (mut advances, mut at_ends) = (step, Vec::new());
        // What a loop adds as it advances: its stride, less what the loops inside it have added.
        let (mut inside, mut steps) = (0usize, Vec::new());
        let distance = |bytes: usize| m.constant(offset_bits, bytes as u128);
        for (depth, round) in loops.iter().rev().enumerate() {
            let last = m.constant(address_bits(round.count), round.count as u128 - 1);
            let (_, at_end) = m.count_to(&format!("index_{depth}"), advances, last);
            at_ends.push(at_end.named(&format!("ends_{depth}")));
            advances = advances & at_end;
            steps.push(distance(round.stride.wrapping_sub(inside)));
            inside += (round.count - 1) * round.stride;
        }
        let back = distance(inside.wrapping_neg());
        let added = at_ends.iter().zip(steps).rev().fold(back, |outer, (at_end, step)| at_end.mux(outer, step));
        let offset = m.state(offset_bits, 0);
        offset.next_if(step, *offset + added.named("added"));
        LoopCounters { offset: *offset, at_ends }
    }
}
