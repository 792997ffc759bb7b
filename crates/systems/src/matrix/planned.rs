//! Plans of cores for matrix products, on elements or on cells.

use super::architecture::Product;
use super::horner::HornerPlan;
use super::longer::{Lengths, Longer};
use super::plan::ProductPlan;
use super::rules::Matrix;
use super::systolic::{StepsPlan, SystolicPlan};
use crate::arch::Architecture;
use crate::design::{Config, Design};
use num_complex::Complex64;

/// Plan of a core for matrix products.
#[derive(Clone, PartialEq, Debug)]
pub enum Planned {
    /// Elements on a line or a ring.
    Elements(ProductPlan),
    /// Elements on a line for nodes that come at run time.
    Horner(HornerPlan),
    /// Cells that multiply by a whole matrix.
    Cells(SystolicPlan),
    /// Cells that transform by steps.
    Steps(StepsPlan),
}

impl Planned {
    /// Returns the name of the top module.
    pub fn top_name(&self, config: &Config) -> String {
        match self {
            Planned::Elements(plan) => plan.top_name(config),
            Planned::Horner(plan) => plan.top_name(config),
            Planned::Cells(plan) => plan.top_name(config),
            Planned::Steps(plan) => plan.top_name(config),
        }
    }

    /// Returns the architecture for the same configuration, of which nothing is built.
    pub fn architecture(self, config: &Config) -> Box<dyn Architecture> {
        let product = match self {
            Planned::Elements(plan) => Product::new(plan),
            Planned::Horner(plan) => Product::new(plan),
            Planned::Cells(plan) => Product::new(plan),
            Planned::Steps(plan) => Product::new(plan),
        };
        let inside: Box<dyn Architecture> = Box::new(product);
        match Lengths::new(config) {
            Some(lengths) => Box::new(Longer { inside, lengths }),
            None => inside,
        }
    }

    /// Returns the matrix of the coefficients of a test, where these come while the core runs.
    pub fn loaded_matrix(&self) -> Option<Matrix> {
        let values = |plan: &ProductPlan| {
            let format = plan.coefficients.format;
            let value = move |parts: &[u64; 2]| format.value(*parts).to_c64();
            plan.preload().iter().map(value).collect::<Vec<_>>()
        };
        let (columns, entries) = match self {
            Planned::Elements(plan) => (plan.columns(), values(plan)),
            Planned::Cells(plan) => (plan.product.columns(), values(&plan.product)),
            Planned::Horner(plan) => {
                let powers = |factor: Complex64| (0..plan.points as u32).map(move |power| factor.powu(power));
                (plan.points, values(&plan.product).into_iter().flat_map(powers).collect())
            }
            Planned::Steps(_) => return None,
        };
        (!entries.is_empty()).then(|| Matrix::Entries { columns, entries: entries.into() })
    }

    /// Builds the core for the same configuration.
    pub fn design(self, config: Config) -> Design {
        let name = self.top_name(&config);
        let architecture = self.architecture(&config);
        Design::of(Config { name: Some(name), ..config }, architecture)
    }
}
