//! Counters of events.

use fftgen_hdl::dsl::*;

/// Bits of the count of an event at the ports.
pub const COUNT_BITS: u32 = 16;

/// Counts the cycles with a pulse since the reset, up to the largest count. An unknown pulse is not counted, so that
/// the count is known in simulation.
pub fn saturating_count<'m>(m: &'m Builder, name: &str, pulse: Sig<'m>) -> Sig<'m> {
    let count = m.state(COUNT_BITS, 0).named(name);
    let has_room = !count.all();
    count.next_if(pulse, count + has_room.extend(COUNT_BITS))
}
