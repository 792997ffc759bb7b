//! The bit-accurate model: the engines along each dimension, round by round.

use super::pairs::{kept, Sequences};
use super::plan::{Engine, Plan, Round};
use super::Array;
use crate::model::{Model, Sample, Transformed};
use crate::twiddles::Multiplication;

/// Bit-accurate model of an array, which takes nothing but the plan of the array with those of its engines.
pub struct ArrayModel<'a> {
    plan: &'a Plan,
    engines: Vec<Model<'a>>,
    multiplication: Option<Multiplication>,
}

impl<'a> ArrayModel<'a> {
    /// Creates the model of an array.
    pub fn new(plan: &'a Plan) -> Self {
        let multiplication = plan.long.map(|long| Multiplication::new(long.order, &plan.engines[0].config));
        ArrayModel { plan, engines: plan.engines.iter().map(Engine::model).collect(), multiplication }
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
        for number in 0..self.plan.rounds.len() {
            overflows |= self.transform_along(&mut points, number);
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
    fn transform_along(&self, points: &mut [Sample], number: usize) -> bool {
        let round = &self.plan.rounds[number];
        let starts = (0..points.len()).filter(|start| round.digit(*start) == 0);
        let (paired, plain): (Vec<usize>, Vec<usize>) = starts.partition(|start| self.plan.is_paired(number, *start));
        self.transform_plain(points, round, &plain) | self.transform_paired(points, round, &paired)
    }

    /// Transforms pencils of complex points, and those along rows of real samples.
    fn transform_plain(&self, points: &mut [Sample], round: &Round, starts: &[usize]) -> bool {
        let places: Vec<usize> = starts.iter().flat_map(|start| round.places(*start)).collect();
        let samples: Vec<Sample> = places.iter().map(|place| points[*place]).collect();
        let (results, overflow) = self.results(&samples, round);
        places.into_iter().zip(results).for_each(|(place, result)| points[place] = result);
        overflow
    }

    /// Transforms pencils of two real sequences.
    fn transform_paired(&self, points: &mut [Sample], round: &Round, starts: &[usize]) -> bool {
        let (config, mut overflows) = (&self.plan.engines[round.engine].config, false);
        for &start in starts {
            let pencil: Vec<Sample> = round.places(start).map(|place| points[place]).collect();
            let Sequences { points: sequences, overflow } = Sequences::new(config, &pencil);
            let (results, too_large) = self.results(&sequences.concat(), round);
            let (first, second) = results.split_at(round.length);
            round.places(start).zip(kept(config, [first, second])).for_each(|(place, result)| points[place] = result);
            overflows |= overflow | too_large;
        }
        overflows
    }

    /// Returns the results of the engine for pencils, in natural order, and whether a value was too large for its word.
    fn results(&self, samples: &[Sample], round: &Round) -> (Vec<Sample>, bool) {
        let Transformed { samples, overflow, .. } = self.engines[round.engine].transform(samples);
        let order = self.plan.engines[round.engine].order().points(round.length.into());
        let mut results = vec![Sample::default(); samples.len()];
        for (pencil, given) in results.chunks_mut(round.length).zip(samples.chunks(round.length)) {
            order.iter().zip(given).for_each(|(point, result)| pencil[*point] = *result);
        }
        (results, overflow.contains(&true))
    }
}

impl Array {
    /// Returns the bit-accurate model.
    pub fn model(&self) -> ArrayModel<'_> {
        ArrayModel::new(&self.plan)
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
