//! Formulas: linear transforms as algebraic expressions.

use super::{Diag, Kernel, Perm};
use std::ops::Mul;

/// A linear transform, as a product of structured matrices (Van Loan, 1992).
///
/// ```
/// use fftgen_maths::formula::{rules::cooley_tukey, Formula, Kernel};
/// let dft20 = cooley_tukey(Kernel::direct(4), Kernel::winograd(5));
/// assert_eq!(dft20.to_string(), "L(20,4)·(I4⊗W5)·T(20,5)·(DFT4⊗I5)");
/// assert_eq!(dft20.size_in(), 20);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// The identity matrix of a size.
    Identity(usize),
    /// A DFT that one kernel computes.
    Kernel(Kernel),
    /// A ⊗ B. It applies A to the columns and then B to the rows of the vector, which is written row by row.
    Tensor(Box<Formula>, Box<Formula>),
    /// A product of at least one factor; the rightmost applies first.
    Compose(Vec<Formula>),
    /// A permutation.
    Perm(Perm),
    /// A diagonal matrix.
    Diag(Diag),
    /// The vector with zeros appended.
    Pad {
        /// Number of input elements.
        from: usize,
        /// Number of output elements.
        to: usize,
    },
    /// The first elements of the vector.
    Take {
        /// Number of input elements.
        from: usize,
        /// Number of output elements.
        to: usize,
    },
}

impl Formula {
    /// Returns A ⊗ B.
    pub fn tensor(a: impl Into<Formula>, b: impl Into<Formula>) -> Formula {
        Formula::Tensor(Box::new(a.into()), Box::new(b.into()))
    }

    /// Multiplies factors. Products among them are flattened, and identities are left out.
    pub fn product(factors: impl IntoIterator<Item = Formula>) -> Formula {
        let mut flat = Vec::new();
        let mut size = 0;
        for factor in factors {
            size = factor.size_in();
            match factor {
                Formula::Compose(inner) => flat.extend(inner),
                Formula::Identity(_) => {}
                factor => flat.push(factor),
            }
        }
        match flat.len() {
            0 => Formula::Identity(size),
            1 => flat.swap_remove(0),
            _ => Formula::Compose(flat),
        }
    }

    /// Returns the number of input elements.
    pub fn size_in(&self) -> usize {
        self.sizes().0
    }

    /// Returns the number of output elements.
    pub fn size_out(&self) -> usize {
        self.sizes().1
    }

    /// Whether elements are added, as for a convolution with a chirp.
    pub fn pads(&self) -> bool {
        self.has(&|part| matches!(part, Formula::Pad { .. }))
    }

    /// Whether a kernel has products that are far smaller than its results.
    pub fn has_small_products(&self) -> bool {
        self.has(&|part| matches!(part, Formula::Kernel(kernel) if kernel.has_small_products()))
    }

    /// Whether a factor, which is no product itself, is of a kind.
    fn has(&self, kind: &dyn Fn(&Formula) -> bool) -> bool {
        match self {
            Formula::Tensor(a, b) => a.has(kind) || b.has(kind),
            Formula::Compose(factors) => factors.iter().any(|factor| factor.has(kind)),
            factor => kind(factor),
        }
    }

    /// Returns the numbers of input and of output elements.
    fn sizes(&self) -> (usize, usize) {
        let square = |n| (n, n);
        match self {
            Formula::Identity(n) => square(*n),
            Formula::Kernel(kernel) => square(kernel.radix),
            Formula::Tensor(a, b) => (a.size_in() * b.size_in(), a.size_out() * b.size_out()),
            Formula::Compose(factors) => {
                (factors.last().map_or(0, Formula::size_in), factors.first().map_or(0, Formula::size_out))
            }
            Formula::Perm(perm) => square(perm.size()),
            Formula::Diag(diag) => square(diag.size()),
            Formula::Pad { from, to } | Formula::Take { from, to } => (*from, *to),
        }
    }
}

/// The product of two matrices, of which the right one applies first.
///
/// ```
/// use fftgen_maths::formula::{Formula, Kernel, Perm};
/// let rows = Formula::tensor(Kernel::winograd(5), Kernel::direct(4));
/// let dft20 = Perm::Crt { n: 5, m: 4 } * rows * Perm::Ruritanian { n: 5, m: 4 };
/// assert_eq!(dft20.to_string(), "CRT(5,4)·(W5⊗DFT4)·RUR(5,4)");
/// ```
impl<F: Into<Formula>> Mul<F> for Formula {
    type Output = Formula;
    fn mul(self, first: F) -> Formula {
        Formula::product([self, first.into()])
    }
}

macro_rules! factors { ($($Factor:ty)*) => { $(
    impl<F: Into<Formula>> Mul<F> for $Factor {
        type Output = Formula;
        fn mul(self, first: F) -> Formula {
            Formula::from(self) * first
        }
    }
)* } }
factors! { Kernel Perm Diag }

impl From<Kernel> for Formula {
    fn from(kernel: Kernel) -> Formula {
        Formula::Kernel(kernel)
    }
}

impl From<Perm> for Formula {
    fn from(perm: Perm) -> Formula {
        Formula::Perm(perm)
    }
}

impl From<Diag> for Formula {
    fn from(diag: Diag) -> Formula {
        Formula::Diag(diag)
    }
}
