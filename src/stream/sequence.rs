//! Tables that a counter steps through, folded where their structure allows it.

use crate::rtl::mask;

/// A word for each (phase, beat), reproduced from tables as small as its structure allows.
///
/// Digit permutations give addresses that are sums over the digits of the beat number, so a table
/// over `beats` falls apart into one over the high and one over the low part of the beat number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequence {
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

impl Sequence {
    /// `table[phase * beats + beat]`; `None` is a word that nobody reads.
    pub fn new(width: u32, phases: usize, table: &[Option<u128>]) -> Self {
        let beats = table.len() / phases;
        let splits = (1..=beats).filter(|split| beats % split == 0 || split.is_power_of_two());
        let folded = splits.filter_map(|split| Self::folded(width, phases, beats, split, table));
        folded.min_by_key(Sequence::price).unwrap_or_else(|| unreachable!("split 1 folds every table"))
    }

    fn folded(width: u32, phases: usize, beats: usize, split: usize, table: &[Option<u128>]) -> Option<Self> {
        let rounds = beats.div_ceil(split);
        let mut high = vec![None; phases * rounds];
        let mut low = vec![None; phases * split];
        for phase in 0..phases {
            let row = &table[phase * beats..(phase + 1) * beats];
            let low = &mut low[phase * split..(phase + 1) * split];
            let high = &mut high[phase * rounds..(phase + 1) * rounds];
            // Words nobody reads leave freedom; a round whose offset is not yet known waits for
            // nothing: its first known word, in order, defines what is missing.
            for round in 0..rounds {
                let words = &row[round * split..beats.min((round + 1) * split)];
                let known = words.iter().zip(low.iter()).find_map(|(word, low)| Some((*word)?.wrapping_sub((*low)?)));
                let offset = known.unwrap_or(0) & mask(width);
                high[round] = Some(offset);
                for (word, low) in words.iter().zip(low.iter_mut()) {
                    let Some(word) = word else { continue };
                    let rest = word.wrapping_sub(offset) & mask(width);
                    if *low.get_or_insert(rest) != rest {
                        return None;
                    }
                }
            }
        }
        let filled = |v: Vec<Option<u128>>| v.into_iter().map(Option::unwrap_or_default).collect();
        Some(Sequence { width, phases, beats, split, high: filled(high), low: filled(low) })
    }

    /// The word at a beat of a phase.
    pub fn word(&self, phase: usize, beat: usize) -> u128 {
        let high = self.high[phase * self.rounds() + beat / self.split];
        let low = self.low[phase * self.split + beat % self.split];
        high.wrapping_add(low) & mask(self.width)
    }

    /// Values of the high part of the beat number.
    pub fn rounds(&self) -> usize {
        self.beats.div_ceil(self.split)
    }

    /// Bits of table that the sequence needs; constants need none.
    pub fn bits(&self) -> usize {
        let varies = |table: &[u128]| if table.iter().all(|w| *w == table[0]) { 0 } else { table.len() };
        (varies(&self.high) + varies(&self.low)) * self.width as usize
    }

    /// Lookup tables, each of 64 words of a bit, for the sequence and the addition of its parts; then bits.
    fn price(&self) -> (usize, usize) {
        let varies = |table: &&Vec<u128>| table.iter().any(|w| *w != table[0]);
        let parts = [&self.high, &self.low].into_iter().filter(varies);
        let tables: Vec<usize> = parts.map(|table| table.len().div_ceil(64)).collect();
        let addition = usize::from(tables.len() > 1);
        ((tables.iter().sum::<usize>() + addition) * self.width as usize, self.bits())
    }
}
