//! What the plan of a systolic array says of it.

use super::core::core;
use super::plan::SystolicPlan;
use crate::arch::{FrameTiming, ProductFacts};
use crate::exact::Field;
use crate::format::Format;
use crate::matrix::architecture::scale_of;
use crate::matrix::core_plan::CorePlan;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;

impl CorePlan for SystolicPlan {
    fn title(&self) -> String {
        self.product.title()
    }

    fn description(&self) -> String {
        SystolicPlan::description(self)
    }

    fn scale(&self) -> String {
        scale_of(&self.product)
    }

    fn facts(&self) -> ProductFacts {
        SystolicPlan::facts(self)
    }

    fn preload(&self) -> &[[u64; 2]] {
        self.product.preload()
    }

    fn with_preload(&self, words: Vec<[u64; 2]>) -> Option<Box<dyn CorePlan>> {
        let is_loaded = self.product.coefficients.is_loaded;
        is_loaded.then(|| {
            Box::new(SystolicPlan { product: self.product.with_words(words), ..self.clone() }) as Box<dyn CorePlan>
        })
    }

    fn lanes(&self) -> usize {
        self.width
    }

    fn timing(&self) -> FrameTiming {
        SystolicPlan::timing(self)
    }

    fn units(&self) -> Units {
        SystolicPlan::units(self)
    }

    fn memory_words(&self) -> usize {
        SystolicPlan::memory_words(self)
    }

    fn core(&self, name: &str, prefix: &str, format: Format, alone: Option<Reset>) -> Module {
        core(name, prefix, self, format, alone)
    }

    fn exact(&self, field: &Field, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        SystolicPlan::exact(self, field, points)
    }

    fn defined(&self, field: &Field, result: usize, point: usize) -> [u64; 2] {
        self.product.coefficients.defined(field, result, point)
    }

    fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        SystolicPlan::transform(self, points)
    }
}
