//! Twiddle factors of all steps, from one table of the roots of unity of the frame's size.
//!
//! The exponents are those of roots of order N. Result k of a transform has k times the number of the transform's later digits, in units of the
//! product of the radices before the step. Both products are sums that grow from result to result and from transform to transform.

use super::super::plan::FoldedPlan;
use super::super::processor::FLOAT_FACTOR_CYCLES;
use super::net_memory::MEMORY_CYCLES;
use super::program::Program;
use crate::exact::{roots, Complex, Real};
use crate::formula::Factor;
use crate::kernel::Coefficient;
use crate::lower::beat_counter::BeatCounter;
use crate::lower::circles::{doubled, Circles};
use crate::lower::control::{latch_on_pulse, select};
use crate::lower::count::add_modulo;
use crate::lower::octant_table::{half_of_difference, OctantTable};
use crate::lower::operators::OperatorSet;
use crate::pipeline::{BeatTable, Stage};
use crate::rtl::{address_bits, mask, Module, Net};
use crate::schedule::{Unit, UnitKind};
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

/// Returns the [coefficients](OperatorSet::factor_words) for the result of each lane, whose elements were read `cycles` clock cycles ago. `scale`: factor of each result of the last step, and a net that is high in frames that have it, where
/// some have none.
pub fn lane_coefficients(
    m: &mut Module,
    (plan, scale): (&FoldedPlan, Option<(&Factor, Option<Net>)>),
    program: &Program,
    set: &OperatorSet,
    cycles: usize,
) -> Vec<Vec<Net>> {
    let lanes = plan.banks().count();
    let transform = transform_exponent(m, plan, program);
    let has_beats = plan.radices().iter().any(|radix| *radix > lanes);
    let first = has_beats.then(|| first_exponent(m, plan, program, transform));
    let last = scale.map(|(_, has_scale)| {
        let last = program.steps[program.steps.len() - 1];
        let is_scaled = has_scale.map_or(last, |has_scale| m.and(last, has_scale));
        m.delay(is_scaled, cycles as u32)
    });
    let lane = |lane: usize| {
        let number = m.constant(address_bits(lanes), lane as u128);
        let exponent = match (first, lane) {
            (Some(first), 0) => first,
            (first, _) => {
                let own = multiple(m, transform, number);
                first.map_or(own, |first| m.add(first, own))
            }
        };
        let exponent = match program.split {
            None => exponent,
            Some(split) => {
                let of_pair = pair_exponent(m, plan, transform, split.mirrors_itself);
                m.mux(split.computes, of_pair, exponent)
            }
        };
        let words = match in_octants(plan, set, cycles) {
            true => from_octants(m, plan, set, exponent, cycles),
            false => {
                let exponent = m.delay(exponent, (cycles - ROOT_CYCLES) as u32);
                look_up(m, plan, set, exponent).to_vec()
            }
        };
        // The last step multiplies by the scale in place of a root.
        match scale.zip(last) {
            None => words,
            Some(((scale, _), last)) => {
                let scale = scale_words(m, set, scale);
                words.into_iter().zip(scale).map(|(word, scale)| m.mux(last, scale, word)).collect()
            }
        }
    };
    (0..lanes).map(lane).collect()
}

/// Returns both parts of the factor of the result whose element was read `cycles` clock cycles ago.
pub fn factor(m: &mut Module, plan: &FoldedPlan, program: &Program, set: &OperatorSet, cycles: usize) -> [Net; 2] {
    let transform = transform_exponent(m, plan, program);
    let exponent = first_exponent(m, plan, program, transform);
    octant_parts(m, plan, set, exponent, cycles).map(|part| m.delay(part, 1))
}

/// Returns the exponent of the factor of the first lane, which grows from beat to beat of a transform. `transform`: exponent of the factor of result 1.
fn first_exponent(m: &mut Module, plan: &FoldedPlan, program: &Program, transform: Net) -> Net {
    let beat = doubled(m, transform, plan.banks().count().ilog2());
    multiples(m, "exponent", (beat, plan.exponents_wrap()), [program.computes, program.is_last])
}

/// Returns the [coefficients](OperatorSet::factor_words) of a scale.
fn scale_words(m: &mut Module, set: &OperatorSet, scale: &Factor) -> Vec<Net> {
    let bits = set.coefficient();
    let Complex { re, im } = Factor::value(scale);
    let parts = [re, im].map(|part| m.constant(bits, u128::from(set.encode(&part)) & mask(bits)));
    set.factor_words(m, parts)
}

/// Returns a coefficient as an integer.
fn signed(set: &OperatorSet, value: &Real) -> i128 {
    crate::format::number(set.encode(value), set.coefficient()).into()
}

/// Returns the coefficients of the multipliers of a kernel in each cycle, by number of the unit. Each multiplier has a lookup of its own,
/// which takes the factors in the order of its operations.
pub fn unit_coefficients(
    m: &mut Module,
    plan: &FoldedPlan,
    program: &Program,
    (kernel, set): (&Stage, &OperatorSet),
) -> BTreeMap<usize, Net> {
    let transform = transform_exponent(m, plan, program);
    let begins = m.and(program.computes, program.is_first);
    let units = kernel.kernel.schedule.units.iter().enumerate();
    let units = units.filter(|(_, unit)| unit.kind == UnitKind::Mul);
    let word = |(number, unit): (usize, &Unit)| {
        let before = MEMORY_CYCLES + kernel.align_cycles() + unit.start - factor_cycles(set);
        let begins = (0..before).fold(begins, |net, _| m.register(net, Some(0)));
        let transform = m.delay(transform, before as u32);
        let transform = latch_on_pulse(m, begins, transform);
        (number, unit_coefficient(m, plan, (kernel, set), unit, [begins, transform]))
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

/// Returns the coefficient of a multiplier in each cycle. `begins`: pulse with the first of them, `factor_cycles` before;
/// `transform`: exponent of the factor of result 1.
fn unit_coefficient(
    m: &mut Module,
    plan: &FoldedPlan,
    (kernel, set): (&Stage, &OperatorSet),
    unit: &Unit,
    [begins, transform]: [Net; 2],
) -> Net {
    let mut beats = BeatCounter::new(m, "factor_", begins, unit.operations.len());
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
    let table = |part: usize, values: usize| {
        let column: Vec<Option<u128>> = places.iter().map(|place| place.map(|place| place[part])).collect();
        BeatTable::new(address_bits(values), 1, &column)
    };
    let result = beats.word(m, &table(0, kernel.transform.radix()), 0);
    let exponent = multiple(m, transform, result);
    let exponent = m.delay(exponent, 1);
    let words = match set.arithmetic.has_sign_bit() {
        true => from_octants(m, plan, set, exponent, OCTANT_CYCLES),
        false => look_up(m, plan, set, exponent).to_vec(),
    };
    let word = beats.word(m, &table(1, count), factor_cycles(set));
    select(m, word, &words)
}

/// Returns `factor` times a number.
fn multiple(m: &mut Module, number: Net, factor: Net) -> Net {
    let bits = m.width(number);
    let zero = m.constant(bits, 0);
    (0..m.width(factor).min(bits)).fold(zero, |sum, place| {
        let is_set = m.bit(factor, place);
        let low = m.slice(number, 0, bits - place);
        let zeros = m.constant(place.max(1), 0);
        let shifted = if place == 0 { number } else { m.concat(&[zeros, low]) };
        let term = m.mux(is_set, shifted, zero);
        m.add(sum, term)
    })
}

/// Looks up the coefficients of the root of an exponent: real part, sum of both parts, and imaginary part less real part.
fn look_up(m: &mut Module, plan: &FoldedPlan, set: &OperatorSet, exponent: Net) -> [Net; WORDS] {
    let circle = plan.circle();
    let has_spare_bit =
        set.arithmetic.fixed().is_some_and(|fixed| fixed.coefficient_fraction + 2 <= fixed.coefficient_bits);
    let [sum, difference] = match circle.is_power_of_two() && circle >= MIN_OCTANTS && has_spare_bit {
        true => OctantTable::new(circle, set, true).look_up(m, set, exponent, &|_| 0, |m, net, _| m.delay(net, 1)),
        false => from_circle(m, circle, set, exponent),
    };
    let re = half_of_difference(m, sum, difference);
    [re, sum, difference].map(|word| m.delay(word, 1))
}

/// Builds the exponent of the factor of result 1 in the transform whose elements are read.
fn transform_exponent(m: &mut Module, plan: &FoldedPlan, program: &Program) -> Net {
    let bits = address_bits(plan.circle());
    let zero = m.constant(bits, 0);
    // The factors of pairs of points are the roots of one exponent after the other.
    let mut increment = match program.split {
        None => zero,
        Some(split) => m.extend(split.computes, bits),
    };
    for (number, &step) in program.steps.iter().enumerate() {
        let own = m.constant(bits, plan.exponent_unit(number) as u128);
        let own = m.mux(step, own, zero);
        increment = m.or(increment, own);
    }
    let moves = m.and(program.computes, program.factors_end);
    multiples(m, "transform_exponent", (increment, plan.exponents_wrap()), [moves, program.is_end_of_run])
}

/// Returns the exponent of the factor of a pair of points k and -k: a quarter of the circle more than k, and half of the circle for points that
/// mirror themselves.
fn pair_exponent(m: &mut Module, plan: &FoldedPlan, number: Net, mirrors_itself: Net) -> Net {
    let bits = m.width(number);
    let [quarter, half] = [4, 2].map(|part| m.constant(bits, (plan.circle() / part) as u128));
    let exponent = m.add(number, quarter);
    m.mux(mirrors_itself, half, exponent)
}

/// Counts the multiples of an increment in the cycles with `moves`, from zero on, and from zero again after a cycle with `is_last`. `modulus`: what
/// the multiples and the increment are below, where multiples may exceed it and it is no power of two.
pub fn multiples(
    m: &mut Module,
    name: &str,
    (increment, modulus): (Net, Option<usize>),
    [moves, is_last]: [Net; 2],
) -> Net {
    let bits = m.width(increment);
    let sum = m.state(bits, Some(0));
    m.name(sum, name);
    let zero = m.constant(bits, 0);
    let further = match modulus {
        None => m.add(sum, increment),
        Some(modulus) => add_modulo(m, [sum, increment], modulus),
    };
    let next = m.mux(is_last, zero, further);
    m.drive_enabled(sum, next, moves);
    sum
}

/// Whether the roots come from eighths of the circle, where the number of points is no power of two, and in floating point. The lookup takes
/// longer.
fn in_octants(plan: &FoldedPlan, set: &OperatorSet, cycles: usize) -> bool {
    let circle = plan.circle();
    let is_whole = circle.is_power_of_two() || circle <= MAX_WHOLE_CIRCLE || cycles < OCTANT_CYCLES;
    set.arithmetic.has_sign_bit() || !is_whole
}

/// Looks up the coefficients of roots in a table of the circle's eighth, `cycles` cycles after their exponents.
fn from_octants(m: &mut Module, plan: &FoldedPlan, set: &OperatorSet, exponent: Net, cycles: usize) -> Vec<Net> {
    let parts = octant_parts(m, plan, set, exponent, cycles);
    set.factor_words(m, parts).into_iter().map(|word| m.delay(word, 1)).collect()
}

/// Looks up both parts of roots in a table of the circle's eighth, `cycles` cycles less one after their exponents.
fn octant_parts(m: &mut Module, plan: &FoldedPlan, set: &OperatorSet, exponent: Net, cycles: usize) -> [Net; 2] {
    let order = plan.circle();
    let circles = Circles::new(&[order]);
    let exponent = circles.on_circle(m, exponent, order);
    let exponent = m.delay(exponent, (cycles - OCTANT_CYCLES) as u32);
    circles.root(m, exponent, order, set)
}

/// Looks up the sum and the difference of the parts of a root in a table of the whole circle.
fn from_circle(m: &mut Module, circle: usize, set: &OperatorSet, exponent: Net) -> [Net; 2] {
    let bits = set.coefficient();
    let word = |root: &Complex| {
        let [re, im] = [&root.re, &root.im].map(|part| signed(set, part));
        [re + im, im - re].map(|part| part as u128 & mask(bits))
    };
    let table: Vec<u128> = roots(circle).iter().map(word).map(|[sum, difference]| sum | difference << bits).collect();
    let exponent = m.delay(exponent, 1);
    let found = m.rom(exponent, 2 * bits, table);
    let found = m.delay(found, ROOT_CYCLES as u32 - 2);
    [0, 1].map(|part| m.slice(found, part * bits, bits))
}
