//! Roots of unity e^(-2πi k/n).

use std::ops::{Mul, Rem};
use std::sync::Arc;

use super::origin::{Float, Origin};
use super::{Complex, Memo, Real};

/// Significand bits of intermediate results. They suffice for a [`Real`] that does not depend on the method of
/// computation.
const WORKING_PRECISION: usize = 224;

/// The root of unity e^(-2πi k/n), with k/n in lowest terms.
///
/// ```
/// use fftgen_maths::exact::Root;
/// assert_eq!(Root::new(2, 8), Root::new(1, 4));
/// assert_eq!(Root::new(1, 8) * Root::new(1, 8), Root::new(1, 4));
/// assert_eq!(Root::new(1, 4).value().im.to_f64(), -1.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Root {
    k: usize,
    n: usize,
}

impl Root {
    /// The root 1.
    pub const ONE: Root = Root { k: 0, n: 1 };

    /// Returns e^(-2πi k/n), where n = 0 counts as 1.
    pub fn new(k: usize, n: usize) -> Root {
        let (k, n) = (k % n.max(1), n.max(1));
        let common = gcd(k, n);
        Root { k: k / common, n: n / common }
    }

    /// Returns the numerator of the angle in turns, which is below [`Root::n`].
    pub fn k(self) -> usize {
        self.k
    }

    /// Returns the order of the root, which is the denominator of the angle in turns.
    pub fn n(self) -> usize {
        self.n
    }

    /// Returns the complex conjugate.
    pub fn conj(self) -> Root {
        Root::new(self.n - self.k, self.n)
    }

    /// Computes the value. It is exact on the axes, and angles in mirrored positions have equal bits.
    pub fn value(self) -> Complex {
        let angle = FoldedAngle::new(self.k, self.n);
        angle.unfold(&Folded::new(parts(cos_sin(angle.u, self.n), angle.u, self.n)))
    }
}

impl Mul for Root {
    type Output = Root;
    fn mul(self, other: Root) -> Root {
        let n = self.n / gcd(self.n, other.n) * other.n;
        Root::new(self.k * (n / self.n) + other.k * (n / other.n), n)
    }
}

/// Returns all n roots e^(-2πi k/n), k = 0 .. n, with the bits of [`Root::value`].
///
/// An angle in the first octant is i = aB + b steps. Sines and cosines of about √n angles come from series, and all
/// others from one complex product each.
pub fn roots(n: usize) -> Arc<[Complex]> {
    static CACHE: Memo<usize, Complex> = Memo::new();
    CACHE.get(n, || compute_roots(n))
}

/// Computes the values of [`roots`].
fn compute_roots(n: usize) -> Vec<Complex> {
    let step = gcd(n, 4).max(1);
    let count = n / 2 / step + 1;
    let block = count.isqrt().max(1);
    let table = |stride: usize, len: usize| -> Vec<_> { (0..len).map(|i| cos_sin(i * stride * step, n)).collect() };
    let (coarse, fine) = (table(block, count.div_ceil(block)), table(1, block));
    let octant: Vec<Folded> = (0..count)
        .map(|i| {
            let pair = match i * step * 2 == n {
                true => cos_sin(i * step, n),
                false => sum_of_angles(&coarse[i / block], &fine[i % block]),
            };
            Folded::new(parts(pair, i * step, n))
        })
        .collect();
    (0..n)
        .map(|k| {
            let folded = FoldedAngle::new(k, n);
            folded.unfold(&octant[folded.u / step])
        })
        .collect()
}

/// An angle, folded into the first octant.
struct FoldedAngle {
    /// The folded angle, in units of 1/(4n) turn.
    u: usize,
    /// Whether sine and cosine are exchanged.
    swap: bool,
    /// Whether the cosine of the angle is negative.
    negative_cos: bool,
    /// Whether the sine of the angle is negative.
    negative_sin: bool,
}

impl FoldedAngle {
    /// Folds an angle of k/n turns.
    fn new(k: usize, n: usize) -> FoldedAngle {
        let fold = |u: usize, whole: usize| (u.min(whole - u), 2 * u > whole);
        let (u, negative_sin) = fold(4 * k, 4 * n);
        let (u, negative_cos) = fold(u, 2 * n);
        let (u, swap) = fold(u, n);
        FoldedAngle { u, swap, negative_cos, negative_sin }
    }

    /// Returns e^(-iθ) for the angle θ from the cosine and the sine of the folded angle.
    fn unfold(&self, Folded { cos, sin }: &Folded) -> Complex {
        let (cos, sin) = if self.swap { (sin, cos) } else { (cos, sin) };
        let signed = |value: &[Real; 2], negative: bool| value[usize::from(negative)].clone();
        // The exponent is -iθ: the imaginary part is minus the sine.
        Complex { re: signed(cos, self.negative_cos), im: signed(sin, !self.negative_sin) }
    }
}

/// Cosine and sine of a folded angle, each beside its negative: all angles that fold to it share them.
struct Folded {
    cos: [Real; 2],
    sin: [Real; 2],
}

impl Folded {
    /// Takes cosine and sine.
    fn new(parts: [Real; 2]) -> Folded {
        let [cos, sin] = parts.map(|value| [-&value, value]).map(|[negative, value]| [value, negative]);
        Folded { cos, sin }
    }
}

/// Rounds the cosine and the sine of u/(4n) turns.
fn parts([cos, sin]: [Float; 2], u: usize, n: usize) -> [Real; 2] {
    let Root { k, n } = Root::new(u, 4 * n);
    [Real::new(cos, Origin::Cosine(k, n)), Real::new(sin, Origin::Sine(k, n))]
}

/// Computes the cosine and the sine of u/(4n) turns.
fn cos_sin(u: usize, n: usize) -> [Float; 2] {
    let long = |value: usize| Float::from(value).with_precision(WORKING_PRECISION).value();
    if u == 0 {
        [long(1), long(0)]
    } else {
        let (sin, cos) = (Float::pi(WORKING_PRECISION) * long(u) / long(2 * n)).sin_cos();
        // At an eighth of a turn both are equal.
        if 2 * u == n {
            [cos.clone(), cos]
        } else {
            [cos, sin]
        }
    }
}

/// Returns the cosine and the sine of a sum of two angles.
fn sum_of_angles([c, s]: &[Float; 2], [cc, ss]: &[Float; 2]) -> [Float; 2] {
    [c * cc - s * ss, s * cc + c * ss]
}

/// Returns the greatest common divisor by Euclid's algorithm. For negative integers its sign is arbitrary.
pub fn gcd<T: Copy + Default + PartialEq + Rem<Output = T>>(a: T, b: T) -> T {
    if b == T::default() {
        a
    } else {
        gcd(b, a % b)
    }
}
