//! The pairs of words of the first octant of a circle, and lookups of those of all octants.

use super::operators::OperatorSet;
use crate::exact::{Complex, Root};
use crate::rtl::{address_bits, mask, Module, Net};

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

    /// Looks up the pair of the root with the exponent `angle`. `hold` adds a register to a net, given the net's value in the first beat.
    /// `exponent(before)`: the exponent of the beat `ahead` beats after the first one.
    pub fn look_up(
        &self,
        m: &mut Module,
        operators: &OperatorSet,
        angle: Net,
        exponent: &dyn Fn(usize) -> usize,
        mut hold: impl FnMut(&mut Module, Net, u128) -> Net,
    ) -> [Net; 2] {
        let width = address_bits(self.order);
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
        let index = hold(m, index, self.index(exponent(2)) as u128);
        m.name(index, "octant_index");
        let flags = hold(m, flags, self.flags(exponent(2)));
        m.name(flags, "octant");
        let values = m.rom(index, 2 * self.bits, self.table());
        let values = hold(m, values, self.table()[self.index(exponent(1))]);
        m.name(values, "octant_words");
        let flags = hold(m, flags, self.flags(exponent(1)));

        let [high, boundary_word] = [m.slice(flags, 0, 3), m.bit(flags, 3)];
        let halves = [0, 1].map(|half| {
            let value = m.slice(values, half as u32 * self.bits, self.bits);
            let last = m.constant(self.bits, self.boundary_word()[half]);
            m.mux(boundary_word, last, value)
        });
        [0, 1].map(|word| {
            let [second, negative] =
                [|octant_move: &OctantMove| octant_move.second, |octant_move: &OctantMove| octant_move.negative]
                    .map(|flag| self.moves.iter().map(|moves| u128::from(flag(&moves[word]))).collect::<Vec<_>>())
                    .map(|row| m.rom(high, 1, row));
            let value = m.mux(second, halves[1], halves[0]);
            let value = operators.with_sign(m, value, negative);
            hold(m, value, self.pair(exponent(0))[word])
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

/// Computes the real part of a factor from re + im and im - re: half of their difference.
pub fn half_of_difference(m: &mut Module, sum: Net, difference: Net) -> Net {
    let bits = m.width(sum);
    let wide = [sum, difference].map(|word| m.sign_extend(word, bits + 1));
    let twice = m.sub(wide[0], wide[1]);
    m.slice(twice, 1, bits)
}
