//! Pencils of two real sequences between memory and engine.
//!
//! Such a pencil passes the engine twice, a sequence each time. Results of the first pass wait in a memory, and both are written in the second pass,
//! so that no point is written before it has been read twice. Elements that have a complex pencil in its place give zeros to the engine in the second
//! pass.

use super::control::{by_round, Control, Coordinates};
use super::digits::resized;
use super::passes::decided;
use super::walk::{number, number_digits, Point, Walk};
use crate::array::plan::Plan;
use crate::format::{Format, Overflow};
use crate::rtl::{address_bits, Module, Net};

/// Pencils of two real sequences in an element.
pub(super) struct Pairs<'a> {
    plan: &'a Plan,
    at: &'a Coordinates,
    control: &'a Control,
}

/// Facts about a point that is read or written.
struct Facts {
    /// Whether its pencil is two real sequences.
    is_paired: Net,
    /// Whether the pencil passes for the second time.
    is_second: Net,
    /// Whether its number along the pencil is 0 or half of the length, where a spectrum has a real value of each sequence.
    has_two_values: Net,
    /// Whether its number is above half of the length.
    is_above: Net,
}

/// Point that is read for the engine.
pub(super) struct Taken {
    /// The point, which may mirror the one that the engine takes.
    pub point: Point,
    facts: Facts,
    is_mirrored: Net,
}

/// What is written of the engine's results.
pub(super) struct Given {
    /// Whether the result is written in this pass.
    pub is_written: Net,
    /// The result.
    pub result: Net,
}

impl<'a> Pairs<'a> {
    /// Returns the pencils, if frames are of real samples.
    pub fn new(plan: &'a Plan, at: &'a Coordinates, control: &'a Control) -> Option<Self> {
        plan.row_round().map(|_| Pairs { plan, at, control })
    }

    /// Returns the point that is read in a walk. Ahead of an inverse transform, the half of a spectrum that is not there mirrors the other one.
    pub fn taken(&self, m: &mut Module, walk: &Walk) -> Taken {
        let rounds = &self.control.reads;
        let facts = self.facts(m, rounds, walk, &walk.point);
        let is_mirrored = match self.plan.is_inverse() {
            false => m.constant(1, 0),
            true => {
                let has_one = m.not(facts.has_two_values);
                let is_elsewhere = m.xor(facts.is_above, facts.is_second);
                [facts.is_paired, has_one, is_elsewhere, walk.is_active, self.control.is_transform]
                    .into_iter()
                    .reduce(|all, one| m.and(all, one))
                    .unwrap_or(is_elsewhere)
            }
        };
        let mirrors = |m: &mut Module, round: usize| walk.point.mirrored(m, self.plan, round);
        let block = [0, 1].map(|digit: usize| by_round(m, rounds, |m, round| mirrors(m, round).block[digit]));
        let within = [0, 1, 2].map(|digit: usize| by_round(m, rounds, |m, round| mirrors(m, round).within[digit]));
        let point = Point::mux(m, is_mirrored, &Point { block, within }, &walk.point);
        Taken { point, facts, is_mirrored }
    }

    /// Returns what the engine takes of a point that has been read, a clock cycle behind its address, and whether that was too large for its word, in
    /// fixed point.
    pub fn fed(&self, m: &mut Module, taken: &Taken, point: Net) -> (Net, Option<Net>) {
        let Taken { facts, is_mirrored, .. } = taken;
        let both = match self.plan.is_inverse() {
            true => m.and(facts.is_paired, facts.has_two_values),
            false => facts.is_paired,
        };
        let is_complex = m.not(facts.is_paired);
        let rests = m.and(is_complex, facts.is_second);
        let [takes_part, takes_second, rests, is_mirrored] =
            [both, facts.is_second, rests, *is_mirrored].map(|net| m.delay(net, 1));
        let bits = self.plan.component_bits;
        let [re, im] = [0, bits].map(|low| m.slice(point, low, bits));
        let zero = m.constant(bits, 0);
        let has_second = m.and(takes_part, takes_second);
        let (real, is_real) = (m.mux(has_second, im, re), m.or(takes_part, rests));
        let real = m.mux(rests, zero, real);
        let (negative, too_large) = if self.plan.is_inverse() { self.negated(m, im) } else { (im, None) };
        let imaginary = m.mux(is_mirrored, negative, im);
        let imaginary = m.mux(is_real, zero, imaginary);
        (m.concat(&[real, imaginary]), too_large.map(|too_large| m.and(too_large, is_mirrored)))
    }

    /// Returns what is written of the engine's results in a walk over them. `point`: the point of the result.
    pub fn given(&self, m: &mut Module, walk: &Walk, point: &Point, result: Net) -> Given {
        let facts = self.facts(m, &self.control.writes, walk, point);
        let counts = m.and(walk.is_active, self.control.is_transform);
        let first = self.waiting(m, walk, &facts, (counts, result));
        let bits = self.plan.component_bits;
        let parts = [first, result].map(|point| m.slice(point, 0, bits));
        let two_values = m.concat(&parts);
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

    /// Returns the facts about a point of a walk.
    fn facts(&self, m: &mut Module, rounds: &[Net], walk: &Walk, point: &Point) -> Facts {
        let plan = self.plan;
        let never = m.constant(1, 0);
        let along = |m: &mut Module, round: usize| number(m, plan, round, point.within[round], point.block);
        let half = |round: usize| plan.rounds[round].length / 2;
        Facts {
            is_paired: by_round(m, rounds, |m, round| self.is_paired(m, round, point)),
            is_second: walk.is_second.unwrap_or(never),
            has_two_values: by_round(m, rounds, |m, round| {
                let number = along(m, round);
                let mut hit = |value: usize| m.eq_const(number, value as u128);
                let (is_zero, is_half) = (hit(0), hit(half(round)));
                if plan.rounds[round].length % 2 == 0 {
                    m.or(is_zero, is_half)
                } else {
                    is_zero
                }
            }),
            is_above: by_round(m, rounds, |m, round| {
                let number = along(m, round);
                let half = m.constant(m.width(number), half(round) as u128);
                m.lt(half, number)
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
    fn negated(&self, m: &mut Module, part: Net) -> (Net, Option<Net>) {
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

impl Point {
    /// Returns the point of the pencil of a round that mirrors this one, which is not the first one.
    fn mirrored(&self, m: &mut Module, plan: &Plan, round: usize) -> Point {
        let from = |m: &mut Module, most: usize, net: Net| {
            let bits = address_bits(most + 1).max(m.width(net));
            let (most, wide) = (m.constant(bits, most as u128), m.extend(net, bits));
            let rest = m.sub(most, wide);
            resized(m, rest, m.width(net))
        };
        // The lowest digits that are 0 stay, the next one is taken from its radix, and others are taken from their largest values.
        let mut stays = m.constant(1, 1);
        let [low, fast, slow] = number_digits(plan, round, self.within[round], self.block).map(|(digit, radix)| {
            if radix == 1 {
                return digit;
            }
            let (whole, less) = (from(m, radix, digit), from(m, radix - 1, digit));
            let rest = m.mux(stays, whole, less);
            let is_zero = m.eq_const(digit, 0);
            stays = m.and(stays, is_zero);
            m.mux(stays, digit, rest)
        });
        let mut within = self.within;
        within[round] = low;
        Point { block: [slow, fast], within }
    }
}
