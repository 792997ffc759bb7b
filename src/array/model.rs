//! The bit-accurate model: the engine along each dimension, the last one first.

use super::Array;
use crate::model::{Sample, Transformed};

impl Array {
    /// Transforms frames of points in row-major order. The results are in row-major order too.
    pub fn transform(&self, samples: &[Sample]) -> Vec<Sample> {
        samples.chunks_exact(self.config.size()).flat_map(|frame| self.transform_frame(frame).0).collect()
    }

    /// Transforms a frame. Returns whether a value was too large for its word too.
    pub fn transform_frame(&self, frame: &[Sample]) -> (Vec<Sample>, bool) {
        let mut points = frame.to_vec();
        let mut overflows = false;
        // Three dimensions are transformed in the order of the exchanges: last, first, second.
        let strides = match self.plan.dimensions {
            3 => vec![1, self.plan.length * self.plan.length, self.plan.length],
            _ => vec![1, self.plan.length],
        };
        for stride in strides {
            overflows |= self.transform_along(&mut points, stride);
        }
        (points, overflows)
    }

    /// Transforms all pencils along a dimension, whose points are `stride` points apart. Returns whether a value was too large for its
    /// word.
    fn transform_along(&self, points: &mut [Sample], stride: usize) -> bool {
        let length = self.plan.length;
        let starts = (0..points.len()).filter(|start| start / stride % length == 0);
        let places: Vec<usize> =
            starts.flat_map(|start| (0..length).map(move |point| start + point * stride)).collect();
        let samples: Vec<Sample> = places.iter().map(|place| points[*place]).collect();
        let Transformed { samples, overflow, .. } = self.engine.model().transform(&samples);
        let order = self.plan.engine.orders[1].points(length.into());
        for (pencil, results) in places.chunks(length).zip(samples.chunks(length)) {
            for (&point, &result) in order.iter().zip(results) {
                points[pencil[point]] = result;
            }
        }
        overflow.contains(&true)
    }
}
