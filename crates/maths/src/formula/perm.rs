//! Permutations of a vector.

use super::inverse_modulo;

/// A permutation matrix P, described by y = P x.
///
/// ```
/// use fftgen_maths::formula::Perm;
/// assert_eq!(Perm::Stride { n: 2, m: 3 }.sources(), [0, 3, 1, 4, 2, 5]);
/// assert_eq!(Perm::Ruritanian { n: 2, m: 3 }.sources(), [0, 2, 4, 3, 5, 1]);
/// assert_eq!(Perm::Crt { n: 2, m: 3 }.sources(), [0, 4, 2, 3, 1, 5]);
/// assert_eq!(Perm::Residues { n: 2, m: 3 }.sources(), [0, 4, 2, 3, 1, 5]);
/// assert_eq!(Perm::Multiples { n: 5, by: 2 }.sources(), [0, 2, 4, 1, 3]);
/// assert_eq!(Perm::Reverse(4).sources(), [0, 3, 2, 1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Perm {
    /// The transposition of n rows of m: `y[a + n b] = x[a m + b]`.
    Stride {
        /// Number of rows.
        n: usize,
        /// Number of columns.
        m: usize,
    },
    /// Good's input map for coprime n and m: `y[a m + b] = x[(a m + b n) mod nm]` (Good, 1958).
    Ruritanian {
        /// Size of the first factor.
        n: usize,
        /// Size of the second factor.
        m: usize,
    },
    /// The Chinese remainder theorem's output map: `y[k] = x[(k mod n) m + k mod m]`.
    Crt {
        /// Size of the first factor.
        n: usize,
        /// Size of the second factor.
        m: usize,
    },
    /// The map of coprime n and m to residues: `y[(k mod n) m + k mod m] = x[k]`, which [`Perm::Crt`] takes back.
    Residues {
        /// Size of the first factor.
        n: usize,
        /// Size of the second factor.
        m: usize,
    },
    /// The multiples of a number that has no factor in common with n: `y[k] = x[k by mod n]`.
    Multiples {
        /// Number of elements.
        n: usize,
        /// The number.
        by: usize,
    },
    /// The reversal `y[k] = x[-k mod n]`, which turns a forward transform into an inverse one.
    Reverse(usize),
}

impl Perm {
    /// Returns the number of elements.
    pub fn size(self) -> usize {
        match self {
            Perm::Stride { n, m } | Perm::Ruritanian { n, m } | Perm::Crt { n, m } | Perm::Residues { n, m } => n * m,
            Perm::Multiples { n, .. } | Perm::Reverse(n) => n,
        }
    }

    /// Returns the input position of output position `k`.
    pub fn source(self, k: usize) -> usize {
        match self {
            Perm::Stride { n, m } => (k % n) * m + k / n,
            Perm::Ruritanian { n, m } => (k / m * m + k % m * n) % (n * m),
            Perm::Crt { n, m } => (k % n) * m + k % m,
            Perm::Residues { n, m } => (k / m * m * inverse_modulo(m, n) + k % m * n * inverse_modulo(n, m)) % (n * m),
            Perm::Multiples { n, by } => k * by % n,
            Perm::Reverse(n) => (n - k) % n,
        }
    }

    /// Returns [`Perm::source`] of every output position.
    pub fn sources(self) -> Vec<usize> {
        match self {
            // Each residue is found by its number, without an inverse for each of them.
            Perm::Residues { n, m } => {
                let mut sources = vec![0; n * m];
                (0..n * m).for_each(|j| sources[j % n * m + j % m] = j);
                sources
            }
            _ => (0..self.size()).map(|k| self.source(k)).collect(),
        }
    }
}
