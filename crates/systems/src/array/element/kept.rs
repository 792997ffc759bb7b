//! What is written of the engine's results where pencils are two real sequences.
//!
//! Results of the first pass wait in a memory, and both are written in the second pass, so that no point is written
//! before it has been read twice.

use super::frequency::is_above;
use super::pairs::{Facts, Pairs};
use super::walk::{number, Point, Walk};
use crate::array::plan::Mirrors;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// What is written of the engine's results.
pub(super) struct Given<'m> {
    /// Whether the result is written in this pass.
    pub is_written: Sig<'m>,
    /// The result.
    pub result: Sig<'m>,
}

impl<'m> Pairs<'_, 'm> {
    /// What is written of the engine's results in a walk over them. `point`: the point of the result.
    #[hdl]
    pub fn given(&self, walk: &Walk<'m>, point: &Point<'m>, result: Sig<'m>) -> Given<'m> {
        let facts = self.facts(&self.control.writes, walk, point);
        let counts = walk.is_active & self.control.is_transform;
        let first = self.waiting(walk, &facts, (counts, result));
        let bits = self.plan.component_bits;
        let second = match (self.plan.mirrors(), self.plan.is_inverse()) {
            (Mirrors::Shifted, false) => self.half_result(&facts, (counts, result)),
            _ => result.bits(0, bits),
        };
        let two_values = self.m.cat([first.bits(0, bits), second]);
        let joined = match self.plan.is_inverse() {
            true => two_values,
            false => facts.has_two_values.mux(two_values, facts.is_above.mux(result, first)),
        };
        Given { is_written: !(facts.is_second ^ facts.is_paired), result: facts.is_paired.mux(joined, result) }
    }

    /// The memory of results of the first pass: returns that with the number of the result of the second pass. An
    /// inverse transform has real results.
    #[hdl]
    fn waiting(&self, walk: &Walk<'m>, facts: &Facts<'m>, (counts, result): (Sig<'m>, Sig<'m>)) -> Sig<'m> {
        let length = self.plan.waiting_results();
        let kept = if self.plan.is_inverse() { result.bits(0, self.plan.component_bits) } else { result };
        let first_pass_result = self.m.state(address_bits(length), 0);
        let next_result = counts.mux(walk.is_last.mux(0, first_pass_result + 1), first_pass_result);
        first_pass_result.next(next_result);
        let memory = self.m.memory("first_pass", length, kept.width());
        memory.write(facts.is_paired & !facts.is_second & counts, first_pass_result, kept);
        memory.read(next_result)
    }

    /// The real part of the result of the first pass whose number is half of the length.
    #[hdl]
    fn half_result(&self, facts: &Facts<'m>, (counts, result): (Sig<'m>, Sig<'m>)) -> Sig<'m> {
        let bits = self.plan.component_bits;
        let half_result = self.m.reg(bits);
        let is_held = counts & facts.is_paired & !facts.is_second & facts.is_half;
        half_result.next_if(is_held, result.bits(0, bits));
        *half_result
    }

    /// What a point holds of a result: its conjugate, in the upper halves of pencils of the last round of a forward
    /// transform of one dimension. Returns also whether that is too large for its word, in fixed point.
    #[hdl]
    pub fn stored(&self, point: &Point<'m>, result: Sig<'m>) -> (Sig<'m>, Option<Sig<'m>>) {
        let Some(round) = self.plan.conjugate_round().filter(|_| !self.plan.is_inverse()) else {
            return (result, None);
        };
        let number = number(self.plan, round, point.within[round], point.block);
        let is_conjugate = self.control.writes[round] & is_above(self.plan, round, number);
        let bits = self.plan.component_bits;
        let [re, im] = [0, bits].map(|low| result.bits(low, bits));
        let (negative, too_large) = self.negated(im);
        let imaginary = is_conjugate.mux(negative, im);
        (self.m.cat([re, imaginary]), too_large.map(|too_large| too_large & is_conjugate))
    }
}
