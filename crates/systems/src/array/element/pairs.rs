//! Pencils of two real sequences between memory and engine.
//!
//! Such a pencil passes the engine twice, a sequence each time. Elements that have a complex pencil in its place give zeros to the engine in the second
//! pass. What becomes of the results is in `kept`.

use super::control::{by_round, Control, Coordinates};
use super::frequency::is_above;
use super::passes::decided;
use super::walk::{number, Point, Walk};
use crate::array::plan::{Mirrors, Plan};
use crate::format::{Format, Overflow};
use crate::rtl::{Module, Net};

/// Pencils of two real sequences in an element.
pub(super) struct Pairs<'a> {
    pub plan: &'a Plan,
    pub at: &'a Coordinates,
    pub control: &'a Control,
}

/// Facts about a point that is read or written.
pub(super) struct Facts {
    /// Whether its pencil is two real sequences.
    pub is_paired: Net,
    /// Whether the pencil passes for the second time.
    pub is_second: Net,
    /// Whether its number along the pencil is half of the length.
    pub is_half: Net,
    /// Whether it is one of two real values of a point: the result of an inverse transform's pass, or what is written of both passes.
    pub has_two_values: Net,
    /// Whether its number is that of a value of the second sequence: above half of the length, or also half of it ([`Mirrors`]).
    pub is_above: Net,
}

/// Point that is read for the engine.
pub(super) struct Taken {
    /// The point, which may mirror the one that the engine takes.
    pub point: Point,
    facts: Facts,
    /// Whether the value is the conjugate of the point.
    is_conjugate: Net,
}

impl<'a> Pairs<'a> {
    /// Returns the pencils, if frames are of real samples.
    pub fn new(plan: &'a Plan, at: &'a Coordinates, control: &'a Control) -> Option<Self> {
        plan.row_round().map(|_| Pairs { plan, at, control })
    }

    /// Returns the point that is read in a walk. Before an inverse transform, the half of a spectrum that is not there mirrors the other one.
    pub fn taken(&self, m: &mut Module, walk: &Walk) -> Taken {
        let rounds = &self.control.reads;
        let facts = self.facts(m, rounds, walk, &walk.point);
        if !self.plan.is_inverse() {
            let is_conjugate = m.constant(1, 0);
            return Taken { point: walk.point, facts, is_conjugate };
        }
        let has_one = m.not(facts.has_two_values);
        let is_elsewhere = m.xor(facts.is_above, facts.is_second);
        let is_read = m.and(walk.is_active, self.control.is_transform);
        let [is_mirrored, is_half] = [[has_one, is_elsewhere], [facts.has_two_values, facts.is_half]].map(|both| {
            [facts.is_paired, is_read].into_iter().chain(both).reduce(|all, one| m.and(all, one)).unwrap_or(is_read)
        });
        let source = |m: &mut Module, round: usize| {
            let mirrored = walk.point.mirrored(m, self.plan, round);
            match self.plan.mirrors() {
                Mirrors::Same => mirrored,
                Mirrors::Shifted => {
                    let opposite = walk.point.opposite(m, self.plan, round);
                    let mirrored = Point::mux(m, facts.is_second, &opposite, &mirrored);
                    let first = walk.point.first(m, round);
                    Point::mux(m, is_half, &first, &mirrored)
                }
            }
        };
        let block = [0, 1].map(|digit: usize| by_round(m, rounds, |m, round| source(m, round).block[digit]));
        let within = [0, 1, 2].map(|digit: usize| by_round(m, rounds, |m, round| source(m, round).within[digit]));
        let is_other = match self.plan.mirrors() {
            Mirrors::Same => is_mirrored,
            Mirrors::Shifted => m.or(is_mirrored, is_half),
        };
        let point = Point::mux(m, is_other, &Point { block, within }, &walk.point);
        let is_conjugate = match self.plan.conjugate_round() {
            None => is_mirrored,
            Some(round) => {
                // A mirrored point of the upper half of a pencil is a conjugate too, so that its value is in the lower half.
                let both = m.and(facts.is_paired, facts.has_two_values);
                let has_one = m.not(both);
                let in_round = [facts.is_above, has_one, is_read]
                    .into_iter()
                    .reduce(|all, one| m.and(all, one))
                    .unwrap_or(is_read);
                m.mux(rounds[round], in_round, is_mirrored)
            }
        };
        Taken { point, facts, is_conjugate }
    }

    /// Returns what the engine takes of a point that has been read, a clock cycle after its address, and whether that was too large for its word, in
    /// fixed point.
    pub fn fed(&self, m: &mut Module, taken: &Taken, point: Net) -> (Net, Option<Net>) {
        let Taken { facts, is_conjugate, .. } = taken;
        let both = match self.plan.is_inverse() {
            true => m.and(facts.is_paired, facts.has_two_values),
            false => facts.is_paired,
        };
        let takes_second = match (self.plan.mirrors(), self.plan.is_inverse()) {
            (Mirrors::Shifted, true) => facts.is_half,
            _ => facts.is_second,
        };
        let is_complex = m.not(facts.is_paired);
        let rests = m.and(is_complex, facts.is_second);
        let [takes_part, takes_second, rests, is_conjugate] =
            [both, takes_second, rests, *is_conjugate].map(|net| m.delay(net, 1));
        let bits = self.plan.component_bits;
        let [re, im] = [0, bits].map(|low| m.slice(point, low, bits));
        let zero = m.constant(bits, 0);
        let has_second = m.and(takes_part, takes_second);
        let (real, is_real) = (m.mux(has_second, im, re), m.or(takes_part, rests));
        let real = m.mux(rests, zero, real);
        let (negative, too_large) = if self.plan.is_inverse() { self.negated(m, im) } else { (im, None) };
        let imaginary = m.mux(is_conjugate, negative, im);
        let imaginary = m.mux(is_real, zero, imaginary);
        (m.concat(&[real, imaginary]), too_large.map(|too_large| m.and(too_large, is_conjugate)))
    }

    /// Returns the facts about a point of a walk.
    pub fn facts(&self, m: &mut Module, rounds: &[Net], walk: &Walk, point: &Point) -> Facts {
        let plan = self.plan;
        let never = m.constant(1, 0);
        let along = |m: &mut Module, round: usize| number(m, plan, round, point.within[round], point.block);
        let half = |round: usize| plan.rounds[round].length / 2;
        let is_second = walk.is_second.unwrap_or(never);
        let is_half = by_round(m, rounds, |m, round| {
            let number = along(m, round);
            let is_half = m.eq_const(number, half(round) as u128);
            if plan.rounds[round].length % 2 == 0 {
                is_half
            } else {
                never
            }
        });
        let is_zero = by_round(m, rounds, |m, round| {
            let number = along(m, round);
            m.eq_const(number, 0)
        });
        let is_end = m.or(is_zero, is_half);
        Facts {
            is_paired: by_round(m, rounds, |m, round| self.is_paired(m, round, point)),
            is_second,
            is_half,
            has_two_values: match (plan.mirrors(), plan.is_inverse()) {
                (Mirrors::Same, _) => is_end,
                (Mirrors::Shifted, false) => is_zero,
                (Mirrors::Shifted, true) => {
                    let is_first = m.not(is_second);
                    m.and(is_end, is_first)
                }
            },
            is_above: by_round(m, rounds, |m, round| {
                let number = along(m, round);
                match plan.mirrors() {
                    Mirrors::Same => {
                        let half = m.constant(m.width(number), half(round) as u128);
                        m.lt(half, number)
                    }
                    Mirrors::Shifted => is_above(m, plan, round, number),
                }
            }),
        }
    }

    /// Returns whether the pencil of a round through a point is two real sequences.
    fn is_paired(&self, m: &mut Module, round: usize, point: &Point) -> Net {
        decided(m, self.plan, round, |m, other| {
            // Dimensions that are spread are counted without the one in memory.
            let block = self.at.block(m, self.plan, other - usize::from(other > round));
            let number = number(m, self.plan, other, point.within[other], block);
            (number, self.plan.shared_points(other))
        })
    }

    /// Returns the negative of a part, and in fixed point whether it is too large for its word.
    pub fn negated(&self, m: &mut Module, part: Net) -> (Net, Option<Net>) {
        let config = &self.plan.engines[0].config;
        let bits = self.plan.component_bits;
        let lowest = 1 << (bits - 1);
        let Format::Fixed(_) = config.format else {
            let sign = m.constant(bits, lowest);
            return (m.xor(part, sign), None);
        };
        let zero = m.constant(bits, 0);
        let (negative, too_large) = (m.sub(zero, part), m.eq_const(part, lowest));
        let negative = match config.arithmetic.overflow.unwrap_or_default() {
            Overflow::Wrap => negative,
            Overflow::Saturate => {
                let highest = m.constant(bits, lowest - 1);
                m.mux(too_large, highest, negative)
            }
        };
        (negative, Some(too_large))
    }
}
