//! Diagonal matrices: the factors of elements between kernels.

use std::ops::Mul;
use std::sync::Arc;

use crate::exact::{dft, roots, Complex, Memo, Real, Root};

/// A diagonal matrix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Diag {
    /// Twiddle factors: ω^(ab) at position a m + b, with ω a power of the nm-th root (Gentleman & Sande, 1966).
    Twiddle {
        /// Number of rows.
        n: usize,
        /// Number of columns.
        m: usize,
        /// Power of the nm-th root, which is 1 but for parts of prime-factor transforms.
        power: usize,
    },
    /// A chirp of n points: e^(-πi j²/n) at position j (Bluestein, 1968).
    Chirp(usize),
    /// The other operand of Bluestein's convolution: DFT_m of the conjugate chirp, which is continued cyclically to
    /// negative positions modulo m, divided by m.
    Spectrum {
        /// Points of the chirp.
        n: usize,
        /// Points of the convolution.
        m: usize,
    },
    /// 1 / `by` at every position.
    Scale {
        /// Number of positions.
        size: usize,
        /// Divisor.
        by: usize,
    },
    /// 2^`up` / `by` at every position, or 2^`up` / √`by`.
    Level {
        /// Number of positions.
        size: usize,
        /// Exponent of the power of two.
        up: u32,
        /// Divisor, or its square.
        by: usize,
        /// Whether the divisor is the square root of `by`.
        root: bool,
    },
}

impl Diag {
    /// Returns the number of elements.
    pub fn size(self) -> usize {
        match self {
            Diag::Twiddle { n, m, .. } => n * m,
            Diag::Chirp(n) => n,
            Diag::Spectrum { m, .. } => m,
            Diag::Scale { size, .. } | Diag::Level { size, .. } => size,
        }
    }

    /// Returns whether the matrix is a [`Diag::Level`] of ones.
    pub fn is_one(self) -> bool {
        match self {
            Diag::Level { up, by, root: false, .. } => by == 1 << up,
            Diag::Level { up, by, root: true, .. } => by == 1 << (2 * up),
            _ => false,
        }
    }

    /// Returns the elements of the diagonal.
    pub fn factors(self) -> Arc<[Factor]> {
        static CACHE: Memo<Diag, Factor> = Memo::new();
        CACHE.get(self, || self.compute_factors())
    }

    /// Computes the elements of the diagonal.
    fn compute_factors(self) -> Vec<Factor> {
        match self {
            Diag::Twiddle { n, m, power } => {
                (0..n * m).map(|i| Factor::root((i / m) * (i % m) % (n * m) * power, n * m)).collect()
            }
            Diag::Chirp(n) => (0..n).map(|j| Factor::Root(chirp(j, n))).collect(),
            Diag::Spectrum { n, m } => spectrum(n, m).into_iter().map(|v| Factor::Value(Arc::new(v))).collect(),
            Diag::Scale { size, by: 1 } => vec![Factor::ONE; size],
            Diag::Scale { size, by } => {
                vec![Factor::Value(Arc::new(Complex::from(Real::ratio(1, by.max(1) as i128)))); size]
            }
            Diag::Level { size, up, by, root } => {
                let divisor = Real::from(by.max(1) as i128);
                let divisor = if root { divisor.sqrt() } else { divisor };
                vec![Factor::Value(Arc::new(Complex::from(&Real::one().scaled(up as i32) / &divisor))); size]
            }
        }
    }
}

/// Returns e^(-πi j²/n).
fn chirp(j: usize, n: usize) -> Root {
    Root::new(j * j % (2 * n), 2 * n)
}

/// Computes the elements of [`Diag::Spectrum`].
fn spectrum(n: usize, m: usize) -> Vec<Complex> {
    let table = roots(2 * n);
    let mut cyclic = vec![Complex::zero(); m];
    for j in 0..n.min(m) {
        let value = table[j * j % (2 * n)].conj();
        cyclic[(m - j) % m] = value.clone();
        cyclic[j] = value;
    }
    let by = Real::ratio(1, m.max(1) as i128);
    dft(&cyclic).iter().map(|v| v.scale(&by).snapped()).collect()
}

/// One element of a diagonal. It is cheap to clone, and a product of roots is a root.
#[derive(Clone, PartialEq, Debug)]
pub enum Factor {
    /// A root of unity.
    Root(Root),
    /// Any other number.
    Value(Arc<Complex>),
}

impl Factor {
    /// The factor 1.
    pub const ONE: Factor = Factor::Root(Root::ONE);

    /// Returns e^(-2πi k/n).
    pub fn root(k: usize, n: usize) -> Factor {
        Factor::Root(Root::new(k, n))
    }

    /// Returns whether the factor is 1.
    pub fn is_one(&self) -> bool {
        *self == Factor::ONE
    }

    /// Returns k if the factor is (-i)^k, with k below 4.
    pub fn quarter_turns(&self) -> Option<u8> {
        self.exponent(4)
    }

    /// Returns k if the factor is e^(-πi k/4), with k below 8.
    pub fn eighth_turns(&self) -> Option<u8> {
        self.exponent(8)
    }

    /// Returns whether every factor is a multiple of an eighth of a turn.
    pub fn are_eighth_turns(factors: &[Factor]) -> bool {
        factors.iter().all(|factor| factor.eighth_turns().is_some())
    }

    /// Returns k if the factor is e^(-2πi k/order), with k below `order`.
    fn exponent(&self, order: usize) -> Option<u8> {
        let root = self.as_root()?;
        (order % root.n() == 0).then(|| (root.k() * (order / root.n())) as u8)
    }

    /// Returns the root of unity if the factor is stored as one.
    pub fn as_root(&self) -> Option<Root> {
        match self {
            Factor::Root(root) => Some(*root),
            Factor::Value(_) => None,
        }
    }

    /// Multiplies the factor by 2^k.
    pub fn scaled(&self, k: u32) -> Factor {
        match (k, self) {
            (0, factor) => factor.clone(),
            (_, factor) => Factor::Value(Arc::new(factor.value().scale(&Real::one().scaled(k as i32)))),
        }
    }

    /// Returns the value. A root is computed anew; [`values`] is faster for many factors.
    pub fn value(&self) -> Complex {
        match self {
            Factor::Root(root) => root.value(),
            Factor::Value(value) => Complex::clone(value),
        }
    }
}

impl Mul for &Factor {
    type Output = Factor;
    fn mul(self, other: &Factor) -> Factor {
        match (self, other) {
            (Factor::Root(a), Factor::Root(b)) => Factor::Root(*a * *b),
            (Factor::Root(Root::ONE), other) | (other, Factor::Root(Root::ONE)) => other.clone(),
            _ => Factor::Value(Arc::new(&self.value() * &other.value())),
        }
    }
}

/// Returns the values of factors, computed from few tables of roots.
pub fn values(factors: &[Factor]) -> Vec<Complex> {
    let table = FactorTable::values(factors);
    factors.iter().map(|factor| table.of(factor, Complex::clone)).collect()
}

/// Results of factors by few tables: a root of order n by that of a multiple of n, which has the results of e^(-2πi
/// k/n) for all k below n, and any other factor by itself.
pub struct FactorTable<T> {
    tables: Vec<Arc<[T]>>,
    single: fn(&Complex) -> T,
}

impl FactorTable<Complex> {
    /// Tabulates the values of factors.
    pub fn values(factors: &[Factor]) -> Self {
        Self::new(factors, roots, Complex::clone)
    }
}

impl FactorTable<[Real; 2]> {
    /// Tabulates the sum of both parts of each factor, and its imaginary less its real part.
    pub fn sums(factors: &[Factor]) -> Self {
        static CACHE: Memo<usize, [Real; 2]> = Memo::new();
        let both = |value: &Complex| [&value.re + &value.im, &value.im - &value.re];
        Self::new(factors, |n| CACHE.get(n, || roots(n).iter().map(both).collect()), both)
    }
}

impl<T> FactorTable<T> {
    fn new(factors: &[Factor], table: impl Fn(usize) -> Arc<[T]>, single: fn(&Complex) -> T) -> Self {
        let mut orders: Vec<usize> = factors.iter().filter_map(order).collect();
        orders.sort_unstable_by(|a, b| b.cmp(a));
        orders.dedup();
        // An order that divides a larger one needs no table of its own. There is usually one table.
        let mut tables: Vec<Arc<[T]>> = Vec::new();
        for n in orders {
            if tables.iter().all(|table| table.len() % n != 0) {
                tables.push(table(n));
            }
        }
        FactorTable { tables, single }
    }

    /// Returns a part of the result of one of the factors.
    pub fn of<R>(&self, factor: &Factor, part: impl Fn(&T) -> R) -> R {
        let table = order(factor).and_then(|n| self.tables.iter().find(|table| table.len() % n == 0));
        match (factor, table) {
            (Factor::Root(root), Some(table)) => part(&table[root.k() * (table.len() / root.n())]),
            (Factor::Root(root), None) => part(&(self.single)(&root.value())),
            (Factor::Value(value), _) => part(&(self.single)(value)),
        }
    }
}

/// Returns the order of a root of unity.
fn order(factor: &Factor) -> Option<usize> {
    match factor {
        Factor::Root(root) => Some(root.n()),
        Factor::Value(_) => None,
    }
}
