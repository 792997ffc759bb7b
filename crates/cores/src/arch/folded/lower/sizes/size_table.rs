//! Numbers of a frame that depend on its size.

use super::sample_places::SamplePlaces;
use crate::arch::folded::sizes::{SizedCore, SizedFrame};
use crate::exact::Real;
use crate::formula::Factor;
use crate::parts::cfp::field_bits;
use crate::parts::operators::OperatorSet;
use crate::parts::Circles;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, mask};

/// Registers with the numbers of a frame's size. They hold from the cycle after the start of a frame to the start of
/// the next one.
pub struct SizeTable<'m> {
    /// Number of the size.
    pub index: Sig<'m>,
    /// Address of the last place.
    pub last: Sig<'m>,
    /// Places of samples that do not come in the order of places. `None` if all sizes are one part.
    pub samples: Option<SamplePlaces<'m>>,
    /// `circles[part]`: number of the circle of the roots of a part.
    pub circles: Vec<Sig<'m>>,
    /// Factor of the results of the last step. `None` if they are not scaled.
    pub scale: Option<Sig<'m>>,
    /// What the decoder adds to the exponents of bins. `None` if words have no exponents.
    pub decoder_offset: Option<Sig<'m>>,
    /// Exponent of a frame without headroom. `None` if frames have no exponents.
    pub max_exponent: Option<Sig<'m>>,
}

impl<'m> SizeTable<'m> {
    /// Looks up the size with number `index`, valid with the pulse `start`. `inverse`: high in inverse frames from the
    /// pulse on;
    /// `set`: operators of the multiplication; `samples`: places of the samples, if sizes have several parts.
    #[hdl]
    pub fn new(
        core: &SizedCore,
        (circles, set): (&Circles, &OperatorSet),
        [start, index, inverse]: [Sig<'m>; 3],
        samples: Option<SamplePlaces<'m>>,
    ) -> Self {
        let (m, pipeline) = (start.builder(), &core.largest().pipeline);
        let size_number = at_most(index.held_from(start), core.frames.len() - 1).later_with_reset(1);
        let last = samples.map(|samples| samples.last).unwrap_or_else(|| {
            let bits = address_bits(pipeline.size);
            let words: Vec<u128> = core.frames.iter().map(|frame| frame.pipeline.size as u128 - 1).collect();
            // No frame begins at its last place.
            let last_place = m.state(bits, mask(bits));
            last_place.next_if(start.later_with_reset(1), m.rom(size_number, bits, words));
            *last_place
        });
        let circle = |part: usize| {
            let number = |frame: &SizedFrame| {
                let circle = frame.plan.order_of(part).map(|order| circles.of_order(order));
                circles.all().iter().position(|other| Some(*other) == circle).unwrap_or(0) as u64
            };
            table(size_number, address_bits(circles.all().len()), core, &number).named(&format!("circle{part}"))
        };
        let circles: Vec<Sig> = (0..core.parts()).map(circle).collect();
        let has_scale = core.frames.iter().any(|frame| frame.scale.is_some());
        let size_scale = has_scale
            .then(|| table(size_number, set.coefficient(), core, &|frame: &SizedFrame| set.encode(&factor_of(frame))));
        let decoder_offset = pipeline.shared().map(|_| decoder_offset(core, [size_number, inverse]));
        let max_exponent = pipeline.exponent_bits().map(|bits| {
            let max = |frame: &SizedFrame| frame.pipeline.exponents().map_or(0, |range| *range.end()) as u64;
            table(size_number, bits, core, &max)
        });
        SizeTable { index: size_number, last, samples, circles, scale: size_scale, decoder_offset, max_exponent }
    }
}

/// Returns the factor of the bins of frames.
fn factor_of(frame: &SizedFrame) -> Real {
    frame.scale.as_ref().map_or(Real::one(), |scale| Factor::value(scale).re)
}

/// Looks up a number of the size with the number `index`.
fn table<'m>(index: Sig<'m>, bits: u32, core: &SizedCore, number: &dyn Fn(&SizedFrame) -> u64) -> Sig<'m> {
    let words: Vec<u128> = core.frames.iter().map(|frame| u128::from(number(frame)) & mask(bits)).collect();
    index.builder().rom(index, bits, words).later_as_it_is(1)
}

/// Looks up what the decoder adds to the exponents of the frames of a size and a direction.
fn decoder_offset<'m>(core: &SizedCore, [index, inverse]: [Sig<'m>; 2]) -> Sig<'m> {
    let directions = [false, true].map(|inverse| {
        let shared = core.frames.iter().filter_map(move |frame| frame.frame_pipeline(inverse).shared());
        shared.map(|shared| (field_bits(shared), shared.field())).collect::<Vec<(u32, i32)>>()
    });
    let bits = directions.iter().flatten().map(|(bits, _)| *bits).max().unwrap_or(1);
    let [forward, backward] = directions.each_ref().map(|fields| {
        let words: Vec<u128> = fields.iter().map(|(_, field)| *field as u128 & mask(bits)).collect();
        index.builder().rom(index, bits, words).later_as_it_is(1)
    });
    inverse.later_as_it_is(2).mux(backward, forward)
}

/// Returns a number, or `max` if the number is larger.
fn at_most(number: Sig, max: usize) -> Sig {
    if max as u128 == mask(number.width()) {
        return number;
    }
    let max = number.builder().constant(number.width(), max as u128);
    max.lt(number).mux(max, number)
}
