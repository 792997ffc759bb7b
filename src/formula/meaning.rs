//! Application of a formula to a vector, over any arithmetic.

use num_complex::Complex64;

use super::{values, Diag, Formula, Kernel};

/// An arithmetic in which a formula can be applied: doubles of a test, or wires of a graph.
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

    /// Applies the formula to `x` in double precision. Kernels are computed by the definition of the DFT.
    ///
    /// ```
    /// use fftgen::formula::{rules::prime_factor, Kernel};
    /// use num_complex::Complex64;
    /// let dft6 = prime_factor(Kernel::direct(2), Kernel::symmetric(3)).unwrap();
    /// let flat = dft6.apply(&[Complex64::ONE; 6]);
    /// assert!((flat[0] - 6.0).norm() < 1e-12 && flat[1..].iter().all(|v| v.norm() < 1e-12));
    /// ```
    pub fn apply(&self, x: &[Complex64]) -> Vec<Complex64> {
        self.act(&mut Doubles, x.to_vec())
    }

    /// Returns the columns of the matrix, which are the images of the unit vectors.
    pub fn matrix(&self) -> Vec<Vec<Complex64>> {
        let n = self.size_in();
        let unit = |k: usize| (0..n).map(|i| Complex64::from(f64::from(u8::from(i == k)))).collect::<Vec<_>>();
        (0..n).map(|k| self.apply(&unit(k))).collect()
    }
}

/// Returns the columns of a vector that is written in rows of `width`.
fn transpose<T: Clone>(x: &[T], width: usize) -> Vec<Vec<T>> {
    (0..width).map(|column| x.iter().skip(column).step_by(width).cloned().collect()).collect()
}

/// Arithmetic in double precision.
struct Doubles;

impl FormulaDomain for Doubles {
    type Number = Complex64;

    fn zero(&mut self) -> Complex64 {
        Complex64::ZERO
    }

    fn kernel(&mut self, kernel: Kernel, x: &[Complex64]) -> Vec<Complex64> {
        let n = kernel.radix;
        let root = |k: usize| Complex64::cis(-2.0 * std::f64::consts::PI * (k % n) as f64 / n as f64);
        (0..n).map(|k| x.iter().enumerate().map(|(j, v)| v * root(j * k)).sum()).collect()
    }

    fn diag(&mut self, diag: Diag, x: Vec<Complex64>) -> Vec<Complex64> {
        x.iter().zip(values(&diag.factors())).map(|(x, factor)| x * factor.to_c64()).collect()
    }
}
