//! The bit-accurate model of a convolution: the models of its parts, one after the other.

use super::core::ConvolvedCore;
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::format::Numbers;
use crate::formula::Direction;
use crate::model::{Model, Sample, Transformed};
use crate::pipeline::Pipeline;

/// Model of the frames of a core.
pub(super) struct ConvolutionModel<'a> {
    pub core: &'a ConvolvedCore,
    /// Whether frames are inverse transforms.
    pub inverse: bool,
    /// Both ends of the core.
    pub ends: [Pipeline; 2],
    /// Numbers at the ports.
    pub numbers: Numbers<'a>,
}

impl<'a> ConvolutionModel<'a> {
    pub fn new(core: &'a ConvolvedCore, inverse: bool, numbers: Numbers<'a>) -> Self {
        // Frames of either direction have exchanged their parts outside of both ends.
        let ends = [&core.words.entry, &core.words.of(inverse).exit]
            .map(|blocks| Pipeline::of_points(core.points(), Direction::Forward, blocks.clone()));
        ConvolutionModel { core, inverse, ends, numbers }
    }

    /// Transforms the samples of whole frames. Returns the bins with an exponent of each frame, if frames have one, and
    /// for each frame whether a value was too large for its word.
    fn transform(&self, samples: &[Sample]) -> Transformed {
        let ConvolvedCore { transform, words, chirp, spectra, .. } = self.core;
        let spectrum = &spectra[words.number_of(self.inverse)];
        let [entry, exit] = &self.ends;
        let inside = match self.numbers {
            Numbers::Words(_) => words.format.into(),
            residues => residues,
        };
        let exchanged = |word: &Sample| match self.numbers {
            Numbers::Words(_) => words.exchanged(*word),
            Numbers::Residues(_) => [word[1], word[0]],
        };
        let (points, size) = (self.core.points(), self.core.elements());
        let mut overflow = vec![false; samples.len() / points];
        let mut exponents = vec![self.core.shifts(); samples.len() / points];
        let mut run = |model: Model, samples: &[Sample]| {
            let Transformed { samples, overflow: own, exponents: moved } = model.transform(samples);
            exponents.iter_mut().zip(moved.iter().flatten()).for_each(|(exponent, moved)| *exponent += moved);
            overflow.iter_mut().zip(own).for_each(|(overflow, own)| *overflow |= own);
            samples
        };
        let mut found = run(Model::new(entry, self.numbers), samples);
        for (product, mode) in [chirp, spectrum].into_iter().zip(self.core.passes()) {
            found = run(Model::new(product, inside), &found);
            // After the samples of a frame come zeros.
            let padded = |frame: &[Sample]| {
                let mut frame: Vec<Sample> = frame.iter().map(exchanged).collect();
                frame.resize(size, [0; 2]);
                frame
            };
            let turned: Vec<Sample> = found.chunks(product.size).flat_map(padded).collect();
            found = run(Model::new(&transform.pipeline, inside).asked(&mode), &turned);
        }
        let results: Vec<Sample> = found.chunks(size).flat_map(|frame| &frame[..points]).copied().collect();
        let results = run(Model::new(chirp, inside), &results);
        let samples = run(Model::new(exit, inside), &results);
        let exponents = self.core.pipeline.exponents().map(|_| exponents);
        Transformed { samples, overflow, exponents }
    }
}

impl BlockModel for ConvolutionModel<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let (points, count) = (self.core.points(), frames.count);
        let at = |frame: usize, point: usize, part: usize| (2 * point + part) * count + frame;
        let words = (0..count).flat_map(|frame| (0..points).map(move |point| (frame, point)));
        let samples: Vec<Sample> =
            words.clone().map(|(frame, point)| [0, 1].map(|part| frames.values[at(frame, point, part)])).collect();
        let Transformed { samples: bins, overflow, exponents } = self.transform(&samples);
        frames.exponents.iter_mut().zip(exponents.into_iter().flatten()).for_each(|(exponent, own)| *exponent = own);
        for ((frame, point), bin) in words.zip(bins) {
            bin.into_iter().enumerate().for_each(|(part, value)| frames.values[at(frame, point, part)] = value);
        }
        frames.overflow.iter_mut().zip(overflow).for_each(|(overflow, own)| *overflow |= own);
    }
}
