//! The bit-accurate model: the engine along each dimension, the last one first.

use super::plan::Plan;
use super::Array;
use crate::model::{Model, Sample, Transformed};
use crate::pipeline::Pipeline;

/// Bit-accurate model of an array, which takes nothing but the plans of the array and of its engine.
pub struct ArrayModel<'a> {
    plan: &'a Plan,
    engine: Model<'a>,
}

impl<'a> ArrayModel<'a> {
    /// Creates the model of an array around an engine.
    pub fn new(plan: &'a Plan, engine: &'a Pipeline) -> Self {
        ArrayModel { plan, engine: Model::new(engine, plan.engine.format) }
    }

    /// Transforms frames of points in row-major order. The results are in row-major order too.
    pub fn transform(&self, samples: &[Sample]) -> Transformed {
        let size = self.plan.length.pow(self.plan.dimensions as u32);
        let mut all = Transformed::default();
        for frame in samples.chunks_exact(size) {
            let (results, overflow) = self.transform_frame(frame);
            all.append(Transformed { samples: results, overflow: vec![overflow], exponents: None });
        }
        all
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
        let Transformed { samples, overflow, .. } = self.engine.transform(&samples);
        let order = self.plan.engine.orders[1].points(length.into());
        for (pencil, results) in places.chunks(length).zip(samples.chunks(length)) {
            for (&point, &result) in order.iter().zip(results) {
                points[pencil[point]] = result;
            }
        }
        overflow.contains(&true)
    }
}

impl Array {
    /// Returns the bit-accurate model.
    pub fn model(&self) -> ArrayModel<'_> {
        ArrayModel::new(&self.plan, self.engine.pipeline())
    }

    /// Transforms frames of points in row-major order. The results are in row-major order too.
    pub fn transform(&self, samples: &[Sample]) -> Vec<Sample> {
        self.model().transform(samples).samples
    }

    /// Transforms a frame. Returns whether a value was too large for its word too.
    pub fn transform_frame(&self, frame: &[Sample]) -> (Vec<Sample>, bool) {
        self.model().transform_frame(frame)
    }
}
