//! Tables that a counter steps through, folded where their structure allows it.

use crate::rtl::{address_bits, mask};

/// A word for each (phase, beat), reproduced from tables as small as its structure allows.
///
/// Digit permutations give addresses that are sums over the digits of the beat number, so a table
/// over `beats` falls apart into one over the high and one over the low part of the beat number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeatTable {
    pub width: u32,
    pub phases: usize,
    pub beats: usize,
    /// The low part counts modulo this; the high part counts its rounds.
    pub split: usize,
    /// `high[phase * rounds + beat / split]`, with `rounds` = ceil(beats / split).
    pub high: Vec<u128>,
    /// `low[phase * split + beat % split]`; the word is high + low, modulo 2^width.
    pub low: Vec<u128>,
}

impl BeatTable {
    /// `table[phase * beats + beat]`; `None` is a word that nobody reads.
    pub fn new(width: u32, phases: usize, table: &[Option<u128>]) -> Self {
        let beats = table.len() / phases;
        let splits = (1..=beats).filter(|split| beats % split == 0 || split.is_power_of_two());
        let folded = splits.filter_map(|split| Self::folded(width, phases, beats, split, table));
        folded
            .min_by_key(|found| (found.luts(), found.high.len() + found.low.len()))
            .unwrap_or_else(|| unreachable!("split 1 folds every table"))
    }

    /// A word for each beat, as they are: for a table that is to be block RAM.
    pub fn whole(width: u32, table: &[Option<u128>]) -> Self {
        let whole = Self::folded(width, 1, table.len(), 1, table);
        whole.unwrap_or_else(|| unreachable!("split 1 folds every table"))
    }

    /// Most words of a table that lookup tables hold, with a register behind them or not: of more, synthesis makes a
    /// block RAM.
    pub const MAX_LUT_ROM_WORDS: usize = 128;

    /// Words that synthesis takes for block RAM, whatever their width: Yosys makes lookup tables of 256 words of 32 bits.
    pub const MIN_BLOCK_RAM_WORDS: usize = 512;

    /// Bits of a word of the smallest block RAM that has so many.
    pub const BLOCK_RAM_WORD_BITS: u32 = 36;

    fn folded(width: u32, phases: usize, beats: usize, split: usize, table: &[Option<u128>]) -> Option<Self> {
        let rounds = beats.div_ceil(split);
        let (mut high, mut low) = (vec![], vec![]);
        // Most tables are none of sums: that shows soon, and no more is made till then than the words of a round.
        let mut parts = vec![None; split];
        for row in table.chunks(beats) {
            // With rounds of one word there is nothing to share.
            parts.fill(if split == 1 { Some(0) } else { None });
            // Words nobody reads leave freedom; a round whose offset is not yet known waits for
            // nothing: its first known word, in order, defines what is missing.
            for round in 0..rounds {
                let words = &row[round * split..beats.min((round + 1) * split)];
                let known = words.iter().zip(&parts).find_map(|(word, low)| Some((*word)?.wrapping_sub((*low)?)));
                let offset = known.unwrap_or(0) & mask(width);
                high.push(offset);
                for (word, low) in words.iter().zip(&mut parts) {
                    let Some(word) = word else { continue };
                    let rest = word.wrapping_sub(offset) & mask(width);
                    if *low.get_or_insert(rest) != rest {
                        return None;
                    }
                }
            }
            low.extend(parts.iter().map(|low| low.unwrap_or_default()));
        }
        // A part that never changes belongs to the other one.
        let absorb = |constant: &mut [u128], other: &mut [u128]| {
            let value = constant[0];
            if constant.iter().all(|word| *word == value) {
                constant.fill(0);
                other.iter_mut().for_each(|word| *word = word.wrapping_add(value) & mask(width));
            }
        };
        absorb(&mut low, &mut high);
        absorb(&mut high, &mut low);
        Some(BeatTable { width, phases, beats, split, high, low })
    }

    /// The word at a beat of a phase.
    pub fn word(&self, phase: usize, beat: usize) -> u128 {
        let high = self.high[phase * self.rounds() + beat / self.split];
        let low = self.low[phase * self.split + beat % self.split];
        high.wrapping_add(low) & mask(self.width)
    }

    /// Whether it is long enough for block RAM, and has no structure that makes it small.
    pub fn is_block(&self) -> bool {
        self.is_longer(BeatTable::MAX_LUT_ROM_WORDS)
    }

    /// Whether a table of it has more words than that, and no structure that makes it small.
    pub fn is_longer(&self, count: usize) -> bool {
        [&self.high, &self.low].into_iter().any(|words| words.len() > count && self.digits(words).is_none())
    }

    /// Values of the high part of the beat number.
    pub fn rounds(&self) -> usize {
        self.beats.div_ceil(self.split)
    }

    /// Lookup tables of six inputs that the sequence takes, with a penalty for being slow where it is a sum.
    pub fn luts(&self) -> usize {
        let parts = [&self.high, &self.low];
        let summed = parts.iter().all(|words| words.iter().any(|word| *word != words[0]));
        let sum = if summed { 3 * self.width as usize } else { 0 };
        parts.map(|words| self.part(words)).iter().sum::<usize>() + sum
    }

    /// Lookup tables of one part: for each bit of its words, those of a function of as many bits of the
    /// address as it depends on.
    fn part(&self, words: &[u128]) -> usize {
        if words.iter().all(|word| *word == words[0]) {
            return 0;
        }
        let all = (address_bits(words.len() / self.phases) + address_bits(self.phases)) as usize;
        if words.len() > LARGE {
            let digits = self.digits(words);
            let inputs = |bit: usize| digits.as_ref().map_or(all, |digits| digits[bit].len());
            return (0..self.width as usize).map(|bit| function(inputs(bit))).sum();
        }
        let changes = self.changes(words);
        let inputs = |bit: u32| changes.iter().filter(|change| **change >> bit & 1 == 1).count();
        (0..self.width).map(|bit| function(inputs(bit))).sum()
    }

    /// Bits of the words that change with each bit of the address, of the beats first, then of the phases.
    fn changes(&self, words: &[u128]) -> Vec<u128> {
        let row = words.len() / self.phases;
        // Of blocks of so many words, where the first half differs from the second.
        let between = |words: &[u128], half: usize| {
            let changed = |block: &[u128]| {
                let (first, second) = block.split_at(half.min(block.len()));
                first.iter().zip(second).fold(0, |all, (a, b)| all | (a ^ b))
            };
            words.chunks(2 * half).map(changed).fold(0, |all, changed| all | changed)
        };
        let beats =
            (0..address_bits(row)).map(|bit| words.chunks(row).fold(0, |all, row| all | between(row, 1 << bit)));
        beats.chain((0..address_bits(self.phases)).map(|bit| between(words, row << bit))).collect()
    }

    /// The same of the beats' bits alone, as far as a few words show.
    fn some_changes(&self, words: &[u128]) -> Vec<u128> {
        let row = words.len() / self.phases;
        let of = |bit: u32| {
            let sample = (0..row).step_by((row / SAMPLE) | 1).filter(|at| at ^ (1 << bit) < row);
            sample.fold(0, |all, at| all | (words[at] ^ words[at ^ (1 << bit)]))
        };
        (0..address_bits(row)).map(of).collect()
    }

    /// For each bit of the words, the few bits of the address that it depends on, as where a word is the beat number
    /// with its digits in another order; `None` if any depends on more than a lookup table has inputs.
    pub fn digits(&self, words: &[u128]) -> Option<Vec<Vec<u32>>> {
        let row = words.len() / self.phases;
        if !row.is_power_of_two() || !self.phases.is_power_of_two() {
            return None;
        }
        let found = |changes: Vec<u128>| {
            let inputs =
                |bit: u32| (0u32..).zip(&changes).filter(|(_, c)| **c >> bit & 1 == 1).map(|(at, _)| at).collect();
            let digits: Vec<Vec<u32>> = (0..self.width).map(inputs).collect();
            digits.iter().all(|inputs| inputs.len() <= INPUTS).then_some(digits)
        };
        // A few words tell of most tables that they are not so.
        found(self.some_changes(words))?;
        found(self.changes(words))
    }
}

/// After how many words they come again, as often as there are any.
///
/// ```
/// assert_eq!(fftgen::pipeline::period(&[0, 1, 0, 2, 0, 1, 0, 2]), 4);
/// ```
pub fn period<T: PartialEq>(words: &[T]) -> usize {
    let count = words.len();
    let repeats = |period: &usize| count % period == 0 && words[*period..] == words[..count - period];
    (1..count).find(repeats).unwrap_or(count)
}

/// Inputs of a lookup table.
const INPUTS: usize = 6;

/// Words that are looked at first.
const SAMPLE: usize = 64;

/// Tables of more words are taken to depend on all bits of their address: synthesis sees no structure there.
const LARGE: usize = 256;

/// Lookup tables of a function of so many bits, as measured; a function of one bit is a wire.
fn function(inputs: usize) -> usize {
    match inputs {
        0 | 1 => 0,
        2..=6 => 1,
        7 => 2,
        8 => 6,
        _ => 23 << (inputs - 9),
    }
}
