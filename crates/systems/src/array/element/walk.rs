//! Walks over all points of an element, pencil by pencil.

use super::control::by_round;
use super::digits::{address, Digits};
use super::passes::Passes;
use crate::array::plan::Plan;
use crate::formula::Order;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Digits of a point: the numbers within the blocks of three dimensions, and both digits of the block of the one that
/// is in memory.
const DIGITS: usize = 5;

/// Names of their registers.
const NAMES: [&str; DIGITS] = ["first", "second", "third", "block", "column_block"];

/// Numbers of the digits of the block.
const BLOCK: [usize; 2] = [3, 4];

/// Number of the digits that count the points of a pencil: those within a block, and those of the block.
const PENCIL_DIGITS: usize = 3;

/// Digits in the order in which a walk counts them in each round, the fastest one first: the point of a pencil, and
/// the number of the pencil.
const ORDERS: [[usize; DIGITS]; 3] =
    [[0, BLOCK[1], BLOCK[0], 2, 1], [1, BLOCK[1], BLOCK[0], 2, 0], [2, BLOCK[1], BLOCK[0], 1, 0]];

record! {
    /// A point of an element.
    pub(super) struct Point {
        /// Digits of the number of the point's block in its pencil ([`Plan::block_radices`]), each of which is the
        /// element to which an exchange along an axis sends it.
        block: [Sig<'m>; 2],
        /// Number within the block of the dimension of each round.
        within: [Sig<'m>; 3],
    }
}

/// A walk in progress.
pub(super) struct Walk<'m> {
    /// Whether a point is passed in this clock cycle.
    pub is_active: Sig<'m>,
    /// Whether this is the first point of a pencil.
    pub is_first: Sig<'m>,
    /// Whether this is the last point of a pencil.
    pub is_last: Sig<'m>,
    /// Whether the pencil is passed for the second time, if some are passed twice.
    pub is_second: Option<Sig<'m>>,
    /// Number of the link word within the point.
    pub word: Sig<'m>,
    /// The point.
    pub point: Point<'m>,
}

/// How a walk goes on.
pub(super) struct Pace<'a, 'm> {
    /// Whether each round's pencils are passed.
    pub rounds: &'a [Sig<'m>],
    /// Whether a point takes a clock cycle for each of its link words.
    pub by_words: Sig<'m>,
    /// Clock cycles after each pencil of each round in which no point is passed, unless points pass by words.
    pub pauses: Vec<usize>,
}

impl<'m> Walk<'m> {
    /// A walk that starts with the pulse `begins`.
    #[hdl]
    pub fn new(m: &'m Builder, plan: &Plan, name: &str, begins: Sig<'m>, pace: &Pace<'_, 'm>) -> Self {
        let _scope = m.scope(name);
        let (words, word) = Digits::state(m, &[plan.link_words()]);
        let (next_word, is_last_word) = words.next();
        let runs = m.state(1, 0);
        let goes = begins | runs;
        let rest = Rest::new(m, pace.pauses.iter().copied().max());
        let is_active = rest.map_or(goes, |rest| goes & rest.is_over());
        word.next_if(is_active & pace.by_words, next_word.packed());

        let by_points = !pace.by_words;
        let point_ends = by_points | is_last_word;
        let moves = is_active & point_ends;
        let counter = Counter::new(m, plan, pace.rounds, [moves, by_points]);
        let goes_on = !(is_active & (counter.is_last & point_ends));
        runs.next(goes & goes_on);
        if let Some(rest) = rest {
            let pause = by_round(pace.rounds, |round| rest.count.number(pace.pauses[round]));
            rest.connect(pause, counter.pencil_ends & moves & by_points & goes_on);
        }
        Walk {
            is_active,
            is_first: counter.is_first,
            is_last: counter.pencil_ends,
            is_second: counter.is_second,
            word: words.digits[0],
            point: counter.point,
        }
    }
}

/// Counter of points.
struct Counter<'m> {
    point: Point<'m>,
    is_first: Sig<'m>,
    pencil_ends: Sig<'m>,
    is_second: Option<Sig<'m>>,
    is_last: Sig<'m>,
}

impl<'m> Counter<'m> {
    /// The counter, which advances with `moves`. After the last point comes the first one. `by_points`: whether the
    /// engine passes the points, which takes some pencils twice.
    #[hdl]
    fn new(m: &'m Builder, plan: &Plan, rounds: &[Sig<'m>], [moves, by_points]: [Sig<'m>; 2]) -> Self {
        let ([first, second, third], [rows, columns]) = (plan.blocks(), plan.block_radices());
        let radices: [usize; DIGITS] = [first, second, third, rows, columns];
        let registers: [Option<Reg>; DIGITS] = std::array::from_fn(|digit| {
            let bits = address_bits(radices[digit]);
            (radices[digit] > 1).then(|| m.state(bits, 0).named(NAMES[digit]))
        });
        let digits = registers.map(|register| register.map_or(m.low(), |register| *register));
        let is_largest: [Sig; DIGITS] = std::array::from_fn(|digit| digits[digit].is(radices[digit] - 1));
        let within = [digits[0], digits[1], digits[2]];
        let passes = Passes::new(m, plan, rounds, within, by_points);
        for (digit, register) in registers.iter().enumerate() {
            let Some(register) = register else { continue };
            let carry = by_round(rounds, |round| {
                let faster = ORDERS[round].iter().take_while(|faster| **faster != digit);
                let all: Vec<Sig> = faster.map(|faster| is_largest[*faster]).collect();
                let pass = passes.as_ref().filter(|_| all.len() >= PENCIL_DIGITS).map(|passes| passes.is_last);
                m.all_of(all.into_iter().chain(pass))
            });
            register.next_if(moves & carry, is_largest[digit].mux(0, *register + 1));
        }
        let is_first = by_round(rounds, |round| m.all_of([round, BLOCK[0], BLOCK[1]].map(|digit| digits[digit].is(0))));
        let pencil_ends =
            by_round(rounds, |round| m.all_of([round, BLOCK[0], BLOCK[1]].map(|digit| is_largest[digit])));
        let is_last = m.all_of(is_largest.into_iter().chain(passes.as_ref().map(|passes| passes.is_last)));
        let is_second = passes.as_ref().map(|passes| *passes.is_second);
        if let Some(passes) = passes {
            passes.connect(pencil_ends & moves);
        }
        let point = Point { block: BLOCK.map(|digit| digits[digit]), within };
        Counter { point, is_first, pencil_ends, is_second, is_last }
    }
}

/// Clock cycles after a pencil in which no point is passed.
#[derive(Clone, Copy)]
pub(super) struct Rest<'m> {
    /// Clock cycles that are left.
    pub count: Reg<'m>,
}

impl<'m> Rest<'m> {
    /// The counter, if there are such clock cycles. `longest`: the most of them.
    #[hdl]
    pub fn new(m: &'m Builder, longest: Option<usize>) -> Option<Self> {
        let longest = longest.filter(|longest| *longest > 0)?;
        let rest = m.state(address_bits(longest + 1), 0);
        Some(Rest { count: rest })
    }

    /// Whether no clock cycles are left.
    pub fn is_over(self) -> Sig<'m> {
        self.count.is(0)
    }

    /// Connects the counter, which begins at `pause` with the pulse `begins`.
    #[hdl]
    pub fn connect(self, pause: Sig<'m>, begins: Sig<'m>) {
        let less = self.is_over().mux(0, self.count - 1);
        self.count.next(begins.mux(pause, less));
    }
}

impl<'m> Point<'m> {
    /// The number of the point within its block. An exchange does not change it.
    pub fn index(self, plan: &Plan) -> Sig<'m> {
        index(plan, self.within)
    }

    /// The point of a result, as the engine of a round orders them.
    pub fn result(self, plan: &Plan, round: usize) -> Self {
        match plan.engine(round).order() {
            Order::Natural => self,
            Order::Reversed => self.reversed(plan, round),
        }
    }

    /// The point in which the bits of the number in the pencil are reversed.
    fn reversed(self, plan: &Plan, round: usize) -> Self {
        let digits = number_digits(plan, round, self.within[round], self.block);
        let bits = digits.iter().flat_map(|(digit, radix)| (0..radix.ilog2()).map(|at| digit.bit(at)));
        let mut bits = bits.collect::<Vec<Sig>>().into_iter().rev();
        let digits = digits.map(|(digit, radix)| match radix {
            1 => digit,
            _ => digit.builder().cat(bits.by_ref().take(radix.ilog2() as usize)),
        });
        self.with_number(round, digits)
    }
}

/// The number of a point within its block. That of the second dimension is the fastest digit, so that the points of a
/// job follow each other.
pub(super) fn index<'m>(plan: &Plan, within: [Sig<'m>; 3]) -> Sig<'m> {
    let [first, second, third] = plan.blocks();
    let digits = [(within[1], second), (within[2], third), (within[0], first)];
    address(&digits, plan.within_words())
}

/// The number along the dimension of a round, of the number within its block and the digits of the block.
pub(super) fn number<'m>(plan: &Plan, round: usize, within: Sig<'m>, block: [Sig<'m>; 2]) -> Sig<'m> {
    address(&number_digits(plan, round, within, block), plan.rounds[round].length)
}

/// The digits of a number along the dimension of a round with their radices, the fastest one first.
pub(super) fn number_digits<'m>(
    plan: &Plan,
    round: usize,
    within: Sig<'m>,
    [slow, fast]: [Sig<'m>; 2],
) -> [(Sig<'m>, usize); 3] {
    let [slow_radix, fast_radix] = plan.block_radices();
    [(within, plan.blocks()[round]), (fast, fast_radix), (slow, slow_radix)]
}
