//! The architecture of transforms by steps on a systolic array.

use super::lower::core;
use super::plan::StepsPlan;
use crate::arch::{Architecture, FrameTiming, OperatorSettings, ProductFacts};
use crate::format::Format;
use crate::lower::Reset;
use crate::matrix::architecture::{frames_of, scale_of, scale_of_shift};
use crate::matrix::batches::BatchModel;
use crate::model::Model;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;
use std::sync::Arc;

/// A systolic array for steps of a transform, with the frames of its ports.
pub struct StepsProduct {
    plan: StepsPlan,
    /// Frames at the ports. It has no blocks.
    pipeline: Pipeline,
}

impl StepsProduct {
    /// Creates the architecture of a plan.
    pub fn new(plan: StepsPlan) -> Self {
        let pipeline = frames_of(plan.timing().beats);
        StepsProduct { plan, pipeline }
    }
}

impl Architecture for StepsProduct {
    fn title(&self) -> String {
        self.plan.title()
    }

    fn plan(&self) -> String {
        self.plan.description()
    }

    fn pipeline(&self) -> &Pipeline {
        &self.pipeline
    }

    fn points(&self) -> [usize; 2] {
        self.plan.timing().beats
    }

    fn scale(&self) -> Option<String> {
        Some(match self.plan.widest().is_float() {
            true => scale_of(self.plan.widest()),
            false => scale_of_shift(self.plan.shift()),
        })
    }

    fn product(&self) -> Option<ProductFacts> {
        Some(self.plan.facts())
    }

    fn timing(&self, _: usize) -> FrameTiming {
        self.plan.timing()
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        vec![]
    }

    fn units(&self) -> Units {
        self.plan.units()
    }

    fn memory_words(&self) -> usize {
        self.plan.memory_words()
    }

    fn lower(&self, name: &str, prefix: &str, operators: &OperatorSettings, alone: Option<Reset>) -> Module {
        core(name, prefix, &self.plan, operators.format, alone)
    }

    fn model(&self, _: Format, _: Option<&Mode>) -> Model<'_> {
        Model::of_block(&self.pipeline, self.points(), Arc::new(BatchModel(&self.plan)))
    }
}
