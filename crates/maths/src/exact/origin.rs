//! The exact number that a [`Real`] stands for: how it was computed, from integers, roots of unity and square roots.
//!
//! A value is rounded to 160 bits by each operator, and an origin is not. A proof evaluates origins in a field in which
//! every operator is exact: see `Field`.

use std::sync::Arc;

use dashu_float::round::mode::HalfEven;
use dashu_float::FBig;

/// A binary floating-point number, rounded to nearest, ties to even.
pub(super) type Float = FBig<HalfEven, 2>;

/// A finite real number with a significand of 160 bits, which knows the exact number that it stands for: see
/// `Field::residue`. Copies share it, because tables of long frames have each number many times. Numbers of equal
/// values are equal.
///
/// ```
/// use fftgen_maths::exact::Real;
/// let third = Real::ratio(1, 3);
/// assert_eq!(third.to_f64(), 1.0 / 3.0);
/// assert_eq!(third.round(8, 23, false), (1.0f32 / 3.0).to_bits() as u64);
/// ```
#[derive(Clone)]
pub struct Real(pub(super) Arc<Number>);

/// A value, and the number that it stands for.
pub(super) struct Number {
    pub value: Float,
    pub origin: Origin,
}

/// The number that a value stands for.
#[derive(Clone)]
pub(super) enum Origin {
    /// The value itself: an integer times a power of two.
    Value,
    /// A number that is not known exactly.
    Unknown,
    /// cos(2π k/n), of k and n.
    Cosine(usize, usize),
    /// sin(2π k/n), of k and n.
    Sine(usize, usize),
    Sum(Real, Real),
    Difference(Real, Real),
    Product(Real, Real),
    Quotient(Real, Real),
    Negative(Real),
    /// A number times a power of two.
    Scaled(Real, i32),
    /// A square root.
    Root(Real),
    /// A part of a bin of the DFT of a list: 0 for the real part, 1 for the imaginary one.
    Bin {
        list: Arc<[[Real; 2]]>,
        bin: usize,
        part: usize,
    },
}

impl Origin {
    /// Returns the origin of the result of an operator. What is computed of a number that is not known is not known
    /// either, and does not keep it.
    pub fn of(operands: [&Real; 2], operator: fn(Real, Real) -> Origin) -> Origin {
        match operands.iter().any(|operand| matches!(operand.0.origin, Origin::Unknown)) {
            true => Origin::Unknown,
            false => operator(operands[0].clone(), operands[1].clone()),
        }
    }

    /// Returns the origin of the result of an operator that does not round, which of an integer times a power of two is
    /// the value itself.
    pub fn exact(self, operand: &Real) -> Origin {
        match operand.0.origin {
            Origin::Value => Origin::Value,
            _ => self,
        }
    }

    /// Returns the numbers of which it is computed.
    pub fn operands(&self) -> impl Iterator<Item = &Real> {
        let (two, list): ([Option<&Real>; 2], &[[Real; 2]]) = match self {
            Origin::Value | Origin::Unknown | Origin::Cosine(..) | Origin::Sine(..) => ([None; 2], &[]),
            Origin::Sum(a, b) | Origin::Difference(a, b) | Origin::Product(a, b) | Origin::Quotient(a, b) => {
                ([Some(a), Some(b)], &[])
            }
            Origin::Negative(a) | Origin::Scaled(a, _) | Origin::Root(a) => ([Some(a), None], &[]),
            Origin::Bin { list, .. } => ([None; 2], list),
        };
        two.into_iter().flatten().chain(list.iter().flatten())
    }
}

impl Number {
    /// Takes the operands of an origin out.
    fn take(&mut self) -> impl Iterator<Item = Real> {
        let operands = match std::mem::replace(&mut self.origin, Origin::Unknown) {
            Origin::Sum(a, b) | Origin::Difference(a, b) | Origin::Product(a, b) | Origin::Quotient(a, b) => {
                [Some(a), Some(b)]
            }
            Origin::Negative(a) | Origin::Scaled(a, _) | Origin::Root(a) => [Some(a), None],
            Origin::Value | Origin::Unknown | Origin::Cosine(..) | Origin::Sine(..) | Origin::Bin { .. } => {
                [None, None]
            }
        };
        operands.into_iter().flatten()
    }
}

/// Sums of many terms are long chains, whose numbers are dropped one by one rather than one within the other.
impl Drop for Number {
    fn drop(&mut self) {
        let mut rest: Vec<Real> = self.take().collect();
        while let Some(Real(number)) = rest.pop() {
            if let Some(mut number) = Arc::into_inner(number) {
                rest.extend(number.take());
            }
        }
    }
}
