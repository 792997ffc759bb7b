//! The architecture of folded cores.

use super::engine::FoldedEngine;
use super::lower::core::folded_core;
use crate::arch::{Architecture, FrameTiming, OperatorSettings};
use crate::lower::{OperatorLibrary, Reset};
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;

/// A processor that computes all steps of a frame in one memory.
pub struct Folded {
    engine: FoldedEngine,
}

impl Folded {
    /// Creates the architecture of an engine.
    pub fn new(engine: FoldedEngine) -> Self {
        Folded { engine }
    }
}

impl Architecture for Folded {
    fn title(&self) -> String {
        self.engine.pipeline.title()
    }

    fn plan(&self) -> String {
        let order = if self.engine.plan.alternates() { "; steps in both orders in turn" } else { "" };
        format!("{}, folded in {} words{order}", self.engine.pipeline.plan(), self.memory_words())
    }

    fn pipeline(&self) -> &Pipeline {
        &self.engine.pipeline
    }

    fn timing(&self, _: usize) -> FrameTiming {
        self.engine.timing()
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.engine.processor.stages().collect()
    }

    fn units(&self) -> Units {
        self.engine.processor.units()
    }

    fn memory_words(&self) -> usize {
        self.engine.pipeline.size
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, alone: Option<Reset>) -> Module {
        let OperatorSettings { format, depths, multiplier } = *settings;
        let operators = OperatorLibrary::new(prefix, format, depths, multiplier, &self.engine.processor_pipeline());
        folded_core(name, prefix, &self.engine, &operators, alone)
    }
}
