//! Addresses that follow from the digits of a counter.

use super::cycle_counter::CycleCounter;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// What a digit of a counter adds to an address.
pub struct Term {
    /// Number of the digit.
    digit: usize,
    /// What each value of the digit adds.
    table: Vec<usize>,
}

impl Term {
    /// Returns the term of a digit of the given number of values, each of which adds `stride` more than the one before
    /// it.
    pub fn new(digit: usize, values: usize, stride: usize) -> Self {
        Term { digit, table: (0..values).map(|value| value * stride).collect() }
    }

    /// Returns the term of a digit whose values add the entries of a table.
    pub fn of_table(digit: usize, table: Vec<usize>) -> Self {
        Term { digit, table }
    }
}

/// The sum of the terms of a counter: an address in a memory of `words` words.
pub fn address<'m>(run: &CycleCounter<'m>, terms: &[Term], words: usize) -> Sig<'m> {
    let m = run.is_active.builder();
    let bits = address_bits(words).max(1);
    let own = |Term { digit, table }: &Term| {
        let digit = run.digits[*digit]?;
        let is_digit = table.iter().enumerate().all(|(value, word)| value == *word);
        let words = || table.iter().map(|word| *word as u128).collect::<Vec<_>>();
        Some(if is_digit { digit.extend(bits) } else { m.rom(digit, bits, words()) })
    };
    terms.iter().filter_map(own).reduce(|sum, own| sum + own).unwrap_or_else(|| m.constant(bits, 0))
}
