//! The bit-accurate model: each bin is an exact sum of products, rounded once.

use super::core::PairedCore;
use super::words::BinScale;
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::exact::{roots, Real};
use crate::format::{number, word};
use crate::pipeline::arithmetic::{Parts, SharedExponent};

/// Model of the frames of a direction.
pub(super) struct PairedModel<'a> {
    core: &'a PairedCore,
    scale: &'a BinScale,
    /// Factor of a point, and cosine and sine of each angle of the circle of a transform with products; encoded.
    coefficients: Vec<[i128; 2]>,
}

impl<'a> PairedModel<'a> {
    pub fn new(core: &'a PairedCore, inverse: bool) -> Self {
        let scales = core.scales();
        let scale = &scales[usize::from(inverse).min(scales.len() - 1)];
        PairedModel { core, scale, coefficients: coefficients(core, scale) }
    }

    /// Computes the bins of a frame of samples as exact sums.
    fn sums(&self, samples: &[[i128; 2]]) -> Vec<[i128; 2]> {
        let split = &self.core.split;
        let mut at_place = vec![[0; 2]; split.points()];
        for (sample, parts) in samples.iter().enumerate() {
            let [term, group] = split.place(sample);
            at_place[term * split.rear + group] = *parts;
        }
        let point = |bin: usize, group: usize| {
            let terms = (0..split.front).map(|term| {
                let [re, im] = at_place[term * split.rear + group];
                [[re, im], [im, -re], [-re, -im], [-im, re]][split.quarter_turns(bin, term)]
            });
            terms.fold([0, 0], |sum, term| [sum[0] + term[0], sum[1] + term[1]])
        };
        let transforms: Vec<Vec<[i128; 2]>> = (0..split.front)
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
    fn transform(&self, points: Vec<[i128; 2]>) -> Vec<[i128; 2]> {
        let (pairs, rear) = (self.core.split.cosines(), points.len());
        let mut bins = vec![[0; 2]; rear];
        for bin in 0..=pairs {
            let (mut even, mut odd) = (points[0].map(|part| part * self.coefficients[0][0]), [0, 0]);
            for pair in 1..=pairs {
                let [cosine, sine] = self.coefficients[bin * pair % rear];
                for part in [0, 1] {
                    let a = points[pair][part];
                    // A point that is its own mirror image is taken once.
                    let b = if 2 * pair == rear { 0 } else { points[rear - pair][part] };
                    even[part] += (a + b) * cosine;
                    odd[part] += (a - b) * sine;
                }
            }
            // A bin is the even sum less i times the odd one.
            bins[(rear - bin) % rear] = [even[0] - odd[1], even[1] + odd[0]];
            bins[bin] = [even[0] + odd[1], even[1] - odd[0]];
        }
        bins
    }
}

/// Returns cosine and sine of each angle of the circle of a transform with products, encoded, times the factor of a scale.
pub(super) fn coefficients(core: &PairedCore, scale: &BinScale) -> Vec<[i128; 2]> {
    let fixed = core.fixed();
    let scaled = |value: &Real| scale.factor.as_ref().map_or_else(|| value.clone(), |factor| value * factor);
    let encode = |value: &Real| i128::from(fixed.encode(&scaled(value)));
    roots(core.split.rear).iter().map(|root| [encode(&root.re), encode(&-&root.im)]).collect()
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

impl BlockModel for PairedModel<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let (core, count) = (self.core, frames.count);
        let fixed = core.fixed();
        for frame in 0..count {
            let at = |point: usize, part: usize| (2 * point + part) * count + frame;
            let (samples, exponent) = samples(core, |point, part| frames.values[at(point, part)]);
            for (point, sums) in self.sums(&samples).into_iter().enumerate() {
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
