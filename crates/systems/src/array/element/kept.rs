//! What is written of the engine's results where pencils are two real sequences.
//!
//! Results of the first pass wait in a memory, and both are written in the second pass, so that no point is written before it has been read twice.

use super::frequency::is_above;
use super::pairs::{Facts, Pairs};
use super::walk::{number, Point, Walk};
use crate::array::plan::Mirrors;
use crate::rtl::{address_bits, Module, Net};

/// What is written of the engine's results.
pub(super) struct Given {
    /// Whether the result is written in this pass.
    pub is_written: Net,
    /// The result.
    pub result: Net,
}

impl Pairs<'_> {
    /// Returns what is written of the engine's results in a walk over them. `point`: the point of the result.
    pub fn given(&self, m: &mut Module, walk: &Walk, point: &Point, result: Net) -> Given {
        let facts = self.facts(m, &self.control.writes, walk, point);
        let counts = m.and(walk.is_active, self.control.is_transform);
        let first = self.waiting(m, walk, &facts, (counts, result));
        let bits = self.plan.component_bits;
        let second = match (self.plan.mirrors(), self.plan.is_inverse()) {
            (Mirrors::Shifted, false) => self.half_result(m, &facts, (counts, result)),
            _ => m.slice(result, 0, bits),
        };
        let first_part = m.slice(first, 0, bits);
        let two_values = m.concat(&[first_part, second]);
        let joined = match self.plan.is_inverse() {
            true => two_values,
            false => {
                let one = m.mux(facts.is_above, result, first);
                m.mux(facts.has_two_values, two_values, one)
            }
        };
        let differs = m.xor(facts.is_second, facts.is_paired);
        Given { is_written: m.not(differs), result: m.mux(facts.is_paired, joined, result) }
    }

    /// Adds the memory of results of the first pass, and returns that with the number of the result of the second pass. An inverse transform has
    /// real results.
    fn waiting(&self, m: &mut Module, walk: &Walk, facts: &Facts, (counts, result): (Net, Net)) -> Net {
        let length = self.plan.waiting_results();
        let kept = match self.plan.is_inverse() {
            true => m.slice(result, 0, self.plan.component_bits),
            false => result,
        };
        let position = m.state(address_bits(length), Some(0));
        m.name(position, "first_pass_result");
        let [zero, one] = [0, 1].map(|value| m.constant(address_bits(length), value));
        let later = m.add(position, one);
        let later = m.mux(walk.is_last, zero, later);
        let next = m.mux(counts, later, position);
        m.drive(position, next);
        let memory = m.memory("first_pass", length, m.width(kept));
        let is_first = m.not(facts.is_second);
        let waits = m.and(facts.is_paired, is_first);
        let waits = m.and(waits, counts);
        m.write(memory, waits, position, kept);
        m.read(memory, next)
    }

    /// Returns the real part of the result of the first pass whose number is half of the length.
    fn half_result(&self, m: &mut Module, facts: &Facts, (counts, result): (Net, Net)) -> Net {
        let real = m.slice(result, 0, self.plan.component_bits);
        let held = m.state(self.plan.component_bits, None);
        m.name(held, "half_result");
        let is_first = m.not(facts.is_second);
        let is_held = [facts.is_paired, is_first, facts.is_half].into_iter().fold(counts, |all, one| m.and(all, one));
        m.drive_enabled(held, real, is_held);
        held
    }

    /// Returns what a point holds of a result: its conjugate, in the upper halves of pencils of the last round of a forward transform of one dimension. Returns also
    /// whether that is too large for its word, in fixed point.
    pub fn stored(&self, m: &mut Module, point: &Point, result: Net) -> (Net, Option<Net>) {
        let Some(round) = self.plan.conjugate_round().filter(|_| !self.plan.is_inverse()) else {
            return (result, None);
        };
        let number = number(m, self.plan, round, point.within[round], point.block);
        let is_above = is_above(m, self.plan, round, number);
        let is_conjugate = m.and(self.control.writes[round], is_above);
        let bits = self.plan.component_bits;
        let [re, im] = [0, bits].map(|low| m.slice(result, low, bits));
        let (negative, too_large) = self.negated(m, im);
        let imaginary = m.mux(is_conjugate, negative, im);
        (m.concat(&[re, imaginary]), too_large.map(|too_large| m.and(too_large, is_conjugate)))
    }
}
