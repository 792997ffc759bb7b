//! Sums become bins.

use super::super::core::PairedCore;
use super::exponent::FrameExponent;
use super::rear::Rear;
use crate::parts::output_rounding::round_output;
use crate::parts::OperatorLibrary;
use fftgen_hdl::dsl::*;

/// A part of a bin that is written.
pub struct Bins<'m> {
    /// High with a real part, and with an imaginary one.
    pub enables: [Sig<'m>; 2],
    /// Place of the bin.
    pub place: Sig<'m>,
    /// Part of the bin.
    pub word: Sig<'m>,
    /// High when a part of a bin was too large for its word. `None` if none ever is.
    pub overflow: Option<Sig<'m>>,
}

impl<'m> Bins<'m> {
    /// Joins the sums of cosines and of sines of a part of a bin, rounds it, and then joins and rounds that of the bin
    /// at the other side. A bin that is its own mirror image has no sines, and comes in place of the latter. `sum`:
    /// that of products.
    #[hdl]
    pub fn new(
        m: &'m Builder,
        (core, rear): (&PairedCore, &Rear<'m>),
        operators: &OperatorLibrary,
        exponent: Option<&FrameExponent<'m>>,
        sum: Sig<'m>,
    ) -> Self {
        let (summed, joined) = (core.sum_latency(), core.joined_latency());
        // The sum of sines follows that of cosines, and a cycle later it is taken for the mirrored bin.
        let sum_of_cosines = m.reg(sum.width());
        sum_of_cosines.next_if(rear.ends_cosines, sum);
        let sum_of_sines = sum.before(1);
        let is_part = rear.ends_bin_part.later_with_reset(summed as u32);
        let is_mirrored_bin = is_part.later_with_reset(1);
        let is_own_mirror = rear.is_own_mirror.until(summed as i32);
        let is_bin = is_part & !is_own_mirror | is_mirrored_bin;
        let sines = is_mirrored_bin.mux(sum_of_sines, sum);
        let has_no_sines = is_mirrored_bin & is_own_mirror.before(1);
        let joined_sines = sines & !has_no_sines.repeat(sum.width());
        let bin_sum = sum_of_cosines.add_signed(joined_sines, is_mirrored_bin).later(1);
        assert_eq!(bin_sum.cycle(), Some(joined as i32));

        let number = rear.bin.extend(rear.pair.width());
        let points = m.constant(number.width(), core.split.rear as u128);
        let mirrored = rear.is_own_mirror.mux(number, points - number);
        let bin_side = rear.ends_frame.toggled();
        let place = |number: Sig<'m>| {
            let fields = [Some(bin_side), rear.front_bin, Some(number), Some(rear.part)];
            m.cat(fields.into_iter().flatten()).untimed()
        };
        let bin_place = place(number).before(joined as u32);
        let mirrored_bin_place = place(mirrored).before(joined as u32 + 1);
        let place = is_mirrored_bin.later_with_reset(1).mux(mirrored_bin_place, bin_place);

        let rounded = round_output(operators.of_stage(core.stage()), bin_sum.untimed(), [None; 2]);
        let rounds = core.fixed().round_cycles;
        let is_rounded = is_bin.untimed().later_with_reset(1 + rounds as u32);
        let overflow = rounded.overflow.map(|overflow| (overflow & is_rounded).later_with_reset(1));
        let (bin_word, decodes) = match exponent {
            Some(FrameExponent { field, is_nan, .. }) => {
                let cycles = core.bin_latency() - joined - rounds;
                let decoder = Operator { module: operators.cfp.decode().clone(), cycles: cycles as u32 };
                (m.apply("decode", &decoder, &[rounded.word, *field, *is_nan])[0], cycles)
            }
            None => (rounded.word, 0),
        };
        let is_written = is_rounded.later_with_reset(decodes as u32);
        let part_bit = place.width() - 1;
        let [place, is_imaginary] =
            [place.bits(0, part_bit), place.bit(part_bit)].map(|field| field.before((rounds + decodes) as u32));
        let enables = [is_written & !is_imaginary, is_written & is_imaginary];
        Bins { enables, place, word: bin_word, overflow }
    }
}
