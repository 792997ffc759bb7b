//! Coefficients ahead of the frames of the testbench.

use crate::design::Design;
use serde::Serialize;

/// Coefficients of a matrix that come ahead of the frames.
#[derive(Serialize)]
pub(super) struct Preload {
    /// Bits of a part with its padding.
    slot: u32,
    /// Bits of a coefficient on its port.
    bits: u32,
    count: usize,
}

impl Preload {
    /// Returns the coefficients for a core that takes such.
    pub fn new(design: &Design) -> Option<Self> {
        let product = design.architecture.product().filter(|product| product.is_loaded)?;
        let slot = product.coefficient_bits.next_multiple_of(8);
        Some(Preload { slot, bits: 2 * slot, count: design.architecture.preload().len() })
    }

    /// Writes the coefficients as they are on the port.
    pub fn words(&self, design: &Design) -> Vec<String> {
        let digits = (self.slot / 4) as usize;
        let words = design.architecture.preload().iter();
        words.map(|[re, im]| format!("{im:0digits$x}{re:0digits$x}")).collect()
    }
}
