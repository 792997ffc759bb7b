//! Words of coefficients: each one, or those of the powers of a root of unity that all of them are.

use super::powers::Powers;
use std::ops::Range;

/// Words of coefficients.
#[derive(Clone, PartialEq, Debug)]
pub enum Stored {
    /// A word for each coefficient, row by row.
    Each(Vec<[u64; 2]>),
    /// A word for each power of a root of unity. A dense transform of 8,192 points has so many in place of 67 million.
    Powers(Powers, Vec<[u64; 2]>),
}

impl Stored {
    /// Returns the words that are stored: row by row, or power by power.
    pub fn all(&self) -> &[[u64; 2]] {
        match self {
            Stored::Each(words) | Stored::Powers(_, words) => words,
        }
    }

    /// Returns the words of a coefficient of a matrix of some columns.
    pub fn at(&self, row: usize, column: usize, columns: usize) -> [u64; 2] {
        match self {
            Stored::Each(words) => words[row * columns + column],
            Stored::Powers(powers, words) => words[powers.at(row, column)],
        }
    }

    /// Returns the words of some rows.
    pub fn of_rows(&self, rows: Range<usize>, columns: usize) -> Self {
        match self {
            Stored::Each(words) => Stored::Each(words[rows.start * columns..rows.end * columns].to_vec()),
            Stored::Powers(powers, words) => {
                Stored::Powers(Powers { first: powers.stride(rows.start), ..*powers }, words.clone())
            }
        }
    }
}
