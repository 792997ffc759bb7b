//! Addresses that follow from the digits of a counter.

use super::cycle_counter::CycleCounter;
use crate::rtl::{address_bits, Module, Net};

/// What a digit of a counter adds to an address.
pub struct Term {
    /// Number of the digit.
    digit: usize,
    /// What each value of the digit adds.
    table: Vec<usize>,
}

impl Term {
    /// Returns the term of a digit of the given number of values, each of which adds `stride` more than the one before it.
    pub fn new(digit: usize, values: usize, stride: usize) -> Self {
        Term { digit, table: (0..values).map(|value| value * stride).collect() }
    }

    /// Returns the term of a digit whose values add the entries of a table.
    pub fn of_table(digit: usize, table: Vec<usize>) -> Self {
        Term { digit, table }
    }
}

/// Returns the sum of the terms of a counter: an address in a memory of `words` words.
pub fn address(m: &mut Module, run: &CycleCounter, terms: &[Term], words: usize) -> Net {
    let bits = address_bits(words).max(1);
    let mut sum = None;
    for Term { digit, table } in terms {
        let Some(digit) = run.digits[*digit] else { continue };
        let is_digit = table.iter().enumerate().all(|(value, word)| value == *word);
        let own = match is_digit {
            true => m.extend(digit, bits),
            false => m.rom(digit, bits, table.iter().map(|word| *word as u128).collect::<Vec<_>>()),
        };
        sum = Some(sum.map_or(own, |sum| m.add(sum, own)));
    }
    sum.unwrap_or_else(|| m.constant(bits, 0))
}
