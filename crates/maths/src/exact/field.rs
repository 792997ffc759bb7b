//! Numbers modulo a prime, in which the roots of unity of an order exist, so that every operator on constants is exact.
//!
//! A [`Real`] knows how it was computed. Its residue is the same computation modulo the prime, with e^(-2πi/order) as
//! an element w of that order, i as a power of w, cos = (z + 1/z)/2 and sin = (1/z - z)/2i for z = e^(-iφ). Two
//! algebraic numbers that differ have different residues, unless the prime divides the norm of their difference.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::dft::Domain;
use super::origin::Real;
use super::primes::{factors, is_prime, power, product};
use super::root::gcd;
use crate::rng::Rng;

/// Bits of a prime. Sums of two residues have one more.
const BITS: u32 = 61;

/// The real and the imaginary part of a number.
pub(super) type Pair = [u64; 2];

/// A list, and its DFT.
pub(super) type Transform = (Arc<[[Real; 2]]>, Vec<Pair>);

/// The integers modulo a prime.
pub struct Field {
    pub(super) prime: u64,
    order: u64,
    /// e^(-2πi/order).
    root: u64,
    /// i.
    pub(super) turn: u64,
    pub(super) half: u64,
    known: Mutex<Known>,
}

/// Residues that have been computed. They keep the numbers, so that no other one takes the place of one.
#[derive(Default)]
pub(super) struct Known {
    pub numbers: HashMap<usize, (Real, u64)>,
    pub roots: HashMap<u64, Arc<[u64]>>,
    pub transforms: HashMap<usize, Transform>,
    unknown: Option<Unknown>,
    /// Orders of roots that the field does not have.
    orders: BTreeSet<u64>,
}

/// Why a number has no residue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown(pub String);

impl Field {
    /// Chooses a random prime of 61 bits with the roots of unity of an order, which four divides and which is below
    /// 2^56. `None` for other orders.
    ///
    /// ```
    /// use fftgen_maths::exact::{Field, Real, Root};
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

    /// The least order of a field that has all roots of unity that were asked for; its own if it has them. `None`
    /// beyond 64 bits.
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

    /// Returns all roots of unity of an order.
    pub(super) fn table(&self, n: usize) -> Arc<[u64]> {
        if let Some(table) = self.known().roots.get(&(n as u64)) {
            return table.clone();
        }
        let step = self.root(1, n);
        let next = |power: &u64| Some(self.mul(*power, step));
        let table: Arc<[u64]> = std::iter::successors(Some(1), next).take(n).collect();
        self.known().roots.insert(n as u64, table.clone());
        table
    }

    /// Notes why a number has no residue.
    pub(super) fn fails(&self, reason: String) -> u64 {
        self.known().unknown.get_or_insert(Unknown(reason));
        0
    }

    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
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
