//! Which bits of a word each check bit covers.

use super::Protection;
use crate::rtl::Net;

/// Bits of a word that a parity bit covers at most, if there are more than two parity bits.
const PARITY_BITS: u32 = 16;

/// A linear code: a check bit is set where an odd number of the bits that it covers is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// Check bits of a word.
    pub checks: u32,
    /// Check bits that cover each bit of a word, as a number with a bit for each of them.
    pub columns: Vec<u128>,
}

impl Code {
    /// Returns the code of words of `bits` bits.
    pub fn new(protection: Protection, bits: u32) -> Self {
        let checks = checks(protection, bits);
        let columns = match protection {
            Protection::None => vec![0; bits as usize],
            Protection::Parity => (0..bits).map(|bit| 1 << (bit % checks)).collect(),
            Protection::Ecc => hsiao(checks, bits),
        };
        Code { checks, columns }
    }

    /// Bits of a word, without check bits.
    pub fn bits(&self) -> u32 {
        self.columns.len() as u32
    }

    /// The bits of a word that a check bit covers.
    pub fn covers(&self, check: u32) -> u128 {
        let covered = self.columns.iter().enumerate().filter(|(_, column)| *column >> check & 1 == 1);
        covered.map(|(bit, _)| 1 << bit).sum()
    }

    /// Whether no column has all the ones of another one, so that the ones of a column tell it from all others.
    pub fn is_told_by_ones(&self) -> bool {
        self.columns.iter().all(|column| column.count_ones() == self.columns[0].count_ones())
    }
}

/// Number of check bits of words of `bits` bits.
fn checks(protection: Protection, bits: u32) -> u32 {
    let columns_of = |checks: u32| (1u128 << (checks - 1)) - u128::from(checks);
    match protection {
        Protection::None => 0,
        Protection::Parity => bits.div_ceil(PARITY_BITS).max(2).min(bits),
        Protection::Ecc => (3..).find(|checks| columns_of(*checks) >= u128::from(bits)).unwrap_or(Net::MAX_WIDTH),
    }
}

/// The columns of Hsiao: an odd number of at least three check bits covers a bit, and no two bits have the same ones, so
/// that one error gives an odd number of wrong check bits, and two an even one.
fn hsiao(checks: u32, bits: u32) -> Vec<u128> {
    let mut free: Vec<u128> =
        (0..1 << checks).filter(|c: &u128| c.count_ones() >= 3 && c.count_ones() % 2 == 1).collect();
    free.sort_by_key(|column| column.count_ones());
    let mut covered = vec![0u32; checks as usize];
    let columns = (0..bits).map(|_| {
        // The check bits that cover the fewest bits so far, among the columns with the fewest ones.
        let load = |column: &u128| -> u32 {
            (0..checks).filter(|check| column >> check & 1 == 1).map(|check| covered[check as usize].pow(2)).sum()
        };
        let fewest = free[0].count_ones();
        let light = free.iter().take_while(|column| column.count_ones() == fewest);
        let (at, _) = light.enumerate().min_by_key(|(_, column)| load(column)).expect("columns for all bits");
        let column = free.remove(at);
        (0..checks).filter(|check| column >> check & 1 == 1).for_each(|check| covered[check as usize] += 1);
        column
    });
    columns.collect()
}

/// Cuts words of `bits` bits into pieces that fit a net with their check bits, each in a memory of its own.
pub fn pieces(protection: Protection, bits: u32) -> Vec<u32> {
    match bits + checks(protection, bits) <= Net::MAX_WIDTH {
        true => vec![bits],
        false => vec![bits / 2, bits - bits / 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wrong check bits after the errors in `word` and `checks`.
    fn syndrome(code: &Code, word: u128, checks: u128) -> u128 {
        code.columns.iter().enumerate().filter(|(bit, _)| word >> bit & 1 == 1).fold(checks, |sum, (_, c)| sum ^ c)
    }

    #[test]
    fn one_error_is_told_from_all_others_and_from_two() {
        for bits in (1..=72).chain([119, 120]) {
            let code = Code::new(Protection::Ecc, bits);
            let whole = bits + code.checks;
            let error = |bit: u32| match bit < bits {
                true => syndrome(&code, 1 << bit, 0),
                false => syndrome(&code, 0, 1 << (bit - bits)),
            };
            let mut seen = std::collections::BTreeSet::new();
            for bit in 0..whole {
                assert!(error(bit).count_ones() % 2 == 1 && seen.insert(error(bit)), "{bits} bits: {bit}");
                assert!((0..bit).all(|other| {
                    let both = error(bit) ^ error(other);
                    both != 0 && both.count_ones() % 2 == 0
                }));
            }
        }
    }

    #[test]
    fn words_of_64_bits_have_the_check_bits_of_block_ram() {
        let checks = |protection, bits| Code::new(protection, bits).checks;
        assert_eq!([8, 16, 26, 32, 57, 64].map(|bits| checks(Protection::Ecc, bits)), [5, 6, 6, 7, 7, 8]);
        assert_eq!([1, 2, 16, 32, 33, 64].map(|bits| checks(Protection::Parity, bits)), [1, 2, 2, 2, 3, 4]);
    }

    #[test]
    fn check_bits_of_a_word_cover_as_many_bits_within_one() {
        let code = Code::new(Protection::Ecc, 64);
        let counts: Vec<u32> = (0..code.checks).map(|check| code.covers(check).count_ones()).collect();
        assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{counts:?}");
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(pieces(Protection::Ecc, 120), [120]);
        assert_eq!(pieces(Protection::Ecc, 128), [64, 64]);
        assert_eq!(pieces(Protection::Parity, 121), [60, 61]);
        assert!((1..=128).all(|bits| pieces(Protection::Ecc, bits).iter().sum::<u32>() == bits));
    }
}
