//! The pairs of words of the first octant of a circle, and lookups of those of all octants.

use super::operators::OperatorSet;
use crate::exact::{Complex, Root};
use crate::rtl::{address_bits, mask};
use fftgen_hdl::dsl::*;

/// Derivation of a word of an octant from the pair of the first octant.
#[derive(Clone, Copy)]
struct OctantMove {
    /// Whether it is the second word of the pair.
    second: bool,
    /// Whether it is negated.
    negative: bool,
}

/// Pairs of words of the first octant, and the derivation of the pairs of all octants.
pub struct OctantTable {
    order: usize,
    /// Bits of a word.
    pub bits: u32,
    /// `words[exponent]` of the first octant, up to the boundary with the second octant inclusive.
    words: Vec<[u128; 2]>,
    /// `moves[octant]`: derivation of both words.
    moves: Vec<[OctantMove; 2]>,
    /// Whether words have a sign bit and a magnitude.
    floating: bool,
}

impl OctantTable {
    /// Tabulates the parts of the factors, or with `sums` their sum and difference, re + im and im - re.
    pub fn new(order: usize, operators: &OperatorSet, sums: bool) -> Self {
        let (fixed, bits) = (operators.arithmetic.fixed(), operators.coefficient());
        let pair = |Complex { re, im }: Complex| match fixed {
            None => [re, im].map(|part| u128::from(operators.magnitude(&part))),
            Some(fixed) => {
                let [re, im] = [re, im].map(|part| fixed.encode(&part));
                let pair = if sums { [re + im, im - re] } else { [re, im] };
                pair.map(|word| word as u128 & mask(bits))
            }
        };
        let words = (0..=order / 8).map(|k| pair(Root::new(k, order).value())).collect();
        let floating = fixed.is_none();
        let moves = (0..8).map(|octant| octant_moves(octant, sums, floating)).collect();
        OctantTable { order, bits, words, moves, floating }
    }

    /// The pair of the root with the exponent `angle`. `hold` adds a register to a signal, given its value in the first
    /// beat. `exponent(before)`: the exponent of the beat `before` beats after the first one.
    #[hdl]
    pub fn pair_of<'m>(
        &self,
        operators: &OperatorSet,
        angle: Sig<'m>,
        exponent: &dyn Fn(usize) -> usize,
        mut hold: impl FnMut(Sig<'m>, u128) -> Sig<'m>,
    ) -> [Sig<'m>; 2] {
        let m = angle.builder();
        let width = address_bits(self.order);
        // Odd octants are mirrored. Their first pair is the boundary word, which the ROM does not hold.
        let low = angle.bits(0, width - 3);
        let high = angle.bits(width - 3, 3);
        let odd = high.bit(0);
        let mirrored = m.constant(width - 3, 0) - low;
        let boundary = odd & !low.any();
        let octant_index = hold(odd.mux(mirrored, low), self.index(exponent(2)) as u128);
        let octant = hold(m.cat([high, boundary]), self.flags(exponent(2)));
        let first_words = self.table()[self.index(exponent(1))];
        let octant_words = hold(m.rom(octant_index, 2 * self.bits, self.table()), first_words);
        let flags = hold(octant, self.flags(exponent(1)));
        let (octant_of_words, at_boundary) = (flags.bits(0, 3), flags.bit(3));
        let halves = [0, 1].map(|half| {
            let word = octant_words.bits(half as u32 * self.bits, self.bits);
            at_boundary.mux(self.boundary_word()[half], word)
        });
        [0, 1].map(|word| {
            let of_octant = |flag: fn(&OctantMove) -> bool| {
                let row: Vec<u128> = self.moves.iter().map(|moves| u128::from(flag(&moves[word]))).collect();
                m.rom(octant_of_words, 1, row)
            };
            let part = of_octant(|step| step.second).mux(halves[1], halves[0]);
            hold(operators.signed(part, of_octant(|step| step.negative)), self.pair(exponent(0))[word])
        })
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
    pub fn pair(&self, exponent: usize) -> [u128; 2] {
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

/// The real part of a factor from re + im and im - re: half of their difference.
pub fn half_of_difference<'m>(sum: Sig<'m>, difference: Sig<'m>) -> Sig<'m> {
    let bits = sum.width();
    (sum.sign_extend(bits + 1) - difference.sign_extend(bits + 1)).bits(1, bits)
}
