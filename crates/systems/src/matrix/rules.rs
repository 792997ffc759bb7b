//! Matrices by their rules, by nodes or by their entries.

use super::powers::Powers;
use crate::design::digest;
use crate::exact::{gcd, roots, Complex, Real, Root};
use num_complex::Complex64;
use std::sync::Arc;

/// Maximum order of roots of unity that are computed all at once.
const MAX_TABLE: usize = 1 << 16;

/// A ratio of whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    /// Numerator.
    pub numerator: i64,
    /// Denominator, at least 1.
    pub denominator: i64,
}

/// A matrix of which a core computes products with frames.
#[derive(Clone, PartialEq, Debug)]
pub enum Matrix {
    /// Discrete cosine transform of type 2 of frames of the given points: cos(π (2n+1) k / 2N).
    Dct2(usize),
    /// Discrete cosine transform of type 4 of frames of the given points: cos(π (2n+1) (2k+1) / 4N).
    Dct4(usize),
    /// Bins of the discrete Fourier transform of frames of `size` points: e^(-2πi kn/N).
    Bins {
        /// Points of a frame.
        size: usize,
        /// Numbers of the bins.
        bins: Vec<usize>,
    },
    /// Uniform discrete Fourier transform of frames of the given points, divided by a number: e^(∓2πi kn/N)/by.
    Uniform {
        /// Points of a frame.
        size: usize,
        /// Whether the transform is the inverse one, of positive exponents.
        inverse: bool,
        /// Divisor of all coefficients.
        by: usize,
    },
    /// Chirp z-transform on the unit circle: e^(-2πi (start + k·step) n), with start and step in turns.
    Chirp {
        /// Points of a frame.
        size: usize,
        /// Frequency of the first result in cycles a point.
        start: Ratio,
        /// Frequency from a result to the next in cycles a point.
        step: Ratio,
        /// Number of results.
        count: usize,
    },
    /// Values of the z-transform at nodes: z^(-n).
    Nodes {
        /// Points of a frame.
        size: usize,
        /// Nodes z, none of which is zero.
        nodes: Arc<[Complex64]>,
    },
    /// Entries, row by row.
    Entries {
        /// Number of columns, which are points of a frame.
        columns: usize,
        /// All entries.
        entries: Arc<[Complex64]>,
    },
    /// Coefficients that come by a stream of their own while the core runs.
    Loaded {
        /// Number of rows.
        rows: usize,
        /// Number of columns, which are points of a frame.
        columns: usize,
    },
}

impl Matrix {
    /// Returns the number of rows, which are the results of a frame.
    pub fn rows(&self) -> usize {
        match self {
            Matrix::Dct2(size) | Matrix::Dct4(size) | Matrix::Uniform { size, .. } => *size,
            Matrix::Bins { bins, .. } => bins.len(),
            Matrix::Chirp { count, .. } => *count,
            Matrix::Nodes { nodes, .. } => nodes.len(),
            Matrix::Entries { columns, entries } => entries.len() / columns,
            Matrix::Loaded { rows, .. } => *rows,
        }
    }

    /// Returns the number of columns, which are the points of a frame.
    pub fn columns(&self) -> usize {
        match self {
            Matrix::Dct2(size) | Matrix::Dct4(size) | Matrix::Uniform { size, .. } => *size,
            Matrix::Bins { size, .. } | Matrix::Chirp { size, .. } | Matrix::Nodes { size, .. } => *size,
            Matrix::Entries { columns, .. } | Matrix::Loaded { columns, .. } => *columns,
        }
    }

    /// Returns what the name of a core says of the matrix: its word, and a digest of what its size does not say.
    pub fn label(&self) -> String {
        self.word().to_string() + &self.digest().map_or(String::new(), |digest| format!("_{digest}"))
    }

    /// Returns a digest of the matrix. `None` if it follows from the word and the size.
    pub(super) fn digest(&self) -> Option<String> {
        match self {
            Matrix::Dct2(_) | Matrix::Dct4(_) | Matrix::Uniform { .. } | Matrix::Loaded { .. } => None,
            Matrix::Bins { .. } | Matrix::Chirp { .. } | Matrix::Nodes { .. } | Matrix::Entries { .. } => {
                Some(digest(&format!("{self:?}")))
            }
        }
    }

    /// Returns a word for the matrix.
    pub fn word(&self) -> &'static str {
        match self {
            Matrix::Dct2(_) => "dct2",
            Matrix::Dct4(_) => "dct4",
            Matrix::Bins { .. } => "goertzel",
            Matrix::Uniform { inverse: false, .. } => "dft",
            Matrix::Uniform { inverse: true, .. } => "idft",
            Matrix::Chirp { .. } => "czt",
            Matrix::Nodes { .. } => "nodes",
            Matrix::Entries { .. } => "matrix",
            Matrix::Loaded { .. } => "loaded",
        }
    }

    /// Returns the divisor of all coefficients.
    pub fn divisor(&self) -> usize {
        match self {
            Matrix::Uniform { by, .. } => *by,
            _ => 1,
        }
    }

    /// Whether all coefficients are real numbers.
    pub fn is_real(&self) -> bool {
        match self {
            Matrix::Dct2(_) | Matrix::Dct4(_) => true,
            Matrix::Entries { entries, .. } => entries.iter().all(|entry| entry.im == 0.0),
            Matrix::Uniform { .. }
            | Matrix::Bins { .. }
            | Matrix::Chirp { .. }
            | Matrix::Nodes { .. }
            | Matrix::Loaded { .. } => false,
        }
    }

    /// Whether coefficients come while the core runs.
    pub fn is_loaded(&self) -> bool {
        matches!(self, Matrix::Loaded { .. })
    }

    /// Returns how coefficients are powers of a root of unity. `None` if they are not, or if rows are not at equal
    /// distances.
    ///
    /// ```
    /// use fftgen_systems::matrix::{Matrix, Powers};
    /// let bins = |bins: &[usize]| Matrix::Bins { size: 8, bins: bins.to_vec() }.powers();
    /// assert_eq!(bins(&[7, 1, 3]), Some(Powers { order: 8, first: 7, step: 2 }));
    /// assert_eq!((bins(&[1, 2, 4]), Matrix::Dct2(8).powers()), (None, None));
    /// ```
    pub fn powers(&self) -> Option<Powers> {
        match self {
            Matrix::Uniform { size, .. } => Some(Powers { order: *size, first: 0, step: 1 }),
            Matrix::Bins { size, bins } => {
                let first = bins.first()? % size;
                let step = bins.get(1).map_or(0, |bin| (bin % size + size - first) % size);
                let powers = Powers { order: *size, first, step };
                bins.iter().enumerate().all(|(row, bin)| powers.stride(row) == bin % size).then_some(powers)
            }
            Matrix::Chirp { start, step, .. } => {
                let (turns, places) = turns(*start, *step);
                let [first, step] = places.map(|place| usize::try_from(place.rem_euclid(turns)));
                Some(Powers { order: usize::try_from(turns).ok()?, first: first.ok()?, step: step.ok()? })
            }
            Matrix::Dct2(_)
            | Matrix::Dct4(_)
            | Matrix::Nodes { .. }
            | Matrix::Entries { .. }
            | Matrix::Loaded { .. } => None,
        }
    }

    /// Returns how coefficients are powers of a root of unity, if these are no more than the coefficients.
    pub(super) fn stored_powers(&self) -> Option<Powers> {
        let coefficients = self.rows().saturating_mul(self.columns());
        self.powers().filter(|powers| powers.order <= coefficients)
    }

    /// Computes a power of the root of unity that all coefficients are powers of, as `powers` say.
    pub(super) fn power(&self, powers: Powers, power: usize) -> Complex {
        match self {
            Matrix::Uniform { size, inverse, by } => uniform(power, *size, *inverse, *by),
            _ => root(power, powers.order),
        }
    }

    /// Computes the coefficients of a row. A matrix that is loaded has zeros.
    pub fn row(&self, row: usize) -> Vec<Complex> {
        let columns = self.columns();
        match self {
            Matrix::Dct2(size) => (0..columns).map(|n| cosine((2 * n + 1) * row, 4 * size)).collect(),
            Matrix::Dct4(size) => (0..columns).map(|n| cosine((2 * n + 1) * (2 * row + 1), 8 * size)).collect(),
            Matrix::Bins { size, bins } => (0..columns).map(|n| root(bins[row] * n % size, *size)).collect(),
            Matrix::Uniform { size, inverse, by } => {
                (0..columns).map(|n| uniform(row * n, *size, *inverse, *by)).collect()
            }
            Matrix::Chirp { start, step, .. } => chirp(*start, *step, row, columns),
            Matrix::Nodes { nodes, .. } => powers(nodes[row], columns),
            Matrix::Entries { entries, .. } => {
                entries[row * columns..(row + 1) * columns].iter().map(|entry| exact(*entry)).collect()
            }
            Matrix::Loaded { .. } => vec![Complex::zero(); columns],
        }
    }
}

/// Computes e^(-2πi k/n).
pub(super) fn root(k: usize, n: usize) -> Complex {
    match n <= MAX_TABLE {
        true => roots(n)[k % n].clone(),
        false => Root::new(k, n).value(),
    }
}

/// Computes e^(∓2πi k/n)/by.
fn uniform(k: usize, n: usize, inverse: bool, by: usize) -> Complex {
    let value = root(k % n, n);
    let value = if inverse { value.conj() } else { value };
    match by {
        1 => value,
        _ => {
            let by = Real::from_f64(by as f64);
            Complex { re: &value.re / &by, im: &value.im / &by }
        }
    }
}

/// Computes cos(2π k/n).
fn cosine(k: usize, n: usize) -> Complex {
    Complex::from(root(k % n, n).re)
}

/// Returns the least common denominator of the frequencies of a chirp z-transform, and their numerators.
fn turns(start: Ratio, step: Ratio) -> (i128, [i128; 2]) {
    let common = gcd(start.denominator, step.denominator).abs();
    let turns = i128::from(start.denominator / common) * i128::from(step.denominator);
    (turns, [start, step].map(|ratio| i128::from(ratio.numerator) * (turns / i128::from(ratio.denominator))))
}

/// Computes a row of a chirp z-transform.
fn chirp(start: Ratio, step: Ratio, row: usize, columns: usize) -> Vec<Complex> {
    let (turns, [start, step]) = turns(start, step);
    let place = (start + row as i128 * step).rem_euclid(turns);
    (0..columns).map(|n| root((place * n as i128).rem_euclid(turns) as usize, turns as usize)).collect()
}

/// Computes the powers z^0, z^-1, ..., z^(1-count).
fn powers(node: Complex64, count: usize) -> Vec<Complex> {
    let inverse = inverse(node);
    let mut power = Complex::one();
    let next = |power: &mut Complex| {
        let current = power.clone();
        *power = &*power * &inverse;
        current
    };
    (0..count).map(|_| next(&mut power)).collect()
}

/// Computes 1/z.
pub(super) fn inverse(node: Complex64) -> Complex {
    let node = exact(node);
    let norm = &(&node.re * &node.re) + &(&node.im * &node.im);
    let conjugate = node.conj();
    Complex { re: &conjugate.re / &norm, im: &conjugate.im / &norm }
}

/// Returns the exact value of a pair of doubles.
fn exact(value: Complex64) -> Complex {
    Complex { re: Real::from_f64(value.re), im: Real::from_f64(value.im) }
}
