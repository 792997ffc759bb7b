//! Bounds on the words of a whole frame of a convolution.
//!
//! The bounds of one step after the other double at most with each doubling of the points, which loses the signal in
//! the two transforms of a convolution: a word of the first one depends on the samples alone, most of its points being
//! zeros, and the second one takes a spectrum whose energy is known (Parseval). Of both bounds the lower one holds.

use crate::pipeline::{Pipeline, Stage, Transform};
use std::f64::consts::SQRT_2;

/// Largest error of the results of a stage by its coefficients, in last places of a coefficient and relative to the
/// results: each product on the path to a result has half of one, and a kernel of radix 8 with its factors has no more
/// than a dozen.
const COEFFICIENT_ERRORS: f64 = 16.0;

/// Bounds between two stages, in units of the last place of a word there.
#[derive(Clone)]
pub struct FrameBounds {
    /// Complex points of a frame.
    pub points: usize,
    /// `reach[element]`: largest magnitude of the exact word.
    reach: Vec<f64>,
    /// Largest sum of the squared magnitudes of all exact words.
    energy: f64,
    /// Largest distance of a word from the exact one.
    error: f64,
}

impl FrameBounds {
    /// Returns the bounds of a convolution whose samples have components of `bits` bits. `None` if a pipeline has no
    /// elements beside its points.
    pub fn new(pipeline: &Pipeline, bits: u32) -> Option<Self> {
        if !pipeline.is_convolution() {
            return None;
        }
        let mut reach = vec![0.0; pipeline.elements];
        let radius = SQRT_2 * 2f64.powi(bits as i32 - 1);
        pipeline.input.slots.iter().flatten().for_each(|element| reach[*element as usize] = radius);
        let energy = reach.iter().map(|reach| reach * reach).sum();
        Some(FrameBounds { points: pipeline.size, reach, energy, error: 0.0 })
    }

    /// Advances past a stage without its rounding at the output, and returns a bound on the magnitudes of its outputs.
    /// `gain`: largest ratio of the magnitudes of its outputs and its inputs; `coefficient`: bits of a coefficient.
    pub fn pass(&mut self, stage: &Stage, gain: f64, coefficient: u32) -> f64 {
        let radix = stage.transform.radix() as f64;
        let factor = gain / radix;
        self.energy *= match stage.transform {
            Transform::RealSplit(_) => gain * gain,
            // A transform multiplies the energy by its points.
            _ => radix * factor * factor,
        };
        let mut largest = 0f64;
        for transform in stage.placement.elements.iter().flat_map(|batch| batch.chunks(stage.transform.radix())) {
            let sum: f64 = transform.iter().flatten().map(|element| self.reach[*element as usize]).sum();
            let reach = factor * sum;
            transform.iter().flatten().for_each(|element| self.reach[*element as usize] = reach);
            largest = largest.max(reach);
        }
        let exact = largest.min(self.energy.sqrt());
        self.error = gain * self.error + exact * COEFFICIENT_ERRORS * 0.5f64.powi(coefficient as i32);
        exact + self.error
    }

    /// Returns the bounds after a shift of `shift` bits and a rounding with an error of at most `error`.
    pub fn shifted(self, shift: i32, error: f64) -> Self {
        let by = 0.5f64.powi(shift);
        let reach = self.reach.into_iter().map(|reach| by * reach).collect();
        FrameBounds { reach, energy: by * by * self.energy, error: by * self.error + error, ..self }
    }
}
