//! Residues of numbers: their origins, evaluated in a field.

use std::sync::Arc;

use super::dft::transform;
use super::field::{Field, Pair};
use super::origin::{Origin, Real};

impl Field {
    /// Returns the residue of a number. [`Field::unknown`] tells if it has none.
    pub fn residue(&self, real: &Real) -> u64 {
        let mut rest = vec![real.clone()];
        while let Some(number) = rest.last().cloned() {
            let missing: Vec<Real> = match &number.0.origin {
                Origin::Bin { list, .. } if self.known().transforms.contains_key(&address_of(list)) => vec![],
                origin => origin.operands().filter(|operand| self.found(operand).is_none()).cloned().collect(),
            };
            if missing.is_empty() {
                rest.pop();
                if self.found(&number).is_none() {
                    let residue = self.computed(&number);
                    self.known().numbers.insert(address(&number), (number, residue));
                }
            }
            rest.extend(missing);
        }
        self.found(real).unwrap_or_default()
    }

    /// Returns the residue of a number if it has been computed.
    fn found(&self, real: &Real) -> Option<u64> {
        self.known().numbers.get(&address(real)).map(|(_, residue)| *residue)
    }

    /// Computes the residue of a number whose operands have theirs.
    fn computed(&self, real: &Real) -> u64 {
        let found = |operand: &Real| self.found(operand).unwrap_or_default();
        match &real.0.origin {
            Origin::Value => self.dyadic(real),
            Origin::Unknown => self.fails("a number that is not known exactly".into()),
            Origin::Cosine(k, n) => {
                let [z, conjugate] = self.conjugates(*k, *n);
                self.mul(self.add(z, conjugate), self.half)
            }
            Origin::Sine(k, n) => {
                let [z, conjugate] = self.conjugates(*k, *n);
                self.mul(self.mul(self.sub(z, conjugate), self.turn), self.half)
            }
            Origin::Sum(a, b) => self.add(found(a), found(b)),
            Origin::Difference(a, b) => self.sub(found(a), found(b)),
            Origin::Product(a, b) => self.mul(found(a), found(b)),
            Origin::Quotient(_, b) if found(b) == 0 => self.fails("a quotient by zero".into()),
            Origin::Quotient(a, b) => self.mul(found(a), self.inverse(found(b))),
            Origin::Negative(a) => self.neg(found(a)),
            Origin::Scaled(a, exponent) => self.mul(found(a), self.power_of_two(*exponent)),
            Origin::Root(a) => self.square_root(found(a)),
            Origin::Bin { list, bin, part } => self.bin(list, *bin)[*part],
        }
    }

    /// Returns a bin of the DFT of a list whose numbers have their residues.
    fn bin(&self, list: &Arc<[[Real; 2]]>, bin: usize) -> Pair {
        let key = address_of(list);
        if let Some((_, bins)) = self.known().transforms.get(&key) {
            return bins[bin];
        }
        let pair = |value: &[Real; 2]| value.each_ref().map(|part| self.found(part).unwrap_or_default());
        let bins = transform(self, &list.iter().map(pair).collect::<Vec<_>>());
        let found = bins[bin];
        self.known().transforms.insert(key, (list.clone(), bins));
        found
    }

    /// Returns e^(-2πi k/n) and e^(2πi k/n), of a table for each order.
    fn conjugates(&self, k: usize, n: usize) -> Pair {
        let table = self.table(n);
        [table[k], table[(n - k) % n]]
    }

    /// Returns the residue of a value, which is an integer times a power of two.
    fn dyadic(&self, real: &Real) -> u64 {
        let repr = real.float().repr();
        let (sign, words) = repr.significand().as_sign_words();
        let word_base = self.power(2, dashu_float::Word::BITS.into());
        // A word has as many bits as an address, and at most 64.
        let digit = |word: dashu_float::Word| u128::from(word) as u64 % self.prime;
        let magnitude = words.iter().rev().fold(0, |sum, &word| self.add(self.mul(sum, word_base), digit(word)));
        let scaled = self.mul(magnitude, self.power_of_two(repr.exponent() as i32));
        if bool::from(sign) {
            self.neg(scaled)
        } else {
            scaled
        }
    }

    /// Returns a square root. Tonelli 1891; Shanks 1973.
    fn square_root(&self, a: u64) -> u64 {
        let is_square = |a: u64| self.power(a, (self.prime - 1) / 2) == 1;
        if a == 0 || !is_square(a) {
            return if a == 0 { 0 } else { self.fails("a square root of a number that is no square".into()) };
        }
        let mut twos = (self.prime - 1).trailing_zeros();
        let odd = (self.prime - 1) >> twos;
        let Some(other) = (2..self.prime).find(|other| !is_square(*other)) else { return 0 };
        let (mut by, mut rest, mut root) = (self.power(other, odd), self.power(a, odd), self.power(a, odd.div_ceil(2)));
        while rest != 1 {
            let squares = std::iter::successors(Some(rest), |square| Some(self.mul(*square, *square)));
            let level = squares.take_while(|square| *square != 1).count() as u32;
            let step = self.power(by, 1 << (twos - level - 1));
            (twos, by) = (level, self.mul(step, step));
            (rest, root) = (self.mul(rest, by), self.mul(root, step));
        }
        root
    }
}

/// Returns where a list is.
fn address_of(list: &Arc<[[Real; 2]]>) -> usize {
    list.as_ptr() as usize
}

/// Returns where a number is.
fn address(real: &Real) -> usize {
    Arc::as_ptr(&real.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{dft, roots, Complex, Root};

    fn field(order: u64) -> Field {
        Field::new(order, 7).unwrap()
    }

    /// Roots, sums of roots, quotients, square roots and bins have the residues that their identities ask for.
    #[test]
    fn identities_hold() {
        let field = field(256 * 3 * 5 * 7 * 67);
        let residue = |real: &Real| field.residue(real);
        for n in [3, 4, 5, 7, 8, 12, 67, 105] {
            for (k, value) in roots(n).iter().enumerate() {
                let [z, conjugate] = field.images([&value.re, &value.im].map(residue));
                assert_eq!([z, conjugate], [field.root(k, n), field.root(n - k, n)], "{k}/{n}");
            }
            let sum = roots(n).iter().fold(Real::zero(), |sum, root| &sum + &root.re);
            assert_eq!((residue(&sum), residue(&sum.snapped())), (0, 0));
        }
        assert_eq!(residue(&Real::from(100).sqrt()), 10);
        let two = Real::from(2);
        let eighth = &roots(8)[1].re;
        let product = field.mul(residue(&two.sqrt()), residue(eighth));
        assert_eq!(field.mul(product, product), 1);
        assert_eq!(residue(&(&Real::one() / &Real::from_f64(-0.75))), residue(&Real::ratio(-4, 3)));
        assert_eq!(residue(&Real::ratio(5, 3).scaled(-70)), residue(&(&Real::ratio(5, 3) / &Real::one().scaled(70))));
        for n in [6usize, 67] {
            let x: Vec<Complex> = (0..n).map(|j| Complex::from(Real::ratio(j as i128, 7))).collect();
            for (k, bin) in dft(&x).iter().enumerate() {
                let term = |j: usize| field.mul(residue(&x[j].re), field.root(j * k, n));
                let sum = (0..n).map(term).fold(0, |a, b| field.add(a, b));
                assert_eq!(field.images([&bin.re, &bin.im].map(residue))[0], sum, "bin {k} of {n}");
            }
        }
        assert_eq!(field.unknown(), None);
    }

    #[test]
    fn what_has_no_residue_says_so() {
        let other = field(8);
        assert_eq!(other.residue(&Root::new(1, 9).value().re), 0);
        assert!(other.unknown().unwrap().0.contains("order 9"));
        assert!(Field::new(6, 1).is_none());
    }

    /// A long chain is evaluated and dropped without a deep stack.
    #[test]
    fn chains_may_be_long() {
        let third = Real::ratio(1, 3);
        let sum = (0..100_000).fold(Real::zero(), |sum, _| &sum + &third);
        let field = field(4);
        assert_eq!(field.mul(field.residue(&sum), 3), 100_000);
    }
}
