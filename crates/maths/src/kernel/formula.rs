//! The graph of a whole formula: kernels are composed, diagonals become constants and permutations become wiring.

use super::{kernel, Builder, ComplexWire, Graph};
use crate::formula::{values, Diag, Formula, FormulaDomain, Kernel};

/// Builds the graph of a formula.
///
/// ```
/// use fftgen_maths::{kernel::from_formula, formula::{rules::cooley_tukey, Kernel}};
/// let dft9 = from_formula(&cooley_tukey(Kernel::winograd(3), Kernel::winograd(3)));
/// assert_eq!(dft9.outputs.len(), 18);
/// assert_eq!(dft9.counts().muls, 28);
/// ```
pub fn from_formula(formula: &Formula) -> Graph {
    let mut builder = Builder::new();
    let x = (0..formula.size_in()).map(|_| builder.complex_input()).collect();
    let y = formula.act(&mut builder, x);
    let outputs: Vec<_> = y.into_iter().flat_map(|value| [value.re, value.im]).collect();
    builder.finish(&outputs)
}

impl FormulaDomain for Builder {
    type Number = ComplexWire;

    fn zero(&mut self) -> ComplexWire {
        ComplexWire::ZERO
    }

    fn kernel(&mut self, which: Kernel, x: &[ComplexWire]) -> Vec<ComplexWire> {
        kernel(self, which, x)
    }

    fn diag(&mut self, diag: Diag, x: Vec<ComplexWire>) -> Vec<ComplexWire> {
        let factors = values(&diag.factors());
        x.into_iter().zip(factors).map(|(x, by)| self.complex_mul(x, &by)).collect()
    }
}
