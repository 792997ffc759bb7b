//! Names and descriptions of cores by Horner's rule.

use super::plan::HornerPlan;
use crate::arch::ProductFacts;
use crate::design::Config;
use crate::matrix::plan::ProductPlan;

impl HornerPlan {
    /// Returns the name of the top module.
    pub fn top_name(&self, config: &Config) -> String {
        config.name.clone().unwrap_or_else(|| self.product.name_of([self.nodes(), self.points], config))
    }

    /// Describes the core in a line.
    pub fn title(&self) -> String {
        let (nodes, points) = (self.nodes(), self.points);
        format!("Values of the z-transform of {points} points at {nodes} nodes that come at run time, by Horner's rule")
    }

    /// Describes elements and steps in a line.
    pub fn description(&self) -> String {
        let nodes = self.mac_nodes();
        format!("{}, {nodes} nodes to a multiply-add; {}", self.product.elements_in_words(), self.order())
    }

    /// States the order of the recursion and its roundings.
    pub fn order(&self) -> String {
        let rounding = match self.fixed {
            Some(step) => {
                format!("each exact step is rounded once, to words with {} guard bits", step.guard_bits)
            }
            None => "each product of real numbers and each sum is rounded".into(),
        };
        format!("from the last point to the first, the sum times 1/z plus the point; {rounding}")
    }

    /// Returns the facts for the documents of a core.
    pub fn facts(&self) -> ProductFacts {
        let plan = &self.product;
        ProductFacts {
            columns: self.points,
            coefficients: self.nodes(),
            frame_cycles: self.points * self.mac_nodes(),
            utilisation: self.mac_nodes() as f64 / self.point_slots() as f64,
            coefficient_fraction: self.fixed.map(|step| step.factor_fraction as i32),
            order: self.order(),
            step_cycles: Some(self.step_cycles()),
            ..ProductPlan::facts(plan)
        }
    }
}
