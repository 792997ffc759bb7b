//! The places of the samples of frames of two coprime parts.

use crate::arch::folded::sizes::{SampleStrides, SizedCore, SizedFrame};
use crate::rtl::{address_bits, Module, Net};

/// Numbers by which the places of samples follow each other, as [`SampleStrides`](crate::arch::folded::SampleStrides) says. They hold from the start of a
/// frame to the cycle before the next one.
#[derive(Clone, Copy)]
pub struct SamplePlaces {
    /// Distance of two samples in the second part.
    pub low_stride: Net,
    /// First number in the second part from which the next one wraps.
    pub low_limit: Net,
    /// Distance of the places of two samples, less one.
    pub stride: Net,
    /// That distance where the number in the second part wraps.
    pub stride_of_wrap: Net,
    /// Last point of the second part.
    pub last_low: Net,
    /// Place of the last sample.
    pub last_sample: Net,
    /// Last place.
    pub last: Net,
}

impl SamplePlaces {
    /// Looks up the size with number `index`, valid with a pulse `start` a cycle before the first sample.
    pub fn new(m: &mut Module, core: &SizedCore, [start, index]: [Net; 2]) -> Self {
        let mut number = |name: &str, number: &dyn Fn(&SizedFrame, SampleStrides) -> usize| {
            let frames = core.frames.iter().chain(std::iter::repeat(core.largest()));
            let words = frames.take(1 << m.width(index)).map(|frame| number(frame, frame.plan.samples()) as u128);
            let words: Vec<u128> = words.collect();
            let bits = address_bits(words.iter().copied().max().unwrap_or(0) as usize + 1);
            let word = m.rom(index, bits, words);
            let held = m.state(bits, Some(0));
            m.drive_enabled(held, word, start);
            m.name(held, name)
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

    /// Returns the number of transforms with the same factors after the first one of them: those of the first part differ in the points of the
    /// second one.
    pub fn last_repeat(&self, m: &mut Module, part: Net) -> Net {
        let zero = m.constant(m.width(self.last_low), 0);
        m.mux(part, zero, self.last_low)
    }

    /// Returns the place of the sample after the one that comes with `active` and has a place.
    pub fn next(&self, m: &mut Module, active: Net, place: Net) -> Net {
        let bits = m.width(self.last_low);
        let low = m.state(bits, Some(0));
        m.name(low, "low_place");
        let [stride, limit] = [self.low_stride, self.low_limit].map(|number| m.extend(number, bits));
        let goes_on = m.lt(low, limit);
        let (more, less) = (m.add(low, stride), m.sub(low, limit));
        let next = m.mux(goes_on, more, less);
        m.drive_enabled(low, next, active);
        let wide = m.width(place) + 1;
        let [from, onwards, wrapped, last, one] = {
            let one = m.constant(1, 1);
            [place, self.stride, self.stride_of_wrap, self.last, one].map(|number| m.extend(number, wide))
        };
        let by = m.mux(goes_on, onwards, wrapped);
        let next = m.add(from, by);
        let next = m.add(next, one);
        // Modulo the points.
        let minus_points = m.not(last);
        let less = m.add(next, minus_points);
        let is_below = m.bit(less, wide - 1);
        let next = m.mux(is_below, next, less);
        m.slice(next, 0, wide - 1)
    }
}
