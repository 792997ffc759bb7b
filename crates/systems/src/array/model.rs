//! The bit-accurate model: the engines along each dimension, round by round.

use super::pairs::Sequences;
use super::plan::Plan;
use super::Array;
use crate::arch::Architecture;
use crate::design::Config;
use crate::exact::Field;
use crate::format::Numbers;
use crate::model::{Model, Sample, Transformed};
use crate::proof::{prove_along, Claim, Scale, Verdict};
use crate::twiddles::Multiplication;

/// Model of an array, bit-accurate in words and exact in residues. It takes nothing but the plan of the array with
/// those of its engines.
pub struct ArrayModel<'a> {
    plan: &'a Plan,
    numbers: Numbers<'a>,
    engines: Vec<Model<'a>>,
    multiplication: Option<Multiplication<'a>>,
}

impl<'a> ArrayModel<'a> {
    /// Creates the model of an array.
    pub fn new(plan: &'a Plan, numbers: impl Into<Numbers<'a>>) -> Self {
        let numbers = numbers.into();
        let multiplication = plan.long.map(|long| Multiplication::new(long.order, plan.twiddle_config(), numbers));
        let engines = plan.engines.iter().map(|engine| engine.model(numbers)).collect();
        ArrayModel { plan, numbers, engines, multiplication }
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
        let part = |part: usize| frame[part / 2][part % 2];
        let mut points: Vec<Sample> = (0..frame.len()).map(|number| self.plan.point_parts(number).map(part)).collect();
        let mut overflows = false;
        for number in 0..self.plan.rounds.len() {
            overflows |= self.transform_along(&mut points, number);
            overflows |= self.multiply_results(&mut points, number);
        }
        let mut results = vec![Sample::default(); points.len()];
        for (number, point) in points.into_iter().enumerate() {
            let parts = self.plan.result_parts(number);
            parts.into_iter().zip(point).for_each(|(part, value)| results[part / 2][part % 2] = value);
        }
        (results, overflows)
    }

    /// Multiplies the results of a round by their twiddle factors, if a frame has one dimension of complex points.
    /// Returns whether a value was too large for its word.
    fn multiply_results(&self, points: &mut [Sample], round: usize) -> bool {
        if self.plan.is_long_real() || !self.plan.has_twiddles(round) {
            return false;
        }
        self.multiply(points, |number| self.plan.exponent(round, number))
    }

    /// Multiplies values by roots of unity. Returns whether a value was too large for its word.
    fn multiply(&self, values: &mut [Sample], exponent: impl Fn(usize) -> usize) -> bool {
        let Some(multiplication) = &self.multiplication else { return false };
        let mut overflows = false;
        for (number, value) in values.iter_mut().enumerate() {
            let (product, overflow) = multiplication.apply(exponent(number), *value);
            *value = product;
            overflows |= overflow;
        }
        overflows
    }

    /// Transforms all pencils of a round. Returns whether a value was too large for its word.
    fn transform_along(&self, points: &mut [Sample], number: usize) -> bool {
        let round = &self.plan.rounds[number];
        let starts = (0..points.len()).filter(|start| round.digit(*start) == 0);
        let (paired, plain): (Vec<usize>, Vec<usize>) = starts.partition(|start| self.plan.is_paired(number, *start));
        self.transform_plain(points, number, &plain) | self.transform_paired(points, number, &paired)
    }

    /// Transforms pencils of complex points, and those along rows of real samples.
    fn transform_plain(&self, points: &mut [Sample], number: usize, starts: &[usize]) -> bool {
        let round = &self.plan.rounds[number];
        let spectrum = self.plan.spectrum(number, self.numbers);
        let places: Vec<usize> = starts.iter().flat_map(|start| round.places(*start)).collect();
        let mut samples: Vec<Sample> = places.iter().map(|place| points[*place]).collect();
        let mut overflows = spectrum.conjugated_points(&mut samples, round.length);
        let step = |value: usize| self.plan.exponent_step(number, starts[value / round.length], false);
        overflows |= self.transform_pencils(&mut samples, number, step);
        overflows |= spectrum.conjugated_results(&mut samples, round.length);
        places.into_iter().zip(samples).for_each(|(place, result)| points[place] = result);
        overflows
    }

    /// Transforms pencils of two real sequences.
    fn transform_paired(&self, points: &mut [Sample], number: usize, starts: &[usize]) -> bool {
        let (round, mut overflows) = (&self.plan.rounds[number], false);
        let spectrum = self.plan.spectrum(number, self.numbers);
        for &start in starts {
            let pencil: Vec<Sample> = round.places(start).map(|place| points[place]).collect();
            let Sequences { points: sequences, overflow } = spectrum.sequences(&pencil);
            let mut values = sequences.concat();
            let step = |value: usize| self.plan.exponent_step(number, start, value >= round.length);
            overflows |= overflow | self.transform_pencils(&mut values, number, step);
            let (first, second) = values.split_at(round.length);
            let mut kept = spectrum.kept([first, second]);
            overflows |= spectrum.conjugated_results(&mut kept, round.length);
            round.places(start).zip(kept).for_each(|(place, result)| points[place] = result);
        }
        overflows
    }

    /// Transforms pencils one after the other, in natural order. `step`: what the number of a value along its pencil is
    /// multiplied by to make the exponent of its twiddle factor in frames of real samples, of the number of the value.
    /// Returns whether a value was too large for its word.
    fn transform_pencils(&self, values: &mut [Sample], number: usize, step: impl Fn(usize) -> usize) -> bool {
        let (plan, round) = (self.plan, &self.plan.rounds[number]);
        let is_multiplied = plan.is_long_real() && plan.has_twiddles(number);
        let multiply = |values: &mut [Sample]| self.multiply(values, |value| value % round.length * step(value));
        let mut overflows = is_multiplied && plan.multiplies_points() && multiply(values);
        let Transformed { samples, overflow, .. } = self.engines[round.engine].transform(values);
        let order = plan.engines[round.engine].order().points(round.length.into());
        for (pencil, given) in values.chunks_mut(round.length).zip(samples.chunks(round.length)) {
            order.iter().zip(given).for_each(|(point, result)| pencil[*point] = *result);
        }
        overflows |= is_multiplied && !plan.multiplies_points() && multiply(values);
        overflows | overflow.contains(&true)
    }
}

impl Array {
    /// Returns the bit-accurate model.
    pub fn model(&self) -> ArrayModel<'_> {
        ArrayModel::new(&self.plan, self.config.format)
    }

    /// Proves that the model is the transform, without a tolerance. `seed`: of primes and data. See [`crate::proof`].
    pub fn prove(&self, seed: u64) -> Verdict {
        let Config { shape, kind, orders, inverse, .. } = self.config;
        let plan = &self.plan;
        let scales: Vec<String> = plan.rounds.iter().map(|round| plan.engines[round.engine].scale()).collect();
        let text = scales.join(" * ");
        let model = |field: &Field, samples: &[Sample]| ArrayModel::new(plan, field).transform(samples);
        let mut rounds: Vec<usize> = (0..plan.rounds.len()).collect();
        rounds.sort_by_key(|round| plan.dimension(*round));
        let along: Vec<&dyn Architecture> = rounds.iter().map(|round| &*plan.engine(*round).architecture).collect();
        match along.iter().any(|architecture| architecture.product().is_some()) {
            true => prove_along(shape, &along, &model, text, seed),
            false => {
                let scale = Scale { text, is_inverse: inverse, shifts: 0 };
                Claim { shape, kind, orders, support: None, scale }.prove(&model, seed)
            }
        }
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
