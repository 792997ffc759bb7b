//! The rear: which mirrored pair and which coefficient each product takes.

use super::super::core::PairedCore;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// The products of the rear. Each part of a bin that is its own mirror image, as bin 0, is a sum of cosines. Each part
/// of bin k and of the bin at -k are a sum of cosines, plus and less a sum of sines. The fields that words go by have
/// the cycle 0.
pub struct Rear<'m> {
    /// Number of the pair.
    pub pair: Sig<'m>,
    /// High with sines.
    pub is_sine: Sig<'m>,
    /// Part of the bin.
    pub part: Sig<'m>,
    /// Number of the angle whose cosine or sine is taken.
    pub angle: Sig<'m>,
    /// Half of the memory of points.
    pub side: Sig<'m>,
    /// High with the first cosine, and with the first product of cosines or of sines.
    pub begins_cosines: Sig<'m>,
    pub begins_sum: Sig<'m>,
    /// High with the last cosine, and with the last product of a part of a bin.
    pub ends_cosines: Sig<'m>,
    pub ends_bin_part: Sig<'m>,
    /// High with a bin that is its own mirror image.
    pub is_own_mirror: Sig<'m>,
    /// Number of the bin, and of that of the transforms without products; `None` if these have one.
    pub bin: Sig<'m>,
    pub front_bin: Option<Sig<'m>>,
    /// High with the last product of a frame.
    pub ends_frame: Sig<'m>,
}

impl<'m> Rear<'m> {
    /// Multiplies from each pulse on, one for each transform.
    #[hdl]
    pub fn new(m: &'m Builder, core: &PairedCore, begins: Sig<'m>) -> Self {
        let (split, bits) = (&core.split, address_bits(core.split.rear));
        let (cosines, sines, first) = (split.cosines(), split.sines(), core.first_product());
        let multiplying = Run::from(m, "multiplying", begins);
        let multiplies = multiplying.active;
        let pair = m.state(bits, first as u128);
        let is_sine = m.state(1, 0);
        // Comparisons stand before registers, because all counters wait for them.
        let is_last_pair = m.state(1, (first == cosines).into());
        let ends_row = multiplies & is_last_pair;

        let bin = m.state(address_bits(cosines + 1), 0);
        let is_last_bin = m.state(1, 0);
        let is_own_mirror = m.state(1, 1);
        let has_no_sines_left = is_sine | is_own_mirror;
        let sines_follow = !has_no_sines_left;
        let sine_is_next = ends_row.mux(sines_follow, is_sine);
        is_sine.next(sine_is_next);
        let ends_bin_part = ends_row & has_no_sines_left;
        let (bin_part, ends_bin) = m.count("bin_part", ends_bin_part, 2);
        let ends_transform = ends_bin & is_last_bin;
        let following_bin = ends_bin.mux(is_last_bin.mux(0, bin + 1), bin);
        bin.next(following_bin);
        let last_bin_is_next = following_bin.is(cosines);
        is_last_bin.next(last_bin_is_next);
        let bin_0_is_next = following_bin.is(0);
        is_own_mirror.next(if sines == cosines { bin_0_is_next } else { bin_0_is_next | last_bin_is_next });

        // Cosines begin with the first pair, or with point 0.
        let one = m.constant(bits, 1);
        let first_pair = if first == 1 { one } else { sines_follow.extend(bits) };
        let following_pair = is_last_pair.mux(first_pair, pair + one);
        pair.next_if(multiplies, following_pair);
        let last_pair_is_next = sine_is_next.mux(following_pair.is(sines), following_pair.is(cosines));
        is_last_pair.next_if(multiplies, last_pair_is_next);
        let angle = m.state(bits, 0);
        let [bin_angle, next_bin_angle] = [*bin, following_bin].map(|bin| bin.extend(bits));
        let first_angle = if first == 1 { next_bin_angle } else { sines_follow.mux(bin_angle, 0) };
        let following_angle = angle.add_modulo(bin_angle, split.rear);
        angle.next_if(multiplies, is_last_pair.mux(first_angle, following_angle));

        let begins_cosines = pair.is(first) & !is_sine;
        let begins_sum_of_products = begins_cosines | pair.is(1) & is_sine;
        let ends_cosines = is_last_pair & !is_sine;
        multiplying.until(ends_transform);
        let multiplied_side = ends_transform.toggled();
        let (front_bin, ends_frame) = m.count("multiplied_front_bin", ends_transform, split.front);
        Rear {
            pair: pair.at(0),
            is_sine: is_sine.at(0),
            part: bin_part.unwrap_or(m.constant(1, 0)).at(0),
            angle: angle.at(0),
            side: multiplied_side.at(0),
            begins_cosines: begins_cosines.at(0),
            begins_sum: begins_sum_of_products.at(0),
            ends_cosines: ends_cosines.at(0),
            ends_bin_part,
            is_own_mirror: is_own_mirror.at(0),
            bin: bin.at(0),
            front_bin: front_bin.map(|bin| bin.at(0)),
            ends_frame,
        }
    }
}
