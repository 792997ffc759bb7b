//! The products of a step: those of a sum, and the sums of its results.

use super::super::core::MacCore;
use super::step_counter::StepCounter;
use fftgen_hdl::dsl::*;

/// Counters of the products of a step. The result of number (g·r + k)·Q + q is bin k of the transform of group g and
/// number q, where r is the radix and Q the number of the transforms of a group.
pub struct Terms<'m> {
    /// High in the last cycle of a product of complex words.
    pub moves: Sig<'m>,
    /// Part of the point that is multiplied, 0 for the real part. `None` if both are.
    pub component: Option<Sig<'m>>,
    /// Part of the result, 0 for the real part. `None` if both are summed at once.
    pub part: Option<Sig<'m>>,
    /// High with the first product of a sum.
    pub begins_sum: Sig<'m>,
    /// High with the last product of complex words of a sum.
    pub is_last: Sig<'m>,
    /// High in the last cycle of a sum.
    pub ends_sum: Sig<'m>,
    /// High in the last cycle of a result.
    pub ends_result: Sig<'m>,
    /// High with the last transform of a group.
    pub is_last_transform: Sig<'m>,
    /// High in the last cycle of the results of a bin of all transforms of a group.
    pub ends_bin: Sig<'m>,
    /// High with the last bin of a group.
    pub is_last_bin: Sig<'m>,
    /// High in the last cycle of a group.
    pub ends_group: Sig<'m>,
}

impl<'m> Terms<'m> {
    /// Counts in the cycles with `computes`.
    #[hdl]
    pub fn new(core: &MacCore, step: &StepCounter<'_, 'm>, computes: Sig<'m>) -> Self {
        let m = computes.builder();
        let last_term = step.number_of("last_term", |frame, step| frame.steps[step].radix - 1);
        let last_transform = step.number_of("last_transform", |frame, step| frame.steps[step].before - 1);
        let (component, moves) = match core.product_cycles {
            1 => (None, computes),
            _ => m.count("component", computes, 2),
        };
        let (term, is_last_term) = m.count_to("term", moves, last_term);
        let ends_sum = moves & is_last_term;
        let (part, ends_result) = match core.parts() {
            1 => m.count("part", ends_sum, 2),
            _ => (None, ends_sum),
        };
        let (_, is_last_transform) = m.count_to("transform", ends_result, last_transform);
        let ends_bin = ends_result & is_last_transform;
        let (_, is_last_bin) = m.count_to("bin", ends_bin, last_term);
        let ends_group = ends_bin & is_last_bin;
        let is_first_term = term.is(0);
        let begins_sum = component.map_or(is_first_term, |component| is_first_term & !component);
        Terms {
            moves,
            component,
            part,
            begins_sum,
            is_last: is_last_term,
            ends_sum,
            ends_result,
            is_last_transform,
            ends_bin,
            is_last_bin,
            ends_group,
        }
    }
}
