//! Walks over all points of an element, pencil by pencil.

use super::control::by_round;
use super::digits::{address, Digits};
use super::passes::Passes;
use crate::array::plan::Plan;
use crate::formula::Order;
use crate::rtl::{address_bits, Module, Net};

/// Digits of a point: the numbers within the blocks of three dimensions, and both digits of the block of the one that is in memory.
const DIGITS: usize = 5;

/// Numbers of the digits of the block.
const BLOCK: [usize; 2] = [3, 4];

/// Number of the digits that count the points of a pencil: those within a block, and those of the block.
const PENCIL_DIGITS: usize = 3;

/// Digits in the order in which a walk counts them in each round, the fastest one first: the point of a pencil, and the number of the pencil.
const ORDERS: [[usize; DIGITS]; 3] =
    [[0, BLOCK[1], BLOCK[0], 2, 1], [1, BLOCK[1], BLOCK[0], 2, 0], [2, BLOCK[1], BLOCK[0], 1, 0]];

/// A point of an element.
#[derive(Clone, Copy)]
pub(super) struct Point {
    /// Digits of the number of the point's block in its pencil ([`Plan::block_radices`]), each of which is the element to which an exchange along an
    /// axis sends it.
    pub block: [Net; 2],
    /// Number within the block of the dimension of each round.
    pub within: [Net; 3],
}

/// A walk in progress.
pub(super) struct Walk {
    /// Whether a point is passed in this clock cycle.
    pub is_active: Net,
    /// Whether this is the first point of a pencil.
    pub is_first: Net,
    /// Whether this is the last point of a pencil.
    pub is_last: Net,
    /// Whether the pencil is passed for the second time, if some are passed twice.
    pub is_second: Option<Net>,
    /// Number of the link word within the point.
    pub word: Net,
    /// The point.
    pub point: Point,
}

/// How a walk goes on.
pub(super) struct Pace<'a> {
    /// Whether each round's pencils are passed.
    pub rounds: &'a [Net],
    /// Whether a point takes a clock cycle for each of its link words.
    pub by_words: Net,
    /// Clock cycles after each pencil of each round in which no point is passed, unless points pass by words.
    pub pauses: Vec<usize>,
}

impl Walk {
    /// Adds a walk that starts with the pulse `begins`.
    pub fn new(m: &mut Module, plan: &Plan, name: &str, begins: Net, pace: &Pace) -> Self {
        let (words, registers) = Digits::state(m, &[plan.link_words()]);
        let (next_words, is_last_word) = words.next(m);
        let runs = m.state(1, Some(0));
        m.name(runs, format!("{name}_runs"));
        let goes = m.or(begins, runs);
        let rest = Rest::new(m, name, &pace.pauses);
        let is_active = match &rest {
            None => goes,
            Some(rest) => {
                let is_over = m.eq_const(rest.count, 0);
                m.and(goes, is_over)
            }
        };
        let counts_words = m.and(is_active, pace.by_words);
        let next_words = next_words.packed(m);
        m.drive_enabled(registers, next_words, counts_words);

        let by_points = m.not(pace.by_words);
        let point_ends = m.or(by_points, is_last_word);
        let moves = m.and(is_active, point_ends);
        let counter = Counter::new(m, plan, name, pace.rounds, [moves, by_points]);
        let is_last = m.and(counter.is_last, point_ends);
        let ends = m.and(is_active, is_last);
        let goes_on = m.not(ends);
        let next = m.and(goes, goes_on);
        m.drive(runs, next);
        if let Some(rest) = rest {
            let rests = [counter.pencil_ends, moves, by_points, goes_on];
            let rests = rests.into_iter().reduce(|all, one| m.and(all, one)).unwrap_or(goes_on);
            rest.connect(m, pace.rounds, rests);
        }
        Walk {
            is_active,
            is_first: counter.is_first,
            is_last: counter.pencil_ends,
            is_second: counter.is_second,
            word: words.nets[0],
            point: counter.point,
        }
    }
}

/// Counter of points.
struct Counter {
    point: Point,
    is_first: Net,
    pencil_ends: Net,
    is_second: Option<Net>,
    is_last: Net,
}

impl Counter {
    /// Adds the counter, which advances with `moves`. After the last point comes the first one. `by_points`: whether the engine passes the points,
    /// which takes some pencils twice.
    fn new(m: &mut Module, plan: &Plan, name: &str, rounds: &[Net], [moves, by_points]: [Net; 2]) -> Self {
        let ([first, second, third], [rows, columns]) = (plan.blocks(), plan.block_radices());
        let radices: [usize; DIGITS] = [first, second, third, rows, columns];
        let names = ["first", "second", "third", "block", "column_block"];
        let digits: [Net; DIGITS] = std::array::from_fn(|digit| match radices[digit] {
            1 => m.constant(1, 0),
            radix => {
                let net = m.state(address_bits(radix), Some(0));
                m.name(net, format!("{name}_{}", names[digit]))
            }
        });
        let lasts: [Net; DIGITS] = std::array::from_fn(|digit| m.eq_const(digits[digit], radices[digit] as u128 - 1));
        let within = [digits[0], digits[1], digits[2]];
        let passes = Passes::new(m, plan, name, rounds, within, by_points);
        let all = |m: &mut Module, nets: &[Net]| {
            let always = m.constant(1, 1);
            nets.iter().fold(always, |all, net| m.and(all, *net))
        };
        for digit in (0..DIGITS).filter(|digit| radices[*digit] > 1) {
            let carries = |round: usize| -> Vec<Net> {
                let faster = ORDERS[round].iter().take_while(|faster| **faster != digit);
                let all: Vec<Net> = faster.map(|faster| lasts[*faster]).collect();
                let pass = passes.as_ref().filter(|_| all.len() >= PENCIL_DIGITS).map(|passes| passes.is_last);
                all.into_iter().chain(pass).collect()
            };
            let carry = by_round(m, rounds, |m, round| all(m, &carries(round)));
            let advances = m.and(moves, carry);
            let [zero, one] = [0, 1].map(|value| m.constant(m.width(digits[digit]), value));
            let more = m.add(digits[digit], one);
            let next = m.mux(lasts[digit], zero, more);
            m.drive_enabled(digits[digit], next, advances);
        }
        let is_first = by_round(m, rounds, |m, round| {
            let firsts = [round, BLOCK[0], BLOCK[1]].map(|digit| m.eq_const(digits[digit], 0));
            all(m, &firsts)
        });
        let pencil_ends = by_round(m, rounds, |m, round| all(m, &[lasts[round], lasts[BLOCK[0]], lasts[BLOCK[1]]]));
        let is_last = all(m, &lasts);
        let is_last = passes.as_ref().map_or(is_last, |passes| m.and(is_last, passes.is_last));
        let is_second = passes.as_ref().map(|passes| passes.is_second);
        if let Some(passes) = passes {
            let ends = m.and(pencil_ends, moves);
            passes.connect(m, ends);
        }
        let point = Point { block: BLOCK.map(|digit| digits[digit]), within };
        Counter { point, is_first, pencil_ends, is_second, is_last }
    }
}

/// Clock cycles after a pencil in which no point is passed.
struct Rest<'a> {
    /// Clock cycles that are left.
    count: Net,
    pauses: &'a [usize],
}

impl<'a> Rest<'a> {
    /// Adds the counter, if there are such clock cycles.
    fn new(m: &mut Module, name: &str, pauses: &'a [usize]) -> Option<Self> {
        let longest = pauses.iter().copied().max().filter(|longest| *longest > 0)?;
        let count = m.state(address_bits(longest + 1), Some(0));
        m.name(count, format!("{name}_rest"));
        Some(Rest { count, pauses })
    }

    /// Connects the counter, which begins with the pulse `rests`.
    fn connect(self, m: &mut Module, rounds: &[Net], rests: Net) {
        let bits = m.width(self.count);
        let pause = by_round(m, rounds, |m, round| m.constant(bits, self.pauses[round] as u128));
        let [zero, one] = [0, 1].map(|value| m.constant(bits, value));
        let (less, is_over) = (m.sub(self.count, one), m.eq_const(self.count, 0));
        let less = m.mux(is_over, zero, less);
        let next = m.mux(rests, pause, less);
        m.drive(self.count, next);
    }
}

impl Point {
    /// Returns the number of the point within its block. An exchange does not change it.
    pub fn index(&self, m: &mut Module, plan: &Plan) -> Net {
        index(m, plan, self.within)
    }

    /// Selects one of two points.
    pub fn mux(m: &mut Module, select: Net, then: &Point, other: &Point) -> Point {
        Point {
            block: [0, 1].map(|digit: usize| m.mux(select, then.block[digit], other.block[digit])),
            within: [0, 1, 2].map(|round: usize| m.mux(select, then.within[round], other.within[round])),
        }
    }

    /// Returns the point of a result, as the engine of a round orders them.
    pub fn result(&self, m: &mut Module, plan: &Plan, round: usize) -> Point {
        match plan.engine(round).order() {
            Order::Natural => *self,
            Order::Reversed => self.reversed(m, plan, round),
        }
    }

    /// Returns the point in which the bits of the number in the pencil are reversed.
    fn reversed(&self, m: &mut Module, plan: &Plan, round: usize) -> Point {
        let digits = number_digits(plan, round, self.within[round], self.block);
        let mut bits: Vec<Net> = Vec::new();
        for (net, radix) in digits {
            (0..radix.ilog2()).for_each(|at| bits.push(m.bit(net, at)));
        }
        bits.reverse();
        let mut rest = &bits[..];
        let [low, fast, slow] = digits.map(|(net, radix)| {
            let (own, others) = rest.split_at(radix.ilog2() as usize);
            rest = others;
            if own.is_empty() {
                net
            } else {
                m.concat(own)
            }
        });
        let mut within = self.within;
        within[round] = low;
        Point { block: [slow, fast], within }
    }
}

/// Returns the number of a point within its block. That of the second dimension is the fastest digit, so that the points of a job follow each
/// other.
pub(super) fn index(m: &mut Module, plan: &Plan, within: [Net; 3]) -> Net {
    let [first, second, third] = plan.blocks();
    let digits = [(within[1], second), (within[2], third), (within[0], first)];
    address(m, &digits, plan.within_words())
}

/// Returns the number along the dimension of a round, of the number within its block and the digits of the block.
pub(super) fn number(m: &mut Module, plan: &Plan, round: usize, within: Net, block: [Net; 2]) -> Net {
    address(m, &number_digits(plan, round, within, block), plan.rounds[round].length)
}

/// Returns the digits of a number along the dimension of a round with their radices, the fastest one first.
pub(super) fn number_digits(plan: &Plan, round: usize, within: Net, [slow, fast]: [Net; 2]) -> [(Net, usize); 3] {
    let [slow_radix, fast_radix] = plan.block_radices();
    [(within, plan.blocks()[round]), (fast, fast_radix), (slow, slow_radix)]
}
