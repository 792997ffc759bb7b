//! Words whose parts share an exponent: the elements of a step's transforms at one exponent each.

use crate::format::word;
use crate::stream::numeric::{Parts, Shared};
use crate::stream::Stage;
use std::ops::Range;

/// The inputs of some batches, aligned.
pub(super) struct Aligned {
    /// `inputs[2·point + part][batch · frames + frame]`: parts as a step takes them.
    pub inputs: Vec<Vec<u64>>,
    /// `exponents[transform][batch · frames + frame]`.
    exponents: Vec<Vec<u64>>,
    radix: usize,
}

impl Aligned {
    /// Of `values[(2·element + part) · frames + frame]`.
    pub fn new(shared: &Shared, stage: &Stage, batches: Range<usize>, frames: usize, values: &[u64]) -> Self {
        let (radix, length) = (stage.kernel.radix, batches.len() * frames);
        let points = stage.members.first().map_or(0, Vec::len);
        let mut inputs = vec![vec![0; length]; 2 * points];
        let mut exponents = vec![vec![0; length]; points / radix];
        let mut words = vec![Parts::default(); radix];
        for (batch, members) in stage.members[batches].iter().enumerate() {
            for (transform, elements) in members.chunks(radix).enumerate() {
                for frame in 0..frames {
                    for (word, element) in words.iter_mut().zip(elements) {
                        *word = element.map_or(Parts::default(), |element| {
                            let at = |part: usize| values[(2 * element as usize + part) * frames + frame];
                            shared.split([at(0), at(1)])
                        });
                    }
                    let place = batch * frames + frame;
                    exponents[transform][place] = shared.align(&mut words);
                    for (digit, aligned) in words.iter().enumerate() {
                        for (part, mantissa) in aligned.mantissas.into_iter().enumerate() {
                            inputs[2 * (transform * radix + digit) + part][place] =
                                word(mantissa.into(), shared.aligned);
                        }
                    }
                }
            }
        }
        Aligned { inputs, exponents, radix }
    }

    /// Parts of a result, with the exponent of its transform above them.
    pub fn join(&self, shared: &Shared, output: usize, first: usize, parts: &mut [u64]) {
        let exponents = &self.exponents[output / 2 / self.radix][first..];
        for (part, exponent) in parts.iter_mut().zip(exponents) {
            *part |= shared.fields(*exponent)[output % 2];
        }
    }
}
