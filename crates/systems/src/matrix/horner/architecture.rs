//! What the plan of a core by Horner's rule says of it.

use super::lower;
use super::plan::HornerPlan;
use crate::arch::{FrameTiming, ProductFacts};
use crate::exact::Field;
use crate::format::Format;
use crate::matrix::architecture::scale_of_shift;
use crate::matrix::core_plan::CorePlan;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;

impl CorePlan for HornerPlan {
    fn title(&self) -> String {
        HornerPlan::title(self)
    }

    fn description(&self) -> String {
        HornerPlan::description(self)
    }

    fn scale(&self) -> String {
        scale_of_shift(self.fixed.map_or(0, |step| step.sums.shift))
    }

    fn facts(&self) -> ProductFacts {
        HornerPlan::facts(self)
    }

    fn preload(&self) -> &[[u64; 2]] {
        self.product.preload()
    }

    fn with_preload(&self, words: Vec<[u64; 2]>) -> Option<Box<dyn CorePlan>> {
        let is_loaded = self.product.coefficients.is_loaded;
        is_loaded.then(|| {
            Box::new(HornerPlan { product: self.product.with_words(words), ..self.clone() }) as Box<dyn CorePlan>
        })
    }

    fn timing(&self) -> FrameTiming {
        HornerPlan::timing(self)
    }

    fn units(&self) -> Units {
        HornerPlan::units(self)
    }

    fn memory_words(&self) -> usize {
        HornerPlan::memory_words(self)
    }

    fn core(&self, name: &str, prefix: &str, format: Format, alone: Option<Reset>) -> Module {
        lower::core(name, prefix, self, format, alone)
    }

    fn exact(&self, field: &Field, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        HornerPlan::exact(self, field, points)
    }

    fn defined(&self, field: &Field, result: usize, point: usize) -> [u64; 2] {
        HornerPlan::defined(self, field, result, point)
    }

    fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        HornerPlan::transform(self, points)
    }
}
