//! Multiplication by a constant with sums and differences of shifted words.
//!
//! A. G. Dempster, M. D. Macleod, "Constant integer multiplication using minimum adders", IEE Proc. Circuits Devices
//! Syst. 141 (1994); O. Gustafsson, A. G. Dempster, L. Wanhammar, "Extended results for minimum-adder constant integer
//! multipliers", ISCAS 2002. The search here is exact up to three sums. For four sums, it is limited to short shifts.

use super::{kept, rounded_half_up};
use crate::rtl::Module;
use fftgen_hdl::dsl::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// Maximum number of sums in the search. A constant that needs more sums is split into its lowest digit and the rest.
const MAX_SUMS: usize = 4;

/// Limit of the shifts in bits, exclusive, of the first sums if the search is for `MAX_SUMS` sums.
const SHORT_SHIFTS: u32 = 8;

/// Odd numbers from this one on are split without a search, because the search takes long and few of them have
/// `MAX_SUMS` sums.
const LARGE: u64 = 1 << 18;

/// Results of earlier searches. Plans use few constants, but often.
static CACHE: Mutex<BTreeMap<i64, ShiftAddConstant>> = Mutex::new(BTreeMap::new());

/// Term, shifted left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shifted {
    /// Index of the term. Term 0 is the multiplicand.
    term: usize,
    /// Shift in bits.
    by: u32,
}

/// Sum or difference, which is an odd multiple of the multiplicand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    first: Shifted,
    second: Shifted,
    /// Whether the step is a difference.
    subtract: bool,
}

/// Multiplication by a constant as a sequence of sums and differences of shifted words.
///
/// ```
/// use fftgen_stream::operators::fixed::ShiftAddConstant;
/// assert_eq!(ShiftAddConstant::new(45).sums(), 2); // 5 x, and 9 times that
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShiftAddConstant {
    constant: i64,
    terms: Terms,
    /// Left shift of the last term in bits.
    shift: u32,
}

/// Multiples of the multiplicand. The last one is the odd part of the constant once the search is complete.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Terms {
    /// Multiples: 1, and the result of each step.
    values: Vec<u64>,
    steps: Vec<Step>,
}

impl ShiftAddConstant {
    /// Finds a sequence with few sums for a constant.
    pub fn new(constant: i64) -> Self {
        let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(result) = cache().get(&constant) {
            return result.clone();
        }
        let result = Self::search(constant);
        cache().insert(constant, result.clone());
        result
    }

    /// Searches for a sequence without the cache.
    fn search(constant: i64) -> Self {
        let size = constant.unsigned_abs();
        let shift = if size == 0 { 0 } else { size.trailing_zeros() };
        let terms = Terms::for_odd(size.checked_shr(shift).unwrap_or(0).max(1));
        ShiftAddConstant { constant, terms, shift }
    }

    /// Returns the number of sums and differences, without those for rounding and for a negative constant.
    pub fn sums(&self) -> usize {
        self.terms.steps.len()
    }

    /// Estimates the LUTs for a word of `bits` bits whose product is divided by 2^`point`: one for each bit of a sum,
    /// except for bits that a shifted operand leaves unchanged.
    pub fn luts(&self, bits: u32, point: u32) -> usize {
        let half = self.rounding_bit(point);
        let is_absorbed = half.is_some_and(|half| self.absorbs_rounding(half));
        let luts: u32 =
            self.terms.results().map(|(step, value)| bits + value.ilog2() + 1 - step.unchanged_bits()).sum();
        let last = u32::from(half.is_some() && !is_absorbed) + u32::from(self.constant < 0);
        (luts + last * bits) as usize
    }

    /// Returns the position, in the last term, of the half unit that rounds. `None` if the division drops no bits of
    /// it.
    fn rounding_bit(&self, point: u32) -> Option<u32> {
        point.checked_sub(self.shift + 1)
    }

    /// Whether the last sum can add the half unit among the zeros below a shifted operand.
    fn absorbs_rounding(&self, half: u32) -> bool {
        self.constant > 0 && self.terms.steps.last().is_some_and(|step| half < step.free_bits())
    }

    /// The product of the constant and a two's complement word over 2^`point`, rounded half upwards, in the width of
    /// the word.
    fn of<'m>(&self, x: Sig<'m>, point: u32) -> Sig<'m> {
        let (m, bits) = (x.builder(), x.width());
        let width = (bits + u64::BITS - self.constant.unsigned_abs().leading_zeros()).max(point) + 1;
        let half = self.rounding_bit(point);
        let absorbed = half.filter(|half| self.absorbs_rounding(*half));
        let mut terms = vec![x];
        for (step, value) in self.terms.results() {
            let half = absorbed.filter(|_| terms.len() == self.sums());
            let sum = step.sum(&terms, bits + value.ilog2() + 1 + u32::from(half.is_some()), half);
            terms.push(sum.named(&format!("times{value}")));
        }
        let product = match self.constant {
            0 => m.constant(width, 0),
            _ => shifted(terms[self.sums()], (self.shift, 0), width),
        };
        let signed = if self.constant < 0 { product.taken_from(0).named("negated") } else { product };
        match half.filter(|_| absorbed.is_none()) {
            None => kept(signed, point, bits),
            Some(_) => rounded_half_up(signed, point, bits),
        }
    }
}

impl Step {
    /// Returns the number of low bits that the sum leaves unchanged, because one operand is zero there.
    fn unchanged_bits(&self) -> u32 {
        if self.subtract {
            self.second.by
        } else {
            self.first.by.max(self.second.by)
        }
    }

    /// Returns the number of zeros below a shifted operand that is not subtracted.
    fn free_bits(&self) -> u32 {
        if self.subtract {
            self.first.by
        } else {
            self.unchanged_bits()
        }
    }

    /// The sum in `width` bits, with a one at `half` in place of a zero below a shifted operand.
    fn sum<'m>(&self, terms: &[Sig<'m>], width: u32, half: Option<u32>) -> Sig<'m> {
        let into_first = self.subtract || self.first.by > self.second.by;
        let [first, second] = [(self.first, into_first), (self.second, !into_first)].map(|(part, takes)| {
            let low = half.filter(|_| takes).map_or(0, |half| 1 << half);
            shifted(terms[part.term], (part.by, low), width)
        });
        if self.subtract {
            first - second
        } else {
            first + second
        }
    }
}

/// Shifts a word left by `by` bits, in `width` bits, with `low` in place of the zeros below.
fn shifted(word: Sig<'_>, (by, low): (u32, u128), width: u32) -> Sig<'_> {
    let m = word.builder();
    let kept = word.bits(0, word.width().min(width - by)).sign_extend(width - by);
    match by {
        0 => kept,
        _ => m.cat([m.constant(by, low), kept]),
    }
}

/// Returns the maximum shift of a term in the search. The shifted term may exceed the target by a few bits.
fn max_shift(value: u64, target: u64) -> u32 {
    (target.ilog2() + 2).saturating_sub(value.ilog2())
}

impl Terms {
    /// Finds terms for an odd number.
    fn for_odd(target: u64) -> Terms {
        let terms = Terms { values: vec![1], steps: vec![] };
        if target == 1 {
            return terms;
        }
        let max_sums = if target < LARGE { MAX_SUMS } else { 0 };
        if let Some(found) = (1..=max_sums).find_map(|sums| terms.clone().extend_to(target, sums, sums < MAX_SUMS)) {
            return found;
        }
        // The number without the lowest digit of its signed-digit form.
        let above = if target & 2 == 0 { target - 1 } else { target + 1 };
        let by = above.trailing_zeros();
        let terms = Terms::for_odd(above >> by);
        let first = Shifted { term: terms.steps.len(), by };
        terms.with(target, Step { first, second: Shifted { term: 0, by: 0 }, subtract: target & 2 != 0 })
    }

    /// Adds a step and its result.
    fn with(mut self, value: u64, step: Step) -> Terms {
        self.values.push(value);
        self.steps.push(step);
        self
    }

    /// Lists the steps and their results.
    fn results(&self) -> impl Iterator<Item = (&Step, u64)> {
        self.steps.iter().zip(self.values.iter().skip(1).copied())
    }

    /// Searches for `sums` more steps, the last of which gives the target. Shifts have any length if `any_shift`.
    fn extend_to(self, target: u64, sums: usize, any_shift: bool) -> Option<Terms> {
        match sums {
            1 => self.step_to(target).map(|step| self.with(target, step)),
            2 => self.two_steps_to(target),
            _ => {
                let next = self.candidates(target, if any_shift { u64::BITS } else { SHORT_SHIFTS });
                let extend = |(value, step)| self.clone().with(value, step).extend_to(target, sums - 1, any_shift);
                next.into_iter().find_map(extend)
            }
        }
    }

    /// Searches for a step that gives the target.
    fn step_to(&self, target: u64) -> Option<Step> {
        let odd = |value: u64| {
            let by = value.trailing_zeros();
            let term = self.values.iter().position(|term| *term == value >> by)?;
            Some(Shifted { term, by })
        };
        let found = |(term, by): (usize, u32)| {
            let (own, value) = (Shifted { term, by }, self.values[term] << by);
            let rest = target.abs_diff(value);
            let other = (rest > 0).then(|| odd(rest)).flatten();
            match other {
                Some(other) => Some(Step { first: own, second: other, subtract: value > target }),
                None => Some(Step { first: odd(target + value)?, second: own, subtract: true }),
            }
        };
        let shifted = |term: usize| (0..=max_shift(self.values[term], target)).map(move |by| (term, by));
        (0..self.values.len()).flat_map(shifted).find_map(found)
    }

    /// Searches for two steps that give the target. The second step uses the result of the first.
    fn two_steps_to(self, target: u64) -> Option<Terms> {
        let reachable: BTreeSet<u64> = self.candidates(target, u64::BITS).into_iter().map(|(value, _)| value).collect();
        let shifted = self.values.iter().flat_map(|value| (0..=max_shift(*value, target)).map(move |by| value << by));
        let sums = shifted.flat_map(|value| [target.abs_diff(value), target + value]);
        let products = (1..=max_shift(1, target)).flat_map(|by| [(1 << by) + 1, (1u64 << by) - 1]);
        let products = products.filter(|factor| *factor > 1 && target % factor == 0).map(|factor| target / factor);
        let between = sums.chain(products).filter(|value| *value > 0).map(|value| value >> value.trailing_zeros());
        let value = between.filter(|value| reachable.contains(value)).find(|value| !self.values.contains(value))?;
        let step = self.step_to(value)?;
        let terms = self.with(value, step);
        let step = terms.step_to(target)?;
        Some(terms.with(target, step))
    }

    /// Lists the new values that one step gives, with shifts of less than `shift_limit` bits that suit the target.
    fn candidates(&self, target: u64, shift_limit: u32) -> Vec<(u64, Step)> {
        let mut found: Vec<(u64, Step)> = Vec::new();
        let mut seen: BTreeSet<u64> = self.values.iter().copied().collect();
        for (a, &value) in self.values.iter().enumerate() {
            for (b, &other) in self.values.iter().enumerate() {
                for by in 1..shift_limit.min(max_shift(value, target) + 1) {
                    let (first, second) = (Shifted { term: a, by }, Shifted { term: b, by: 0 });
                    let shifted = value << by;
                    let sum = (shifted + other, Step { first, second, subtract: false });
                    let difference = match shifted > other {
                        true => (shifted - other, Step { first, second, subtract: true }),
                        false => (other - shifted, Step { first: second, second: first, subtract: true }),
                    };
                    found.extend([sum, difference].into_iter().filter(|(value, _)| seen.insert(*value)));
                }
            }
        }
        found
    }
}

/// Builds `y = a * constant / 2^point`, rounded half upwards, in the `bits` bits of `a`, from sums alone.
/// Combinational. Input `a`; output `y`.
pub fn constant_multiplier(name: &str, bits: u32, constant: &ShiftAddConstant, point: u32) -> Module {
    let doc = format!(
        "{bits} bits times {}, over 2^{point}, rounded half upwards, by sums of shifted words",
        constant.constant
    );
    let m = Builder::new(name, doc);
    m.output("y", constant.of(m.input("a", bits), point));
    m.finish()
}
