//! Peeling as counters.

use super::units::Units;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// What an element of a line does in a slot.
pub(super) struct LineSlot<'m> {
    /// Whether the element is the low end, and the high end.
    pub is_end: [Sig<'m>; 2],
    /// Whether the element is between both ends.
    pub is_inner: Sig<'m>,
    /// Whether the element will be between both ends of the next block.
    pub is_inner_next: Sig<'m>,
    /// Whether this is the first slot of the block, and the last one.
    pub is_first: Sig<'m>,
    /// Whether this is the last slot of the block.
    pub is_last: Sig<'m>,
    /// Numbers of the low and the high end.
    pub ends: [Sig<'m>; 2],
    /// Number of the next block's low end.
    pub next_low: Sig<'m>,
    /// Element to which the low end sends, and that to which the high end sends.
    pub targets: [Sig<'m>; 2],
    /// Element whose word the low end takes, and that whose word the high end takes.
    pub sources: [Sig<'m>; 2],
}

impl<'m> LineSlot<'m> {
    /// The counters, which connect those of the units.
    #[hdl]
    pub fn new(m: &'m Builder, places: usize, at: Sig<'m>, units: &Units<'m>) -> Self {
        let bits = address_bits(places);
        let [bottom, top] = [0, places - 1].map(|place| m.constant(bits, place as u128));
        let counter = |first: Sig<'m>| m.state(bits, first.constant_value().unwrap_or(0));
        let (low_end, high_end) = (counter(bottom), counter(top));
        let (target_up, target_down) = (counter(top), counter(bottom));
        let (next_low, next_high) = (low_end + 1, high_end - 1);
        let (less_up, more_down) = (target_up - 1, target_down + 1);
        let is_last = target_up.is(next_low);
        let unit_ends = is_last & low_end.is(places / 2 - 1);
        let tick = units.tick();
        for (register, first, next_block, within) in [
            (low_end, bottom, next_low, *low_end),
            (high_end, top, next_high, *high_end),
            (target_up, top, next_high, less_up),
            (target_down, bottom, next_low, more_down),
        ] {
            register.next_if(tick, unit_ends.mux(first, is_last.mux(next_block, within)));
        }
        units.connect(unit_ends);
        LineSlot {
            is_end: [at.is(low_end), at.is(high_end)],
            is_inner: at.gt(low_end) & at.lt(high_end),
            is_inner_next: at.gt(next_low) & at.lt(next_high),
            is_first: target_up.is(high_end),
            is_last,
            ends: [*low_end, *high_end],
            next_low,
            targets: [*target_up, *target_down],
            sources: [more_down, less_up],
        }
    }
}
