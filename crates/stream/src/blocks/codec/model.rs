//! The models of changes of the number system.

use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::exact::Field;
use crate::format::number;
use crate::pipeline::arithmetic::SharedExponent;
use crate::pipeline::{Codec, Converter};
use crate::vectors::in_vectors;
use std::sync::Arc;

/// Returns the model of a change of the number system.
pub fn codec_model(codec: &Codec) -> Arc<dyn BlockModel + '_> {
    match codec {
        Codec::Enter(shared) => Arc::new(Enter(shared)),
        Codec::Leave(shared) => Arc::new(Leave(shared)),
        Codec::Convert(converter) => Arc::new(converter),
    }
}

/// Returns the model of a change of the number system for residues, which are the numbers that words stand for: none
/// where these stay as they are.
pub fn exact_model<'a>(codec: &Codec, field: &'a Field) -> Option<Arc<dyn BlockModel + 'a>> {
    match codec {
        Codec::Enter(_) => None,
        Codec::Leave(shared) => Some(Arc::new(Scaled { field, shift: shared.shift, has_exponent: false })),
        Codec::Convert(converter) => Some(Arc::new(Scaled { field, shift: converter.shift, has_exponent: true })),
    }
}

/// Multiplication of residues by a power of two.
struct Scaled<'a> {
    field: &'a Field,
    shift: i32,
    /// Whether the exponent of a frame is added to the shift.
    has_exponent: bool,
}

impl BlockModel for Scaled<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        for values in frames.values.chunks_mut(frames.count) {
            for (value, exponent) in values.iter_mut().zip(&frames.exponents) {
                let shift = self.shift + if self.has_exponent { *exponent } else { 0 };
                *value = self.field.mul(*value, self.field.power_of_two(shift));
            }
        }
    }
}

/// Encoding of floating-point numbers as shared-exponent words.
struct Enter<'a>(&'a SharedExponent);

impl BlockModel for Enter<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        encode(self.0, frames);
    }
}

/// Decoding of shared-exponent words as floating-point numbers.
struct Leave<'a>(&'a SharedExponent);

impl BlockModel for Leave<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        match self.0.has_decode_by_host() {
            true => decode(self.0, frames),
            false => frames.each_word(|word| self.0.decode(self.0.split(word))),
        }
    }
}

in_vectors! {
    /// Encodes all words.
    fn encode(shared: &SharedExponent, frames: &mut Frames) {
        frames.each_word(|word| shared.join(shared.encode(word)));
    }
}

in_vectors! {
    /// Decodes all words.
    fn decode(shared: &SharedExponent, frames: &mut Frames) {
        frames.each_word(|word| shared.decode_by_host(shared.split(word)));
    }
}

impl BlockModel for &Converter {
    /// Converts the words of each frame to floating-point numbers.
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let Converter { float, input, shift, .. } = **self;
        for values in frames.values.chunks_mut(frames.count) {
            for ((value, exponent), nan) in values.iter_mut().zip(&frames.exponents).zip(&frames.nan) {
                *value = match nan {
                    true => float.nan(),
                    false => float.nearest(number(*value, input).into(), exponent + shift),
                };
            }
        }
    }
}
