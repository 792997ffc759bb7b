//! The architecture of convolutions.

use super::core::ConvolvedCore;
use super::lower::core::convolved_core;
use super::model::ConvolutionModel;
use crate::arch::title::listed;
use crate::arch::{Architecture, FrameTiming, OperatorSettings};
use crate::format::{Format, Numbers};
use crate::model::Model;
use crate::number::fixed::Forecast;
use crate::parts::{OperatorLibrary, Reset};
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;
use std::sync::Arc;

/// A folded core that computes both transforms of a convolution with a chirp.
pub struct Convolved {
    core: ConvolvedCore,
}

impl Convolved {
    /// Creates the architecture of a core.
    pub fn new(core: ConvolvedCore) -> Self {
        Convolved { core }
    }
}

impl Architecture for Convolved {
    fn title(&self) -> String {
        self.core.pipeline.title()
    }

    fn plan(&self) -> String {
        format!("{}, folded in {} words", self.core.plan(), self.memory_words())
    }

    fn summary(&self) -> String {
        format!("folded convolution, radices {}", listed(self.core.transform.plan.radices()))
    }

    fn pipeline(&self) -> &Pipeline {
        &self.core.pipeline
    }

    fn scale(&self) -> Option<String> {
        self.core.words.scale.clone()
    }

    fn timing(&self, _: usize) -> FrameTiming {
        self.core.timing()
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.core.stages().collect()
    }

    fn units(&self) -> Units {
        self.core.units()
    }

    fn memory_words(&self) -> usize {
        self.core.elements()
    }

    fn forecast(&self, _: usize, format: Format) -> Option<Forecast> {
        matches!(format, Format::Fixed(_)).then(|| self.core.forecast(format.bits())).flatten()
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, alone: Option<Reset>) -> Module {
        let OperatorSettings { format, depths, multiplier, tells_overflow } = *settings;
        let (pipeline, words) = (self.core.operator_pipeline(), &self.core.words);
        let mut operators = OperatorLibrary::new(prefix, words.format, depths, multiplier, &pipeline);
        operators.bits = words.bits;
        convolved_core(name, prefix, (&self.core, format.bits()), &operators, (alone, tells_overflow))
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>, mode: Option<&Mode>) -> Model<'a> {
        let inverse = mode.is_some_and(|mode| mode.inverse);
        let model = ConvolutionModel::new(&self.core, inverse, numbers);
        Model::of_block(&self.core.pipeline, self.core.pipeline.points(), Arc::new(model))
    }
}
