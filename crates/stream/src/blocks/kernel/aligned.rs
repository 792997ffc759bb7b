//! Alignment in the model: the shared-exponent words of a stage's transforms at one exponent for each transform.

use super::semantics::Semantics;
use crate::blocks::frames::rotated_part;
use crate::pipeline::arithmetic::SharedExponent;
use crate::pipeline::Stage;
use std::ops::Range;

/// Alignment of the inputs of a stage, some batches at a time.
pub(super) struct Aligned<'a> {
    shared: SharedExponent,
    stage: &'a Stage,
    /// `fields[transform][part][batch · frames + frame]`: the bits of the transform's exponent above a part.
    fields: Vec<[Vec<u64>; 2]>,
    /// `exponents[frame]` of the transform that is being aligned.
    exponents: Vec<u64>,
}

impl<'a> Aligned<'a> {
    /// Returns the alignment of a stage whose words share exponents, with room for some batches of `frames` frames.
    pub fn new(stage: &'a Stage, shared: SharedExponent, batches: usize, frames: usize) -> Self {
        let points = stage.placement.elements.first().map_or(0, Vec::len);
        let fields = vec![[0, 1].map(|_| vec![0; batches * frames]); points / stage.transform.radix()];
        Aligned { shared, stage, fields, exponents: vec![0; frames] }
    }

    /// Aligns the elements of some batches, from `values[(2·element + part) · frames + frame]` to
    /// `inputs[2·point + part][batch · frames + frame]`.
    #[inline(always)]
    pub fn fill<S: Semantics>(
        &mut self,
        semantics: S,
        batches: Range<usize>,
        values: &[u64],
        inputs: &mut [Vec<S::Word>],
    ) {
        let (shared, frames, radix) = (self.shared, self.exponents.len(), self.stage.transform.radix());
        for (batch, points) in self.stage.placement.elements[batches].iter().enumerate() {
            let here = batch * frames..(batch + 1) * frames;
            let word = |element: u32| [0, 1].map(|part| &values[(2 * element as usize + part) * frames..][..frames]);
            for ((elements, inputs), fields) in
                points.chunks(radix).zip(inputs.chunks_mut(2 * radix)).zip(&mut self.fields)
            {
                self.exponents.fill(0);
                for element in elements.iter().flatten() {
                    shared.raise_exponents(word(*element), &mut self.exponents);
                }
                for (element, parts) in elements.iter().zip(inputs.chunks_mut(2)) {
                    let [re, im] = parts else { continue };
                    let [re, im] = [&mut re[here.clone()], &mut im[here.clone()]];
                    let Some(element) = element else {
                        [re, im].into_iter().for_each(|part| part.fill(S::Word::default()));
                        continue;
                    };
                    let power = self.stage.rotations.get(*element as usize);
                    let (from, _) = rotated_part(0, power);
                    let to = if from == 0 { [&mut *re, &mut *im] } else { [&mut *im, &mut *re] };
                    shared.align_to(word(*element), &self.exponents, to, |part| semantics.aligned_input(part));
                    for (part, values) in [re, im].into_iter().enumerate() {
                        if rotated_part(part, power).1 {
                            semantics.negate(values);
                        }
                    }
                }
                let [re, im] = fields;
                shared.write_fields(&self.exponents, [&mut re[here.clone()], &mut im[here.clone()]]);
            }
        }
    }

    /// Returns the bits of exponents above the parts of a result. `first` is the index of the first part's exponent.
    #[inline(always)]
    pub fn fields(&self, output: usize, first: usize) -> &[u64] {
        &self.fields[output / 2 / self.stage.transform.radix()][output % 2][first..][..self.exponents.len()]
    }
}
