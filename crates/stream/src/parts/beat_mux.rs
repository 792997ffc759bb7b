//! Multiplexers and flags that the beats of a frame drive.

use super::beat_counter::BeatCounter;
use crate::permute::{BeatTable, WAYS};
use crate::rtl::address_bits;
use fftgen_hdl::dsl::*;
use std::collections::VecDeque;

/// Lists the distinct cases of a row, and tabulates the number of the case of each beat. `None` is a don't-care. Cases
/// are numbered in order of appearance, so that several rows have a common table where their cases appear in the same
/// pattern.
pub fn enumerate_cases<T: PartialEq + Clone>(row: &[Option<T>]) -> (Vec<T>, BeatTable) {
    let mut cases: Vec<T> = Vec::new();
    let mut table = Vec::new();
    for case in row {
        table.push(case.as_ref().map(|case| {
            let number = cases.iter().position(|other| other == case);
            number.unwrap_or_else(|| {
                cases.push(case.clone());
                cases.len() - 1
            }) as u128
        }));
    }
    let table = BeatTable::new(address_bits(cases.len()), 1, &table);
    (cases, table)
}

impl<'m> BeatCounter<'m> {
    /// A multiplexer that the beat number of `delay` cycles ago drives: `row[beat]` is its case, and `None` a
    /// don't-care.
    ///
    /// A wide multiplexer is a tree of multiplexers of [`WAYS`] inputs. Each has select bits of its own, so that it is
    /// one LUT for each bit. A common binary select would need one LUT input too many.
    pub fn choose<T: Ord + Clone>(
        &mut self,
        delay: usize,
        row: &[Option<T>],
        mut word: impl FnMut(&T) -> Sig<'m>,
    ) -> Option<Sig<'m>> {
        let mut cases: Vec<&T> = row.iter().flatten().collect();
        cases.sort();
        cases.dedup();
        // Inputs of the remaining tree: a word, and the cases it stands for.
        let mut open: VecDeque<(Sig, Vec<&T>)> = cases.iter().map(|&case| (word(case), vec![case])).collect();
        while open.len() > 1 {
            // The first multiplexer may be narrower, so that all others are full.
            let ways = match (open.len() - 1) % (WAYS - 1) {
                0 => WAYS,
                rest => rest + 1,
            };
            let (words, groups): (Vec<Sig>, Vec<Vec<&T>>) = open.drain(..ways).unzip();
            let number = |case: &T| groups.iter().position(|group| group.contains(&case)).map(|n| n as u128);
            let numbers: Vec<_> = row.iter().map(|case| case.as_ref().and_then(number)).collect();
            let select = self.word_registered(&BeatTable::new(address_bits(ways), 1, &numbers), delay);
            let chosen = self.m.select(select, &words);
            let chosen = if chosen.width() > 1 { chosen.named("choice") } else { chosen };
            open.push_back((chosen, groups.concat()));
        }
        open.pop_front().map(|(word, _)| word)
    }

    /// The bit `row[beat]` of the beat of `delay` cycles ago. `None` if no beat has one.
    pub fn flag(&mut self, delay: usize, row: &[Option<bool>]) -> Option<Sig<'m>> {
        let m = self.m;
        self.choose(delay, row, |set| m.constant(1, u128::from(*set)))
    }
}
