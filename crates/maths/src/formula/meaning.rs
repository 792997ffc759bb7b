//! Application of a formula to a vector, over any arithmetic.

use super::{values, Diag, Formula, Kernel};
use crate::exact::{Complex, Field};

/// An arithmetic in which a formula can be applied: residues of a proof, or wires of a graph.
pub trait FormulaDomain {
    /// A complex number.
    type Number: Clone;
    /// Returns 0.
    fn zero(&mut self) -> Self::Number;
    /// Computes the DFT of `x`, by the kernel's algorithm or any other.
    fn kernel(&mut self, kernel: Kernel, x: &[Self::Number]) -> Vec<Self::Number>;
    /// Multiplies `x` by a diagonal matrix.
    fn diag(&mut self, diag: Diag, x: Vec<Self::Number>) -> Vec<Self::Number>;
}

impl Formula {
    /// Applies the formula to `x`, which has [`Formula::size_in`] elements.
    pub fn act<A: FormulaDomain>(&self, on: &mut A, mut x: Vec<A::Number>) -> Vec<A::Number> {
        match self {
            Formula::Identity(_) => x,
            Formula::Kernel(kernel) => on.kernel(*kernel, &x),
            Formula::Tensor(a, b) => {
                let columns =
                    transpose(&x, b.size_in()).into_iter().map(|column| a.act(on, column)).collect::<Vec<_>>();
                let rows = transpose(&columns.concat(), a.size_out());
                rows.into_iter().flat_map(|row| b.act(on, row)).collect()
            }
            Formula::Compose(factors) => factors.iter().rev().fold(x, |x, factor| factor.act(on, x)),
            Formula::Perm(perm) => perm.sources().into_iter().map(|i| x[i].clone()).collect(),
            Formula::Diag(diag) => on.diag(*diag, x),
            Formula::Pad { to, .. } => {
                let zero = on.zero();
                x.resize(*to, zero);
                x
            }
            Formula::Take { to, .. } => {
                x.truncate(*to);
                x
            }
        }
    }

    /// Applies the formula to residues of complex numbers. Kernels are computed by the definition of the DFT.
    ///
    /// ```
    /// use fftgen_maths::exact::Field;
    /// use fftgen_maths::formula::{rules::prime_factor, Kernel};
    /// let dft6 = prime_factor(Kernel::direct(2), Kernel::symmetric(3)).unwrap();
    /// let field = Field::new(24, 1).unwrap();
    /// let flat = dft6.apply(&field, &[[1, 0]; 6]);
    /// assert_eq!((flat[0], flat[1..].iter().all(|bin| *bin == [0, 0])), ([6, 0], true));
    /// ```
    pub fn apply(&self, mut field: &Field, x: &[[u64; 2]]) -> Vec<[u64; 2]> {
        self.act(&mut field, x.to_vec())
    }
}

/// Returns the columns of a vector that is written in rows of `width`.
fn transpose<T: Clone>(x: &[T], width: usize) -> Vec<Vec<T>> {
    (0..width).map(|column| x.iter().skip(column).step_by(width).cloned().collect()).collect()
}

impl FormulaDomain for &Field {
    type Number = [u64; 2];

    fn zero(&mut self) -> [u64; 2] {
        [0; 2]
    }

    fn kernel(&mut self, kernel: Kernel, x: &[[u64; 2]]) -> Vec<[u64; 2]> {
        let n = kernel.radix;
        let roots: Vec<[u64; 2]> = (0..n).map(|k| self.parts(self.root(k, n))).collect();
        let term = |sum, (j, k): (usize, usize)| self.add_product(sum, x[j], roots[j * k % n]);
        (0..n).map(|k| (0..n).map(|j| (j, k)).fold([0; 2], term)).collect()
    }

    fn diag(&mut self, diag: Diag, x: Vec<[u64; 2]>) -> Vec<[u64; 2]> {
        let product = |(x, factor): (&[u64; 2], Complex)| self.add_product([0; 2], *x, self.pair(&factor));
        x.iter().zip(values(&diag.factors())).map(product).collect()
    }
}
