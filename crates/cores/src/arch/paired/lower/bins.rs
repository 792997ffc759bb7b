//! Sums become bins.

use super::super::core::PairedCore;
use super::exponent::FrameExponent;
use super::rear::Rear;
use crate::arch::folded::lower::gates::{and_not, toggled};
use crate::lower::output_rounding::round_output;
use crate::lower::sign::add_signed;
use crate::lower::OperatorLibrary;
use crate::rtl::{mask, Module, Net};

/// A part of a bin that is written.
pub struct Bins {
    /// High with a real part, and with an imaginary one.
    pub enables: [Net; 2],
    /// Place of the bin.
    pub place: Net,
    /// Part of the bin.
    pub word: Net,
    /// High when a part of a bin was too large for its word. `None` if none ever is.
    pub overflow: Option<Net>,
}

impl Bins {
    /// Joins the sums of cosines and of sines of a part of a bin, rounds it, and then joins and rounds that of the bin at the other side. A bin that is its own
    /// mirror image has no sines, and comes in place of the latter. `sum`: that of products.
    pub fn new(
        m: &mut Module,
        (core, rear): (&PairedCore, &Rear),
        (operators, enable): (&OperatorLibrary, Net),
        exponent: Option<&FrameExponent>,
        sum: Net,
    ) -> Self {
        let (summed, joined) = (core.sum_latency() as u32, core.joined_latency());
        let is_even = m.delay(rear.ends_cosines, summed);
        let even = m.state(m.width(sum), None);
        m.name(even, "sum_of_cosines");
        m.drive_enabled(even, sum, is_even);
        let odd = m.delay(sum, 1);
        m.name(odd, "sum_of_sines");
        let is_part = (0..summed).fold(rear.ends_bin_part, |net, _| m.register(net, Some(0)));
        let is_mirrored = m.register(is_part, Some(0));
        m.name(is_mirrored, "is_mirrored_bin");
        let is_own_mirror = m.delay(rear.is_own_mirror, summed);
        let is_bin = and_not(m, is_part, is_own_mirror);
        let is_bin = m.or(is_bin, is_mirrored);
        let is_alone = m.delay(is_own_mirror, 1);
        let sines = m.mux(is_mirrored, odd, sum);
        let none = m.and(is_mirrored, is_alone);
        let masks = m.repeat(none, m.width(sum));
        let sines = and_not(m, sines, masks);
        m.name(sines, "joined_sines");
        let bin = add_signed(m, even, sines, is_mirrored);
        let bin = m.delay(bin, 1);
        m.name(bin, "bin_sum");
        let is_bin = m.register(is_bin, Some(0));
        m.name(is_bin, "is_bin_sum");

        let bits = m.width(rear.pair);
        let number = m.extend(rear.bin, bits);
        let points = m.constant(bits, core.split.rear as u128 & mask(bits));
        let mirrored = m.sub(points, number);
        let mirrored = m.mux(rear.is_own_mirror, number, mirrored);
        let side = toggled(m, "bin_side", rear.ends_frame);
        let place = |m: &mut Module, number: Net, cycles: usize| {
            let fields: Vec<Net> =
                [Some(side), rear.front_bin, Some(number), Some(rear.part)].into_iter().flatten().collect();
            let place = m.concat(&fields);
            m.delay(place, cycles as u32)
        };
        let [first, second] = [(number, joined), (mirrored, joined + 1)].map(|(number, late)| place(m, number, late));
        m.name(first, "bin_place");
        m.name(second, "mirrored_bin_place");
        let is_mirrored = m.register(is_mirrored, Some(0));
        let place = m.mux(is_mirrored, second, first);
        let place_bits = m.width(place) - 1;
        let [place, is_imaginary] = [m.slice(place, 0, place_bits), m.bit(place, place_bits)];

        let rounded = round_output(m, operators.of_stage(core.stage()), enable, bin, [None; 2]);
        let rounds = core.fixed().round_cycles;
        let is_rounded = (0..rounds).fold(is_bin, |net, _| m.register(net, Some(0)));
        let overflow = rounded.overflow.map(|overflow| {
            let overflow = m.and(overflow, is_rounded);
            m.register(overflow, Some(0))
        });
        let (word, decodes) = match exponent {
            Some(exponent) => {
                let inputs = [rounded.word, exponent.field, exponent.is_nan].map(|net| vec![net]).to_vec();
                (m.operate("decode", operators.cfp.decode(), inputs)[0], core.bin_latency() - joined - rounds)
            }
            None => (rounded.word, 0),
        };
        m.name(word, "bin_word");
        let is_written = (0..decodes).fold(is_rounded, |net, _| m.register(net, Some(0)));
        let [place, is_imaginary] = [place, is_imaginary].map(|net| m.delay(net, (rounds + decodes) as u32));
        let enables = [and_not(m, is_written, is_imaginary), m.and(is_written, is_imaginary)];
        Bins { enables, place, word, overflow }
    }
}
