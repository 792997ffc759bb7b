//! The architecture of cores that their plans describe.

use super::batches::BatchModel;
use super::core_plan::CorePlan;
use super::lower;
use super::plan::ProductPlan;
use super::sums::Sums;
use crate::arch::{Architecture, FrameTiming, OperatorSettings, ProductFacts};
use crate::exact::Field;
use crate::format::{Format, Numbers};
use crate::model::Model;
use crate::parts::Reset;
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::Mode;
use std::sync::Arc;

/// Core of a plan, with the frames of its ports.
pub struct Product {
    plan: Box<dyn CorePlan>,
    /// Frames at the ports. It has no blocks.
    pipeline: Pipeline,
}

impl Product {
    /// Creates the architecture of a plan.
    pub fn new(plan: impl CorePlan + 'static) -> Self {
        Self::of(Box::new(plan))
    }

    fn of(plan: Box<dyn CorePlan>) -> Self {
        Product { pipeline: Pipeline::of_frames(plan.points(), plan.lanes()), plan }
    }
}

/// Returns the factor of the results as a ratio.
pub(super) fn scale_of(plan: &ProductPlan) -> String {
    match (plan.sums, plan.coefficients.divisor) {
        (Sums::Float(_), by) => scale_of_divisor(by),
        (Sums::Fixed(fixed), 1) => scale_of_shift(fixed.shift),
        (Sums::Fixed(fixed), by) => format!("{} * {}", scale_of_divisor(by), scale_of_shift(fixed.shift)),
    }
}

/// Returns the factor of results that are divided as a ratio.
pub(super) fn scale_of_divisor(by: usize) -> String {
    match by {
        1 => "1".into(),
        by => format!("1/{by}"),
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

impl Architecture for Product {
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
        self.plan.points()
    }

    fn scale(&self) -> Option<String> {
        Some(self.plan.scale())
    }

    fn product(&self) -> Option<ProductFacts> {
        Some(self.plan.facts())
    }

    fn defined(&self, field: &Field, result: usize, point: usize) -> [u64; 2] {
        self.plan.defined(field, result, point)
    }

    fn preload(&self) -> &[[u64; 2]] {
        self.plan.preload()
    }

    fn with_preload(&self, words: Vec<[u64; 2]>) -> Option<Box<dyn Architecture>> {
        Some(Box::new(Product::of(self.plan.with_preload(words)?)))
    }

    fn timing(&self, _: usize) -> FrameTiming {
        self.plan.timing()
    }

    fn overflow_of_beats(&self) -> &'static str {
        // Words before the results are told of with the last one.
        "overflow"
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
        self.plan.core(name, prefix, operators.format, alone)
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>, _: Option<&Mode>) -> Model<'a> {
        Model::of_block(&self.pipeline, self.points(), Arc::new(BatchModel { plan: &*self.plan, numbers }))
    }
}

impl CorePlan for ProductPlan {
    fn title(&self) -> String {
        ProductPlan::title(self)
    }

    fn description(&self) -> String {
        ProductPlan::description(self)
    }

    fn scale(&self) -> String {
        scale_of(self)
    }

    fn facts(&self) -> ProductFacts {
        ProductPlan::facts(self)
    }

    fn preload(&self) -> &[[u64; 2]] {
        ProductPlan::preload(self)
    }

    fn with_preload(&self, words: Vec<[u64; 2]>) -> Option<Box<dyn CorePlan>> {
        self.coefficients.is_loaded.then(|| Box::new(self.with_words(words)) as Box<dyn CorePlan>)
    }

    fn timing(&self) -> FrameTiming {
        ProductPlan::timing(self)
    }

    fn units(&self) -> Units {
        ProductPlan::units(self)
    }

    fn memory_words(&self) -> usize {
        ProductPlan::memory_words(self)
    }

    fn core(&self, name: &str, prefix: &str, format: Format, alone: Option<Reset>) -> Module {
        lower::core(name, prefix, self, format, alone)
    }

    fn exact(&self, field: &Field, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        ProductPlan::exact(self, field, points)
    }

    fn defined(&self, field: &Field, result: usize, point: usize) -> [u64; 2] {
        self.coefficients.defined(field, result, point)
    }

    fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        ProductPlan::transform(self, points)
    }
}
