//! Diagonals: what elements are multiplied by between kernels.

use std::ops::Mul;
use std::sync::Arc;

use crate::exact::{dft, roots, Complex, Memo, Real, Root};

/// A diagonal matrix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Diag {
    /// Position a m + b of nm: ω^(ab), with ω the nm-th root (Gentleman & Sande, 1966).
    Twiddle { n: usize, m: usize },
    /// Position j of n: e^(-πi j²/n) (Bluestein, 1968).
    Chirp(usize),
    /// DFT_m of the conjugate chirp of n laid round a circle of m, divided by m: the convolution's other side.
    Spectrum { n: usize, m: usize },
    /// Every position of `size`: 1 / `by`.
    Scale { size: usize, by: usize },
    /// Every position of `size`: 2^up / by, or 2^up / √by.
    Level { size: usize, up: u32, by: usize, root: bool },
}

impl Diag {
    pub fn size(self) -> usize {
        match self {
            Diag::Twiddle { n, m } => n * m,
            Diag::Chirp(n) => n,
            Diag::Spectrum { m, .. } => m,
            Diag::Scale { size, .. } | Diag::Level { size, .. } => size,
        }
    }

    /// Whether it is a level that multiplies by one.
    pub fn is_one(self) -> bool {
        match self {
            Diag::Level { up, by, root: false, .. } => by == 1 << up,
            Diag::Level { up, by, root: true, .. } => by == 1 << (2 * up),
            _ => false,
        }
    }

    /// The elements of the diagonal.
    pub fn factors(self) -> Arc<[Factor]> {
        static KNOWN: Memo<Diag, Factor> = Memo::new();
        KNOWN.get(self, || self.computed())
    }

    fn computed(self) -> Vec<Factor> {
        match self {
            Diag::Twiddle { n, m } => (0..n * m).map(|i| Factor::root((i / m) * (i % m), n * m)).collect(),
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

fn chirp(j: usize, n: usize) -> Root {
    Root::new(j * j % (2 * n), 2 * n)
}

fn spectrum(n: usize, m: usize) -> Vec<Complex> {
    let table = roots(2 * n);
    let mut circle = vec![Complex::zero(); m];
    for j in 0..n.min(m) {
        let value = table[j * j % (2 * n)].conj();
        circle[(m - j) % m] = value.clone();
        circle[j] = value;
    }
    let by = Real::ratio(1, m.max(1) as i128);
    dft(&circle).iter().map(|v| v.scale(&by).settled()).collect()
}

/// One element of a diagonal. Cheap to clone; a product of roots is a root.
#[derive(Clone, PartialEq, Debug)]
pub enum Factor {
    Root(Root),
    Value(Arc<Complex>),
}

impl Factor {
    pub const ONE: Factor = Factor::Root(Root::ONE);

    /// e^(-2πi k/n).
    pub fn root(k: usize, n: usize) -> Factor {
        Factor::Root(Root::new(k, n))
    }

    pub fn is_one(&self) -> bool {
        *self == Factor::ONE
    }

    /// How often -i has to be multiplied by itself to give the factor; `None` if it is no quarter turn.
    pub fn quarter_turns(&self) -> Option<u8> {
        self.turns(4)
    }

    /// How often e^(-πi/4) has to be multiplied by itself to give the factor; `None` if it is no eighth of a turn.
    pub fn eighth_turns(&self) -> Option<u8> {
        self.turns(8)
    }

    /// Whether eighths of a turn are all that these are.
    pub fn are_eighth_turns(factors: &[Factor]) -> bool {
        factors.iter().all(|factor| factor.eighth_turns().is_some())
    }

    /// The same for e^(-2πi/order).
    fn turns(&self, order: usize) -> Option<u8> {
        let root = self.as_root()?;
        (order % root.n() == 0).then(|| (root.k() * (order / root.n())) as u8)
    }

    /// The root of unity that it is, if it is known to be one.
    pub fn as_root(&self) -> Option<Root> {
        match self {
            Factor::Root(root) => Some(*root),
            Factor::Value(_) => None,
        }
    }

    /// The value, computed afresh for a root; [`values`] is quicker for many.
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

/// The values of many factors, from one table per order of root.
pub fn values(factors: &[Factor]) -> Vec<Complex> {
    looked_up(factors, roots, Factor::value)
}

/// The sum of both parts of each factor, and its imaginary less its real part.
pub fn sums(factors: &[Factor]) -> Vec<[Real; 2]> {
    static KNOWN: Memo<usize, [Real; 2]> = Memo::new();
    let both = |value: &Complex| [&value.re + &value.im, &value.im - &value.re];
    let table = |n: usize| KNOWN.get(n, || roots(n).iter().map(both).collect());
    looked_up(factors, table, |factor| both(&factor.value()))
}

/// Something of many factors: of roots by a table of all of an order, of others by what `own` makes of each.
fn looked_up<T: Clone>(factors: &[Factor], table: impl Fn(usize) -> Arc<[T]>, own: impl Fn(&Factor) -> T) -> Vec<T> {
    let mut orders: Vec<usize> = factors.iter().filter_map(order).collect();
    orders.sort_unstable_by(|a, b| b.cmp(a));
    orders.dedup();
    // The largest orders first, and only those that divide none of them: usually one table.
    let mut tables: Vec<Arc<[T]>> = Vec::new();
    for n in orders {
        if tables.iter().all(|table| table.len() % n != 0) {
            tables.push(table(n));
        }
    }
    let value = |factor: &Factor| {
        let table = order(factor).and_then(|n| tables.iter().find(|table| table.len() % n == 0));
        match (factor, table) {
            (Factor::Root(root), Some(table)) => table[root.k() * (table.len() / root.n())].clone(),
            _ => own(factor),
        }
    };
    factors.iter().map(value).collect()
}

fn order(factor: &Factor) -> Option<usize> {
    match factor {
        Factor::Root(root) => Some(root.n()),
        Factor::Value(_) => None,
    }
}
