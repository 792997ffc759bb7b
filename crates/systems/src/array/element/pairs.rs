//! Pencils of two real sequences between memory and engine.
//!
//! Such a pencil passes the engine twice, a sequence each time. Elements that have a complex pencil in its place give
//! zeros to the engine in the second pass. What becomes of the results is in `kept`.

use super::control::{by_round, Control, Coordinates};
use super::frequency::is_above;
use super::passes::decided;
use super::walk::{number, Point, Walk};
use crate::array::plan::{Mirrors, Plan};
use crate::format::{Format, Overflow};
use fftgen_hdl::dsl::*;

/// Pencils of two real sequences in an element.
pub(super) struct Pairs<'a, 'm> {
    pub m: &'m Builder,
    pub plan: &'a Plan,
    pub at: &'a Coordinates<'m>,
    pub control: &'a Control<'m>,
}

record! {
    /// Facts about a point that is read or written.
    pub(super) struct Facts {
        /// Whether its pencil is two real sequences.
        is_paired,
        /// Whether the pencil passes for the second time.
        is_second,
        /// Whether its number along the pencil is half of the length.
        is_half,
        /// Whether it is one of two real values of a point: the result of an inverse transform's pass, or what is
        /// written of both passes.
        has_two_values,
        /// Whether its number is that of a value of the second sequence: above half of the length, or also half of it
        /// ([`Mirrors`]).
        is_above,
    }
}

/// Point that is read for the engine.
pub(super) struct Taken<'m> {
    /// The point, which may mirror the one that the engine takes.
    pub point: Point<'m>,
    facts: Facts<'m>,
    /// Whether the value is the conjugate of the point.
    is_conjugate: Sig<'m>,
}

impl<'a, 'm> Pairs<'a, 'm> {
    /// The pencils, if frames are of real samples.
    pub fn new(m: &'m Builder, plan: &'a Plan, at: &'a Coordinates<'m>, control: &'a Control<'m>) -> Option<Self> {
        plan.row_round().map(|_| Pairs { m, plan, at, control })
    }

    /// The point that is read in a walk. Before an inverse transform, the half of a spectrum that is not there
    /// mirrors the other one.
    #[hdl]
    pub fn taken(&self, walk: &Walk<'m>) -> Taken<'m> {
        let Pairs { m, plan, .. } = *self;
        let rounds = &self.control.reads;
        let facts = self.facts(rounds, walk, &walk.point);
        if !plan.is_inverse() {
            return Taken { point: walk.point, facts, is_conjugate: m.low() };
        }
        let Facts { is_paired, is_second, is_half, has_two_values, is_above } = facts;
        let is_read = walk.is_active & self.control.is_transform;
        let takes_mirrored = is_paired & is_read & !has_two_values & (is_above ^ is_second);
        let takes_first = is_paired & is_read & has_two_values & is_half;
        let source = by_round(rounds, |round| {
            let mirrored = walk.point.mirrored(plan, round);
            match plan.mirrors() {
                Mirrors::Same => mirrored,
                Mirrors::Shifted => {
                    let other = Signals::choose(is_second, walk.point.opposite(plan, round), mirrored);
                    Signals::choose(takes_first, walk.point.first(round), other)
                }
            }
        });
        let is_elsewhere = match plan.mirrors() {
            Mirrors::Same => takes_mirrored,
            Mirrors::Shifted => takes_mirrored | takes_first,
        };
        let point = Signals::choose(is_elsewhere, source, walk.point);
        let is_conjugate = plan.conjugate_round().map_or(takes_mirrored, |round| {
            // A mirrored point of the upper half of a pencil is a conjugate too, so that its value is in the lower
            // half.
            rounds[round].mux(is_above & !(is_paired & has_two_values) & is_read, takes_mirrored)
        });
        Taken { point, facts, is_conjugate }
    }

    /// What the engine takes of a point that has been read, a clock cycle after its address, and whether that was too
    /// large for its word, in fixed point.
    #[hdl]
    pub fn fed(&self, taken: &Taken<'m>, point: Sig<'m>) -> (Sig<'m>, Option<Sig<'m>>) {
        let Taken { facts: Facts { is_paired, is_second, is_half, has_two_values, .. }, is_conjugate, .. } = *taken;
        let (bits, is_inverse) = (self.plan.component_bits, self.plan.is_inverse());
        let is_part = if is_inverse { is_paired & has_two_values } else { is_paired };
        let is_second_part = match (self.plan.mirrors(), is_inverse) {
            (Mirrors::Shifted, true) => is_half,
            _ => is_second,
        };
        let rests = !is_paired & is_second;
        let [takes_part, takes_second, takes_zero, conjugates] =
            [is_part, is_second_part, rests, is_conjugate].map(|fact| fact.before(1));
        let [re, im] = [0, bits].map(|low| point.bits(low, bits));
        let real = takes_zero.mux(0, (takes_part & takes_second).mux(im, re));
        let (negative, too_large) = if is_inverse { self.negated(im) } else { (im, None) };
        let imaginary = (takes_part | takes_zero).mux(0, conjugates.mux(negative, im));
        (self.m.cat([real, imaginary]), too_large.map(|too_large| too_large & conjugates))
    }

    /// The facts about a point of a walk.
    #[hdl]
    pub fn facts(&self, rounds: &[Sig<'m>], walk: &Walk<'m>, point: &Point<'m>) -> Facts<'m> {
        let Pairs { m, plan, .. } = *self;
        let never = m.low();
        let along = |round: usize| number(plan, round, point.within[round], point.block);
        let half = |round: usize| plan.rounds[round].length / 2;
        let is_second = walk.is_second.unwrap_or(never);
        let is_half = by_round(rounds, |round| match plan.rounds[round].length % 2 {
            0 => along(round).is(half(round)),
            _ => never,
        });
        let is_zero = by_round(rounds, |round| along(round).is(0));
        let is_end = is_zero | is_half;
        let has_two_values = match (plan.mirrors(), plan.is_inverse()) {
            (Mirrors::Same, _) => is_end,
            (Mirrors::Shifted, false) => is_zero,
            (Mirrors::Shifted, true) => is_end & !is_second,
        };
        let is_above = by_round(rounds, |round| match plan.mirrors() {
            Mirrors::Same => along(round).gt(half(round)),
            Mirrors::Shifted => is_above(plan, round, along(round)),
        });
        let is_paired = by_round(rounds, |round| self.is_paired(round, point));
        Facts { is_paired, is_second, is_half, has_two_values, is_above }
    }

    /// Whether the pencil of a round through a point is two real sequences.
    fn is_paired(&self, round: usize, point: &Point<'m>) -> Sig<'m> {
        decided(self.m, self.plan, round, |other| {
            // Dimensions that are spread are counted without the one in memory.
            let block = self.at.block(self.plan, other - usize::from(other > round));
            let number = number(self.plan, other, point.within[other], block);
            (number, self.plan.shared_points(other))
        })
    }

    /// The negative of a part, and in fixed point whether it is too large for its word.
    #[hdl]
    pub fn negated(&self, part: Sig<'m>) -> (Sig<'m>, Option<Sig<'m>>) {
        let config = &self.plan.engines[0].config;
        let lowest = 1_u128 << (part.width() - 1);
        let Format::Fixed(_) = config.format else { return (part ^ lowest, None) };
        let is_lowest = part.is(lowest);
        let difference = part.taken_from(0);
        let negative = match config.arithmetic.overflow.unwrap_or_default() {
            Overflow::Wrap => difference,
            Overflow::Saturate => is_lowest.mux(lowest - 1, difference),
        };
        (negative, Some(is_lowest))
    }
}
