//! The bit-accurate model: a frame, pass by pass, as it lies in memory.

use super::tiles::transposed;
use super::walk::Walk;
use super::{External, Pass};
use crate::design::Config;
use crate::exact::Field;
use crate::format::Numbers;
use crate::model::{Sample, Transformed};
use crate::proof::{Claim, Scale, Verdict};
use crate::twiddles::Multiplication;

/// Points of the blocks that are transformed together, if one block has no more.
const POINTS_AT_ONCE: usize = 1 << 20;

impl External {
    /// Transforms frames of points in row-major order with the bit-accurate model.
    pub fn transform(&self, samples: &[Sample]) -> Vec<Sample> {
        self.transform_frames(samples).samples
    }

    /// Transforms frames of points as [`External::transform`] does. Returns too in which of them a value was too large
    /// for its word.
    pub fn transform_frames(&self, samples: &[Sample]) -> Transformed {
        let frames = samples.chunks_exact(self.config.size()).map(|frame| self.transform_frame(frame));
        let (samples, overflow): (Vec<Vec<Sample>>, Vec<bool>) = frames.unzip();
        Transformed { samples: samples.concat(), overflow, ..Transformed::default() }
    }

    /// Transforms a frame, pass by pass, as it lies in memory. Returns whether a value was too large for its word too,
    /// if the gaps after the rows hold zeros.
    pub fn transform_frame(&self, frame: &[Sample]) -> (Vec<Sample>, bool) {
        self.transform_numbers(frame, self.config.format.into())
    }

    /// Proves that the model is the transform, without a tolerance. `seed`: of primes and data. See [`crate::proof`].
    pub fn prove(&self, seed: u64) -> Verdict {
        let Config { shape, kind, orders, inverse, .. } = self.config;
        let claim = Claim {
            shape,
            kind,
            orders,
            support: None,
            scale: Scale { text: self.scale(), is_inverse: inverse, shifts: 0 },
        };
        let model = |field: &Field, frame: &[Sample]| {
            let samples = self.transform_numbers(frame, field.into()).0;
            Transformed { samples, ..Transformed::default() }
        };
        claim.prove(&model, seed)
    }

    /// Transforms a frame of words or of residues.
    fn transform_numbers(&self, frame: &[Sample], numbers: Numbers) -> (Vec<Sample>, bool) {
        let mut overflows = false;
        let row = self.config.shape.row();
        let pitch = self.plan.row_pitch / self.plan.point_bytes();
        let mut memory = self.stored(frame);
        for pass in &self.plan.passes {
            let (after, overflow) = self.transform_part(pass, &memory, usize::MAX, numbers);
            (memory, overflows) = (after, overflows || overflow);
        }
        (memory.chunks(pitch).flat_map(|place| &place[..row]).copied().collect(), overflows)
    }

    /// Returns the points of a frame as they lie in memory, with zeros in the gaps after the rows.
    pub(super) fn stored(&self, frame: &[Sample]) -> Vec<Sample> {
        let (row, pitch) = (self.config.shape.row(), self.plan.row_pitch / self.plan.point_bytes());
        let mut memory = vec![Sample::default(); self.plan.frame_bytes() / self.plan.point_bytes()];
        memory
            .chunks_mut(pitch)
            .zip(frame.chunks(row))
            .for_each(|(place, row)| place[..row.len()].copy_from_slice(row));
        memory
    }

    /// Takes a frame through the beginning of a pass, which writes at least `points` points. Returns the frame after
    /// it, and whether a value was too large for its word.
    pub(super) fn transform_part(
        &self,
        pass: &Pass,
        before: &[Sample],
        points: usize,
        numbers: Numbers,
    ) -> (Vec<Sample>, bool) {
        let engine = &self.engines[pass.engine];
        let (model, multiplication) = (
            engine.architecture.model(numbers, None),
            pass.twiddles.map(|twiddles| (twiddles, Multiplication::new(twiddles.order, &self.config, numbers))),
        );
        let (size, width) = (engine.config.size(), engine.config.width);
        let padded = size.next_multiple_of(width);
        let blocks = (POINTS_AT_ONCE.min(points) / padded).max(1);
        let mut written = 0;
        let (mut after, mut overflows) = (before.to_vec(), false);
        let (mut reads, mut writes) = (self.points(&pass.read), self.points(&pass.write));
        loop {
            let from: Vec<usize> = reads.by_ref().take(blocks * padded).collect();
            if from.is_empty() || written >= points {
                return (after, overflows);
            }
            let points = from.chunks(padded).flat_map(|block| in_order(&block[..size], pass.tile));
            let samples: Vec<Sample> = points.map(|point| before[point]).collect();
            written += from.len();
            let Transformed { samples, overflow, .. } = model.transform(&samples);
            overflows |= overflow.contains(&true);
            for block in samples.chunks(size) {
                let to: Vec<usize> = writes.by_ref().take(padded).collect();
                for (&point, &result) in to.iter().zip(block) {
                    let (result, overflow) = multiplication
                        .as_ref()
                        .map_or((result, false), |(twiddles, by)| by.apply(twiddles.exponent(point), result));
                    after[point] = result;
                    overflows |= overflow;
                }
            }
        }
    }

    /// Returns the number of each point that a walk passes, counted in memory.
    pub(super) fn points<'a>(&self, walk: &'a Walk) -> impl Iterator<Item = usize> + 'a {
        let point_bytes = self.plan.point_bytes();
        walk.spans().flat_map(move |(offset, length)| {
            let first = offset / point_bytes;
            first..first + length / point_bytes
        })
    }
}

/// Returns the points of a block in the order in which the engine takes them.
fn in_order(block: &[usize], tile: Option<usize>) -> Vec<usize> {
    match tile {
        None => block.to_vec(),
        Some(tile) => {
            let tiles = block.chunks(tile * tile);
            tiles.flat_map(|points| transposed(tile).map(|position| points[position])).collect()
        }
    }
}
