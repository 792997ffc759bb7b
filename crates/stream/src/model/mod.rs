//! The bit-accurate model: a pipeline evaluated with the value semantics of its format.
//!
//! It has stages and kernels but no clock, and shares no arithmetic with the netlist. Model and netlist agree in every
//! bit of every frame.

use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::blocks::kernel::model::VECTOR;
use crate::blocks::kind;
use crate::format::Numbers;
use crate::formula::Direction;
use crate::pipeline::{Block, Pipeline};
use crate::runtime::Mode;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// A complex value: the bits of its real and its imaginary part.
pub type Sample = [u64; 2];

/// Minimum number of frames that are transformed together, if there are enough.
const MIN_FRAMES: usize = 32;

/// Points of a frame that are copied before those of the next frame. Frames of powers of two are so far apart that
/// their points share few lines of a cache.
const TILE: usize = 16;

/// Results of frames.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Transformed {
    /// Points of each frame that go out, in the order of the core's outputs.
    pub samples: Vec<Sample>,
    /// `overflow[frame]`: whether a value was too large for its word, so that it was saturated or wrapped.
    pub overflow: Vec<bool>,
    /// `exponents[frame]` in block floating point: a result is its word times 2^exponent.
    pub exponents: Option<Vec<i32>>,
}

impl Transformed {
    /// Appends further frames.
    pub fn append(&mut self, more: Transformed) {
        self.samples.extend(more.samples);
        self.overflow.extend(more.overflow);
        if let Some(exponents) = more.exponents {
            self.exponents.get_or_insert_default().extend(exponents);
        }
    }
}

/// A pipeline that can be run in a format.
#[derive(Clone)]
pub struct Model<'a> {
    pipeline: &'a Pipeline,
    /// Points of a frame that come in, and points that go out.
    points: [usize; 2],
    steps: Vec<Step<'a>>,
    /// Whether the next frames are inverse transforms, if frames choose the direction.
    inverse: bool,
}

/// A block that changes values, with the choices of frames.
#[derive(Clone)]
struct Step<'a> {
    model: Arc<dyn BlockModel + 'a>,
    /// Bits of the configuration word that hold its shift.
    field: Option<Range<u32>>,
    /// Shift that frames choose, in bits. `None` if the shift is fixed.
    shift: Option<i32>,
}

impl<'a> Model<'a> {
    /// Creates the model of a pipeline, of words of the format that the planner has made it for or of residues.
    pub fn new(pipeline: &'a Pipeline, numbers: impl Into<Numbers<'a>>) -> Self {
        let numbers = numbers.into();
        let mut fields = pipeline.shift_fields().into_iter();
        let step = |block: &'a Block| {
            let field = block.stage().and_then(|_| fields.next().flatten());
            Some(Step { model: kind(block).model(numbers)?, field, shift: None })
        };
        let inverse = pipeline.spec.direction == Direction::Inverse;
        let steps = pipeline.blocks.iter().filter_map(step).collect();
        Model { pipeline, points: pipeline.points(), steps, inverse }
    }

    /// Creates the model of one block between the input and the output of a pipeline, of which `points` come in and go
    /// out.
    pub fn of_block(pipeline: &'a Pipeline, points: [usize; 2], block: Arc<dyn BlockModel + 'a>) -> Self {
        let inverse = pipeline.spec.direction == Direction::Inverse;
        Model { pipeline, points, steps: vec![Step { model: block, field: None, shift: None }], inverse }
    }

    /// Returns the model with a block before all others, and one after them.
    pub fn between(mut self, before: Arc<dyn BlockModel + 'a>, after: Arc<dyn BlockModel + 'a>) -> Self {
        let step = |model: Arc<dyn BlockModel + 'a>| Step { model, field: None, shift: None };
        self.steps.insert(0, step(before));
        self.steps.push(step(after));
        self
    }

    /// Returns the model for frames of a mode, of a pipeline whose frames choose it.
    pub fn asked(self, mode: &Mode) -> Self {
        let shifted = |step: Step<'a>| Step { shift: step.field.clone().map(|field| mode.shift(field) as i32), ..step };
        Model { inverse: mode.inverse, steps: self.steps.into_iter().map(shifted).collect(), ..self }
    }

    /// Transforms whole frames. `samples` has the points of each frame in the order of the core's inputs, and the
    /// result has those of each frame in the order of its outputs. Points after the last whole frame are left out.
    pub fn run(&self, samples: &[Sample]) -> Vec<Sample> {
        self.transform(samples).samples
    }

    /// Transforms whole frames as [`Self::run`] does, and returns overflows and exponents too.
    pub fn transform(&self, samples: &[Sample]) -> Transformed {
        let [size, size_out] = self.points;
        let frames = &samples[..samples.len() / size * size];
        // Several frames in a task make copies long, but there should be a task for each thread.
        let fewest = self.steps.iter().filter_map(|step| step.model.batches()).min().unwrap_or(1);
        let share = (samples.len() / size).div_ceil(rayon::current_num_threads()).max(1);
        let count = frames.len() / size;
        let together = match self.steps.iter().any(|step| step.model.has_history()) {
            true => count.max(1),
            false => VECTOR.div_ceil(fewest).clamp(MIN_FRAMES, VECTOR).min(share),
        };
        let mut all = Transformed {
            samples: vec![[0; 2]; count * size_out],
            overflow: vec![false; count],
            exponents: self.pipeline.exponents().map(|_| vec![]),
        };
        let flags = all.overflow.par_chunks_mut(together);
        let results = all.samples.par_chunks_mut(together * size_out).zip(flags);
        let exponents = frames.par_chunks(together * size).zip(results).map_init(
            Frames::default,
            |frames, (chunk, (samples, overflow))| {
                self.chunk(chunk, frames, samples);
                overflow.copy_from_slice(&frames.overflow);
                frames.exponents.clone()
            },
        );
        let exponents: Vec<_> = exponents.collect();
        if let Some(all) = &mut all.exponents {
            *all = exponents.concat();
        }
        all
    }

    /// Transforms several frames together, and leaves their state in `frames`.
    fn chunk(&self, samples: &[Sample], frames: &mut Frames, points: &mut [Sample]) {
        let [size, size_out] = self.points;
        let count = samples.len() / size;
        let exchange_parts = |s: Sample| if self.inverse { [s[1], s[0]] } else { s };
        frames.clear(count, self.pipeline.elements, self.pipeline.shifts());
        let slots: Vec<usize> = self.pipeline.input.slots.iter().flatten().map(|id| *id as usize).collect();
        for (tile, ids) in slots.chunks(TILE).enumerate() {
            for frame in 0..count {
                for (id, sample) in ids.iter().zip(&samples[frame * size + tile * TILE..]) {
                    let [re, im] = exchange_parts(*sample);
                    frames.values[2 * id * count + frame] = re;
                    frames.values[(2 * id + 1) * count + frame] = im;
                }
            }
        }
        for step in &self.steps {
            step.model.run(frames, FrameChoices { inverse: self.inverse, shift: step.shift });
        }
        let slots: Vec<usize> = self.pipeline.output.slots.iter().flatten().map(|id| *id as usize).collect();
        for (tile, ids) in slots.chunks(TILE).enumerate() {
            for frame in 0..count {
                for (id, point) in ids.iter().zip(&mut points[frame * size_out + tile * TILE..]) {
                    *point = exchange_parts([0, 1].map(|part| frames.values[(2 * id + part) * count + frame]));
                }
            }
        }
    }
}
