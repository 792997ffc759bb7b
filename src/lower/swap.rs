//! Exchange of real and imaginary parts.

use crate::rtl::{Module, Net};

/// Exchanges real and imaginary parts when `swap` is high. The inverse transform is the forward transform between two such exchanges.
pub fn swapped(m: &mut Module, data: &[Net], swap: Net) -> Vec<Net> {
    data.chunks(2).flat_map(|c| [m.mux(swap, c[1], c[0]), m.mux(swap, c[0], c[1])]).collect()
}
