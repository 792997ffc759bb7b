//! The rear: which mirrored pair and which coefficient each product takes.

use super::super::core::PairedCore;
use crate::arch::folded::lower::gates::{and_not, named_state, toggled};
use crate::lower::count::{add_modulo, count};
use crate::lower::run::Run;
use crate::rtl::{address_bits, Module, Net};

/// The products of the rear. Each part of a bin that is its own mirror image, as bin 0, is a sum of cosines. Each part of bin k and of the bin at -k are a sum of
/// cosines, plus and less a sum of sines.
pub struct Rear {
    /// Number of the pair.
    pub pair: Net,
    /// High with sines.
    pub is_sine: Net,
    /// Part of the bin.
    pub part: Net,
    /// Number of the angle whose cosine or sine is taken.
    pub angle: Net,
    /// Half of the memory of points.
    pub side: Net,
    /// High with the first cosine, and with the first product of cosines or of sines.
    pub begins_cosines: Net,
    pub begins_sum: Net,
    /// High with the last cosine, and with the last product of a part of a bin.
    pub ends_cosines: Net,
    pub ends_bin_part: Net,
    /// High with a bin that is its own mirror image.
    pub is_own_mirror: Net,
    /// Number of the bin, and of that of the transforms without products; `None` if these have one.
    pub bin: Net,
    pub front_bin: Option<Net>,
    /// High with the last product of a frame.
    pub ends_frame: Net,
}

impl Rear {
    /// Multiplies from each pulse on, one for each transform.
    pub fn new(m: &mut Module, core: &PairedCore, begins: Net) -> Self {
        let (split, bits) = (&core.split, address_bits(core.split.rear));
        let multiplying = Run::from(m, "multiplying", begins);
        let active = multiplying.active;
        m.name(active, "multiplies");
        let [cosines, sines] = [split.cosines(), split.sines()];
        let first = core.first_product();
        let pair = m.state(bits, Some(first as u128));
        m.name(pair, "pair");
        let is_sine = named_state(m, "is_sine", false);
        // Comparisons stand before registers, because all counters wait for them.
        let is_last_pair = named_state(m, "is_last_pair", first == cosines);
        let ends_row = m.and(active, is_last_pair);
        m.name(ends_row, "ends_row");

        let (zero, one) = (m.constant(1, 0), m.constant(bits, 1));
        let bin = m.state(address_bits(cosines + 1), Some(0));
        m.name(bin, "bin");
        let is_last_bin = named_state(m, "is_last_bin", false);
        let is_own_mirror = named_state(m, "is_own_mirror", true);
        let has_no_sines = m.or(is_sine, is_own_mirror);
        m.name(has_no_sines, "has_no_sines_left");
        let sines_follow = m.not(has_no_sines);
        m.name(sines_follow, "sines_follow");
        let next_is_sine = m.mux(ends_row, sines_follow, is_sine);
        m.drive(is_sine, next_is_sine);
        let ends_bin_part = m.and(ends_row, has_no_sines);
        m.name(ends_bin_part, "ends_bin_part");
        let (part, ends_bin) = count(m, "bin_part".into(), ends_bin_part, 2);
        let ends_transform = m.and(ends_bin, is_last_bin);
        m.name(ends_transform, "ends_transform");
        let width = m.width(bin);
        let (none, unit) = (m.constant(width, 0), m.constant(width, 1));
        let more = m.add(bin, unit);
        let following = m.mux(is_last_bin, none, more);
        let next_bin = m.mux(ends_bin, following, bin);
        m.name(next_bin, "following_bin");
        m.drive(bin, next_bin);
        let is_last = m.eq_const(next_bin, cosines as u128);
        m.drive(is_last_bin, is_last);
        let is_zero = m.eq_const(next_bin, 0);
        let is_own = if sines == cosines { is_zero } else { m.or(is_zero, is_last) };
        m.drive(is_own_mirror, is_own);

        // Cosines begin with the first pair, or with point 0.
        let first_pair = match first {
            1 => one,
            _ => m.extend(sines_follow, bits),
        };
        let more = m.add(pair, one);
        let next = m.mux(is_last_pair, first_pair, more);
        m.name(next, "following_pair");
        m.drive_enabled(pair, next, active);
        let is_last = [sines, cosines].map(|last| m.eq_const(next, last as u128));
        let is_last = m.mux(next_is_sine, is_last[0], is_last[1]);
        m.drive_enabled(is_last_pair, is_last, active);
        let angle = m.state(bits, Some(0));
        m.name(angle, "angle");
        let [bin_angle, next_angle] = [bin, next_bin].map(|bin| m.extend(bin, bits));
        let restart = match first {
            1 => next_angle,
            _ => {
                let nothing = m.constant(bits, 0);
                m.mux(sines_follow, bin_angle, nothing)
            }
        };
        let more = add_modulo(m, [angle, bin_angle], split.rear);
        m.name(more, "following_angle");
        let next = m.mux(is_last_pair, restart, more);
        m.drive_enabled(angle, next, active);

        let begins_cosines = m.eq_const(pair, first as u128);
        let begins_cosines = and_not(m, begins_cosines, is_sine);
        m.name(begins_cosines, "begins_cosines");
        let is_first_pair = m.eq_const(pair, 1);
        let begins_sines = m.and(is_first_pair, is_sine);
        let begins_sum = m.or(begins_cosines, begins_sines);
        m.name(begins_sum, "begins_sum_of_products");
        let ends_cosines = and_not(m, is_last_pair, is_sine);
        m.name(ends_cosines, "ends_cosines");
        multiplying.until(m, ends_transform);
        let side = toggled(m, "multiplied_side", ends_transform);
        let (front_bin, ends_frame) = count(m, "multiplied_front_bin".into(), ends_transform, split.front);
        m.name(ends_frame, "ends_frame");
        let part = part.unwrap_or(zero);
        Rear {
            pair,
            is_sine,
            part,
            angle,
            side,
            begins_cosines,
            begins_sum,
            ends_cosines,
            ends_bin_part,
            is_own_mirror,
            bin,
            front_bin,
            ends_frame,
        }
    }
}
