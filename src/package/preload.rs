//! Sets of coefficients that come beside the frames of the testbench.

use super::vectors::Vectors;
use crate::design::Design;
use serde::Serialize;

/// Coefficients of a matrix, or factors of nodes, that come before the frames, and another set of as many.
#[derive(Serialize)]
pub(super) struct Preload {
    /// Bits of a part with its padding.
    slot: u32,
    /// Bits of a coefficient on its port.
    bits: u32,
    count: usize,
    /// Overflow of each frame with the other set, the last frame first.
    other_overflows: String,
    #[serde(skip)]
    sets: [Vec<[u64; 2]>; 2],
    /// Results with the other set.
    #[serde(skip)]
    pub other_output: Vec<String>,
}

impl Preload {
    /// Returns the coefficients for a core that takes such, with the results of `frames` frames of a seed for the other
    /// set: the words of the first one, each in the place before its own.
    pub fn new(design: &Design, frames: usize, seed: u64) -> Option<Self> {
        let product = design.architecture.product().filter(|product| product.is_loaded)?;
        let slot = product.coefficient_bits.next_multiple_of(8);
        let first = design.architecture.preload().to_vec();
        let mut other = first.clone();
        other.rotate_left(1);
        let reloaded = design.architecture.with_preload(other.clone())?;
        let vectors = Vectors::new(&Design::of(design.config.clone(), reloaded), frames, seed);
        Some(Preload {
            slot,
            bits: 2 * slot,
            count: first.len(),
            other_overflows: vectors.overflows(),
            sets: [first, other],
            other_output: vectors.output,
        })
    }

    /// Writes the coefficients of both sets as they are on the port.
    pub fn words(&self) -> Vec<String> {
        let digits = (self.slot / 4) as usize;
        self.sets.concat().iter().map(|[re, im]| format!("{im:0digits$x}{re:0digits$x}")).collect()
    }
}
