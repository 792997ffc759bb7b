//! What the plan of transforms by steps on a systolic array says of it.

use super::lower::core;
use super::plan::StepsPlan;
use crate::arch::{FrameTiming, ProductFacts};
use crate::exact::Field;
use crate::format::Format;
use crate::matrix::architecture::{scale_of_divisor, scale_of_shift};
use crate::matrix::core_plan::CorePlan;
use crate::parts::Reset;
use crate::pipeline::Units;
use crate::rtl::Module;

impl CorePlan for StepsPlan {
    fn title(&self) -> String {
        StepsPlan::title(self)
    }

    fn description(&self) -> String {
        StepsPlan::description(self)
    }

    fn scale(&self) -> String {
        match self.widest().is_float() {
            true => scale_of_divisor(self.divisor()),
            false => scale_of_shift(self.shift()),
        }
    }

    fn facts(&self) -> ProductFacts {
        StepsPlan::facts(self)
    }

    fn timing(&self) -> FrameTiming {
        StepsPlan::timing(self)
    }

    fn units(&self) -> Units {
        StepsPlan::units(self)
    }

    fn memory_words(&self) -> usize {
        StepsPlan::memory_words(self)
    }

    fn core(&self, name: &str, prefix: &str, format: Format, alone: Option<Reset>) -> Module {
        core(name, prefix, self, format, alone)
    }

    fn exact(&self, field: &Field, points: &[[u64; 2]]) -> Vec<[u64; 2]> {
        StepsPlan::exact(self, field, points)
    }

    fn defined(&self, field: &Field, result: usize, point: usize) -> [u64; 2] {
        StepsPlan::defined(self, field, result, point)
    }

    fn transform(&self, points: &[[u64; 2]]) -> (Vec<[u64; 2]>, bool) {
        StepsPlan::transform(self, points)
    }
}
