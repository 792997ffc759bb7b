//! What rotations that take turns at multipliers are told in each beat.

use super::beats::Beats;
use super::coefficients::Coefficients;
use crate::dag::Coefficient;
use crate::rtl::{address_bits, Module, Net};
use crate::stream::rotor::{Product, Turn};
use crate::stream::schedule::{Latencies, Unit};
use crate::stream::{Sequence, Stage};

/// The controls of an operator, in the order of its ports: that of the row, those of each multiplier, then which of them has a word.
pub(super) fn controls(
    m: &mut Module,
    beats: &mut Beats,
    stage: &Stage,
    unit: &Unit,
    (latencies, coefficients): (Latencies, &Coefficients),
) -> Vec<Net> {
    let first = unit.operations[0].as_ref().and_then(|operation| operation.coefficient);
    let rotor = stage.rotors.iter().find(|rotor| first == Some(Coefficient::Table(rotor.first)));
    let rotor = rotor.unwrap_or_else(|| unreachable!("an operator of this kind has its rotation"));
    let mut told = Told { beats, batches: stage.shape.batches, period: rotor.period, start: unit.start };
    let (sum, product) = (latencies.add, latencies.add + latencies.mul);
    let still = rotor.still.iter().enumerate().map(|(cycle, still)| (cycle, u128::from(*still)));
    let mut nets = vec![told.row(m, 1, rotor.begins, still)];
    for turns in &rotor.multipliers {
        let start = turns[0].start;
        let mut when = |m: &mut Module, cycle: usize, at: &dyn Fn(&Turn) -> Option<usize>| {
            told.row(m, 1, cycle, turns.iter().filter_map(|turn| Some((turn.start - start + at(turn)?, 1))))
        };
        let first = |_: &Turn| Some(0);
        let later = |turn: &Turn| turn.at(Product::Im);
        let take = when(m, start - 1, &first);
        let drop = when(m, start - 1, &later);
        let minus = when(m, start + product, &later);
        // Told a cycle ahead, so that without a frame it is what is told last that stands, and clears what first products are
        // added to.
        let is_first = when(m, start + product - 1, &|_| Some(1));
        let hold = when(m, start + product - 1, &|turn| (turn.products.len() > 2).then_some(2));
        let to_re = when(m, start + product + sum, &|turn| Some(turn.completes()[0]));
        let to_im = when(m, start + product + sum + 1, &|turn| Some(turn.completes()[1]));
        // b is wanted for the sum, and by itself.
        let second = turns.iter().flat_map(|turn| {
            [Product::Common, Product::Im]
                .into_iter()
                .filter_map(|product| Some((turn.start - start + turn.at(product)?, 1)))
        });
        let second = told.row(m, 1, start, second);
        let factors = turns.iter().flat_map(|turn| {
            let factor = |product: &Product| coefficients.of_table(rotor.first + product.table(), turn.beat);
            turn.products.iter().enumerate().map(move |(at, product)| (turn.start - start + at, factor(product)))
        });
        let by = told.row(m, coefficients.width(), start + sum, factors);
        nets.extend([take, drop, second, by, minus, is_first, hold, to_re, to_im]);
    }
    let from = rotor
        .multipliers
        .iter()
        .enumerate()
        .flat_map(|(number, turns)| turns.iter().map(move |turn| (turn.beat, number as u128 + 1)));
    let latency = latencies.rotor() + rotor.wait;
    nets.push(told.row(m, address_bits(rotor.multipliers.len() + 1), latency, from));
    nets
}

/// What is told beat by beat.
struct Told<'a> {
    beats: &'a mut Beats,
    /// Beats of a frame, and those after which all repeats.
    batches: usize,
    period: usize,
    /// Cycle in which the operator takes the first word.
    start: usize,
}

impl Told<'_> {
    /// Words by the beat, 0 in others, so many cycles late.
    fn row(&mut self, m: &mut Module, width: u32, late: usize, words: impl Iterator<Item = (usize, u128)>) -> Net {
        let mut row = vec![Some(0); self.period];
        words.for_each(|(beat, word)| row[beat % self.period] = Some(word));
        let row: Vec<Option<u128>> = row.into_iter().cycle().take(self.batches).collect();
        self.beats.early_word(m, &Sequence::new(width, 1, &row), self.start + late)
    }
}
