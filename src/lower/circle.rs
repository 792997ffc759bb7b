//! Twiddle factors from an eighth of the circle: an accumulator gives the angle, its high bits the octant.

use super::beats::{Beats, Count};
use super::operators::Set;
use crate::exact::{Complex, Root};
use crate::format::number;
use crate::pipeline::circle::{Circle, Ramp};
use crate::pipeline::Stage;
use crate::rtl::{address_bits, mask, Module, Net};

/// Registers in a row, each a batch ahead of the next: the angle, its place in an octant, the values there, the words.
const REGISTERS: usize = 4;

/// A table of pairs of words that is folded.
pub struct Folded<'a> {
    circle: &'a Circle,
    ramp: Ramp,
    octant: Octant,
    /// Whether the words are sums of both parts of a factor.
    sums: bool,
}

impl<'a> Folded<'a> {
    /// That of a circle of a stage, where it takes less than the table as it is.
    pub fn of(circle: &'a Circle, stage: &Stage, operators: &Set) -> Option<Self> {
        let sums = stage.kernel.triples.contains(&circle.table);
        // What is mirrored has to be a number as well, and of integers there are more negative ones.
        let fits = stage.arithmetic.fixed().is_none_or(|numeric| numeric.point + 2 <= numeric.coefficient);
        let ramp = circle.ramp(operators.coefficient(), stage.arithmetic.fixed().is_some(), sums).filter(|_| fits)?;
        Some(Folded { circle, ramp, octant: Octant::new(circle, stage, operators, sums), sums })
    }

    /// The circle's first table.
    pub fn table(&self) -> usize {
        self.circle.table
    }

    /// Beats that the counter of the batches is ahead.
    pub fn ahead(&self) -> usize {
        REGISTERS + usize::from(self.sums)
    }

    /// The words of the circle's tables for each batch. All registers rest between frames, so that the first words are
    /// there when a frame begins.
    pub fn words(&self, m: &mut Module, operators: &Set, batches: &mut Beats) -> Vec<Net> {
        let pair = self.pair(m, operators, batches);
        if !self.sums {
            return pair.to_vec();
        }
        // From re + im and im - re, a batch ahead, re.
        let [sum, difference] = pair;
        let bits = self.octant.bits;
        let re = half_of_difference(m, sum, difference);
        let first = self.octant.pair(self.circle.exponents[0]);
        let [first_sum, first_difference] = first.map(|word| number(word as u64, bits));
        let first_re = ((first_sum - first_difference) >> 1) as u128 & mask(bits);
        [(re, first_re), (sum, first[0]), (difference, first[1])].map(|(net, word)| batches.held(m, net, word)).to_vec()
    }

    /// The pair of each batch.
    fn pair(&self, m: &mut Module, operators: &Set, batches: &mut Beats) -> [Net; 2] {
        let Folded { circle, octant, .. } = self;
        let (width, exponents) = (address_bits(circle.order), &circle.exponents);
        let exponent = |ahead: usize| exponents[(ahead + usize::from(self.sums)) % exponents.len()];
        let angle = self.angle(m, batches, exponent(REGISTERS - 1));

        // Odd octants are mirrored; their first value is the one that the table lacks.
        let low = m.slice(angle, 0, width - 3);
        let high = m.slice(angle, width - 3, 3);
        let odd = m.bit(high, 0);
        let zero = m.constant(width - 3, 0);
        let mirrored = m.sub(zero, low);
        let index = m.mux(odd, mirrored, low);
        let corner = m.any(low);
        let corner = m.not(corner);
        let corner = m.and(odd, corner);
        let flags = m.concat(&[high, corner]);
        let index = batches.held(m, index, octant.index(exponent(2)) as u128);
        let flags = batches.held(m, flags, octant.flags(exponent(2)));
        let values = m.rom(index, 2 * octant.bits, octant.table());
        let values = batches.held(m, values, octant.table()[octant.index(exponent(1))]);
        let flags = batches.held(m, flags, octant.flags(exponent(1)));

        let [high, corner] = [m.slice(flags, 0, 3), m.bit(flags, 3)];
        let halves = [0, 1].map(|half| {
            let value = m.slice(values, half as u32 * octant.bits, octant.bits);
            let last = m.constant(octant.bits, octant.corner()[half]);
            m.mux(corner, last, value)
        });
        [0, 1].map(|word| {
            let [second, negative] = [|taken: &Taken| taken.second, |taken: &Taken| taken.negative]
                .map(|flag| octant.moves.iter().map(|moves| u128::from(flag(&moves[word]))).collect::<Vec<_>>())
                .map(|row| m.rom(high, 1, row));
            let value = m.mux(second, halves[1], halves[0]);
            let value = operators.with_sign(m, value, negative);
            batches.held(m, value, octant.pair(exponent(0))[word])
        })
    }

    /// The exponent of a batch to come, in units of the circle.
    fn angle(&self, m: &mut Module, batches: &mut Beats, first: usize) -> Net {
        let Folded { circle, ramp, .. } = self;
        let (width, of) = (address_bits(circle.order), circle.exponents.len());
        let behind = batches.ahead - self.ahead();
        let [place, run] = [Count::Low { of, split: ramp.length }, Count::High { of, split: ramp.length }]
            .map(|count| batches.count(m, count, behind));
        let place = place.unwrap_or_else(|| unreachable!("a run is of several batches"));
        let [start, step] = [&ramp.starts, &ramp.steps].map(|words| match run {
            Some(run) => m.rom(run, width, words.iter().map(|word| *word as u128).collect::<Vec<_>>()),
            None => m.constant(width, words[0] as u128),
        });
        let begins = m.eq_const(place, 0);
        let angle = m.state(width, Some(first as u128));
        m.name(angle, "angle");
        let further = m.add(angle, step);
        let next = m.mux(begins, start, further);
        m.drive_enabled(angle, next, batches.active);
        angle
    }
}

/// What a word of another octant is made of.
#[derive(Clone, Copy)]
struct Taken {
    /// The second word of the first octant's pair, and not the first.
    second: bool,
    negative: bool,
}

/// Pairs of words of the first eighth of a circle, and how those of the others come by theirs.
struct Octant {
    order: usize,
    bits: u32,
    /// For each exponent of the first octant, and that of the second one's beginning.
    words: Vec<[u128; 2]>,
    moves: Vec<[Taken; 2]>,
    /// Whether signs stand apart from magnitudes: there is one to each value then, but to zero.
    floating: bool,
}

impl Octant {
    /// Of the factors themselves, or of the sums of their parts: re + im and im - re.
    fn new(circle: &Circle, stage: &Stage, operators: &Set, sums: bool) -> Self {
        let (order, bits) = (circle.order, operators.coefficient());
        let pair = |Complex { re, im }: Complex| match stage.arithmetic.fixed() {
            None => [re, im].map(|part| u128::from(operators.magnitude(&part))),
            Some(numeric) => {
                let [re, im] = [re, im].map(|part| numeric.encode(&part));
                let pair = if sums { [re + im, im - re] } else { [re, im] };
                pair.map(|word| word as u128 & mask(bits))
            }
        };
        let words = (0..=order / 8).map(|k| pair(Root::new(k, order).value())).collect();
        let floating = stage.arithmetic.fixed().is_none();
        let moves = (0..8).map(|octant| moves(octant, sums, floating)).collect();
        Octant { order, bits, words, moves, floating }
    }

    fn table(&self) -> Vec<u128> {
        self.words[..self.order / 8].iter().map(|[first, second]| first | second << self.bits).collect()
    }

    /// What odd octants begin with.
    fn corner(&self) -> [u128; 2] {
        self.words[self.order / 8]
    }

    /// Octant of an exponent, and whether it is the first of an odd one.
    fn flags(&self, exponent: usize) -> u128 {
        let (octant, low) = (exponent / (self.order / 8), exponent % (self.order / 8));
        octant as u128 | u128::from(octant % 2 == 1 && low == 0) << 3
    }

    /// Place of an exponent in the table.
    fn index(&self, exponent: usize) -> usize {
        let eighth = self.order / 8;
        match exponent / eighth % 2 {
            0 => exponent % eighth,
            _ => (eighth - exponent % eighth) % eighth,
        }
    }

    /// The words of an exponent.
    fn pair(&self, exponent: usize) -> [u128; 2] {
        let octant = exponent / (self.order / 8);
        let words = match self.flags(exponent) >> 3 {
            0 => self.words[self.index(exponent)],
            _ => self.corner(),
        };
        self.moves[octant].map(|Taken { second, negative }| {
            let (word, sign) = (words[usize::from(second)], 1 << (self.bits - 1));
            match (self.floating, negative) {
                (true, true) | (false, false) => word,
                (true, false) => word & !sign,
                (false, true) => word.wrapping_neg() & mask(self.bits),
            }
        })
    }
}

/// How an octant comes by its pair. Odd octants are mirrored, which turns (re, im) into (-im, -re), and so re + im into its
/// negative and im - re into itself; a quarter of the circle on, (a, b) is (b, -a) of either.
fn moves(octant: usize, sums: bool, floating: bool) -> [Taken; 2] {
    let pair =
        |second: [bool; 2], negative: [bool; 2]| [0, 1].map(|i| Taken { second: second[i], negative: negative[i] });
    let start = match (octant % 2, sums) {
        (0, _) => pair([false, true], [false, false]),
        (_, true) => pair([false, true], [true, false]),
        (_, false) => pair([true, false], [true, true]),
    };
    let turned = (0..octant / 2).fold(start, |[a, b], _| [b, Taken { negative: !a.negative, ..a }]);
    // Magnitudes: imaginary parts of the first octant are negative themselves.
    turned.map(|taken| Taken { negative: taken.negative ^ (floating && taken.second), ..taken })
}

/// Of the sum of both parts of a factor, and of the imaginary part less the real one: the real part.
pub fn half_of_difference(m: &mut Module, sum: Net, difference: Net) -> Net {
    let bits = m.width(sum);
    let wide = [sum, difference].map(|word| m.sign_extend(word, bits + 1));
    let twice = m.sub(wide[0], wide[1]);
    m.slice(twice, 1, bits)
}
