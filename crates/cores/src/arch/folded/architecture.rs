//! The architecture of folded cores.

use super::core::FoldedCore;
use super::lower::core::folded_core;
use crate::arch::title::{listed, slowed};
use crate::arch::{Architecture, FrameTiming, OperatorSettings};
use crate::format::Numbers;
use crate::model::Model;
use crate::parts::{OperatorLibrary, Reset};
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;

/// A processor that computes all steps of a frame in one memory.
pub struct Folded {
    core: FoldedCore,
}

impl Folded {
    /// Creates the architecture of an core.
    pub fn new(core: FoldedCore) -> Self {
        Folded { core }
    }
}

impl Architecture for Folded {
    fn title(&self) -> String {
        self.core.pipeline.title()
    }

    fn plan(&self) -> String {
        let FoldedCore { plan, pipeline, .. } = &self.core;
        let order = match plan.memories() {
            1 if plan.alternates() => "; steps in both orders in turn",
            1 => "",
            _ => "; frames in two memories in turn",
        };
        format!("{}, folded in {} words{order}", pipeline.plan(), self.memory_words())
    }

    fn summary(&self) -> String {
        let FoldedCore { plan, pipeline, .. } = &self.core;
        let parts: Vec<String> = plan.places().radices_of_parts().iter().map(|radices| listed(radices)).collect();
        let memories = if plan.memories() > 1 { ", two memories" } else { "" };
        format!("folded, radices {}{memories}{}", parts.join(", "), slowed(pipeline.pace, "cycle"))
    }

    fn pipeline(&self) -> &Pipeline {
        &self.core.pipeline
    }

    fn timing(&self, _: usize) -> FrameTiming {
        self.core.timing()
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.core.processor.stages().collect()
    }

    fn units(&self) -> Units {
        self.core.processor.units()
    }

    fn memory_words(&self) -> usize {
        self.core.plan.memories() * self.core.pipeline.size
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>, mode: Option<&Mode>) -> Model<'a> {
        let inverse = mode.is_some_and(|mode| mode.inverse);
        let model = Model::new(self.core.frame_pipeline(inverse), numbers);
        mode.map_or(model.clone(), |mode| model.asked(mode))
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, alone: Option<Reset>) -> Module {
        let OperatorSettings { format, depths, multiplier, tells_overflow } = *settings;
        let operators = OperatorLibrary::new(prefix, format, depths, multiplier, &self.core.processor_pipeline());
        folded_core(name, prefix, &self.core, &operators, (alone, tells_overflow))
    }
}
