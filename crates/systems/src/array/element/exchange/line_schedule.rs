//! Peeling as counters.

use super::units::Units;
use crate::rtl::{address_bits, Module, Net};

/// What an element of a line does in a slot.
pub(super) struct LineSlot {
    /// Whether the element is the low end, and the high end.
    pub is_end: [Net; 2],
    /// Whether the element is between both ends.
    pub is_inner: Net,
    /// Whether the element will be between both ends of the next block.
    pub is_inner_next: Net,
    /// Whether this is the first slot of the block, and the last one.
    pub is_first: Net,
    /// Whether this is the last slot of the block.
    pub is_last: Net,
    /// Numbers of the low and the high end.
    pub ends: [Net; 2],
    /// Number of the next block's low end.
    pub next_low: Net,
    /// Element to which the low end sends, and that to which the high end sends.
    pub targets: [Net; 2],
    /// Element whose word the low end takes, and that whose word the high end takes.
    pub sources: [Net; 2],
}

impl LineSlot {
    /// Adds the counters, and connects those of the units.
    pub fn new(m: &mut Module, places: usize, at: Net, units: &Units) -> Self {
        let bits = address_bits(places);
        let [bottom, top] = [0, places - 1];
        let counter = |m: &mut Module, name: &str, first: usize| {
            let net = m.state(bits, Some(first as u128));
            m.name(net, name)
        };
        let (low, high) = (counter(m, "low_end", bottom), counter(m, "high_end", top));
        let (up, down) = (counter(m, "target_up", top), counter(m, "target_down", bottom));
        let one = m.constant(bits, 1);
        let (next_low, next_high) = (m.add(low, one), m.sub(high, one));
        let (less_up, more_down) = (m.sub(up, one), m.add(down, one));
        let is_last = m.eq(up, next_low);
        let is_last_block = m.eq_const(low, places as u128 / 2 - 1);
        let unit_ends = m.and(is_last, is_last_block);
        let tick = units.tick(m);
        let (bottom, top) = (m.constant(bits, bottom as u128), m.constant(bits, top as u128));
        for (register, first, next_block, within) in [
            (low, bottom, next_low, low),
            (high, top, next_high, high),
            (up, top, next_high, less_up),
            (down, bottom, next_low, more_down),
        ] {
            let next = m.mux(is_last, next_block, within);
            let next = m.mux(unit_ends, first, next);
            m.drive_enabled(register, next, tick);
        }
        units.connect(m, unit_ends);

        let mut between = |low: Net, high: Net| {
            let (above, below) = (m.lt(low, at), m.lt(at, high));
            m.and(above, below)
        };
        let (is_inner, is_inner_next) = (between(low, high), between(next_low, next_high));
        LineSlot {
            is_end: [m.eq(at, low), m.eq(at, high)],
            is_inner,
            is_inner_next,
            is_first: m.eq(up, high),
            is_last,
            ends: [low, high],
            next_low,
            targets: [up, down],
            sources: [more_down, less_up],
        }
    }
}
