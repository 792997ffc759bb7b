//! The architecture of matrix products.

use super::batches::BatchModel;
use super::lower;
use super::plan::ProductPlan;
use super::sums::Sums;
use crate::arch::{Architecture, FrameTiming, OperatorSettings, ProductFacts};
use crate::format::Format;
use crate::formula::{Direction, Formula};
use crate::lower::Reset;
use crate::model::Model;
use crate::pipeline::{Layout, Pipeline, PipelineSpec, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;
use std::sync::Arc;

/// Multiply-adds for a matrix product, with the frames of its ports.
pub struct MatrixProduct {
    plan: ProductPlan,
    /// Frames at the ports. It has no blocks.
    pipeline: Pipeline,
}

impl MatrixProduct {
    /// Creates the architecture of a plan.
    pub fn new(plan: ProductPlan) -> Self {
        let pipeline = frames_of([plan.columns(), plan.rows()]);
        MatrixProduct { plan, pipeline }
    }

    /// Returns what the core is made of.
    pub fn plan(&self) -> &ProductPlan {
        &self.plan
    }
}

/// Returns a pipeline without blocks, whose frames have the given numbers of points at the input and at the output.
pub(super) fn frames_of([points, results]: [usize; 2]) -> Pipeline {
    let layout = |first: usize, count: usize| Layout::packed(1, (first..first + count).map(|place| place as u32));
    Pipeline {
        spec: PipelineSpec::one_lane(Formula::Identity(points), Direction::Forward),
        size: points,
        interval: points,
        pace: 1,
        elements: points + results,
        input: layout(0, points),
        output: layout(points, results),
        blocks: vec![],
    }
}

/// Returns the factor of the results as a ratio.
pub(super) fn scale_of(plan: &ProductPlan) -> String {
    match (plan.sums, plan.coefficients.divisor) {
        (Sums::Float(_), 1) => scale_of_shift(0),
        (Sums::Float(_), by) => format!("1/{by}"),
        (Sums::Fixed(fixed), _) => scale_of_shift(fixed.shift),
    }
}

/// Returns the factor of a right shift in bits as a ratio.
pub(super) fn scale_of_shift(shift: u32) -> String {
    match shift {
        0 => "1".into(),
        1..127 => format!("1/{}", 1u128 << shift),
        _ => format!("1/2^{shift}"),
    }
}

impl Architecture for MatrixProduct {
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
        [self.plan.columns(), self.plan.rows()]
    }

    fn scale(&self) -> Option<String> {
        Some(scale_of(&self.plan))
    }

    fn product(&self) -> Option<ProductFacts> {
        Some(self.plan.facts())
    }

    fn preload(&self) -> &[[u64; 2]] {
        self.plan.preload()
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
        Model::of_block(&self.pipeline, Architecture::points(self), Arc::new(BatchModel(&self.plan)))
    }
}
