//! The model: each result of a step is an exact sum of products, which in words is rounded once.

use super::core::MacFrame;
use super::step::Term;
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::exact::{roots, Complex, Field, Integers, Ring};
use crate::format::{number, word, Numbers};
use std::sync::Arc;

/// Returns the model of the frames of a core.
pub(super) fn mac_model<'a>(frame: &'a MacFrame, numbers: Numbers<'a>) -> Arc<dyn BlockModel + 'a> {
    match numbers {
        Numbers::Words(_) => {
            let fixed = frame.fixed(0);
            let encode = |value: &Complex| [&value.re, &value.im].map(|part| fixed.encode(part).into());
            Arc::new(Rounded(Sums::new(frame, Integers, encode)))
        }
        Numbers::Residues(field) => Arc::new(Exact(Sums::new(frame, field, |value| field.pair(value)))),
    }
}

/// Steps in an arithmetic.
struct Sums<'a, R: Ring> {
    frame: &'a MacFrame,
    ring: R,
    /// Roots of unity.
    roots: Vec<[R::Number; 2]>,
    /// Factor of each bin, by which the last step multiplies.
    scale: Option<[R::Number; 2]>,
}

impl<'a, R: Ring> Sums<'a, R> {
    fn new(frame: &'a MacFrame, ring: R, encode: impl Fn(&Complex) -> [R::Number; 2]) -> Self {
        let roots = roots(frame.points()).iter().map(&encode).collect();
        Sums { frame, ring, roots, scale: frame.scale.as_ref().map(|scale| encode(&scale.value())) }
    }

    /// Returns the sums of a step.
    fn of_step(&self, number: usize, points: &[[R::Number; 2]]) -> Vec<[R::Number; 2]> {
        let step = &self.frame.steps[number];
        let scale = self.scale.filter(|_| number == self.frame.last());
        let sum = |result: usize| {
            (0..step.radix).fold(Default::default(), |sum, term| {
                let Term { place, exponent } = step.term(result, term);
                self.ring.add_product(sum, points[place], scale.unwrap_or(self.roots[exponent]))
            })
        };
        (0..points.len()).map(sum).collect()
    }

    /// Takes each frame through the steps. `read`: what a word is; `rounded`: the results of the sums of a step, and
    /// whether one is too large for its word; `written`: the word of a result.
    fn run(
        &self,
        frames: &mut Frames,
        read: impl Fn(u64) -> R::Number,
        rounded: impl Fn(usize, R::Number) -> (R::Number, bool),
        written: impl Fn(R::Number) -> u64,
    ) {
        let count = frames.count;
        for frame in 0..count {
            let at = |point: usize, part: usize| (2 * point + part) * count + frame;
            let sample = |point: usize| [0, 1].map(|part| read(frames.values[at(point, part)]));
            let mut points: Vec<[R::Number; 2]> = (0..self.frame.points()).map(sample).collect();
            for number in 0..self.frame.steps.len() {
                points = self.of_step(number, &points);
                for part in points.as_flattened_mut() {
                    let overflow;
                    (*part, overflow) = rounded(number, *part);
                    frames.overflow[frame] |= overflow;
                }
            }
            for (point, parts) in points.into_iter().enumerate() {
                parts.into_iter().enumerate().for_each(|(part, value)| frames.values[at(point, part)] = written(value));
            }
        }
    }
}

/// Sums that are rounded to words.
struct Rounded<'a>(Sums<'a, Integers>);

impl BlockModel for Rounded<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let own = self.0.frame;
        let bits = [own.fixed(0).input_bits, own.fixed(own.last()).output_bits];
        let read = |value| i128::from(number(value, bits[0])) << own.guard_bits();
        self.0.run(frames, read, |step, sum| own.fixed(step).round_output(sum), |value| word(value, bits[1]));
    }
}

/// Sums of residues.
struct Exact<'a>(Sums<'a, &'a Field>);

impl BlockModel for Exact<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let Sums { frame, ring, .. } = self.0;
        let shifted = |step: usize, sum| (ring.mul(sum, ring.power_of_two(-frame.fixed(step).shift)), false);
        self.0.run(frames, |value| value, shifted, |value| value);
    }
}
