//! Multiplication by a constant as a chain of sums and differences of shifted words.
//!
//! A. G. Dempster, M. D. Macleod, "Constant integer multiplication using minimum adders", IEE Proc. Circuits Devices
//! Syst. 141 (1994); O. Gustafsson, A. G. Dempster, L. Wanhammar, "Extended results for minimum-adder constant integer
//! multipliers", ISCAS 2002. The search below is our own: exact up to three sums, and over short shifts for four.

use crate::rtl::{Module, Net};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// Sums up to which chains are sought at once; a longer one has a chain for what is left of the constant without its
/// lowest digit.
const MOST: usize = 4;

/// The first sums of a chain of so many shift by less than this.
const NEAR: u32 = 8;

/// Odd numbers from here on lose digits before a chain is sought: there are too many, and none of few sums.
const LARGE: u64 = 1 << 18;

/// What has been found: plans ask for the same few constants again and again.
static FOUND: Mutex<BTreeMap<i64, Chain>> = Mutex::new(BTreeMap::new());

/// A term of a chain, shifted to the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shifted {
    /// Number of the term: 0 is what is multiplied.
    term: usize,
    by: u32,
}

/// One sum or difference, an odd multiple of what is multiplied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    first: Shifted,
    second: Shifted,
    subtract: bool,
}

/// A constant as sums.
///
/// ```
/// use fftgen::rtl::operators::fixed::Chain;
/// assert_eq!(Chain::new(45).sums(), 2); // 5 x, and 9 times that
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    constant: i64,
    terms: Terms,
    /// The last term is shifted by this.
    shift: u32,
}

/// The multiples that there are so far: one, and what each step makes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Terms {
    values: Vec<u64>,
    steps: Vec<Step>,
}

impl Chain {
    /// As short a one as is found.
    pub fn new(constant: i64) -> Self {
        let known = || FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chain) = known().get(&constant) {
            return chain.clone();
        }
        let chain = Self::search(constant);
        known().insert(constant, chain.clone());
        chain
    }

    fn search(constant: i64) -> Self {
        let size = constant.unsigned_abs();
        let shift = if size == 0 { 0 } else { size.trailing_zeros() };
        let terms = Terms::for_odd(size.checked_shr(shift).unwrap_or(0).max(1));
        Chain { constant, terms, shift }
    }

    /// Sums and differences, without that of a rounding and that of a sign.
    pub fn sums(&self) -> usize {
        self.terms.steps.len()
    }

    /// Lookup tables, about, for a word of so many bits whose product is divided by 2^point: one for each bit of a sum but
    /// those that a shift passes on.
    pub fn luts(&self, bits: u32, point: u32) -> usize {
        let half = self.half(point);
        let within = half.is_some_and(|half| self.takes(half));
        let luts: u32 = self.terms.made().map(|(step, value)| bits + value.ilog2() + 1 - step.passed()).sum();
        let last = u32::from(half.is_some() && !within) + u32::from(self.constant < 0);
        (luts + last * bits) as usize
    }

    /// Where the half stands that rounds, among the bits of the last term; none where nothing is cut off.
    fn half(&self, point: u32) -> Option<u32> {
        point.checked_sub(self.shift + 1)
    }

    /// Whether the last sum takes that half where a shift has left bits free.
    fn takes(&self, half: u32) -> bool {
        self.constant > 0 && self.terms.steps.last().is_some_and(|step| half < step.free())
    }

    /// The product with a word of two's complement over 2^point, rounded half upwards, in as many bits as the word has.
    fn build(&self, m: &mut Module, x: Net, point: u32) -> Net {
        let bits = m.width(x);
        let width = (bits + u64::BITS - self.constant.unsigned_abs().leading_zeros()).max(point) + 1;
        let half = self.half(point);
        let within = half.filter(|half| self.takes(*half));
        let mut terms = vec![x];
        for (step, value) in self.terms.made() {
            let extra = within.filter(|_| terms.len() == self.sums());
            let sum = step.build(m, &terms, bits + value.ilog2() + 1 + u32::from(extra.is_some()), extra);
            terms.push(m.name(sum, format!("times_{value}")));
        }
        let product = match self.constant {
            0 => m.constant(width, 0),
            constant => {
                let product = shifted(m, terms[self.sums()], (self.shift, 0), width);
                let zero = m.constant(width, 0);
                if constant < 0 {
                    m.sub(zero, product)
                } else {
                    product
                }
            }
        };
        let rounded = match half.filter(|_| within.is_none()) {
            None => product,
            Some(_) => {
                let half = m.constant(width, 1 << (point - 1));
                let rounded = m.add(product, half);
                m.name(rounded, "rounded")
            }
        };
        let kept = m.slice(rounded, point, bits.min(width - point));
        m.sign_extend(kept, bits)
    }
}

impl Step {
    /// Bits that are passed on, since a shift adds nothing to them.
    fn passed(&self) -> u32 {
        if self.subtract {
            self.second.by
        } else {
            self.first.by.max(self.second.by)
        }
    }

    /// Bits below a shifted term, but for one that is subtracted.
    fn free(&self) -> u32 {
        if self.subtract {
            self.first.by
        } else {
            self.passed()
        }
    }

    /// The sum in so many bits; with a one at `half` in place of a shift's zero.
    fn build(&self, m: &mut Module, terms: &[Net], width: u32, half: Option<u32>) -> Net {
        let into_first = self.subtract || self.first.by > self.second.by;
        let [first, second] = [(self.first, into_first), (self.second, !into_first)].map(|(part, takes)| {
            let low = half.filter(|_| takes).map_or(0, |half| 1 << half);
            shifted(m, terms[part.term], (part.by, low), width)
        });
        if self.subtract {
            m.sub(first, second)
        } else {
            m.add(first, second)
        }
    }
}

/// A word times a power of two, in so many bits, with `low` in place of the zeros below.
fn shifted(m: &mut Module, word: Net, (by, low): (u32, u128), width: u32) -> Net {
    let kept = m.width(word).min(width - by);
    let word = m.slice(word, 0, kept);
    let word = m.sign_extend(word, width - by);
    if by == 0 {
        return word;
    }
    let low = m.constant(by, low);
    m.concat(&[low, word])
}

/// The longest shift with which a term is worth a try: it may be larger than what is sought, but not by far.
fn shifts(value: u64, target: u64) -> u32 {
    (target.ilog2() + 2).saturating_sub(value.ilog2())
}

impl Terms {
    /// Those of a chain for an odd number.
    fn for_odd(target: u64) -> Terms {
        let terms = Terms { values: vec![1], steps: vec![] };
        if target == 1 {
            return terms;
        }
        let most = if target < LARGE { MOST } else { 0 };
        if let Some(found) = (1..=most).find_map(|sums| terms.clone().within(target, sums, sums < MOST)) {
            return found;
        }
        // The number without its lowest digit of ones and minus ones.
        let above = if target & 2 == 0 { target - 1 } else { target + 1 };
        let by = above.trailing_zeros();
        let terms = Terms::for_odd(above >> by);
        let first = Shifted { term: terms.steps.len(), by };
        terms.with(target, Step { first, second: Shifted { term: 0, by: 0 }, subtract: target & 2 != 0 })
    }

    fn with(mut self, value: u64, step: Step) -> Terms {
        self.values.push(value);
        self.steps.push(step);
        self
    }

    /// The steps, and what they make.
    fn made(&self) -> impl Iterator<Item = (&Step, u64)> {
        self.steps.iter().zip(self.values.iter().skip(1).copied())
    }

    /// These and as many more that the last one is the target. `far`: by shifts of any length.
    fn within(self, target: u64, sums: usize, far: bool) -> Option<Terms> {
        match sums {
            1 => self.step_to(target).map(|step| self.with(target, step)),
            2 => self.two_to(target),
            _ => {
                let next = self.next(target, if far { u64::BITS } else { NEAR });
                next.into_iter().find_map(|(value, step)| self.clone().with(value, step).within(target, sums - 1, far))
            }
        }
    }

    /// One step to a target.
    fn step_to(&self, target: u64) -> Option<Step> {
        let odd = |value: u64| {
            let by = value.trailing_zeros();
            let term = self.values.iter().position(|term| *term == value >> by)?;
            Some(Shifted { term, by })
        };
        let found = |(term, by): (usize, u32)| {
            let (own, value) = (Shifted { term, by }, self.values[term] << by);
            let rest = target.abs_diff(value);
            let part = (rest > 0).then(|| odd(rest)).flatten();
            match part {
                Some(part) if value < target => Some(Step { first: own, second: part, subtract: false }),
                Some(part) => Some(Step { first: own, second: part, subtract: true }),
                None => Some(Step { first: odd(target + value)?, second: own, subtract: true }),
            }
        };
        let shifted = |term: usize| (0..=shifts(self.values[term], target)).map(move |by| (term, by));
        (0..self.values.len()).flat_map(shifted).find_map(found)
    }

    /// Two steps to a target, the second of which takes the first.
    fn two_to(self, target: u64) -> Option<Terms> {
        let near: BTreeSet<u64> = self.next(target, u64::BITS).into_iter().map(|(value, _)| value).collect();
        let shifted = self.values.iter().flat_map(|value| (0..=shifts(*value, target)).map(move |by| value << by));
        let sums = shifted.flat_map(|value| [target.abs_diff(value), target + value]);
        let products = (1..=shifts(1, target)).flat_map(|by| [(1 << by) + 1, (1u64 << by) - 1]);
        let products = products.filter(|factor| *factor > 1 && target % factor == 0).map(|factor| target / factor);
        let between = sums.chain(products).filter(|value| *value > 0).map(|value| value >> value.trailing_zeros());
        let value = between.filter(|value| near.contains(value)).find(|value| !self.values.contains(value))?;
        let step = self.step_to(value)?;
        let terms = self.with(value, step);
        let step = terms.step_to(target)?;
        Some(terms.with(target, step))
    }

    /// All that one step makes that is not there yet, on the way to a target and by shifts of less than so many bits.
    fn next(&self, target: u64, end: u32) -> Vec<(u64, Step)> {
        let mut found: Vec<(u64, Step)> = Vec::new();
        let mut known: BTreeSet<u64> = self.values.iter().copied().collect();
        for (a, &value) in self.values.iter().enumerate() {
            for (b, &other) in self.values.iter().enumerate() {
                for by in 1..end.min(shifts(value, target) + 1) {
                    let (own, part) = (Shifted { term: a, by }, Shifted { term: b, by: 0 });
                    let above = value << by;
                    let sum = (above + other, Step { first: own, second: part, subtract: false });
                    let difference = match above > other {
                        true => (above - other, Step { first: own, second: part, subtract: true }),
                        false => (other - above, Step { first: part, second: own, subtract: true }),
                    };
                    found.extend([sum, difference].into_iter().filter(|(value, _)| known.insert(*value)));
                }
            }
        }
        found
    }
}

/// `y = a * constant / 2^point`, rounded half upwards, in the `bits` bits of `a`, by sums alone. Combinational. Ports `a`; `y`.
pub fn times(name: &str, bits: u32, chain: &Chain, point: u32) -> Module {
    let doc =
        format!("{bits} bits times {}, over 2^{point}, rounded half upwards, by sums of shifted words", chain.constant);
    let mut m = Module::new(name, doc);
    let a = m.input("a", bits);
    let y = chain.build(&mut m, a, point);
    m.output("y", y);
    m
}
