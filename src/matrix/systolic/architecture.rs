//! The architecture of systolic arrays.

use super::core::core;
use super::plan::SystolicPlan;
use crate::arch::{Architecture, FrameTiming, OperatorSettings, ProductFacts};
use crate::format::Format;
use crate::lower::Reset;
use crate::matrix::architecture::{frames_of, scale_of};
use crate::matrix::batches::BatchModel;
use crate::model::Model;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;
use std::sync::Arc;

/// A systolic array for a matrix product, with the frames of its ports.
pub struct SystolicProduct {
    plan: SystolicPlan,
    /// Frames at the ports. It has no blocks.
    pipeline: Pipeline,
}

impl SystolicProduct {
    /// Creates the architecture of a plan.
    pub fn new(plan: SystolicPlan) -> Self {
        let pipeline = frames_of(plan.timing().beats);
        SystolicProduct { plan, pipeline }
    }
}

impl Architecture for SystolicProduct {
    fn title(&self) -> String {
        self.plan.product.title()
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
        Some(scale_of(&self.plan.product))
    }

    fn product(&self) -> Option<ProductFacts> {
        Some(self.plan.facts())
    }

    fn preload(&self) -> &[[u64; 2]] {
        self.plan.product.preload()
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
