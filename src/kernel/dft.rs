//! A kernel's algorithm as a graph.

use super::rader::{rader, winograd};
use super::shared::{shared, Sines};
use super::symmetric::symmetric;
use super::{Builder, ComplexWire};
use crate::formula::rules::cooley_tukey;
use crate::formula::rules::fused;
use crate::formula::{Algorithm, Kernel};

/// The DFT of `x`, which has as many elements as the kernel has points.
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
        Algorithm::Fused => fused(kernel.radix).act(b, x.to_vec()),
    }
}

/// A power of two: radix 2 to 8 points, then radix 4, whose twiddles are the fewest.
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
