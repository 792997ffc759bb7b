//! Roots of unity e^(-2πi k/n).

use std::ops::{Mul, Rem};
use std::sync::Arc;

use super::real::Float;
use super::{Complex, Memo, Real};

/// Working bits: enough that rounding to a [`Real`] hides how the value was computed.
const GUARDED: usize = 224;

/// The root of unity e^(-2πi k/n), with k/n in lowest terms.
///
/// ```
/// use fftgen::exact::Root;
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
    pub const ONE: Root = Root { k: 0, n: 1 };

    /// e^(-2πi k/n); n = 0 is taken as 1.
    pub fn new(k: usize, n: usize) -> Root {
        let (k, n) = (k % n.max(1), n.max(1));
        let common = gcd(k, n);
        Root { k: k / common, n: n / common }
    }

    /// The numerator of the angle, below [`Root::n`].
    pub fn k(self) -> usize {
        self.k
    }

    /// The order of the root: its lowest power that is 1.
    pub fn n(self) -> usize {
        self.n
    }

    pub fn conj(self) -> Root {
        Root::new(self.n - self.k, self.n)
    }

    /// The value: exact on the axes, and the same bits for angles that mirror each other.
    pub fn value(self) -> Complex {
        let octant = Octant::of(self.k, self.n);
        octant.unfold(cos_sin(octant.u, self.n).map(Real::new))
    }
}

impl Mul for Root {
    type Output = Root;
    fn mul(self, other: Root) -> Root {
        let n = self.n / gcd(self.n, other.n) * other.n;
        Root::new(self.k * (n / self.n) + other.k * (n / other.n), n)
    }
}

/// All n roots e^(-2πi k/n), k = 0 .. n, the same bits as [`Root::value`] one by one.
///
/// Angles in the first octant are i = aB + b steps: about √n values of sine and cosine by series, the rest
/// by one product.
pub fn roots(n: usize) -> Arc<[Complex]> {
    static KNOWN: Memo<usize, Complex> = Memo::new();
    KNOWN.get(n, || computed(n))
}

fn computed(n: usize) -> Vec<Complex> {
    let step = gcd(n, 4).max(1);
    let count = n / 2 / step + 1;
    let block = count.isqrt().max(1);
    let table = |stride: usize, len: usize| -> Vec<_> { (0..len).map(|i| cos_sin(i * stride * step, n)).collect() };
    let (coarse, fine) = (table(block, count.div_ceil(block)), table(1, block));
    let octant: Vec<[Real; 2]> = (0..count)
        .map(|i| match i * step * 2 == n {
            true => cos_sin(i * step, n),
            false => sum_of_angles(&coarse[i / block], &fine[i % block]),
        })
        .map(|pair| pair.map(Real::new))
        .collect();
    (0..n)
        .map(|k| {
            let folded = Octant::of(k, n);
            folded.unfold(octant[folded.u / step].clone())
        })
        .collect()
}

/// Where an angle lands when it is folded into the first octant, in units of a 4n-th of a turn.
struct Octant {
    u: usize,
    swap: bool,
    negative_cos: bool,
    negative_sin: bool,
}

impl Octant {
    fn of(k: usize, n: usize) -> Octant {
        let fold = |u: usize, whole: usize| (u.min(whole - u), 2 * u > whole);
        let (u, negative_sin) = fold(4 * k, 4 * n);
        let (u, negative_cos) = fold(u, 2 * n);
        let (u, swap) = fold(u, n);
        Octant { u, swap, negative_cos, negative_sin }
    }

    fn unfold(&self, [cos, sin]: [Real; 2]) -> Complex {
        let (cos, sin) = if self.swap { (sin, cos) } else { (cos, sin) };
        let signed = |value: Real, negative: bool| if negative { -&value } else { value };
        // The exponent is -iθ: the imaginary part is minus the sine.
        Complex { re: signed(cos, self.negative_cos), im: signed(sin, !self.negative_sin) }
    }
}

/// Cosine and sine of u 4n-ths of a turn.
fn cos_sin(u: usize, n: usize) -> [Float; 2] {
    let long = |value: usize| Float::from(value).with_precision(GUARDED).value();
    if u == 0 {
        [long(1), long(0)]
    } else {
        let (sin, cos) = (Float::pi(GUARDED) * long(u) / long(2 * n)).sin_cos();
        // At an eighth of a turn the two are one number.
        if 2 * u == n {
            [cos.clone(), cos]
        } else {
            [cos, sin]
        }
    }
}

fn sum_of_angles([c, s]: &[Float; 2], [cc, ss]: &[Float; 2]) -> [Float; 2] {
    [c * cc - s * ss, s * cc + c * ss]
}

/// The greatest common divisor, of the sign that Euclid leaves it.
pub(crate) fn gcd<T: Copy + Default + PartialEq + Rem<Output = T>>(a: T, b: T) -> T {
    if b == T::default() {
        a
    } else {
        gcd(b, a % b)
    }
}
