//! Twiddle factors from a ROM of an eighth of the circle. An accumulator gives the angle; its high bits are the octant.

use super::beat_counter::{BeatCounter, Count};
use super::octant_table::{half_of_difference, OctantTable};
use super::operators::OperatorSet;
use crate::format::number;
use crate::pipeline::root_sequence::{LinearRuns, RootSequence};
use crate::pipeline::Stage;
use crate::rtl::{address_bits, mask};
use fftgen_hdl::dsl::*;

/// Pipeline registers of a folded ROM: angle, index in the octant, ROM words, output words.
const REGISTERS: usize = 4;

/// A folded ROM: the words of a root sequence from the pairs of the first octant.
pub struct FoldedRom<'a> {
    roots: &'a RootSequence,
    runs: LinearRuns,
    octant: OctantTable,
    /// Whether the pairs are sums and differences of the parts of a factor, for a rotation by three products.
    sums: bool,
}

impl<'a> FoldedRom<'a> {
    /// Folds the ROM of a root sequence of a stage. `None` where the unfolded table takes less.
    pub fn new(roots: &'a RootSequence, stage: &Stage, operators: &OperatorSet) -> Option<Self> {
        let sums = stage.kernel.triples.contains(&roots.table);
        // The negative of each coefficient has to be a coefficient. The least integer of a word has no negative, so
        // factors need a spare bit.
        let fits =
            stage.arithmetic.fixed().is_none_or(|fixed| fixed.coefficient_fraction + 2 <= fixed.coefficient_bits);
        let runs =
            roots.linear_runs(operators.coefficient(), stage.arithmetic.fixed().is_some(), sums).filter(|_| fits)?;
        Some(FoldedRom { roots, runs, octant: OctantTable::new(roots.order, operators, sums), sums })
    }

    /// Returns the number of the sequence's first table.
    pub fn table(&self) -> usize {
        self.roots.table
    }

    /// Returns the beats by which the batch counter has to run before the words.
    pub fn ahead(&self) -> usize {
        REGISTERS + usize::from(self.sums)
    }

    /// The words of the sequence's tables for each batch. All registers hold their values between frames, so
    /// that the first words are present when a frame begins.
    pub fn words<'m>(&self, operators: &OperatorSet, batches: &mut BeatCounter<'m>) -> Vec<Sig<'m>> {
        let pair = self.pair(operators, batches);
        if !self.sums {
            return pair.to_vec();
        }
        // The real part follows from re + im and im - re, which are a batch before.
        let [sum, difference] = pair;
        let bits = self.octant.bits;
        let re = half_of_difference(sum, difference);
        let first = self.octant.pair(self.roots.exponents[0]);
        let [first_sum, first_difference] = first.map(|word| number(word as u64, bits));
        let first_re = ((first_sum - first_difference) >> 1) as u128 & mask(bits);
        let words = [(re, first_re), (sum, first[0]), (difference, first[1])];
        words.map(|(word, first)| batches.hold_last(word, first)).to_vec()
    }

    /// The pair of words of each batch.
    fn pair<'m>(&self, operators: &OperatorSet, batches: &mut BeatCounter<'m>) -> [Sig<'m>; 2] {
        let exponents = &self.roots.exponents;
        let exponent = |ahead: usize| exponents[(ahead + usize::from(self.sums)) % exponents.len()];
        let angle = self.angle(batches, exponent(REGISTERS - 1));
        self.octant.pair_of(operators, angle, &exponent, |word, first| batches.hold_last(word, first))
    }

    /// The accumulator of the exponent.
    #[hdl]
    fn angle<'m>(&self, batches: &mut BeatCounter<'m>, first: usize) -> Sig<'m> {
        let FoldedRom { roots, runs, .. } = self;
        let m = batches.m;
        let (width, of) = (address_bits(roots.order), roots.exponents.len());
        let after = batches.ahead - self.ahead();
        let offset = batches.count(Count::Low { of, split: runs.length }, after).expect("a run has several batches");
        let run = batches.count(Count::High { of, split: runs.length }, after);
        let of_run = |words: &[usize]| match run {
            Some(run) => m.rom(run, width, words.iter().map(|word| *word as u128).collect::<Vec<_>>()),
            None => m.constant(width, words[0] as u128),
        };
        let angle = m.state(width, first as u128);
        let step = of_run(&runs.steps);
        let further = angle + step;
        angle.next_if(batches.active, offset.is(0).mux(of_run(&runs.starts), further));
        *angle
    }
}
