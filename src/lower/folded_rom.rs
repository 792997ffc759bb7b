//! Twiddle factors from a ROM of an eighth of the circle. An accumulator gives the angle; its high bits are the octant.

use super::beat_counter::{BeatCounter, Count};
use super::operators::OperatorSet;
use crate::exact::{Complex, Root};
use crate::format::number;
use crate::pipeline::root_sequence::{LinearRuns, RootSequence};
use crate::pipeline::Stage;
use crate::rtl::{address_bits, mask, Module, Net};

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
        // The negative of each coefficient has to be a coefficient. The least integer of a word has no negative, so factors need a
        // spare bit.
        let fits =
            stage.arithmetic.fixed().is_none_or(|fixed| fixed.coefficient_fraction + 2 <= fixed.coefficient_bits);
        let runs =
            roots.linear_runs(operators.coefficient(), stage.arithmetic.fixed().is_some(), sums).filter(|_| fits)?;
        Some(FoldedRom { roots, runs, octant: OctantTable::new(roots, stage, operators, sums), sums })
    }

    /// Returns the number of the sequence's first table.
    pub fn table(&self) -> usize {
        self.roots.table
    }

    /// Returns the beats by which the batch counter has to run ahead of the words.
    pub fn ahead(&self) -> usize {
        REGISTERS + usize::from(self.sums)
    }

    /// Builds the words of the sequence's tables for each batch. All registers hold their values between frames, so
    /// that the first words are present when a frame begins.
    pub fn words(&self, m: &mut Module, operators: &OperatorSet, batches: &mut BeatCounter) -> Vec<Net> {
        let pair = self.pair(m, operators, batches);
        if !self.sums {
            return pair.to_vec();
        }
        // The real part follows from re + im and im - re, which are a batch ahead.
        let [sum, difference] = pair;
        let bits = self.octant.bits;
        let re = half_of_difference(m, sum, difference);
        let first = self.octant.pair(self.roots.exponents[0]);
        let [first_sum, first_difference] = first.map(|word| number(word as u64, bits));
        let first_re = ((first_sum - first_difference) >> 1) as u128 & mask(bits);
        [(re, first_re), (sum, first[0]), (difference, first[1])]
            .map(|(net, word)| batches.hold_last(m, net, word))
            .to_vec()
    }

    /// Builds the pair of words of each batch.
    fn pair(&self, m: &mut Module, operators: &OperatorSet, batches: &mut BeatCounter) -> [Net; 2] {
        let FoldedRom { roots, octant, .. } = self;
        let (width, exponents) = (address_bits(roots.order), &roots.exponents);
        let exponent = |ahead: usize| exponents[(ahead + usize::from(self.sums)) % exponents.len()];
        let angle = self.angle(m, batches, exponent(REGISTERS - 1));

        // Odd octants are mirrored. Their first pair is the boundary word, which the ROM does not hold.
        let low = m.slice(angle, 0, width - 3);
        let high = m.slice(angle, width - 3, 3);
        let odd = m.bit(high, 0);
        let zero = m.constant(width - 3, 0);
        let mirrored = m.sub(zero, low);
        let index = m.mux(odd, mirrored, low);
        let boundary_word = m.any(low);
        let boundary_word = m.not(boundary_word);
        let boundary_word = m.and(odd, boundary_word);
        let flags = m.concat(&[high, boundary_word]);
        let index = batches.hold_last(m, index, octant.index(exponent(2)) as u128);
        let flags = batches.hold_last(m, flags, octant.flags(exponent(2)));
        let values = m.rom(index, 2 * octant.bits, octant.table());
        let values = batches.hold_last(m, values, octant.table()[octant.index(exponent(1))]);
        let flags = batches.hold_last(m, flags, octant.flags(exponent(1)));

        let [high, boundary_word] = [m.slice(flags, 0, 3), m.bit(flags, 3)];
        let halves = [0, 1].map(|half| {
            let value = m.slice(values, half as u32 * octant.bits, octant.bits);
            let last = m.constant(octant.bits, octant.boundary_word()[half]);
            m.mux(boundary_word, last, value)
        });
        [0, 1].map(|word| {
            let [second, negative] =
                [|octant_move: &OctantMove| octant_move.second, |octant_move: &OctantMove| octant_move.negative]
                    .map(|flag| octant.moves.iter().map(|moves| u128::from(flag(&moves[word]))).collect::<Vec<_>>())
                    .map(|row| m.rom(high, 1, row));
            let value = m.mux(second, halves[1], halves[0]);
            let value = operators.with_sign(m, value, negative);
            batches.hold_last(m, value, octant.pair(exponent(0))[word])
        })
    }

    /// Builds the accumulator of the exponent.
    fn angle(&self, m: &mut Module, batches: &mut BeatCounter, first: usize) -> Net {
        let FoldedRom { roots, runs, .. } = self;
        let (width, of) = (address_bits(roots.order), roots.exponents.len());
        let behind = batches.ahead - self.ahead();
        let [offset, run] = [Count::Low { of, split: runs.length }, Count::High { of, split: runs.length }]
            .map(|count| batches.count(m, count, behind));
        let offset = offset.unwrap_or_else(|| unreachable!("a run has several batches"));
        let [start, step] = [&runs.starts, &runs.steps].map(|words| match run {
            Some(run) => m.rom(run, width, words.iter().map(|word| *word as u128).collect::<Vec<_>>()),
            None => m.constant(width, words[0] as u128),
        });
        let begins = m.eq_const(offset, 0);
        let angle = m.state(width, Some(first as u128));
        m.name(angle, "angle");
        let further = m.add(angle, step);
        let next = m.mux(begins, start, further);
        m.drive_enabled(angle, next, batches.active);
        angle
    }
}

/// Derivation of a word of an octant from the pair of the first octant.
#[derive(Clone, Copy)]
struct OctantMove {
    /// Whether it is the second word of the pair.
    second: bool,
    /// Whether it is negated.
    negative: bool,
}

/// Pairs of words of the first octant, and the derivation of the pairs of all octants.
struct OctantTable {
    order: usize,
    bits: u32,
    /// `words[exponent]` of the first octant, up to the boundary with the second octant inclusive.
    words: Vec<[u128; 2]>,
    /// `moves[octant]`: derivation of both words.
    moves: Vec<[OctantMove; 2]>,
    /// Whether words have a sign bit and a magnitude.
    floating: bool,
}

impl OctantTable {
    /// Tabulates the parts of the factors, or with `sums` their sum and difference, re + im and im - re.
    fn new(roots: &RootSequence, stage: &Stage, operators: &OperatorSet, sums: bool) -> Self {
        let (order, bits) = (roots.order, operators.coefficient());
        let pair = |Complex { re, im }: Complex| match stage.arithmetic.fixed() {
            None => [re, im].map(|part| u128::from(operators.magnitude(&part))),
            Some(fixed) => {
                let [re, im] = [re, im].map(|part| fixed.encode(&part));
                let pair = if sums { [re + im, im - re] } else { [re, im] };
                pair.map(|word| word as u128 & mask(bits))
            }
        };
        let words = (0..=order / 8).map(|k| pair(Root::new(k, order).value())).collect();
        let floating = stage.arithmetic.fixed().is_none();
        let moves = (0..8).map(|octant| octant_moves(octant, sums, floating)).collect();
        OctantTable { order, bits, words, moves, floating }
    }

    /// Returns the contents of the ROM.
    fn table(&self) -> Vec<u128> {
        self.words[..self.order / 8].iter().map(|[first, second]| first | second << self.bits).collect()
    }

    /// Returns the pair at the boundary between the first two octants, with which odd octants begin.
    fn boundary_word(&self) -> [u128; 2] {
        self.words[self.order / 8]
    }

    /// Returns the octant of an exponent, and in bit 3 whether the exponent is the first of an odd octant.
    fn flags(&self, exponent: usize) -> u128 {
        let (octant, low) = (exponent / (self.order / 8), exponent % (self.order / 8));
        octant as u128 | u128::from(octant % 2 == 1 && low == 0) << 3
    }

    /// Returns the ROM address of an exponent.
    fn index(&self, exponent: usize) -> usize {
        let eighth = self.order / 8;
        match exponent / eighth % 2 {
            0 => exponent % eighth,
            _ => (eighth - exponent % eighth) % eighth,
        }
    }

    /// Returns the words of an exponent.
    fn pair(&self, exponent: usize) -> [u128; 2] {
        let octant = exponent / (self.order / 8);
        let words = match self.flags(exponent) >> 3 {
            0 => self.words[self.index(exponent)],
            _ => self.boundary_word(),
        };
        self.moves[octant].map(|OctantMove { second, negative }| {
            let (word, sign) = (words[usize::from(second)], 1 << (self.bits - 1));
            match (self.floating, negative) {
                (true, true) | (false, false) => word,
                (true, false) => word & !sign,
                (false, true) => word.wrapping_neg() & mask(self.bits),
            }
        })
    }
}

/// Derives the pair of an octant. Odd octants are mirrored: (re, im) becomes (-im, -re), so re + im is negated and im -
/// re stays. A quarter turn makes (b, -a) of a pair (a, b), of parts as well as of sums.
fn octant_moves(octant: usize, sums: bool, floating: bool) -> [OctantMove; 2] {
    let pair = |second: [bool; 2], negative: [bool; 2]| {
        [0, 1].map(|i| OctantMove { second: second[i], negative: negative[i] })
    };
    let start = match (octant % 2, sums) {
        (0, _) => pair([false, true], [false, false]),
        (_, true) => pair([false, true], [true, false]),
        (_, false) => pair([true, false], [true, true]),
    };
    let rotated = (0..octant / 2).fold(start, |[a, b], _| [b, OctantMove { negative: !a.negative, ..a }]);
    // The ROM holds magnitudes of floating-point words, and imaginary parts of the first octant are negative.
    rotated.map(|octant_move| OctantMove {
        negative: octant_move.negative ^ (floating && octant_move.second),
        ..octant_move
    })
}

/// Computes the real part of a factor from re + im and im - re: half of their difference.
pub fn half_of_difference(m: &mut Module, sum: Net, difference: Net) -> Net {
    let bits = m.width(sum);
    let wide = [sum, difference].map(|word| m.sign_extend(word, bits + 1));
    let twice = m.sub(wide[0], wide[1]);
    m.slice(twice, 1, bits)
}
