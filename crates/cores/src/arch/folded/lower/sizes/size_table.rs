//! Numbers of a frame that depend on its size.

use super::sample_places::SamplePlaces;
use crate::arch::folded::sizes::{SizedCore, SizedFrame};
use crate::exact::Real;
use crate::formula::Factor;
use crate::lower::cfp::field_bits;
use crate::lower::control::latch_on_pulse;
use crate::lower::operators::OperatorSet;
use crate::lower::Circles;
use crate::rtl::{address_bits, mask, Module, Net};

/// Registers with the numbers of a frame's size. They hold from the cycle after the start of a frame to the start of the next one.
pub struct SizeTable {
    /// Number of the size.
    pub index: Net,
    /// Address of the last place.
    pub last: Net,
    /// Places of samples that do not come in the order of places. `None` if all sizes are one part.
    pub samples: Option<SamplePlaces>,
    /// `circles[part]`: number of the circle of the roots of a part.
    pub circles: Vec<Net>,
    /// Factor of the results of the last step. `None` if they are not scaled.
    pub scale: Option<Net>,
    /// What the decoder adds to the exponents of bins. `None` if words have no exponents.
    pub decoder_offset: Option<Net>,
    /// Exponent of a frame without headroom. `None` if frames have no exponents.
    pub max_exponent: Option<Net>,
}

impl SizeTable {
    /// Looks up the size with number `index`, valid with the pulse `start`. `inverse`: high in inverse frames from the pulse on; `set`:
    /// operators of the multiplication; `samples`: places of the samples, if sizes have several parts.
    pub fn new(
        m: &mut Module,
        core: &SizedCore,
        (circles, set): (&Circles, &OperatorSet),
        [start, index, inverse]: [Net; 3],
        samples: Option<SamplePlaces>,
    ) -> Self {
        let index = latch_on_pulse(m, start, index);
        let index = at_most(m, index, core.frames.len() - 1);
        let index = m.register(index, Some(0));
        m.name(index, "size_number");
        let last = samples.map(|samples| samples.last).unwrap_or_else(|| {
            let bits = address_bits(core.largest().pipeline.size);
            let started = m.register(start, Some(0));
            let words: Vec<u128> = core.frames.iter().map(|frame| frame.pipeline.size as u128 - 1).collect();
            let word = m.rom(index, bits, words);
            // No frame begins at its last place.
            let held = m.state(bits, Some(mask(bits)));
            m.drive_enabled(held, word, started);
            m.name(held, "last_place")
        });
        let circle_bits = address_bits(circles.all().len());
        let circle = |part: usize| {
            let number = |frame: &SizedFrame| {
                let circle = frame.plan.order_of(part).map(|order| circles.of_order(order));
                circles.all().iter().position(|other| Some(*other) == circle).unwrap_or(0) as u64
            };
            let word = table(m, index, circle_bits, core, &number);
            m.name(word, format!("circle{part}"))
        };
        let circles = (0..core.parts()).map(circle).collect();
        let scale = core.frames.iter().any(|frame| frame.scale.is_some());
        let scale = scale.then(|| {
            let factor = |frame: &SizedFrame| set.encode(&factor_of(frame));
            let word = table(m, index, set.coefficient(), core, &factor);
            m.name(word, "size_scale")
        });
        let offset = core.largest().pipeline.shared().map(|_| decoder_offset(m, core, [index, inverse]));
        let max_exponent = core.largest().pipeline.exponent_bits().map(|bits| {
            let max = |frame: &SizedFrame| frame.pipeline.exponents().map_or(0, |range| *range.end()) as u64;
            let word = table(m, index, bits, core, &max);
            m.name(word, "max_exponent")
        });
        SizeTable { index, last, samples, circles, scale, decoder_offset: offset, max_exponent }
    }
}

/// Returns the factor of the bins of frames.
fn factor_of(frame: &SizedFrame) -> Real {
    frame.scale.as_ref().map_or(Real::one(), |scale| Factor::value(scale).re)
}

/// Looks up a number of the size with the number `index`.
fn table(m: &mut Module, index: Net, bits: u32, core: &SizedCore, number: &dyn Fn(&SizedFrame) -> u64) -> Net {
    let words: Vec<u128> = core.frames.iter().map(|frame| u128::from(number(frame)) & mask(bits)).collect();
    let word = m.rom(index, bits, words);
    m.delay(word, 1)
}

/// Looks up what the decoder adds to the exponents of the frames of a size and a direction.
fn decoder_offset(m: &mut Module, core: &SizedCore, [index, inverse]: [Net; 2]) -> Net {
    let directions = [false, true].map(|inverse| {
        let shared = core.frames.iter().filter_map(move |frame| frame.frame_pipeline(inverse).shared());
        shared.map(|shared| (field_bits(shared), shared.field())).collect::<Vec<(u32, i32)>>()
    });
    let bits = directions.iter().flatten().map(|(bits, _)| *bits).max().unwrap_or(1);
    let [forward, backward] = directions.each_ref().map(|fields| {
        let words: Vec<u128> = fields.iter().map(|(_, field)| *field as u128 & mask(bits)).collect();
        let word = m.rom(index, bits, words);
        m.delay(word, 1)
    });
    let inverse = m.delay(inverse, 2);
    let offset = m.mux(inverse, backward, forward);
    m.name(offset, "decoder_offset")
}

/// Returns a number, or `max` if the number is larger.
fn at_most(m: &mut Module, number: Net, max: usize) -> Net {
    if max as u128 == mask(m.width(number)) {
        return number;
    }
    let max = m.constant(m.width(number), max as u128);
    let exceeds = m.lt(max, number);
    m.mux(exceeds, max, number)
}
