//! Alignment in the model: the shared-exponent words of a stage's transforms at one exponent for each transform.

use crate::pipeline::arithmetic::SharedExponent;
use crate::pipeline::Stage;
use std::ops::Range;

/// Aligned inputs of some batches.
pub(super) struct Aligned<'a> {
    shared: SharedExponent,
    stage: &'a Stage,
    /// `inputs[2·point + part][batch · frames + frame]`: aligned parts.
    pub inputs: Vec<Vec<u64>>,
    /// `exponents[transform][batch · frames + frame]`.
    exponents: Vec<Vec<u64>>,
}

impl<'a> Aligned<'a> {
    /// Returns room for the inputs of a stage. `None` if it does not compute with words that share exponents.
    pub fn of(stage: &'a Stage) -> Option<Self> {
        let shared = stage.shared()?;
        let points = stage.placement.elements.first().map_or(0, Vec::len);
        let [inputs, exponents] = [2 * points, points / stage.transform.radix()].map(|count| vec![vec![]; count]);
        Some(Aligned { shared, stage, inputs, exponents })
    }

    /// Aligns the elements of some batches, from `values[(2·element + part) · frames + frame]`.
    #[inline(always)]
    pub fn fill(&mut self, batches: Range<usize>, frames: usize, values: &[u64]) {
        let (shared, length) = (self.shared, batches.len() * frames);
        self.inputs.iter_mut().for_each(|row| row.resize(length, 0));
        for row in &mut self.exponents {
            row.clear();
            row.resize(length, 0);
        }
        let radix = self.stage.transform.radix();
        for (batch, points) in self.stage.placement.elements[batches].iter().enumerate() {
            let here = batch * frames..(batch + 1) * frames;
            let word = |element: u32| [0, 1].map(|part| &values[(2 * element as usize + part) * frames..][..frames]);
            for (transform, elements) in points.chunks(radix).enumerate() {
                let max = &mut self.exponents[transform][here.clone()];
                for element in elements.iter().flatten() {
                    shared.raise_exponents(word(*element), max);
                }
                for (digit, element) in elements.iter().enumerate() {
                    let Some(element) = element else { continue };
                    let point = 2 * (transform * radix + digit);
                    let [re, im] = &mut self.inputs[point..point + 2] else { continue };
                    shared.align_to(word(*element), max, [&mut re[here.clone()], &mut im[here.clone()]]);
                }
                max.iter_mut().for_each(|max| *max = shared.clamp_exponent(*max));
            }
        }
    }

    /// Stores the exponents of the transforms above the parts of a result. `first` is the index of the first part's exponent.
    #[inline(always)]
    pub fn join(&self, output: usize, first: usize, parts: &mut [u64]) {
        let exponents = &self.exponents[output / 2 / self.stage.transform.radix()][first..];
        self.shared.add_fields(output % 2, exponents, parts);
    }
}
