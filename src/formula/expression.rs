//! Formulas: transforms as algebra.

use super::{Diag, Kernel, Perm};

/// A linear transform, as a product of structured matrices (Van Loan, 1992).
///
/// ```
/// use fftgen::formula::{rules::cooley_tukey, Formula, Kernel};
/// let dft20 = cooley_tukey(Kernel::direct(4), Kernel::winograd(5));
/// assert_eq!(dft20.to_string(), "L(20,4)·(I4⊗W5)·T(20,5)·(DFT4⊗I5)");
/// assert_eq!(dft20.size_in(), 20);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    Identity(usize),
    /// A DFT computed in one piece.
    Kernel(Kernel),
    /// A ⊗ B: A on the columns, then B on the rows, of the vector written row by row.
    Tensor(Box<Formula>, Box<Formula>),
    /// A product; the rightmost applies first. Not empty.
    Compose(Vec<Formula>),
    Perm(Perm),
    Diag(Diag),
    /// Zeros appended.
    Pad {
        from: usize,
        to: usize,
    },
    /// The first `to` elements.
    Take {
        from: usize,
        to: usize,
    },
}

impl Formula {
    pub fn tensor(a: impl Into<Formula>, b: impl Into<Formula>) -> Formula {
        Formula::Tensor(Box::new(a.into()), Box::new(b.into()))
    }

    /// A product whose factors are not products and not identities.
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

    pub fn size_in(&self) -> usize {
        self.sizes().0
    }

    pub fn size_out(&self) -> usize {
        self.sizes().1
    }

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
