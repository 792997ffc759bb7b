//! The products of a step: those of a sum, and the sums of its results.

use super::super::core::MacCore;
use super::step_counter::StepCounter;
use crate::lower::count::{count, count_to};
use crate::rtl::{Module, Net};

/// Counters of the products of a step. The result of number (g·r + k)·Q + q is bin k of the transform of group g and number q, where r is the radix and Q the
/// number of the transforms of a group.
pub struct Terms {
    /// High in the last cycle of a product of complex words.
    pub moves: Net,
    /// Part of the point that is multiplied, 0 for the real part. `None` if both are.
    pub component: Option<Net>,
    /// Part of the result, 0 for the real part. `None` if both are summed at once.
    pub part: Option<Net>,
    /// High with the first product of a sum.
    pub begins_sum: Net,
    /// High with the last product of complex words of a sum.
    pub is_last: Net,
    /// High in the last cycle of a sum.
    pub ends_sum: Net,
    /// High in the last cycle of a result.
    pub ends_result: Net,
    /// High with the last transform of a group.
    pub is_last_transform: Net,
    /// High in the last cycle of the results of a bin of all transforms of a group.
    pub ends_bin: Net,
    /// High with the last bin of a group.
    pub is_last_bin: Net,
    /// High in the last cycle of a group.
    pub ends_group: Net,
}

impl Terms {
    /// Counts in the cycles with `computes`.
    pub fn new(m: &mut Module, core: &MacCore, step: &StepCounter, computes: Net) -> Self {
        let last_term = step.number_of(m, "last_term", |frame, step| frame.steps[step].radix - 1);
        let last_transform = step.number_of(m, "last_transform", |frame, step| frame.steps[step].before - 1);
        let (component, moves) = match core.product_cycles {
            1 => (None, computes),
            _ => count(m, "component".into(), computes, 2),
        };
        let (term, is_last) = count_to(m, "term".into(), moves, last_term);
        let ends_sum = m.and(moves, is_last);
        let (part, ends_result) = match core.parts() {
            1 => count(m, "part".into(), ends_sum, 2),
            _ => (None, ends_sum),
        };
        let (_, is_last_transform) = count_to(m, "transform".into(), ends_result, last_transform);
        let ends_bin = m.and(ends_result, is_last_transform);
        let (_, is_last_bin) = count_to(m, "bin".into(), ends_bin, last_term);
        let ends_group = m.and(ends_bin, is_last_bin);
        let names = [
            (moves, "moves"),
            (is_last, "is_last_term"),
            (ends_sum, "ends_sum"),
            (ends_result, "ends_result"),
            (is_last_transform, "is_last_transform"),
            (ends_bin, "ends_bin"),
            (is_last_bin, "is_last_bin"),
            (ends_group, "ends_group"),
        ];
        names.into_iter().for_each(|(net, name)| {
            m.name(net, name);
        });
        let is_first = m.eq_const(term, 0);
        let begins_sum = match component {
            None => is_first,
            Some(component) => {
                let is_real = m.not(component);
                m.and(is_first, is_real)
            }
        };
        Terms {
            moves,
            component,
            part,
            begins_sum,
            is_last,
            ends_sum,
            ends_result,
            is_last_transform,
            ends_bin,
            is_last_bin,
            ends_group,
        }
    }
}
