//! Alignment in the model: the shared-exponent words of a stage's transforms at one exponent for each transform.

use crate::pipeline::arithmetic::SharedExponent;
use crate::pipeline::Stage;
use std::ops::Range;

/// Aligned inputs of some batches.
pub(super) struct Aligned {
    /// `inputs[2·point + part][batch · frames + frame]`: aligned parts.
    pub inputs: Vec<Vec<u64>>,
    /// `exponents[transform][batch · frames + frame]`.
    exponents: Vec<Vec<u64>>,
    /// Elements of a transform.
    radix: usize,
}

impl Aligned {
    /// Aligns the elements of some batches of a stage, from `values[(2·element + part) · frames + frame]`.
    pub fn new(shared: &SharedExponent, stage: &Stage, batches: Range<usize>, frames: usize, values: &[u64]) -> Self {
        let (radix, length) = (stage.transform.radix(), batches.len() * frames);
        let count = stage.placement.elements.first().map_or(0, Vec::len);
        let mut inputs = vec![vec![0; length]; 2 * count];
        let mut exponents = vec![vec![0; length]; count / radix];
        for (batch, points) in stage.placement.elements[batches].iter().enumerate() {
            let here = batch * frames..(batch + 1) * frames;
            let word = |element: u32| [0, 1].map(|part| &values[(2 * element as usize + part) * frames..][..frames]);
            for (transform, elements) in points.chunks(radix).enumerate() {
                let max = &mut exponents[transform][here.clone()];
                for element in elements.iter().flatten() {
                    shared.raise_exponents(word(*element), max);
                }
                for (digit, element) in elements.iter().enumerate() {
                    let Some(element) = element else { continue };
                    let point = 2 * (transform * radix + digit);
                    let [re, im] = &mut inputs[point..point + 2] else { continue };
                    shared.align_to(word(*element), max, [&mut re[here.clone()], &mut im[here.clone()]]);
                }
                max.iter_mut().for_each(|max| *max = shared.clamp_exponent(*max));
            }
        }
        Aligned { inputs, exponents, radix }
    }

    /// Stores the exponents of the transforms above the parts of a result. `first` is the index of the first part's exponent.
    pub fn join(&self, shared: &SharedExponent, output: usize, first: usize, parts: &mut [u64]) {
        let exponents = &self.exponents[output / 2 / self.radix][first..];
        for (part, exponent) in parts.iter_mut().zip(exponents) {
            *part |= shared.fields(*exponent)[output % 2];
        }
    }
}
