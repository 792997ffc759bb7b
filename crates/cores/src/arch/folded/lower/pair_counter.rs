//! The digits of the places that the step of real data reads and writes: those of the points k and -k in turn.
//!
//! The points 0 and M/2 of M points, which mirror themselves, are the first pair. The second element of a pair has the
//! digits of the negative number, but for this pair. Where points that mirror themselves change places in the step,
//! they are read in the other order.

use super::super::places::Places;
use super::super::plan::FoldedPlan;
use super::sample_counter::{count_digits, digits_of};
use crate::formula::RealSplit;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// The places of pairs of points that mirror each other.
pub struct PairCounter<'m> {
    /// Digits of the place that is read.
    pub digits: Vec<Sig<'m>>,
    /// Digits of the place of the result of the element that is read.
    pub result_digits: Vec<Sig<'m>>,
    /// High with the second element of a pair.
    pub is_second: Sig<'m>,
    /// High when the points mirror themselves.
    pub mirrors_itself: Sig<'m>,
    /// High with the last pair.
    pub is_end: Sig<'m>,
}

impl<'m> PairCounter<'m> {
    /// Counts the elements that are read in the cycles with `reads`. `is_second`: high with the second element of a
    /// pair.
    pub fn new(plan: &FoldedPlan, split: RealSplit, [reads, is_second]: [Sig<'m>; 2]) -> Self {
        let moves = reads & is_second;
        // The digit of the first step is the fastest one of bins, and the slowest one of samples.
        let mut radices = plan.radices().to_vec();
        if !split.inverse {
            radices.reverse();
        }
        let Numbers { mut first, mut second, mirrors_itself, is_end } =
            match radices.iter().all(|radix| radix.is_power_of_two()) {
                true => Numbers::binary(&radices, moves),
                false => Numbers::of_digits(&radices, moves),
            };
        if !split.inverse {
            first.reverse();
            second.reverse();
        }
        let mirrors_itself = mirrors_itself.named("mirrors_itself");
        let is_end = is_end.named("pairs_end");
        let changes_places = split.pairs().first().is_some_and(|pair| split.is_crossed(pair));
        let reads_second = if changes_places { is_second ^ mirrors_itself } else { is_second };
        let digits = Vec::choose(reads_second, second.clone(), first.clone());
        let result_digits = Vec::choose(is_second, second, first);
        PairCounter { digits, result_digits, is_second, mirrors_itself, is_end }
    }
}

/// Digits of the numbers of a pair, the last one the fastest.
struct Numbers<'m> {
    first: Vec<Sig<'m>>,
    second: Vec<Sig<'m>>,
    mirrors_itself: Sig<'m>,
    is_end: Sig<'m>,
}

impl<'m> Numbers<'m> {
    /// Counts pairs of a power of two of points by one counter.
    #[hdl]
    fn binary(radices: &[usize], moves: Sig<'m>) -> Self {
        let (m, points) = (moves.builder(), radices.iter().product::<usize>());
        let bits = address_bits(points);
        let pair = count_digits(m, "pair", moves, &[points / 2]).0[0];
        let mirrors_itself = pair.is(0);
        let is_end = pair.is(points / 2 - 1);
        let first = pair.extend(bits);
        let negative = m.constant(bits, 0) - first;
        // The negative number of 0 is 0, so that one bit makes M/2 of it.
        let second = m.cat([negative.bits(0, bits - 1), negative.top() | mirrors_itself]);
        let [first, second] = [first, second].map(|number| digits_of(number, radices));
        Numbers { first, second, mirrors_itself, is_end }
    }

    /// Counts pairs by their digits.
    fn of_digits(radices: &[usize], moves: Sig<'m>) -> Self {
        let (m, points) = (moves.builder(), radices.iter().product::<usize>());
        let places = Places::new(radices.to_vec());
        let values = |number: usize| -> Vec<usize> { (0..radices.len()).map(|at| places.digit(number, at)).collect() };
        let (half, last) = (values(points / 2), values(points / 2 - 1));
        let digit = |(place, &radix): (usize, &usize)| m.state(address_bits(radix), 0).named(&format!("pair{place}"));
        let digits: Vec<Reg> = radices.iter().enumerate().map(digit).collect();
        let first: Vec<Sig> = digits.iter().map(|digit| **digit).collect();
        let are = |values: &[usize]| m.all_of(first.iter().zip(values).map(|(digit, &value)| digit.is(value)));
        let (mirrors_itself, is_end) = (are(&vec![0; radices.len()]), are(&last));
        let always = m.constant(1, 1);
        let (mut carry, mut lower_are_zero, mut second) = (always, always, first.clone());
        for (place, &radix) in radices.iter().enumerate().rev() {
            let digit = digits[place];
            let is_full = digit.is(radix - 1);
            digit.next(digit.advance(moves & (carry | is_end), is_full | is_end));
            carry = carry & is_full;
            second[place] = mirrors_itself.mux(half[place], negative_digit(*digit, lower_are_zero, radix));
            lower_are_zero = lower_are_zero & digit.is(0);
        }
        Numbers { first, second, mirrors_itself, is_end }
    }
}

/// Returns the digit of the negative of a number, modulo the product of all radices. `lower_are_zero`: whether all
/// faster digits are zero.
fn negative_digit<'m>(digit: Sig<'m>, lower_are_zero: Sig<'m>, radix: usize) -> Sig<'m> {
    let (m, bits) = (digit.builder(), address_bits(radix));
    let negative = |code: usize| {
        let (digit, is_lowest) = (code % (1 << bits), code >> bits);
        (radix + is_lowest - 1).saturating_sub(digit) % radix
    };
    let table: Vec<u128> = (0..2 << bits).map(|code| negative(code) as u128).collect();
    m.rom(m.cat([digit, lower_are_zero]), bits, table)
}
