//! The bit-accurate model of a convolution: the models of its parts, one behind the other.

use super::core::{frames, ConvolvedCore};
use crate::blocks::frames::{BlockModel, FrameChoices, Frames};
use crate::format::Format;
use crate::formula::Direction;
use crate::model::{Model, Sample, Transformed};
use crate::pipeline::Pipeline;
use crate::runtime::Mode;

/// Model of the frames of a core.
pub(super) struct ConvolutionModel<'a> {
    pub core: &'a ConvolvedCore,
    /// Both ends of the core.
    pub ends: [Pipeline; 2],
    /// Format of the ports.
    pub format: Format,
}

impl<'a> ConvolutionModel<'a> {
    pub fn new(core: &'a ConvolvedCore, format: Format) -> Self {
        // Frames of either direction have exchanged their parts outside of both ends.
        let ends = [&core.words.entry, &core.words.exit]
            .map(|block| frames(core.points(), Direction::Forward, vec![block.clone()]));
        ConvolutionModel { core, ends, format }
    }

    /// Transforms the samples of a frame.
    fn transform(&self, samples: Vec<Sample>) -> (Vec<Sample>, bool) {
        let ConvolvedCore { transform, words, products, .. } = self.core;
        let mut overflow = false;
        let mut run = |pipeline: &Pipeline, pass: Option<usize>, format: Format, samples: &[Sample]| {
            let model = Model::new(pipeline, format);
            let model = match pass {
                None => model,
                Some(pass) => {
                    let size = self.core.elements();
                    model.asked(&Mode { word: words.passes[pass], size, points: [size; 2], inverse: false })
                }
            };
            let Transformed { samples, overflow: overflows, .. } = model.transform(samples);
            overflow |= overflows.contains(&true);
            samples
        };
        let [entry, exit] = &self.ends;
        let mut found = run(entry, None, self.format, &samples);
        let [entering, between, leaving] = products;
        for (pass, product) in [entering, between].into_iter().enumerate() {
            found = run(product, None, words.format, &found);
            found.resize(self.core.elements(), [0; 2]);
            let turned: Vec<Sample> = found.into_iter().map(|word| words.exchanged(word)).collect();
            found = run(&transform.pipeline, Some(pass), words.format, &turned);
        }
        found.truncate(self.core.points());
        found = run(leaving, None, words.format, &found);
        (run(exit, None, words.format, &found), overflow)
    }
}

impl BlockModel for ConvolutionModel<'_> {
    fn run(&self, frames: &mut Frames, _: FrameChoices) {
        let points = self.core.points();
        for frame in 0..frames.count {
            let at = |point: usize, part: usize| (2 * point + part) * frames.count + frame;
            let samples = (0..points).map(|point| [0, 1].map(|part| frames.values[at(point, part)])).collect();
            let (bins, overflow) = self.transform(samples);
            for (point, bin) in bins.into_iter().enumerate() {
                bin.into_iter().enumerate().for_each(|(part, value)| frames.values[at(point, part)] = value);
            }
            frames.overflow[frame] |= overflow;
        }
    }
}
