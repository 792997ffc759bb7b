//! The digits of the places that the step of real data reads and writes: those of the points k and -k in turn.
//!
//! The points 0 and M/2 of M points, which mirror themselves, are the first pair. The second element of a pair has the digits of the negative
//! number, but for this pair. Where points that mirror themselves change places in the step, they are read in the other order.

use super::super::places::Places;
use super::super::plan::FoldedPlan;
use super::sample_counter::{count_digits, digits_of};
use crate::formula::RealSplit;
use crate::lower::count::advance;
use crate::rtl::{address_bits, Module, Net};

/// The places of pairs of points that mirror each other.
pub struct PairCounter {
    /// Digits of the place that is read.
    pub digits: Vec<Net>,
    /// Digits of the place of the result of the element that is read.
    pub result_digits: Vec<Net>,
    /// High with the second element of a pair.
    pub is_second: Net,
    /// High when the points mirror themselves.
    pub mirrors_itself: Net,
    /// High with the last pair.
    pub is_end: Net,
}

impl PairCounter {
    /// Counts the elements that are read in the cycles with `reads`. `is_second`: high with the second element of a pair.
    pub fn new(m: &mut Module, plan: &FoldedPlan, split: RealSplit, [reads, is_second]: [Net; 2]) -> Self {
        let moves = m.and(reads, is_second);
        // The digit of the first step is the fastest one of bins, and the slowest one of samples.
        let mut radices = plan.radices().to_vec();
        if !split.inverse {
            radices.reverse();
        }
        let Numbers { mut first, mut second, mirrors_itself, is_end } =
            match radices.iter().all(|radix| radix.is_power_of_two()) {
                true => Numbers::binary(m, &radices, moves),
                false => Numbers::of_digits(m, &radices, moves),
            };
        if !split.inverse {
            first.reverse();
            second.reverse();
        }
        m.name(mirrors_itself, "mirrors_itself");
        m.name(is_end, "pairs_end");
        let changes_places = split.pairs().first().is_some_and(|pair| split.is_crossed(pair));
        let reads_second = if changes_places { m.xor(is_second, mirrors_itself) } else { is_second };
        let mut digits = |takes_second: Net| -> Vec<Net> {
            first.iter().zip(&second).map(|(&first, &second)| m.mux(takes_second, second, first)).collect()
        };
        let [digits, result_digits] = [digits(reads_second), digits(is_second)];
        PairCounter { digits, result_digits, is_second, mirrors_itself, is_end }
    }
}

/// Digits of the numbers of a pair, the last one the fastest.
struct Numbers {
    first: Vec<Net>,
    second: Vec<Net>,
    mirrors_itself: Net,
    is_end: Net,
}

impl Numbers {
    /// Counts pairs of a power of two of points by one counter.
    fn binary(m: &mut Module, radices: &[usize], moves: Net) -> Self {
        let points: usize = radices.iter().product();
        let bits = address_bits(points);
        let (number, _) = count_digits(m, "pair", moves, &[points / 2]);
        let mirrors_itself = m.eq_const(number[0], 0);
        let is_end = m.eq_const(number[0], points as u128 / 2 - 1);
        let first = m.extend(number[0], bits);
        let zero = m.constant(bits, 0);
        let negative = m.sub(zero, first);
        // The negative number of 0 is 0, so that one bit makes M/2 of it.
        let [low, high] = [m.slice(negative, 0, bits - 1), m.bit(negative, bits - 1)];
        let high = m.or(high, mirrors_itself);
        let second = m.concat(&[low, high]);
        let [first, second] = [first, second].map(|number| digits_of(m, number, radices));
        Numbers { first, second, mirrors_itself, is_end }
    }

    /// Counts pairs by their digits.
    fn of_digits(m: &mut Module, radices: &[usize], moves: Net) -> Self {
        let points: usize = radices.iter().product();
        let places = Places::new(radices.to_vec());
        let values = |number: usize| -> Vec<usize> { (0..radices.len()).map(|at| places.digit(number, at)).collect() };
        let [half, last] = [points / 2, points / 2 - 1].map(values);
        let first: Vec<Net> = (0..radices.len())
            .map(|place| {
                let digit = m.state(address_bits(radices[place]), Some(0));
                m.name(digit, format!("pair{place}"))
            })
            .collect();
        let all = |m: &mut Module, values: &[usize]| {
            let always = m.constant(1, 1);
            first.iter().zip(values).fold(always, |all, (&digit, &value)| {
                let is_equal = m.eq_const(digit, value as u128);
                m.and(all, is_equal)
            })
        };
        let mirrors_itself = all(m, &vec![0; radices.len()]);
        let is_end = all(m, &last);
        let (mut carry, mut lower_are_zero) = (m.constant(1, 1), m.constant(1, 1));
        let mut second = vec![carry; radices.len()];
        for (place, &radix) in radices.iter().enumerate().rev() {
            let digit = first[place];
            let is_full = m.eq_const(digit, radix as u128 - 1);
            let steps = m.or(carry, is_end);
            let steps = m.and(moves, steps);
            let clear = m.or(is_full, is_end);
            let next = advance(m, digit, steps, clear);
            m.drive(digit, next);
            carry = m.and(carry, is_full);
            let negative = negative_digit(m, digit, lower_are_zero, radix);
            let half = m.constant(address_bits(radix), half[place] as u128);
            second[place] = m.mux(mirrors_itself, half, negative);
            let is_zero = m.eq_const(digit, 0);
            lower_are_zero = m.and(lower_are_zero, is_zero);
        }
        Numbers { first, second, mirrors_itself, is_end }
    }
}

/// Returns the digit of the negative of a number, modulo the product of all radices. `lower_are_zero`: whether all faster digits are zero.
fn negative_digit(m: &mut Module, digit: Net, lower_are_zero: Net, radix: usize) -> Net {
    let bits = address_bits(radix);
    let code = m.concat(&[digit, lower_are_zero]);
    let negative = |code: usize| {
        let (digit, is_lowest) = (code % (1 << bits), code >> bits);
        (radix + is_lowest - 1).saturating_sub(digit) % radix
    };
    let table: Vec<u128> = (0..2 << bits).map(|code| negative(code) as u128).collect();
    m.rom(code, bits, table)
}
