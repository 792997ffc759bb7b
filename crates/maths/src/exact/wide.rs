//! Fixed-point numbers of 256 bits, in which transforms of constants are computed. Their sums and products take a
//! fraction of the time of [`Real`]s, which allocate memory for each.

use super::dft::{transform, Domain};
use super::origin::{Float, Origin};
use super::real::WORD_BITS;
use super::{roots, Complex, Real};
use dashu_int::{IBig, Sign, UBig};
use std::sync::Arc;

/// Bits after the binary point.
const FRACTION: i64 = 192;

/// Limbs of a number.
const LIMBS: usize = 4;

/// A number of 63 bits before the binary point and [`FRACTION`] after it, in two's complement, the least limb first. A
/// product is too small by less than its last place. A transform of n points below 1 in magnitude is below 2n, and
/// within a convolution of length L below 2 L³: see [`bins`].
#[derive(Clone, Copy, Default)]
pub(super) struct Wide([u64; LIMBS]);

/// Longest list that is transformed.
const MAX_POINTS: usize = 1 << 18;

impl Wide {
    /// Takes a number times 2^up, whose bits below the last place are dropped.
    fn new(value: &Real, up: i64) -> Self {
        let repr = value.float().repr();
        let (sign, words) = repr.significand().as_sign_words();
        let mut limbs = [0; LIMBS];
        for (number, &word) in (0..).zip(words) {
            let at = repr.exponent() as i64 + up + FRACTION + number * WORD_BITS;
            let (limb, shift) = (at.div_euclid(64), at.rem_euclid(64));
            let shifted = u128::from(word) << shift;
            for (limb, part) in [(limb, shifted as u64), (limb + 1, (shifted >> 64) as u64)] {
                if let Some(place) = usize::try_from(limb).ok().and_then(|limb| limbs.get_mut(limb)) {
                    *place |= part;
                }
            }
        }
        let magnitude = Wide(limbs);
        if bool::from(sign) {
            magnitude.negated()
        } else {
            magnitude
        }
    }

    /// Returns the number times 2^-up.
    fn value(self, up: i64, origin: Origin) -> Real {
        let Wide(limbs) = self.magnitude();
        let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let sign = if self.is_negative() { Sign::Negative } else { Sign::Positive };
        let significand = IBig::from_parts(sign, UBig::from_le_bytes(&bytes));
        Real::new(Float::from_parts(significand, (-FRACTION - up) as isize), origin)
    }

    fn is_negative(self) -> bool {
        self.0[LIMBS - 1] >> 63 == 1
    }

    fn magnitude(self) -> Self {
        if self.is_negative() {
            self.negated()
        } else {
            self
        }
    }

    fn negated(self) -> Self {
        Wide([0; LIMBS]).less(self)
    }

    fn plus(self, other: Self) -> Self {
        let mut carry = false;
        Wide(std::array::from_fn(|limb| {
            let (sum, first) = self.0[limb].overflowing_add(other.0[limb]);
            let (sum, second) = sum.overflowing_add(carry.into());
            carry = first || second;
            sum
        }))
    }

    fn less(self, other: Self) -> Self {
        let mut borrow = false;
        Wide(std::array::from_fn(|limb| {
            let (difference, first) = self.0[limb].overflowing_sub(other.0[limb]);
            let (difference, second) = difference.overflowing_sub(borrow.into());
            borrow = first || second;
            difference
        }))
    }

    fn times(self, other: Self) -> Self {
        let [Wide(a), Wide(b)] = [self.magnitude(), other.magnitude()];
        let mut product = [0u64; 2 * LIMBS];
        for (i, &a) in a.iter().enumerate() {
            let mut carry = 0;
            for (k, &b) in b.iter().enumerate() {
                let sum = u128::from(a) * u128::from(b) + u128::from(product[i + k]) + carry;
                product[i + k] = sum as u64;
                carry = sum >> 64;
            }
            product[i + LIMBS] = carry as u64;
        }
        let magnitude = Wide(std::array::from_fn(|limb| product[limb + (FRACTION / 64) as usize]));
        if self.is_negative() != other.is_negative() {
            magnitude.negated()
        } else {
            magnitude
        }
    }

    fn over(self, divisor: u64) -> Self {
        let mut rest = 0;
        let mut limbs = self.magnitude().0;
        for limb in limbs.iter_mut().rev() {
            let dividend = rest << 64 | u128::from(*limb);
            (*limb, rest) = ((dividend / u128::from(divisor)) as u64, dividend % u128::from(divisor));
        }
        if self.is_negative() {
            Wide(limbs).negated()
        } else {
            Wide(limbs)
        }
    }
}

/// Fixed-point numbers as a domain of transforms.
struct Wides;

impl Domain for Wides {
    type Number = [Wide; 2];

    fn zero(&self) -> [Wide; 2] {
        [Wide::default(); 2]
    }

    fn add(&self, a: &[Wide; 2], b: &[Wide; 2]) -> [Wide; 2] {
        [a[0].plus(b[0]), a[1].plus(b[1])]
    }

    fn neg(&self, a: &[Wide; 2]) -> [Wide; 2] {
        a.map(Wide::negated)
    }

    fn mul(&self, a: &[Wide; 2], b: &[Wide; 2]) -> [Wide; 2] {
        [a[0].times(b[0]).less(a[1].times(b[1])), a[0].times(b[1]).plus(a[1].times(b[0]))]
    }

    fn conj(&self, a: &[Wide; 2]) -> [Wide; 2] {
        [a[0], a[1].negated()]
    }

    fn divided(&self, a: &[Wide; 2], by: usize) -> [Wide; 2] {
        a.map(|part| part.over(by as u64))
    }

    fn roots(&self, n: usize) -> Arc<[[Wide; 2]]> {
        roots(n).iter().map(|root| [&root.re, &root.im].map(|part| Wide::new(part, 0))).collect()
    }
}

/// Computes the bins of the DFT of a list, which keep the list.
///
/// Points are scaled to magnitudes below 1. A root is within 2^-160 of its number, and a product, a sum of products and
/// a quotient lose some units of 2^-192. Each bin is therefore within about n · log2 n · 2^-159 of its number, of
/// points below 1.
pub(super) fn bins(list: &[Complex]) -> Vec<Complex> {
    assert!(list.len() <= MAX_POINTS, "{} points are more than fixed point has room for", list.len());
    let parts = list.iter().flat_map(|value| [&value.re, &value.im]);
    let largest = parts.map(|part| part.to_f64().abs()).fold(0.0, f64::max);
    let up = if largest > 0.0 { -(largest.log2().floor() as i64) - 2 } else { 0 };
    let values: Vec<[Wide; 2]> =
        list.iter().map(|value| [&value.re, &value.im].map(|part| Wide::new(part, up))).collect();
    let list: Arc<[[Real; 2]]> = list.iter().map(|value| [value.re.clone(), value.im.clone()]).collect();
    let of = |value: Wide, bin: usize, part: usize| value.value(up, Origin::Bin { list: list.clone(), bin, part });
    let bin = |(bin, [re, im]): (usize, [Wide; 2])| Complex { re: of(re, bin, 0), im: of(im, bin, 1) };
    transform(&Wides, &values).into_iter().enumerate().map(bin).collect()
}
