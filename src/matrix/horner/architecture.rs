//! The architecture of cores by Horner's rule.

use super::lower;
use super::plan::HornerPlan;
use crate::arch::{Architecture, FrameTiming, OperatorSettings, ProductFacts};
use crate::format::Format;
use crate::lower::Reset;
use crate::matrix::architecture::{frames_of, scale_of_shift};
use crate::matrix::batches::BatchModel;
use crate::model::Model;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;
use std::sync::Arc;

/// Multiply-adds for values at nodes that come while the core runs, with the frames of its ports.
pub struct HornerProduct {
    plan: HornerPlan,
    /// Frames at the ports. It has no blocks.
    pipeline: Pipeline,
}

impl HornerProduct {
    /// Creates the architecture of a plan.
    pub fn new(plan: HornerPlan) -> Self {
        let pipeline = frames_of([plan.points, plan.nodes()]);
        HornerProduct { plan, pipeline }
    }
}

impl Architecture for HornerProduct {
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
        [self.plan.points, self.plan.nodes()]
    }

    fn scale(&self) -> Option<String> {
        Some(scale_of_shift(self.plan.fixed.map_or(0, |step| step.sums.shift)))
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
        lower::core(name, prefix, &self.plan, operators.format, alone)
    }

    fn model(&self, _: Format, _: Option<&Mode>) -> Model<'_> {
        Model::of_block(&self.pipeline, self.points(), Arc::new(BatchModel(&self.plan)))
    }
}
