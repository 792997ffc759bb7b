//! Multiplication by twiddle factors between steps.

use crate::design::Config;
use crate::matrix::coefficients::Coefficients;
use crate::matrix::plan::{ProductPlan, ROUND_CYCLES};
use crate::matrix::sums::{FixedSums, Sums};
use crate::number::ProductRule;
use std::sync::Arc;

/// Bits after the last place of a point that a sum has when it is multiplied by its twiddle factor.
pub const GUARD_BITS: u32 = 2;

/// Multiplication by twiddle factors, for all steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// Products, in fixed point of words with guard bits.
    pub product: ProductPlan,
    /// Rounding of the products to points, in fixed point.
    pub rounding: Option<FixedSums>,
}

impl Turn {
    /// Chooses the arithmetic for factors after sums of a step, whose coefficients have the same format.
    pub fn new(config: &Config, step: &ProductPlan, factors: Arc<Coefficients>) -> Self {
        let config = Config { products: ProductRule::Whole, ..config.clone() };
        let factor_bits = factors.format.bits();
        let product = ProductPlan { coefficients: factors, rule: ProductRule::Whole, ..step.clone() };
        let Sums::Fixed(points) = product.sums else {
            let depths = ProductPlan::depths(&config, product.sums);
            return Turn { product: ProductPlan { depths, ..product }, rounding: None };
        };
        let data_bits = points.data_bits + GUARD_BITS;
        let words = FixedSums { data_bits, sum_bits: data_bits + factor_bits + 1, ..points };
        let dropped_bits = points.dropped_bits - points.shift + GUARD_BITS;
        let rounding = FixedSums { data_bits: points.data_bits, dropped_bits, ..words };
        let sums = Sums::Fixed(words);
        Turn {
            product: ProductPlan { sums, depths: ProductPlan::depths(&config, sums), ..product },
            rounding: Some(rounding),
        }
    }

    /// Returns the clock cycles from a sum to the point of the next step.
    pub fn cycles(&self) -> usize {
        self.product.product_cycles() + if self.rounding.is_some() { 2 * ROUND_CYCLES } else { 0 }
    }
}
