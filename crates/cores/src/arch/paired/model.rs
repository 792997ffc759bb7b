//! The model: each bin is an exact sum of products, which in words is rounded once.

use super::core::PairedCore;
use super::words::BinScale;
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::exact::{roots, Field, Integers, Real, Ring};
use crate::format::{number, word, Numbers};
use crate::pipeline::arithmetic::{Parts, SharedExponent};
use std::sync::Arc;

/// Returns the model of the frames of a direction.
pub(super) fn paired_model<'a>(core: &'a PairedCore, inverse: bool, numbers: Numbers<'a>) -> Arc<dyn BlockModel + 'a> {
    let scales = core.scales();
    let scale = &scales[usize::from(inverse).min(scales.len() - 1)];
    match numbers {
        Numbers::Words(_) => {
            Arc::new(Rounded { scale, sums: Sums { core, ring: Integers, coefficients: coefficients(core, scale) } })
        }
        Numbers::Residues(field) => {
            let residues = |parts: [Real; 2]| parts.each_ref().map(|part| field.residue(part));
            let coefficients = angles(core, scale).into_iter().map(residues).collect();
            Arc::new(Exact { scale, sums: Sums { core, ring: field, coefficients } })
        }
    }
}

/// Sums of products in an arithmetic.
struct Sums<'a, R: Ring> {
    core: &'a PairedCore,
    ring: R,
    /// Cosine and sine of each angle of the circle of a transform with products, times the factor of a scale.
    coefficients: Vec<[R::Number; 2]>,
}

impl<R: Ring> Sums<'_, R> {
    /// Computes the bins of a frame of samples.
    fn bins(&self, samples: &[[R::Number; 2]]) -> Vec<[R::Number; 2]> {
        let (split, ring) = (&self.core.split, &self.ring);
        let negative = |part: R::Number| ring.sub(R::Number::default(), part);
        let mut at_place = vec![<[R::Number; 2]>::default(); split.points()];
        for (sample, parts) in samples.iter().enumerate() {
            let [term, group] = split.place(sample);
            at_place[term * split.rear + group] = *parts;
        }
        let point = |bin: usize, group: usize| {
            let terms = (0..split.front).map(|term| {
                let [re, im] = at_place[term * split.rear + group];
                match split.quarter_turns(bin, term) {
                    0 => [re, im],
                    1 => [im, negative(re)],
                    2 => [re, im].map(negative),
                    _ => [negative(im), re],
                }
            });
            terms.fold(<[R::Number; 2]>::default(), |sum, term| [0, 1].map(|part| ring.add(sum[part], term[part])))
        };
        let transforms: Vec<Vec<[R::Number; 2]>> = (0..split.front)
            .map(|bin| self.transform((0..split.rear).map(|group| point(bin, group)).collect()))
            .collect();
        (0..split.points())
            .map(|bin| {
                let [front, rear] = split.bin_place(bin);
                transforms[front][rear]
            })
            .collect()
    }

    /// Transforms points by products of mirrored pairs.
    fn transform(&self, points: Vec<[R::Number; 2]>) -> Vec<[R::Number; 2]> {
        let (pairs, rear, ring) = (self.core.split.cosines(), points.len(), &self.ring);
        let mut bins = vec![<[R::Number; 2]>::default(); rear];
        for bin in 0..=pairs {
            let mut even = points[0].map(|part| ring.mul(part, self.coefficients[0][0]));
            let mut odd = <[R::Number; 2]>::default();
            for pair in 1..=pairs {
                let [cosine, sine] = self.coefficients[bin * pair % rear];
                for part in [0, 1] {
                    let a = points[pair][part];
                    // A point that is its own mirror image is taken once.
                    let b = if 2 * pair == rear { R::Number::default() } else { points[rear - pair][part] };
                    even[part] = ring.add(even[part], ring.mul(ring.add(a, b), cosine));
                    odd[part] = ring.add(odd[part], ring.mul(ring.sub(a, b), sine));
                }
            }
            // A bin is the even sum less i times the odd one.
            bins[(rear - bin) % rear] = [ring.sub(even[0], odd[1]), ring.add(even[1], odd[0])];
            bins[bin] = [ring.add(even[0], odd[1]), ring.sub(even[1], odd[0])];
        }
        bins
    }
}

/// Returns cosine and sine of each angle of the circle of a transform with products, encoded, times the factor of a
/// scale.
pub(super) fn coefficients(core: &PairedCore, scale: &BinScale) -> Vec<[i128; 2]> {
    let fixed = core.fixed();
    angles(core, scale).iter().map(|parts| parts.each_ref().map(|part| fixed.encode(part).into())).collect()
}

/// Returns cosine and sine of each angle of the circle of a transform with products, times the factor of a scale.
fn angles(core: &PairedCore, scale: &BinScale) -> Vec<[Real; 2]> {
    let scaled = |value: &Real| scale.factor.as_ref().map_or_else(|| value.clone(), |factor| value * factor);
    roots(core.split.rear).iter().map(|root| [scaled(&root.re), scaled(&-&root.im)]).collect()
}

/// Reads the parts of the samples of a frame, and the exponent that they share.
fn samples(core: &PairedCore, at: impl Fn(usize, usize) -> u64) -> (Vec<[i128; 2]>, u64) {
    let points = 0..core.points();
    match core.decoder() {
        Some(shared) => {
            let mut words: Vec<Parts> = points.map(|point| shared.encode([at(point, 0), at(point, 1)])).collect();
            let exponent = shared.align(&mut words);
            (words.into_iter().map(|word| word.mantissas.map(i128::from)).collect(), exponent)
        }
        None => {
            let bits = core.fixed().input_bits;
            (points.map(|point| [0, 1].map(|part| number(at(point, part), bits).into())).collect(), 0)
        }
    }
}

/// Bins that are rounded to words.
struct Rounded<'a> {
    scale: &'a BinScale,
    sums: Sums<'a, Integers>,
}

impl BlockModel for Rounded<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let (core, count) = (self.sums.core, frames.count);
        let fixed = core.fixed();
        for frame in 0..count {
            let at = |point: usize, part: usize| (2 * point + part) * count + frame;
            let (samples, exponent) = samples(core, |point, part| frames.values[at(point, part)]);
            for (point, sums) in self.sums.bins(&samples).into_iter().enumerate() {
                let bin = sums.map(|part| {
                    let (rounded, overflow) = fixed.round_output(part);
                    frames.overflow[frame] |= overflow;
                    rounded
                });
                let decode =
                    |shared: &SharedExponent| shared.decode(Parts { mantissas: bin.map(|part| part as i64), exponent });
                let bin = self.scale.decoder.as_ref().map_or(bin.map(|part| word(part, fixed.output_bits)), decode);
                [0, 1].into_iter().for_each(|part| frames.values[at(point, part)] = bin[part]);
            }
        }
    }
}

/// Bins of residues.
struct Exact<'a> {
    scale: &'a BinScale,
    sums: Sums<'a, &'a Field>,
}

impl BlockModel for Exact<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let (Sums { core, ring, .. }, count) = (&self.sums, frames.count);
        let shift = self.scale.decoder.as_ref().map_or(0, |shared| shared.shift) - core.fixed().shift;
        for frame in 0..count {
            let at = |point: usize, part: usize| (2 * point + part) * count + frame;
            let samples = (0..core.points()).map(|point| [0, 1].map(|part| frames.values[at(point, part)]));
            for (point, bin) in self.sums.bins(&samples.collect::<Vec<_>>()).into_iter().enumerate() {
                let scaled = bin.map(|part| ring.mul(part, ring.power_of_two(shift)));
                scaled.into_iter().enumerate().for_each(|(part, value)| frames.values[at(point, part)] = value);
            }
        }
    }
}
