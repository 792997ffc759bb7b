//! Twiddle factors of all steps, from one table of the roots of unity of the frame's size.
//!
//! The exponents are those of roots of order N. Result k of a transform has k times the number of the transform's later
//! digits, in units of the product of the radices before the step. Both products are sums that grow from result to
//! result and from transform to transform.

use super::super::plan::FoldedPlan;
use super::super::processor::FLOAT_FACTOR_CYCLES;
use super::memory::MEMORY_CYCLES;
use super::program::Program;
use crate::exact::{roots, Complex, Real};
use crate::formula::Factor;
use crate::kernel::Coefficient;
use crate::parts::octant_table::{half_of_difference, OctantTable};
use crate::parts::operators::OperatorSet;
use crate::parts::{BeatCounter, Circles};
use crate::pipeline::{BeatTable, Stage};
use crate::schedule::{Unit, UnitKind};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, mask};
use std::collections::BTreeMap;

/// Clock cycles from an exponent to its coefficients.
pub const ROOT_CYCLES: usize = 4;

/// Clock cycles from an exponent to its coefficients, where these come from an eighth of the circle.
const OCTANT_CYCLES: usize = FLOAT_FACTOR_CYCLES - 1;

/// Words of a factor for a rotation by three products.
const WORDS: usize = 3;

/// Words of a factor for a rotation by four products, of which each result takes one.
const PARTS: usize = 2;

/// Most roots of a circle of which all are in the table, if their number is no power of two.
const MAX_WHOLE_CIRCLE: usize = 64;

/// Smallest circle whose eighths have several roots.
const MIN_OCTANTS: usize = 16;

/// Returns the [coefficients](OperatorSet::coefficients_of) for the result of each lane, whose elements were read `cycles`
/// clock cycles ago. `scale`: factor of each result of the last step, and a bit that is high in frames that have it,
/// where some have none.
pub fn lane_coefficients<'m>(
    m: &'m Builder,
    (plan, scale): (&FoldedPlan, Option<(&Factor, Option<Sig<'m>>)>),
    program: &Program<'m>,
    set: &OperatorSet,
    cycles: usize,
) -> Vec<Vec<Sig<'m>>> {
    let lanes = plan.banks().count();
    let transform = transform_exponent(m, plan, program);
    let has_beats = plan.radices().iter().any(|radix| *radix > lanes);
    let first = has_beats.then(|| first_exponent(m, plan, program, transform));
    let is_scaled = scale.map(|(_, has_scale)| {
        let last = program.steps[program.steps.len() - 1];
        has_scale.map_or(last, |has_scale| last & has_scale).before(cycles as u32)
    });
    let lane = |lane: usize| {
        let number = m.constant(address_bits(lanes), lane as u128);
        let exponent = match (first, lane) {
            (Some(first), 0) => first,
            (first, _) => {
                let own = multiple(transform, number);
                first.map_or(own, |first| first + own)
            }
        };
        let exponent = match program.split {
            None => exponent,
            Some(split) => split.computes.mux(pair_exponent(plan, transform, split.mirrors_itself), exponent),
        };
        let words = match in_octants(plan, set, cycles) {
            true => from_octants(plan, set, exponent, cycles),
            false => look_up(plan, set, exponent.later_as_it_is((cycles - ROOT_CYCLES) as u32)).to_vec(),
        };
        // The last step multiplies by the scale in place of a root.
        match scale.zip(is_scaled) {
            None => words,
            Some(((scale, _), is_scaled)) => Vec::choose(is_scaled, scale_words(m, set, scale), words),
        }
    };
    (0..lanes).map(lane).collect()
}

/// Returns both parts of the factor of the result whose element was read `cycles` clock cycles ago.
pub fn factor<'m>(
    m: &'m Builder,
    plan: &FoldedPlan,
    program: &Program<'m>,
    set: &OperatorSet,
    cycles: usize,
) -> [Sig<'m>; 2] {
    let transform = transform_exponent(m, plan, program);
    let exponent = first_exponent(m, plan, program, transform);
    octant_parts(plan, set, exponent, cycles).map(|part| part.later_as_it_is(1))
}

/// Returns the exponent of the factor of the first lane, which grows from beat to beat of a transform. `transform`:
/// exponent of the factor of result 1.
fn first_exponent<'m>(m: &'m Builder, plan: &FoldedPlan, program: &Program<'m>, transform: Sig<'m>) -> Sig<'m> {
    let beat = transform.doubled(plan.banks().count().ilog2());
    multiples(m, "exponent", (beat, plan.exponents_wrap()), [program.computes, program.is_last])
}

/// Returns the [coefficients](OperatorSet::coefficients_of) of a scale.
fn scale_words<'m>(m: &'m Builder, set: &OperatorSet, scale: &Factor) -> Vec<Sig<'m>> {
    let bits = set.coefficient();
    let Complex { re, im } = Factor::value(scale);
    set.coefficients_of([re, im].map(|part| m.constant(bits, u128::from(set.encode(&part)))))
}

/// Returns a coefficient as an integer.
fn signed(set: &OperatorSet, value: &Real) -> i128 {
    crate::format::number(set.encode(value), set.coefficient()).into()
}

/// Returns the coefficients of the multipliers of a kernel in each cycle, by number of the unit. Each multiplier has a
/// lookup of its own, which takes the factors in the order of its operations.
pub fn unit_coefficients<'m>(
    m: &'m Builder,
    plan: &FoldedPlan,
    program: &Program<'m>,
    (kernel, set): (&Stage, &OperatorSet),
) -> BTreeMap<usize, Sig<'m>> {
    let transform = transform_exponent(m, plan, program);
    let begins = program.computes & program.is_first;
    let units = kernel.kernel.schedule.units.iter().enumerate();
    let units = units.filter(|(_, unit)| unit.kind == UnitKind::Mul);
    let word = |(number, unit): (usize, &Unit)| {
        let before = (MEMORY_CYCLES + kernel.align_cycles() + unit.start - factor_cycles(set)) as u32;
        let begins = begins.later_with_reset(before);
        let transform = transform.later_as_it_is(before).held_from(begins);
        (number, unit_coefficient(plan, (kernel, set), unit, [begins, transform]))
    };
    units.map(word).collect()
}

/// Returns the clock cycles from the number of a result to the coefficients of its factor.
fn factor_cycles(set: &OperatorSet) -> usize {
    if set.arithmetic.has_sign_bit() {
        FLOAT_FACTOR_CYCLES
    } else {
        1 + ROOT_CYCLES
    }
}

/// Returns the coefficient of a multiplier in each cycle. `begins`: pulse with the first of them, `factor_cycles`
/// before;
/// `transform`: exponent of the factor of result 1.
fn unit_coefficient<'m>(
    plan: &FoldedPlan,
    (kernel, set): (&Stage, &OperatorSet),
    unit: &Unit,
    [begins, transform]: [Sig<'m>; 2],
) -> Sig<'m> {
    let m = begins.builder();
    let mut beats = BeatCounter::new("factor_", begins, unit.operations.len());
    // The number of the result, and that of the word among those of its factor.
    let triples = &kernel.kernel.triples;
    // The first result has no factor in fixed point.
    let (count, first) = if set.arithmetic.has_sign_bit() { (PARTS, 0) } else { (WORDS, 1) };
    let place = |coefficient: Coefficient| match coefficient {
        Coefficient::Table(table) => Some([table / count + first, table % count].map(|number| number as u128)),
        Coefficient::Constant(_) => None,
    };
    debug_assert!(triples.iter().enumerate().all(|(result, first)| *first == result * WORDS));
    let places: Vec<Option<[u128; 2]>> =
        unit.operations.iter().map(|operation| place(operation.as_ref()?.coefficient?)).collect();
    let mut word = |part: usize, values: usize, delay: usize| {
        let column: Vec<Option<u128>> = places.iter().map(|place| place.map(|place| place[part])).collect();
        beats.word(&BeatTable::new(address_bits(values), 1, &column), delay)
    };
    let exponent = multiple(transform, word(0, kernel.transform.radix(), 0)).later_as_it_is(1);
    let words = match set.arithmetic.has_sign_bit() {
        true => from_octants(plan, set, exponent, OCTANT_CYCLES),
        false => look_up(plan, set, exponent).to_vec(),
    };
    m.select_by_bits(word(1, count, factor_cycles(set)), &words)
}

/// Returns `factor` times a number.
fn multiple<'m>(number: Sig<'m>, factor: Sig<'m>) -> Sig<'m> {
    let (m, bits) = (number.builder(), number.width());
    let zero = m.constant(bits, 0);
    let terms = (0..factor.width().min(bits)).map(|place| {
        let shifted = match place {
            0 => number,
            _ => m.cat([m.constant(place, 0), number.bits(0, bits - place)]),
        };
        factor.bit(place).mux(shifted, zero)
    });
    terms.reduce(|sum, term| sum + term).unwrap_or(zero)
}

/// Looks up the coefficients of the root of an exponent: real part, sum of both parts, and imaginary part less real
/// part.
fn look_up<'m>(plan: &FoldedPlan, set: &OperatorSet, exponent: Sig<'m>) -> [Sig<'m>; WORDS] {
    let circle = plan.circle();
    let has_spare_bit =
        set.arithmetic.fixed().is_some_and(|fixed| fixed.coefficient_fraction + 2 <= fixed.coefficient_bits);
    let [sum, difference] = match circle.is_power_of_two() && circle >= MIN_OCTANTS && has_spare_bit {
        true => {
            OctantTable::new(circle, set, true).pair_of(set, exponent, &|_| 0, |signal, _| signal.later_as_it_is(1))
        }
        false => from_circle(circle, set, exponent),
    };
    [half_of_difference(sum, difference), sum, difference].map(|word| word.later_as_it_is(1))
}

/// Builds the exponent of the factor of result 1 in the transform whose elements are read.
fn transform_exponent<'m>(m: &'m Builder, plan: &FoldedPlan, program: &Program<'m>) -> Sig<'m> {
    let bits = address_bits(plan.circle());
    let zero = m.constant(bits, 0);
    // The factors of pairs of points are the roots of one exponent after the other.
    let of_pairs = program.split.map_or(zero, |split| split.computes.extend(bits));
    let units = program.steps.iter().enumerate().map(|(number, step)| step.mux(plan.exponent_unit(number), zero));
    let increment = units.fold(of_pairs, |any, unit| any | unit);
    let moves = program.computes & program.factors_end;
    multiples(m, "transform_exponent", (increment, plan.exponents_wrap()), [moves, program.is_end_of_run])
}

/// Returns the exponent of the factor of a pair of points k and -k: a quarter of the circle more than k, and half of
/// the circle for points that mirror themselves.
fn pair_exponent<'m>(plan: &FoldedPlan, number: Sig<'m>, mirrors_itself: Sig<'m>) -> Sig<'m> {
    mirrors_itself.mux(plan.circle() / 2, number + plan.circle() / 4)
}

/// Counts the multiples of an increment in the cycles with `moves`, from zero on, and from zero again after a cycle
/// with
/// `is_last`. `modulus`: what the multiples and the increment are below, where multiples may exceed it and it is no
/// power of two.
pub fn multiples<'m>(
    m: &'m Builder,
    name: &str,
    (increment, modulus): (Sig<'m>, Option<usize>),
    [moves, is_last]: [Sig<'m>; 2],
) -> Sig<'m> {
    let sum = m.state(increment.width(), 0).named(name);
    let further = modulus.map_or_else(|| sum + increment, |modulus| sum.add_modulo(increment, modulus));
    sum.next_if(moves, is_last.mux(0, further));
    *sum
}

/// Whether the roots come from eighths of the circle, where the number of points is no power of two, and in floating
/// point. The lookup takes longer.
fn in_octants(plan: &FoldedPlan, set: &OperatorSet, cycles: usize) -> bool {
    let circle = plan.circle();
    let is_whole = circle.is_power_of_two() || circle <= MAX_WHOLE_CIRCLE || cycles < OCTANT_CYCLES;
    set.arithmetic.has_sign_bit() || !is_whole
}

/// Looks up the coefficients of roots in a table of the circle's eighth, `cycles` cycles after their exponents.
fn from_octants<'m>(plan: &FoldedPlan, set: &OperatorSet, exponent: Sig<'m>, cycles: usize) -> Vec<Sig<'m>> {
    let words = set.coefficients_of(octant_parts(plan, set, exponent, cycles));
    words.into_iter().map(|word| word.later_as_it_is(1)).collect()
}

/// Looks up both parts of roots in a table of the circle's eighth, `cycles` cycles less one after their exponents.
fn octant_parts<'m>(plan: &FoldedPlan, set: &OperatorSet, exponent: Sig<'m>, cycles: usize) -> [Sig<'m>; 2] {
    let (order, circles) = (plan.circle(), Circles::new(&[plan.circle()]));
    let exponent = circles.exponent_of(exponent, order).later_as_it_is((cycles - OCTANT_CYCLES) as u32);
    circles.parts_of(exponent, order, set)
}

/// Looks up the sum and the difference of the parts of a root in a table of the whole circle.
fn from_circle<'m>(circle: usize, set: &OperatorSet, exponent: Sig<'m>) -> [Sig<'m>; 2] {
    let bits = set.coefficient();
    let word = |root: &Complex| {
        let [re, im] = [&root.re, &root.im].map(|part| signed(set, part));
        [re + im, im - re].map(|part| part as u128 & mask(bits))
    };
    let table: Vec<u128> = roots(circle).iter().map(word).map(|[sum, difference]| sum | difference << bits).collect();
    let found = exponent.builder().rom(exponent.later_as_it_is(1), 2 * bits, table);
    let found = found.later_as_it_is(ROOT_CYCLES as u32 - 2);
    [0, 1].map(|part| found.bits(part * bits, bits))
}
