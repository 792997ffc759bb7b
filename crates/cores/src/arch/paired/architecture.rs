//! The architecture of cores of mirrored pairs.

use super::core::PairedCore;
use super::lower::paired_core;
use super::model::paired_model;
use crate::arch::{Architecture, FrameTiming, OperatorSettings};
use crate::format::{Format, Numbers};
use crate::model::Model;
use crate::number::fixed::Forecast;
use crate::parts::Reset;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;

/// Sums without products, and then sums of products of mirrored pairs, each unit at its own pace.
pub struct Paired {
    core: PairedCore,
}

impl Paired {
    /// Creates the architecture of a core.
    pub fn new(core: PairedCore) -> Self {
        Paired { core }
    }
}

impl Architecture for Paired {
    fn title(&self) -> String {
        self.core.pipeline.title()
    }

    fn plan(&self) -> String {
        self.core.plan()
    }

    fn numbers(&self) -> Option<&'static str> {
        let clause = "one transform takes all samples of a frame, which share an exponent, so that errors are relative to the largest of them";
        self.core.decoder().map(|_| clause)
    }

    fn pipeline(&self) -> &Pipeline {
        &self.core.pipeline
    }

    fn timing(&self, _: usize) -> FrameTiming {
        self.core.timing()
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.core.pipeline.stages().map(|stage| (stage, 1)).collect()
    }

    fn units(&self) -> Units {
        self.core.units()
    }

    fn multiplier_bits(&self) -> Option<[u32; 2]> {
        Some(self.core.factor_bits())
    }

    fn memory_words(&self) -> usize {
        self.core.memory_words()
    }

    fn forecast(&self, _: usize, format: Format) -> Option<Forecast> {
        matches!(format, Format::Fixed(_)).then(|| self.core.forecast(format.bits())).flatten()
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, alone: Option<Reset>) -> Module {
        paired_core(name, prefix, &self.core, settings, alone)
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>, mode: Option<&Mode>) -> Model<'a> {
        let pipeline = &self.core.pipeline;
        let inverse = mode.is_some_and(|mode| mode.inverse);
        let model = Model::of_block(pipeline, pipeline.points(), paired_model(&self.core, inverse, numbers));
        mode.map_or(model.clone(), |mode| model.asked(mode))
    }
}
