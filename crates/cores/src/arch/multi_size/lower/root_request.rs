//! A request for roots of unity whose order depends on the size of a frame.

use super::super::route::SizeRoute;
use super::per_size::PerSize;
use crate::parts::operators::OperatorSet;
use fftgen_hdl::dsl::*;

/// Returns the exponents of roots, beat by beat, in a number of bits. The first argument gives the exponent's unit for
/// each size.
pub type Exponents<'a, 'm> = &'a dyn Fn(&dyn Fn(&SizeRoute) -> usize, u32) -> Sig<'m>;

/// What roots are asked for.
#[derive(Clone, Copy)]
pub struct RootRequest<'a, 'm> {
    pub sizes: PerSize<'m>,
    /// The order of the roots for a size; 1 for a size that takes none.
    pub order: &'a dyn Fn(&SizeRoute) -> usize,
    /// Exponents below the order.
    pub exponents: Exponents<'a, 'm>,
    /// Encodes coefficients.
    pub set: &'a OperatorSet,
    /// Clock cycles from an exponent to its root.
    pub delay: u32,
}

impl RootRequest<'_, '_> {
    /// The orders of all sizes, each once, the smallest first.
    pub fn orders(&self) -> Vec<usize> {
        let all = self.sizes.chain.routes.iter().map(self.order);
        let mut orders: Vec<usize> = all.filter(|order| *order > 1).collect();
        orders.sort_unstable();
        orders.dedup();
        orders
    }
}
