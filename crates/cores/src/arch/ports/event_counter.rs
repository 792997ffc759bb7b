//! Counters of events.

use crate::rtl::{Module, Net};

/// Bits of the count of an event at the ports.
pub const COUNT_BITS: u32 = 16;

/// Counts the cycles with a pulse since the reset, up to the largest count. An unknown pulse is not counted, so that the count
/// is known in simulation.
pub fn saturating_count(m: &mut Module, name: &str, pulse: Net) -> Net {
    let count = m.state(COUNT_BITS, Some(0));
    m.name(count, name);
    let full = m.all(count);
    let room = m.not(full);
    let room = m.extend(room, COUNT_BITS);
    let next = m.add(count, room);
    m.drive_enabled(count, next, pulse);
    count
}
