//! The graph of each kernel algorithm.

use super::rader::{rader, winograd};
use super::shared::{shared, Sines};
use super::symmetric::{accumulated, symmetric};
use super::{Builder, ComplexWire};
use crate::formula::rules::cooley_tukey;
use crate::formula::rules::fused;
use crate::formula::{Algorithm, Kernel};

/// Adds the DFT of `x` to a graph. The number of elements is the kernel's radix.
pub fn kernel(b: &mut Builder, kernel: Kernel, x: &[ComplexWire]) -> Vec<ComplexWire> {
    match kernel.algorithm {
        _ if !kernel.is_native() => symmetric(b, x),
        Algorithm::Direct => direct(b, x),
        Algorithm::Symmetric => symmetric(b, x),
        Algorithm::SharedCosines => shared(b, x, Sines::Rows),
        Algorithm::SharedProducts => shared(b, x, Sines::Pairs),
        Algorithm::Halves => shared(b, x, Sines::Halves),
        Algorithm::Rader => rader(b, x),
        Algorithm::Winograd => winograd(b, x),
        Algorithm::Accumulated => accumulated(b, x),
        Algorithm::Fused => fused(kernel.radix).act(b, x.to_vec()),
    }
}

/// Adds the DFT of a power of two: radix 2 up to 8 points, and radix 4 above, which has the fewest twiddle factors.
fn direct(b: &mut Builder, x: &[ComplexWire]) -> Vec<ComplexWire> {
    match *x {
        [] | [_] => x.to_vec(),
        [x0, x1] => vec![b.complex_add(x0, x1), b.complex_sub(x0, x1)],
        _ => {
            let first = if x.len() > 8 { 4 } else { 2 };
            let rest = x.len() / first;
            cooley_tukey(Kernel::direct(first), Kernel::direct(rest)).act(b, x.to_vec())
        }
    }
}
