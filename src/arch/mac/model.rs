//! The bit-accurate model: each result of a step is an exact sum of products, rounded once.

use super::core::MacFrame;
use super::step::Term;
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::exact::roots;
use crate::format::{number, word};

/// Model of the frames of a core.
pub(super) struct MacModel<'a> {
    frame: &'a MacFrame,
    /// Real and imaginary parts of the roots of unity, encoded.
    roots: Vec<[i128; 2]>,
}

impl<'a> MacModel<'a> {
    pub fn new(frame: &'a MacFrame) -> Self {
        let fixed = frame.fixed(0);
        let encode = |part| i128::from(fixed.encode(part));
        let roots = roots(frame.points()).iter().map(|root| [encode(&root.re), encode(&root.im)]).collect();
        MacModel { frame, roots }
    }

    /// Computes a step. Returns its results, and whether one was too large for its word.
    fn step(&self, number: usize, points: &[[i128; 2]]) -> (Vec<[i128; 2]>, bool) {
        let (step, fixed) = (&self.frame.steps[number], self.frame.fixed(number));
        let scale = self.frame.scale.as_ref().filter(|_| number == self.frame.last());
        let scale = scale.map(|scale| [fixed.encode(&scale.value().re).into(), 0]);
        let mut overflows = false;
        let result = |result: usize| {
            let mut sum = [0, 0];
            for term in 0..step.radix {
                let Term { place, exponent } = step.term(result, term);
                let ([re, im], [c, s]) = (points[place], scale.unwrap_or(self.roots[exponent]));
                sum = [sum[0] + re * c - im * s, sum[1] + re * s + im * c];
            }
            sum.map(|part| {
                let (rounded, overflow) = fixed.round_output(part);
                overflows |= overflow;
                rounded
            })
        };
        ((0..points.len()).map(result).collect(), overflows)
    }
}

impl BlockModel for MacModel<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let (own, count) = (self.frame, frames.count);
        let bits = [own.fixed(0).input_bits, own.fixed(own.last()).output_bits];
        for frame in 0..count {
            let at = |point: usize, part: usize| (2 * point + part) * count + frame;
            let sample = |point: usize| {
                [0, 1].map(|part| i128::from(number(frames.values[at(point, part)], bits[0])) << own.guard_bits())
            };
            let mut points: Vec<[i128; 2]> = (0..own.points()).map(sample).collect();
            for number in 0..own.steps.len() {
                let overflow;
                (points, overflow) = self.step(number, &points);
                frames.overflow[frame] |= overflow;
            }
            for (point, parts) in points.into_iter().enumerate() {
                for (part, value) in parts.into_iter().enumerate() {
                    frames.values[at(point, part)] = word(value, bits[1]);
                }
            }
        }
    }
}
