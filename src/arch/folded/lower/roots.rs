//! Twiddle factors of all steps, from one table of the roots of unity of the frame's size.
//!
//! The exponents are those of roots of order N. Result k of a transform has k times the number of the transform's later digits, in units of the
//! product of the radices before the step. Both products are sums that grow from result to result and from transform to transform.

use super::super::plan::FoldedPlan;
use super::program::Program;
use crate::exact::{roots, Complex};
use crate::lower::octant_table::{half_of_difference, OctantTable};
use crate::lower::operators::OperatorSet;
use crate::rtl::{address_bits, mask, Module, Net};

/// Clock cycles from an exponent to its coefficients.
pub const ROOT_CYCLES: usize = 4;

/// Smallest circle whose eighths have several roots.
const MIN_OCTANTS: usize = 16;

/// Returns the coefficients for the place that was read `cycles` clock cycles ago: real part, sum of both parts, and imaginary part less
/// real part.
pub fn coefficients(
    m: &mut Module,
    plan: &FoldedPlan,
    program: &Program,
    set: &OperatorSet,
    cycles: usize,
) -> Vec<Net> {
    let exponent = exponents(m, plan, program);
    let exponent = m.delay(exponent, (cycles - ROOT_CYCLES) as u32);
    let circle = plan.places().count();
    let has_spare_bit =
        set.arithmetic.fixed().is_some_and(|fixed| fixed.coefficient_fraction + 2 <= fixed.coefficient_bits);
    let [sum, difference] = match circle.is_power_of_two() && circle >= MIN_OCTANTS && has_spare_bit {
        true => OctantTable::new(circle, set, true).look_up(m, set, exponent, &|_| 0, |m, net, _| m.delay(net, 1)),
        false => from_circle(m, circle, set, exponent),
    };
    let re = half_of_difference(m, sum, difference);
    [re, sum, difference].map(|word| m.delay(word, 1)).to_vec()
}

/// Builds the exponent of the place that a step reads.
fn exponents(m: &mut Module, plan: &FoldedPlan, program: &Program) -> Net {
    let bits = address_bits(plan.places().count());
    let zero = m.constant(bits, 0);
    let mut before = 1;
    let mut unit = zero;
    for (&step, radix) in program.steps.iter().zip(plan.radices()) {
        let own = m.constant(bits, before);
        let own = m.mux(step, own, zero);
        unit = m.or(unit, own);
        before *= *radix as u128;
    }
    let [transform, exponent] = ["transform_exponent", "exponent"].map(|name| {
        let state = m.state(bits, Some(0));
        m.name(state, name)
    });
    let further = m.add(transform, unit);
    let next = m.mux(program.is_end_of_run, zero, further);
    let moves = m.and(program.computes, program.is_last);
    m.drive_enabled(transform, next, moves);
    let further = m.add(exponent, transform);
    let next = m.mux(program.is_last, zero, further);
    m.drive_enabled(exponent, next, program.computes);
    exponent
}

/// Looks up the sum and the difference of the parts of a root in a table of the whole circle.
fn from_circle(m: &mut Module, circle: usize, set: &OperatorSet, exponent: Net) -> [Net; 2] {
    let bits = set.coefficient();
    let number = |word: u64| i128::from(crate::format::number(word, bits));
    let word = |root: &Complex| {
        let [re, im] = [&root.re, &root.im].map(|part| number(set.encode(part)));
        [re + im, im - re].map(|part| part as u128 & mask(bits))
    };
    let table: Vec<u128> = roots(circle).iter().map(word).map(|[sum, difference]| sum | difference << bits).collect();
    let exponent = m.delay(exponent, 1);
    let found = m.rom(exponent, 2 * bits, table);
    let found = m.delay(found, ROOT_CYCLES as u32 - 2);
    [0, 1].map(|part| m.slice(found, part * bits, bits))
}
