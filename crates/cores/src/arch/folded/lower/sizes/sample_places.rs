//! The places of the samples of frames of two coprime parts.

use crate::arch::folded::sizes::{SampleStrides, SizedCore, SizedFrame};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

record! {
    /// Numbers by which the places of samples follow each other, as
    /// [`SampleStrides`](crate::arch::folded::SampleStrides) says. They hold from the start of a frame to the cycle
    /// before the next one.
    pub struct SamplePlaces {
        /// Distance of two samples in the second part.
        low_stride,
        /// First number in the second part from which the next one wraps.
        low_limit,
        /// Distance of the places of two samples, less one.
        stride,
        /// That distance where the number in the second part wraps.
        stride_of_wrap,
        /// Last point of the second part.
        last_low,
        /// Place of the last sample.
        last_sample,
        /// Last place.
        last,
    }
}

impl<'m> SamplePlaces<'m> {
    /// Looks up the size with number `index`, valid with a pulse `start` a cycle before the first sample.
    pub fn new(core: &SizedCore, [start, index]: [Sig<'m>; 2]) -> Self {
        let m = start.builder();
        let number = |name: &str, number: &dyn Fn(&SizedFrame, SampleStrides) -> usize| {
            let frames = core.frames.iter().chain(std::iter::repeat(core.largest())).take(1 << index.width());
            let words: Vec<u128> = frames.map(|frame| number(frame, frame.plan.samples()) as u128).collect();
            let bits = address_bits(words.iter().copied().max().unwrap_or(0) as usize + 1);
            let held = m.state(bits, 0).named(name);
            held.next_if(start, m.rom(index, bits, words));
            *held
        };
        SamplePlaces {
            low_stride: number("low_stride", &|_, samples| samples.low_stride),
            low_limit: number("low_limit", &|_, samples| samples.low_points - samples.low_stride),
            stride: number("sample_stride", &|_, samples| samples.stride - 1),
            stride_of_wrap: number("wrap_stride", &|_, samples| samples.stride - 1 - samples.low_points),
            last_low: number("last_low", &|_, samples| samples.low_points - 1),
            last_sample: number("last_sample", &|frame, _| frame.plan.of_sample(frame.pipeline.size - 1)),
            last: number("last_place", &|frame, _| frame.pipeline.size - 1),
        }
    }

    /// Returns the number of transforms with the same factors after the first one of them: those of the first part
    /// differ in the points of the second one.
    pub fn last_repeat(&self, part: Sig<'m>) -> Sig<'m> {
        part.mux(0, self.last_low)
    }

    /// Returns the place of the sample after the one that comes with `active` and has a place.
    #[hdl]
    pub fn next(&self, active: Sig<'m>, place: Sig<'m>) -> Sig<'m> {
        let (m, bits, wide) = (active.builder(), self.last_low.width(), place.width() + 1);
        let low_place = m.state(bits, 0);
        let [stride, limit] = [self.low_stride, self.low_limit].map(|number| number.extend(bits));
        let goes_on = low_place.lt(limit);
        low_place.next_if(active, goes_on.mux(low_place + stride, low_place - limit));
        let [from, onwards, wrapped, last] =
            [place, self.stride, self.stride_of_wrap, self.last].map(|number| number.extend(wide));
        let next = from + goes_on.mux(onwards, wrapped) + m.constant(1, 1).extend(wide);
        // Modulo the points.
        let less = next + !last;
        less.top().mux(next, less).bits(0, wide - 1)
    }
}
