//! Tables that are addressed by a beat counter, folded into smaller tables where their structure permits it.

use super::table_word::TableWord;
use crate::rtl::address_bits;

/// A word for each phase and beat, as the sum of a table over the high and one over the low part of the beat number.
///
/// Digit permutations give addresses that are sums over the digits of the beat number. Their tables divide at a digit.
/// Words are of 128 bits, or in the long tables of permuters of 32.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeatTable<W = u128> {
    /// Bits of a word.
    pub width: u32,
    /// Number of phases.
    pub phases: usize,
    /// Beats of a phase.
    pub beats: usize,
    /// Modulus of the low part; the high part is the quotient.
    pub split: usize,
    /// `high[phase * rounds + beat / split]`, with `rounds` = ceil(beats / split).
    pub high: Vec<W>,
    /// `low[phase * split + beat % split]`; the word is high + low, modulo 2^width.
    pub low: Vec<W>,
}

impl BeatTable {
    /// Words of the largest ROM that synthesis makes of LUTs. Of a larger one it makes block RAM.
    pub const MAX_LUT_ROM_WORDS: usize = 128;

    /// Words of the smallest ROM of any width that synthesis makes of block RAM. Yosys makes LUTs of 256 words of 32
    /// bits.
    pub const MIN_BLOCK_RAM_WORDS: usize = 512;

    /// Bits of a word of a block RAM with [`Self::MIN_BLOCK_RAM_WORDS`] words.
    pub const BLOCK_RAM_WORD_BITS: u32 = 36;
}

impl BeatTable<u32> {
    /// Returns the table with words of 128 bits.
    pub fn widened(&self) -> BeatTable {
        let BeatTable { width, phases, beats, split, .. } = *self;
        let [high, low] = [&self.high, &self.low].map(|words| words.iter().copied().map(u128::from).collect());
        BeatTable { width, phases, beats, split, high, low }
    }
}

impl<W: TableWord> BeatTable<W> {
    /// Folds `table[phase * beats + beat]`, where `None` is a don't-care, so that it takes the fewest LUTs.
    pub fn new(width: u32, phases: usize, table: &[Option<W>]) -> Self {
        let beats = table.len() / phases;
        let splits = (1..=beats).filter(|split| beats % split == 0 || split.is_power_of_two());
        // A constant takes no LUTs at any split.
        let words = |split: &usize| beats.div_ceil(*split) + split;
        let constant = table.iter().all(|word| word.is_some() && *word == table[0]);
        let shortest = constant.then(|| splits.clone().min_by_key(words)).flatten();
        let splits = splits.filter(|split| shortest.is_none_or(|shortest| *split == shortest));
        let folded = splits.filter_map(|split| Self::folded(width, phases, beats, split, table));
        folded
            .min_by_key(|found| (found.luts(), found.high.len() + found.low.len()))
            .unwrap_or_else(|| unreachable!("split 1 folds every table"))
    }

    /// Returns a table that is not folded, which may become block RAM.
    pub fn whole(width: u32, table: &[Option<W>]) -> Self {
        let whole = Self::folded(width, 1, table.len(), 1, table);
        whole.unwrap_or_else(|| unreachable!("split 1 folds every table"))
    }

    /// Folds a table at `split`. `None` if it is not a sum of both parts.
    fn folded(width: u32, phases: usize, beats: usize, split: usize, table: &[Option<W>]) -> Option<Self> {
        let rounds = beats.div_ceil(split);
        // Most tables are not sums, which shows in a few words.
        if !table.chunks(beats).all(|row| may_be_sum(width, split, row)) {
            return None;
        }
        let (mut high, mut low) = (vec![], vec![]);
        // Of the others most show it within a few rounds. Until then no more than a round is computed.
        let mut parts: Vec<Option<W>> = vec![None; split];
        for row in table.chunks(beats) {
            // A round of one word has a low part of 0.
            parts.fill(if split == 1 { Some(W::default()) } else { None });
            // Don't-cares leave freedom. The first word of a round whose low part is known defines the offset of the
            // round, else the offset is 0.
            for round in 0..rounds {
                let words = &row[round * split..beats.min((round + 1) * split)];
                let known = words.iter().zip(&parts).find_map(|(word, low)| Some((*word)?.less((*low)?, width)));
                let offset = known.unwrap_or_default();
                high.push(offset);
                for (word, low) in words.iter().zip(&mut parts) {
                    let Some(word) = word else { continue };
                    let difference = word.less(offset, width);
                    if *low.get_or_insert(difference) != difference {
                        return None;
                    }
                }
            }
            low.extend(parts.iter().map(|low| low.unwrap_or_default()));
        }
        // A constant part is added to the other one.
        let absorb = |constant: &mut [W], other: &mut [W]| {
            let value = constant[0];
            if constant.iter().all(|word| *word == value) {
                constant.fill(W::default());
                other.iter_mut().for_each(|word| *word = word.plus(value, width));
            }
        };
        absorb(&mut low, &mut high);
        absorb(&mut high, &mut low);
        Some(BeatTable { width, phases, beats, split, high, low })
    }

    /// Returns the word of a phase and beat.
    pub fn word(&self, phase: usize, beat: usize) -> W {
        let high = self.high[phase * self.rounds() + beat / self.split];
        let low = self.low[phase * self.split + beat % self.split];
        high.plus(low, self.width)
    }

    /// Whether the table becomes block RAM: it is long, and its bits do not depend on few address bits.
    pub fn is_block(&self) -> bool {
        self.is_longer(BeatTable::MAX_LUT_ROM_WORDS)
    }

    /// Whether one of the parts has more than `words` words whose bits do not depend on few address bits.
    pub fn is_longer(&self, words: usize) -> bool {
        [&self.high, &self.low].into_iter().any(|part| part.len() > words && self.bit_inputs(part).is_none())
    }

    /// Returns the number of values of the high part of the beat number.
    pub fn rounds(&self) -> usize {
        self.beats.div_ceil(self.split)
    }

    /// Estimates the six-input LUTs of the table. A sum has a penalty for its carry chain, which is slow.
    pub fn luts(&self) -> usize {
        let parts = [&self.high, &self.low];
        let summed = parts.iter().all(|words| words.iter().any(|word| *word != words[0]));
        let sum = if summed { 3 * self.width as usize } else { 0 };
        parts.map(|words| self.part_luts(words)).iter().sum::<usize>() + sum
    }

    /// Estimates the LUTs of one part. Each bit of its words is a function of the address bits it depends on.
    fn part_luts(&self, words: &[W]) -> usize {
        if words.iter().all(|word| *word == words[0]) {
            return 0;
        }
        let all = (address_bits(words.len() / self.phases) + address_bits(self.phases)) as usize;
        if words.len() > MAX_ANALYSED_WORDS {
            let inputs = self.bit_inputs(words);
            let inputs = |bit: usize| inputs.as_ref().map_or(all, |inputs| inputs[bit].len());
            return (0..self.width as usize).map(|bit| function_luts(inputs(bit))).sum();
        }
        let changes = self.changes(words);
        let inputs = |bit: u32| changes.iter().filter(|change| change.bit(bit)).count();
        (0..self.width).map(|bit| function_luts(inputs(bit))).sum()
    }

    /// Returns, for each address bit of the beat and then of the phase, a mask of the word bits that depend on it.
    fn changes(&self, words: &[W]) -> Vec<W> {
        let row = words.len() / self.phases;
        // Mask of the bits in which first and second half of a block of 2 * half words differ.
        let between = |words: &[W], half: usize| {
            let changed = |block: &[W]| {
                let (first, second) = block.split_at(half.min(block.len()));
                first.iter().zip(second).fold(W::default(), |all, (a, b)| all | (*a ^ *b))
            };
            words.chunks(2 * half).map(changed).fold(W::default(), |all, changed| all | changed)
        };
        let of_rows = |bit: u32| words.chunks(row).fold(W::default(), |all, row| all | between(row, 1 << bit));
        let beats = (0..address_bits(row)).map(of_rows);
        beats.chain((0..address_bits(self.phases)).map(|bit| between(words, row << bit))).collect()
    }

    /// Returns, for each address bit of the beat, a mask of the word bits that depend on it in a sample of the words.
    fn sampled_changes(&self, words: &[W]) -> Vec<W> {
        let row = words.len() / self.phases;
        let changed = |bit: u32| {
            let sample = (0..row).step_by((row / SAMPLE_WORDS) | 1).filter(|at| at ^ (1 << bit) < row);
            sample.fold(W::default(), |all, at| all | (words[at] ^ words[at ^ (1 << bit)]))
        };
        (0..address_bits(row)).map(changed).collect()
    }

    /// Returns, for each bit of the words, the address bits it depends on. `None` if a bit depends on more than the
    /// inputs of a LUT. A beat number with its digits in another order depends on one address bit for each bit.
    pub fn bit_inputs(&self, words: &[W]) -> Option<Vec<Vec<u32>>> {
        let row = words.len() / self.phases;
        if !row.is_power_of_two() || !self.phases.is_power_of_two() {
            return None;
        }
        let found = |changes: Vec<W>| {
            let inputs = |bit: u32| (0u32..).zip(&changes).filter(|(_, c)| c.bit(bit)).map(|(at, _)| at).collect();
            let all: Vec<Vec<u32>> = (0..self.width).map(inputs).collect();
            all.iter().all(|inputs| inputs.len() <= LUT_INPUTS).then_some(all)
        };
        // A sample rules out most tables.
        found(self.sampled_changes(words))?;
        found(self.changes(words))
    }
}

/// Whether a sample of the words of a phase is a sum of a part for each round of `split` words and one for the place in
/// it: the differences within a round are those within the first one.
fn may_be_sum<W: TableWord>(width: u32, split: usize, row: &[Option<W>]) -> bool {
    let powers =
        |end: usize| std::iter::successors(Some(1), |power| Some(2 * power)).take_while(move |power| *power < end);
    let difference = |from: usize, to: usize| Some(row[to]?.less(row[from]?, width));
    let agree = |round: usize, place: usize| match (difference(0, place), difference(round, round + place)) {
        (Some(first), Some(own)) => first == own,
        _ => true,
    };
    let rounds = || powers(row.len().div_ceil(split)).map(|round| round * split);
    powers(split).all(|place| rounds().filter(|round| round + place < row.len()).all(|round| agree(round, place)))
}

/// Returns the period of a list of words that divides its length.
///
/// ```
/// assert_eq!(fftgen_stream::pipeline::period(&[0, 1, 0, 2, 0, 1, 0, 2]), 4);
/// ```
pub fn period<T: PartialEq>(words: &[T]) -> usize {
    let count = words.len();
    let repeats = |period: &usize| count % period == 0 && words[*period..] == words[..count - period];
    (1..count).find(repeats).unwrap_or(count)
}

/// Inputs of a LUT.
const LUT_INPUTS: usize = 6;

/// Words of the sample.
const SAMPLE_WORDS: usize = 64;

/// Words of the largest table in which synthesis finds bits that do not depend on all address bits.
const MAX_ANALYSED_WORDS: usize = 256;

/// Returns the measured LUTs of a function of `inputs` bits. A function of one bit is a wire.
fn function_luts(inputs: usize) -> usize {
    match inputs {
        0 | 1 => 0,
        2..=6 => 1,
        7 => 2,
        8 => 6,
        _ => 23 << (inputs - 9),
    }
}
