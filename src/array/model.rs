//! The bit-accurate model: the engines along each dimension, round by round.

use super::plan::{Plan, Round};
use super::Array;
use crate::model::{Model, Sample, Transformed};
use crate::pipeline::Pipeline;
use crate::twiddles::Multiplication;

/// Bit-accurate model of an array, which takes nothing but the plans of the array and of its engines.
pub struct ArrayModel<'a> {
    plan: &'a Plan,
    engines: Vec<Model<'a>>,
    multiplication: Option<Multiplication>,
}

impl<'a> ArrayModel<'a> {
    /// Creates the model of an array around engines.
    pub fn new(plan: &'a Plan, engines: impl IntoIterator<Item = &'a Pipeline>) -> Self {
        let model = |pipeline| Model::new(pipeline, plan.engines[0].format);
        let multiplication = plan.long.map(|long| Multiplication::new(long.order, &plan.engines[0]));
        ArrayModel { plan, engines: engines.into_iter().map(model).collect(), multiplication }
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
        for (number, round) in self.plan.rounds.iter().enumerate() {
            overflows |= self.transform_along(&mut points, round);
            overflows |= self.multiply(&mut points, number);
        }
        (self.in_order(points), overflows)
    }

    /// Multiplies the results of a round by their twiddle factors, if a frame has one dimension. Returns whether a value was too large for its
    /// word.
    fn multiply(&self, points: &mut [Sample], round: usize) -> bool {
        let Some(multiplication) = self.multiplication.as_ref().filter(|_| self.plan.has_twiddles(round)) else {
            return false;
        };
        let mut overflows = false;
        for (number, point) in points.iter_mut().enumerate() {
            let (product, overflow) = multiplication.apply(self.plan.exponent(round, number), *point);
            *point = product;
            overflows |= overflow;
        }
        overflows
    }

    /// Returns results in the order of their numbers, which is that of points unless a frame has one dimension.
    fn in_order(&self, points: Vec<Sample>) -> Vec<Sample> {
        if self.multiplication.is_none() {
            return points;
        }
        let mut results = vec![Sample::default(); points.len()];
        for (number, point) in points.into_iter().enumerate() {
            let place = self.plan.rounds.iter().map(|round| round.digit(number) * round.result_stride);
            results[place.sum::<usize>()] = point;
        }
        results
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
