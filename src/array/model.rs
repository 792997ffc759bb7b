//! The bit-accurate model: the engines along each dimension, round by round.

use super::plan::{Plan, Round};
use super::Array;
use crate::model::{Model, Sample, Transformed};
use crate::pipeline::Pipeline;

/// Bit-accurate model of an array, which takes nothing but the plans of the array and of its engines.
pub struct ArrayModel<'a> {
    plan: &'a Plan,
    engines: Vec<Model<'a>>,
}

impl<'a> ArrayModel<'a> {
    /// Creates the model of an array around engines.
    pub fn new(plan: &'a Plan, engines: impl IntoIterator<Item = &'a Pipeline>) -> Self {
        let model = |pipeline| Model::new(pipeline, plan.engines[0].format);
        ArrayModel { plan, engines: engines.into_iter().map(model).collect() }
    }

    /// Transforms frames of points in row-major order. The results are in row-major order too.
    pub fn transform(&self, samples: &[Sample]) -> Transformed {
        let mut all = Transformed::default();
        for frame in samples.chunks_exact(self.plan.points_in_all()) {
            let (results, overflow) = self.transform_frame(frame);
            all.append(Transformed { samples: results, overflow: vec![overflow], exponents: None });
        }
        all
    }

    /// Transforms a frame. Returns whether a value was too large for its word too.
    pub fn transform_frame(&self, frame: &[Sample]) -> (Vec<Sample>, bool) {
        let mut points = frame.to_vec();
        let mut overflows = false;
        for round in &self.plan.rounds {
            overflows |= self.transform_along(&mut points, round);
        }
        (points, overflows)
    }

    /// Transforms all pencils of a round. Returns whether a value was too large for its word.
    fn transform_along(&self, points: &mut [Sample], round: &Round) -> bool {
        let starts = (0..points.len()).filter(|start| round.digit(*start) == 0);
        let places: Vec<usize> =
            starts.flat_map(|start| (0..round.length).map(move |point| start + point * round.stride)).collect();
        let samples: Vec<Sample> = places.iter().map(|place| points[*place]).collect();
        let Transformed { samples, overflow, .. } = self.engines[round.engine].transform(&samples);
        let order = self.plan.engines[round.engine].orders[1].points(round.length.into());
        for (pencil, results) in places.chunks(round.length).zip(samples.chunks(round.length)) {
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
        ArrayModel::new(&self.plan, self.engines.iter().map(|engine| engine.pipeline()))
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
