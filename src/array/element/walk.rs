//! Walks over all points of an element, pencil by pencil.

use super::digits::Digits;
use crate::array::plan::Plan;
use crate::rtl::{address_bits, Module, Net};

/// A point of an element.
#[derive(Clone, Copy)]
pub(super) struct Point {
    /// Numbers of the pencil along the first and the second axis.
    pub pencil: [Net; 2],
    /// Block of the point in the pencil, which is the element to which an exchange sends it.
    pub block: Net,
    /// Number of the point within the block.
    pub within: Net,
}

/// A walk in progress.
pub(super) struct Walk {
    /// Whether a point is passed in this clock cycle.
    pub is_active: Net,
    /// Number of the link word within the point.
    pub word: Net,
    /// The point.
    pub point: Point,
}

impl Walk {
    /// Adds a walk that starts with the pulse `begins`. It takes a clock cycle for each point, and `pause` more behind each pencil, or a
    /// clock cycle for each link word where `by_words` is high.
    pub fn new(m: &mut Module, plan: &Plan, name: &str, begins: Net, (by_words, pause): (Net, usize)) -> Self {
        let [first, second] = plan.pencils();
        let (words, registers) = Digits::state(m, &[plan.link_words()]);
        let (next_words, is_last_word) = words.next(m);
        let runs = m.state(1, Some(0));
        m.name(runs, format!("{name}_runs"));
        let goes = m.or(begins, runs);
        let rest = (pause > 0).then(|| m.state(address_bits(pause + 1), Some(0)));
        let is_active = match rest {
            None => goes,
            Some(rest) => {
                m.name(rest, format!("{name}_rest"));
                let is_over = m.eq_const(rest, 0);
                m.and(goes, is_over)
            }
        };
        let counts_words = m.and(is_active, by_words);
        let next_words = next_words.packed(m);
        m.drive_enabled(registers, next_words, counts_words);

        let (points, registers) = Digits::state(m, &[plan.block(), plan.places, second, first]);
        m.name(registers, format!("{name}_point"));
        let (next_points, is_last_point) = points.next(m);
        let by_points = m.not(by_words);
        let point_ends = m.or(by_points, is_last_word);
        let moves = m.and(is_active, point_ends);
        let next_points = next_points.packed(m);
        m.drive_enabled(registers, next_points, moves);
        let is_last = m.and(is_last_point, point_ends);
        let goes_on = m.not(is_last);
        let [within, block, second, first] = points.nets[..] else { unreachable!("points have four digits") };
        let next = match rest {
            None => m.and(is_active, goes_on),
            Some(rest) => {
                let ends = m.and(is_active, is_last);
                let stays = m.not(ends);
                let is_last_point = Digits::is_last(m, &[(within, plan.block()), (block, plan.places)]);
                let rests = m.and(moves, is_last_point);
                let rests = m.and(rests, by_points);
                let bits = m.width(rest);
                let [zero, one, all] = [0, 1, pause].map(|value| m.constant(bits, value as u128));
                let (less, is_over) = (m.sub(rest, one), m.eq_const(rest, 0));
                let less = m.mux(is_over, zero, less);
                let next_rest = m.mux(rests, all, less);
                // The last pencil is followed by no rest.
                let next_rest = m.mux(ends, zero, next_rest);
                m.drive(rest, next_rest);
                m.and(goes, stays)
            }
        };
        m.drive(runs, next);
        Walk { is_active, word: words.nets[0], point: Point { pencil: [first, second], block, within } }
    }

    /// Returns the point in which the digits of a pencil's point are reversed, as engines give their results.
    pub fn reversed(&self, m: &mut Module, plan: &Plan) -> Point {
        let mut bits: Vec<Net> = Vec::new();
        for (net, radix) in [(self.point.within, plan.block()), (self.point.block, plan.places)] {
            (0..radix.ilog2()).for_each(|at| bits.push(m.bit(net, at)));
        }
        bits.reverse();
        let (low, high) = bits.split_at(plan.block().ilog2() as usize);
        let within = if low.is_empty() { self.point.within } else { m.concat(low) };
        Point { block: m.concat(high), within, ..self.point }
    }
}

impl Point {
    /// Selects one of two points.
    pub fn mux(m: &mut Module, select: Net, then: &Point, other: &Point) -> Point {
        Point {
            pencil: [0, 1].map(|axis| m.mux(select, then.pencil[axis], other.pencil[axis])),
            block: m.mux(select, then.block, other.block),
            within: m.mux(select, then.within, other.within),
        }
    }

    /// Returns the point with the number within its block and the number of its pencil along an axis exchanged, as it lies behind an
    /// exchange. The axis is the second one where `is_column` is high.
    pub fn exchanged(&self, m: &mut Module, is_column: Net) -> Point {
        let [first, second] = self.pencil;
        match m.width(second) == m.width(self.within) {
            true => Point {
                pencil: [m.mux(is_column, first, self.within), m.mux(is_column, self.within, second)],
                within: m.mux(is_column, second, first),
                ..*self
            },
            // There is one axis only.
            false => Point { pencil: [self.within, second], within: first, ..*self },
        }
    }
}
