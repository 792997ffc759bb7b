//! Text of formulas.

use std::fmt::{Display, Formatter, Result};

use super::{Diag, Formula, Kernel, Perm};

impl Display for Kernel {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self.algorithm.letter() {
            Some(letter) => write!(f, "{}{}", letter.to_ascii_uppercase(), self.radix),
            None => write!(f, "DFT{}", self.radix),
        }
    }
}

impl Display for Perm {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Perm::Stride { n, m } => write!(f, "L({},{n})", n * m),
            Perm::Ruritanian { n, m } => write!(f, "RUR({n},{m})"),
            Perm::Crt { n, m } => write!(f, "CRT({n},{m})"),
            Perm::Residues { n, m } => write!(f, "RES({n},{m})"),
            Perm::Multiples { n, by } => write!(f, "MUL({n},{by})"),
            Perm::Reverse(n) => write!(f, "REV({n})"),
        }
    }
}

impl Display for Diag {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Diag::Twiddle { n, m, power: 1 } => write!(f, "T({},{m})", n * m),
            Diag::Twiddle { n, m, power } => write!(f, "T({},{m})^{power}", n * m),
            Diag::Chirp(n) => write!(f, "CHIRP({n})"),
            Diag::Spectrum { n, m } => write!(f, "SPEC({n},{m})"),
            Diag::Scale { by, .. } => write!(f, "1/{by}"),
            Diag::Level { up, by, root, .. } => write!(f, "2^{up}/{}{by}", if *root { "√" } else { "" }),
        }
    }
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Formula::Identity(n) => write!(f, "I{n}"),
            Formula::Kernel(kernel) => kernel.fmt(f),
            Formula::Tensor(a, b) => write!(f, "({}⊗{})", Operand(a), Operand(b)),
            Formula::Compose(factors) => {
                for (i, factor) in factors.iter().enumerate() {
                    write!(f, "{}{factor}", if i > 0 { "·" } else { "" })?;
                }
                Ok(())
            }
            Formula::Perm(perm) => perm.fmt(f),
            Formula::Diag(diag) => diag.fmt(f),
            Formula::Pad { from, to } => write!(f, "PAD({from},{to})"),
            Formula::Take { from, to } => write!(f, "TAKE({from},{to})"),
        }
    }
}

/// An operand of a tensor product, which is written in brackets if it is a product.
struct Operand<'a>(&'a Formula);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self.0 {
            Formula::Compose(_) => write!(f, "({})", self.0),
            simple => simple.fmt(f),
        }
    }
}
