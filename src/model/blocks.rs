//! The models of blocks that do not compute steps of the formula, and the choice of a model.

use super::encoded::Encoded;
use super::frames::{turned, Asked, Frames, Model};
use super::semantics::{Narrow, Wide};
use crate::format::{Float, Format};
use crate::pipeline::arithmetic::SharedExponent;
use crate::pipeline::{Block, Codec, Stage};
use std::sync::Arc;

/// The model of a block; none where it leaves values as they are.
pub(super) fn model(block: &Block, format: Format) -> Option<Arc<dyn Model + '_>> {
    Some(match block {
        Block::Permuter(permuter) if permuter.turns.is_empty() => return None,
        Block::Permuter(permuter) => match format {
            Format::Float(float) => Arc::new(Turns { turns: &permuter.turns, float }),
            Format::Fixed(_) => unreachable!("permuters turn words whose signs are bits of their own"),
        },
        Block::Normalizer(normalizer) => Arc::new(normalizer),
        Block::Codec(Codec::Enter(shared)) => Arc::new(Enter(shared)),
        Block::Codec(Codec::Leave(shared)) => Arc::new(Leave(shared)),
        Block::Codec(Codec::Convert(converter)) => Arc::new(converter),
        Block::Twiddle(twiddle) if twiddle.bypass => Arc::new(InverseOnly(encoded(&twiddle.stage, format))),
        _ => encoded(block.stage()?, format),
    })
}

/// The model of a stage in its arithmetic.
fn encoded(stage: &Stage, format: Format) -> Arc<dyn Model + '_> {
    match (stage.arithmetic.fixed(), format) {
        (Some(numeric), _) if Narrow::serves(&numeric) => Arc::new(Encoded::new(stage, Narrow(numeric))),
        (Some(numeric), _) => Arc::new(Encoded::new(stage, Wide(numeric))),
        (None, Format::Float(float)) => Arc::new(Encoded::new(stage, float)),
        (None, Format::Fixed(_)) => unreachable!("a fixed-point stage has its arithmetic"),
    }
}

/// Quarter turns by element.
struct Turns<'a> {
    turns: &'a [u8],
    float: Float,
}

impl Model for Turns<'_> {
    fn run(&self, frames: &mut Frames, _: Asked) {
        for (element, turns) in self.turns.iter().enumerate().filter(|(_, turns)| **turns != 0) {
            let parts = &mut frames.values[2 * element * frames.count..][..2 * frames.count];
            let before = parts.to_vec();
            for (part, values) in parts.chunks_mut(frames.count).enumerate() {
                let (from, negative) = turned(part, Some(turns));
                values.copy_from_slice(&before[from * frames.count..][..frames.count]);
                if negative {
                    values.iter_mut().for_each(|value| *value = self.float.neg(*value));
                }
            }
        }
    }
}

struct Enter<'a>(&'a SharedExponent);

impl Model for Enter<'_> {
    fn run(&self, frames: &mut Frames, _: Asked) {
        frames.each_word(|word| self.0.join(self.0.enter(word)));
    }
}

struct Leave<'a>(&'a SharedExponent);

impl Model for Leave<'_> {
    fn run(&self, frames: &mut Frames, _: Asked) {
        frames.each_word(|word| self.0.leave(self.0.split(word)));
    }
}

/// Inverse frames pass the block, forward frames pass it by.
struct InverseOnly<'a>(Arc<dyn Model + 'a>);

impl Model for InverseOnly<'_> {
    fn run(&self, frames: &mut Frames, asked: Asked) {
        if asked.inverse {
            self.0.run(frames, asked);
        }
    }

    fn batches(&self) -> Option<usize> {
        self.0.batches()
    }
}
