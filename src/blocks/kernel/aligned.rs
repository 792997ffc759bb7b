//! Words whose parts share an exponent: the elements of a step's transforms at one exponent each.

use crate::pipeline::arithmetic::SharedExponent;
use crate::pipeline::Stage;
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
    pub fn new(shared: &SharedExponent, stage: &Stage, batches: Range<usize>, frames: usize, values: &[u64]) -> Self {
        let (radix, length) = (stage.transform.radix(), batches.len() * frames);
        let points = stage.placement.members.first().map_or(0, Vec::len);
        let mut inputs = vec![vec![0; length]; 2 * points];
        let mut exponents = vec![vec![0; length]; points / radix];
        for (batch, members) in stage.placement.members[batches].iter().enumerate() {
            let here = batch * frames..(batch + 1) * frames;
            let word = |element: u32| [0, 1].map(|part| &values[(2 * element as usize + part) * frames..][..frames]);
            for (transform, elements) in members.chunks(radix).enumerate() {
                let most = &mut exponents[transform][here.clone()];
                for element in elements.iter().flatten() {
                    shared.raise(word(*element), most);
                }
                for (digit, element) in elements.iter().enumerate() {
                    let Some(element) = element else { continue };
                    let point = 2 * (transform * radix + digit);
                    let [re, im] = &mut inputs[point..point + 2] else { continue };
                    shared.place(word(*element), most, [&mut re[here.clone()], &mut im[here.clone()]]);
                }
                most.iter_mut().for_each(|most| *most = shared.limited(*most));
            }
        }
        Aligned { inputs, exponents, radix }
    }

    /// Parts of a result, with the exponent of its transform above them.
    pub fn join(&self, shared: &SharedExponent, output: usize, first: usize, parts: &mut [u64]) {
        let exponents = &self.exponents[output / 2 / self.radix][first..];
        for (part, exponent) in parts.iter_mut().zip(exponents) {
            *part |= shared.fields(*exponent)[output % 2];
        }
    }
}
