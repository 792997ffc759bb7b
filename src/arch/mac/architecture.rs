//! The architecture of cores of one multiplier-accumulator.

use super::core::MacCore;
use super::lower::mac_core;
use super::model::MacModel;
use crate::arch::{Architecture, FrameTiming, OperatorSettings};
use crate::format::Format;
use crate::lower::Reset;
use crate::model::Model;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::operators::MultiplierStyle;
use crate::rtl::Module;
use crate::runtime::Mode;
use std::sync::Arc;

/// A multiplier-accumulator that computes all steps of a frame, each out of one memory into another one.
pub struct Mac {
    core: MacCore,
    style: MultiplierStyle,
}

impl Mac {
    /// Creates the architecture of a core. `style`: what multipliers are built of.
    pub fn new(core: MacCore, style: MultiplierStyle) -> Self {
        Mac { core, style }
    }
}

impl Architecture for Mac {
    fn title(&self) -> String {
        self.core.pipeline.title()
    }

    fn plan(&self) -> String {
        format!("{}, in {} words", self.core.plan(), self.memory_words())
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
        self.core.units(self.style)
    }

    fn multiplier_bits(&self) -> Option<[u32; 2]> {
        Some([self.core.memory_bits(), self.core.coefficient_bits()])
    }

    fn memory_words(&self) -> usize {
        2 * self.core.points()
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, alone: Option<Reset>) -> Module {
        mac_core(name, prefix, &self.core, settings, alone)
    }

    fn model(&self, _: Format, mode: Option<&Mode>) -> Model<'_> {
        let pipeline = &self.core.pipeline;
        let model = Model::of_block(pipeline, pipeline.points(), Arc::new(MacModel::new(&self.core)));
        mode.map_or(model.clone(), |mode| model.asked(mode))
    }
}
