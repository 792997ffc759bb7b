//! Numbers modulo a prime, in which the roots of unity of an order exist, so that every operator on constants is exact.
//!
//! A [`Real`] knows how it was computed. Its residue is the same computation modulo the prime, with e^(-2πi/order) as an element w of that
//! order, i as a power of w, cos = (z + 1/z)/2 and sin = (1/z - z)/2i for z = e^(-iφ). Two algebraic numbers that differ have different
//! residues, unless the prime divides the norm of their difference.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::dft::{transform, Domain};
use super::origin::Origin;
use super::{gcd, Real};
use crate::rng::Rng;

/// Bits of a prime. Sums of two residues have one more.
const BITS: u32 = 61;

/// The real and the imaginary part of a number.
type Pair = [u64; 2];

/// A list, and its DFT.
type Transform = (Arc<[[Real; 2]]>, Vec<Pair>);

/// The integers modulo a prime.
pub struct Field {
    prime: u64,
    order: u64,
    /// e^(-2πi/order).
    root: u64,
    /// i.
    turn: u64,
    half: u64,
    known: Mutex<Known>,
}

/// Residues that have been computed. They keep the numbers, so that no other one takes the place of one.
#[derive(Default)]
struct Known {
    numbers: HashMap<usize, (Real, u64)>,
    roots: HashMap<u64, Arc<[u64]>>,
    transforms: HashMap<usize, Transform>,
    unknown: Option<Unknown>,
    /// Orders of roots that the field does not have.
    orders: BTreeSet<u64>,
}

/// Why a number has no residue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown(pub String);

impl Field {
    /// Chooses a random prime of 61 bits with the roots of unity of an order, which four divides and which is below 2^56. `None` for other
    /// orders.
    ///
    /// ```
    /// use fftgen::exact::{Field, Real, Root};
    /// let field = Field::new(24, 1).unwrap();
    /// let [a, b] = [1, 5].map(|k| field.residue(&Root::new(k, 24).value().re));
    /// // cos 15° · cos 75° = 1/4.
    /// assert_eq!(field.mul(a, b), field.residue(&Real::ratio(1, 4)));
    /// ```
    pub fn new(order: u64, seed: u64) -> Option<Self> {
        if order % 4 != 0 || order >> 56 != 0 {
            return None;
        }
        let first = ((1 << (BITS - 1)) + Rng::new(seed).word() % (1 << (BITS - 2))) / order;
        let prime = (first..).map(|k| k * order + 1).find(|prime| is_prime(*prime))?;
        let factors = factors(order);
        let is_primitive = |root: &u64| factors.iter().all(|factor| power(*root, order / factor, prime) != 1);
        let root = (2..).map(|base| power(base, (prime - 1) / order, prime)).find(is_primitive)?;
        let turn = power(root, order / 4 * 3, prime);
        Some(Field { prime, order, root, turn, half: prime.div_ceil(2), known: Mutex::default() })
    }

    /// The prime.
    pub fn prime(&self) -> u64 {
        self.prime
    }

    /// Why some number had no residue, if one had none.
    pub fn unknown(&self) -> Option<Unknown> {
        self.known().unknown.clone()
    }

    /// The least order of a field that has all roots of unity that were asked for; its own if it has them. `None` beyond 64 bits.
    pub fn sufficient_order(&self) -> Option<u64> {
        self.known().orders.iter().try_fold(self.order, |order, other| (order / gcd(order, *other)).checked_mul(*other))
    }

    /// Adds.
    pub fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime {
            sum - self.prime
        } else {
            sum
        }
    }

    /// Negates.
    pub fn neg(&self, a: u64) -> u64 {
        if a == 0 {
            0
        } else {
            self.prime - a
        }
    }

    /// Subtracts `b` from `a`.
    pub fn sub(&self, a: u64, b: u64) -> u64 {
        self.add(a, self.neg(b))
    }

    /// Multiplies.
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        product(a, b, self.prime)
    }

    /// Returns a power.
    pub fn power(&self, a: u64, exponent: u64) -> u64 {
        power(a, exponent, self.prime)
    }

    /// Returns the inverse of a number, and zero for zero.
    pub fn inverse(&self, a: u64) -> u64 {
        self.power(a, self.prime - 2)
    }

    /// Returns 2^exponent.
    pub fn power_of_two(&self, exponent: i32) -> u64 {
        self.power(if exponent < 0 { self.half } else { 2 }, exponent.unsigned_abs().into())
    }

    /// Returns e^(-2πi k/n). A number n that does not divide the order has none, which [`Field::unknown`] tells then.
    pub fn root(&self, k: usize, n: usize) -> u64 {
        let (k, n) = (k as u64 % n as u64, n as u64);
        match self.order % n {
            0 => self.power(self.root, k * (self.order / n)),
            _ => {
                self.known().orders.insert(n);
                self.fails(format!("a root of unity of order {n}, where the field has those of order {}", self.order))
            }
        }
    }

    /// Returns the parts of a root of unity.
    pub fn parts(&self, root: u64) -> [u64; 2] {
        let conjugate = self.inverse(root);
        let halves = [self.add(root, conjugate), self.mul(self.sub(conjugate, root), self.turn)];
        halves.map(|part| self.mul(part, self.half))
    }

    /// Returns re + i·im and re - i·im.
    pub fn images(&self, [re, im]: Pair) -> Pair {
        let turned = self.mul(self.turn, im);
        [self.add(re, turned), self.sub(re, turned)]
    }

    /// Returns the residue of a number. [`Field::unknown`] tells if it has none.
    pub fn residue(&self, real: &Real) -> u64 {
        let mut rest = vec![real.clone()];
        while let Some(number) = rest.last().cloned() {
            let missing: Vec<Real> =
                number.0.origin.operands().filter(|operand| self.found(operand).is_none()).cloned().collect();
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
        let key = list.as_ptr() as usize;
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

    /// Returns all roots of unity of an order.
    fn table(&self, n: usize) -> Arc<[u64]> {
        if let Some(table) = self.known().roots.get(&(n as u64)) {
            return table.clone();
        }
        let step = self.root(1, n);
        let next = |power: &u64| Some(self.mul(*power, step));
        let table: Arc<[u64]> = std::iter::successors(Some(1), next).take(n).collect();
        self.known().roots.insert(n as u64, table.clone());
        table
    }

    /// Returns the residue of a value, which is an integer times a power of two.
    fn dyadic(&self, real: &Real) -> u64 {
        let repr = real.float().repr();
        let (sign, words) = repr.significand().as_sign_words();
        let word_base = self.power(2, dashu_float::Word::BITS.into());
        let magnitude = words.iter().rev().fold(0, |sum, &word| self.add(self.mul(sum, word_base), word % self.prime));
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

    /// Notes why a number has no residue.
    fn fails(&self, reason: String) -> u64 {
        self.known().unknown.get_or_insert(Unknown(reason));
        0
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Numbers are pairs of a real and an imaginary part.
impl Domain for Field {
    type Number = Pair;

    fn zero(&self) -> Pair {
        [0; 2]
    }

    fn add(&self, a: &Pair, b: &Pair) -> Pair {
        [Field::add(self, a[0], b[0]), Field::add(self, a[1], b[1])]
    }

    fn neg(&self, a: &Pair) -> Pair {
        a.map(|part| Field::neg(self, part))
    }

    fn mul(&self, a: &Pair, b: &Pair) -> Pair {
        let product = |i: usize, k: usize| Field::mul(self, a[i], b[k]);
        [self.sub(product(0, 0), product(1, 1)), Field::add(self, product(0, 1), product(1, 0))]
    }

    fn conj(&self, a: &Pair) -> Pair {
        [a[0], Field::neg(self, a[1])]
    }

    fn divided(&self, a: &Pair, by: usize) -> Pair {
        a.map(|part| Field::mul(self, part, self.inverse(by as u64)))
    }

    fn roots(&self, n: usize) -> Arc<[Pair]> {
        let table = self.table(n);
        let parts = |k: usize| {
            let [z, conjugate] = [table[k], table[(n - k) % n]];
            let halves = [Field::add(self, z, conjugate), Field::mul(self, self.sub(conjugate, z), self.turn)];
            halves.map(|part| Field::mul(self, part, self.half))
        };
        (0..n).map(parts).collect()
    }
}

/// Returns where a number is.
fn address(real: &Real) -> usize {
    Arc::as_ptr(&real.0) as usize
}

/// Returns a·b modulo a prime.
fn product(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

/// Returns a power modulo a prime.
fn power(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = product(result, base, prime);
        }
        base = product(base, base, prime);
        exponent /= 2;
    }
    result
}

/// Whether a number is a prime, by Miller's test. These bases suffice for 64 bits (Sorenson & Webster, 2015).
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|base| number % base == 0) {
        return BASES.contains(&number);
    }
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let first = power(*base, (number - 1) >> twos, number);
        let squares = std::iter::successors(Some(first), |square| Some(product(*square, *square, number)));
        first == 1 || squares.take(twos as usize).any(|square| square == number - 1)
    })
}

/// Returns the different prime factors of a number.
fn factors(mut number: u64) -> Vec<u64> {
    let mut found = vec![];
    let mut factor = 2;
    while factor * factor <= number {
        if number % factor == 0 {
            found.push(factor);
            while number % factor == 0 {
                number /= factor;
            }
        }
        factor += 1;
    }
    found.extend((number > 1).then_some(number));
    found
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

    #[test]
    fn primes_are_primes() {
        let small: Vec<u64> = (0..100).filter(|number| is_prime(*number)).collect();
        assert_eq!((small.len(), factors(360), factors(2 * 101)), (25, vec![2, 3, 5], vec![2, 101]));
        assert!(is_prime((1 << 61) - 1) && !is_prime((1 << 59) - 1));
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
