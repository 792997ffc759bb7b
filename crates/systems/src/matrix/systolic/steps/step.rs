//! A step of a transform.

use crate::design::Config;
use crate::error::Error;
use crate::matrix::coefficients::Coefficients;
use crate::matrix::elements::Elements;
use crate::matrix::plan::ProductPlan;
use crate::matrix::sums::Sums;
use crate::number::FixedOptions;
use std::sync::Arc;

/// A step: vectors are multiplied by the transform of its radix, or by a matrix each.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Coefficients and sums: those of all vectors, or of the vectors of a frame one after the other, as often as there
    /// are less.
    pub products: Vec<ProductPlan>,
    /// Points of the transforms that are left after the step.
    pub rest: usize,
    /// Twiddle factors by which results are multiplied: a row for each result, a column for each point of the rest.
    /// `None` after the last step, and where they are in the matrices.
    pub factors: Option<Arc<Coefficients>>,
}

impl Step {
    /// Chooses the arithmetic of a step without twiddle factors. `matrices`: matrices of `results` rows one after the
    /// other.
    pub fn new(
        config: &Config,
        arithmetic: &FixedOptions,
        matrices: Coefficients,
        results: usize,
        rest: usize,
    ) -> Result<Self, Error> {
        let config = Config { arithmetic: arithmetic.clone(), ..config.clone() };
        let each = matrices.cut(results);
        let common = ProductPlan::without_partial_sums(&config, matrices, ("dft", "dft".into()), Elements::default())?;
        let product = |matrix: Coefficients| ProductPlan { coefficients: Arc::new(matrix), ..common.clone() };
        Ok(Step { products: each.into_iter().map(product).collect(), rest, factors: None })
    }

    /// Returns coefficients and sums of the first vector. Only the coefficients differ from vector to vector.
    pub fn product(&self) -> &ProductPlan {
        &self.products[0]
    }

    /// Returns the number of matrices, which the vectors take in turn.
    pub fn matrices(&self) -> usize {
        self.products.len()
    }

    /// Returns the points of a vector.
    pub fn radix(&self) -> usize {
        self.product().columns()
    }

    /// Returns the results of a vector.
    pub fn results(&self) -> usize {
        self.product().rows()
    }
}

/// Gives the sums of all steps the bits of the longest ones.
pub fn with_equal_sums(steps: &mut [Step]) {
    let bits = |step: &Step| match step.product().sums {
        Sums::Fixed(sums) => sums.sum_bits,
        Sums::Float(_) => 0,
    };
    let most = steps.iter().map(bits).max().unwrap_or(0);
    for step in steps {
        for product in &mut step.products {
            if let Sums::Fixed(sums) = &mut product.sums {
                sums.sum_bits = most;
            }
        }
    }
}
