//! What is written into the memory of an element.

use crate::array::plan::Plan;
use fftgen_hdl::dsl::*;

/// What is written into a region of a bank.
#[derive(Clone)]
pub(super) struct Write<'m> {
    /// Whether each link word of the point is written.
    pub(super) enables: Vec<Sig<'m>>,
    /// Address of the point.
    pub(super) address: Sig<'m>,
    /// Link words of the point.
    pub(super) words: Vec<Sig<'m>>,
}

impl<'m> Write<'m> {
    /// Writes a whole point.
    pub fn point(plan: &Plan, enable: Sig<'m>, address: Sig<'m>, point: Sig<'m>) -> Self {
        let words = (0..plan.link_words()).map(|word| point.bits(low(plan, word), word_bits(plan, word))).collect();
        Write { enables: vec![enable; plan.link_words()], address, words }
    }

    /// Writes a link word of a point.
    pub fn word(plan: &Plan, enable: Sig<'m>, address: Sig<'m>, (number, word): (Sig<'m>, Sig<'m>)) -> Self {
        let all = 0..plan.link_words();
        let enables = match plan.link_words() {
            1 => vec![enable],
            _ => all.clone().map(|at| enable & number.is(at)).collect(),
        };
        Write { enables, address, words: all.map(|at| word.bits(0, word_bits(plan, at))).collect() }
    }

    /// Writes what one of two writes writes, which have a common address if both write at once. `select` chooses the
    /// address.
    pub fn either(&self, other: &Self, select: Sig<'m>) -> Self {
        let enables = self.enables.iter().zip(&other.enables).map(|(this, other)| *this | *other);
        let words = self.enables.iter().zip(self.words.iter().zip(&other.words));
        Write {
            enables: enables.collect(),
            address: select.mux(self.address, other.address),
            words: words.map(|(enable, (this, other))| enable.mux(*this, *other)).collect(),
        }
    }

    /// `condition ? then : other`.
    pub fn choose(condition: Sig<'m>, then: &Self, other: &Self) -> Self {
        Write {
            enables: Signals::choose(condition, then.enables.clone(), other.enables.clone()),
            address: condition.mux(then.address, other.address),
            words: Signals::choose(condition, then.words.clone(), other.words.clone()),
        }
    }
}

/// The writes of what one of two sources writes into each region. `select` chooses the address.
pub(super) fn either<'m>(these: Vec<Write<'m>>, others: Vec<Write<'m>>, select: Sig<'m>) -> Vec<Write<'m>> {
    these.iter().zip(&others).map(|(this, other)| this.either(other, select)).collect()
}

/// Position of the lowest bit of a link word in a point.
fn low(plan: &Plan, word: usize) -> u32 {
    word as u32 * plan.links.bits
}

/// Number of bits of a point in a link word.
pub(super) fn word_bits(plan: &Plan, word: usize) -> u32 {
    plan.links.bits.min(plan.point_bits() - low(plan, word))
}

/// A link word of a point, with zeros after the last bits of the point.
pub(super) fn link_word<'m>(plan: &Plan, point: Sig<'m>, number: Sig<'m>) -> Sig<'m> {
    let word = |word: usize| point.bits(low(plan, word), word_bits(plan, word)).extend(plan.links.bits);
    number.builder().select(number, &(0..plan.link_words()).map(word).collect::<Vec<_>>())
}
