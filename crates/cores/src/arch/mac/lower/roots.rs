//! Roots of unity of the frame's size.

use super::super::core::{Circle, MacCore, MacFrame};
use super::size_numbers::SizeNumbers;
use crate::exact::roots;
use crate::lower::octant_table::OctantTable;
use crate::lower::operators::OperatorSet;
use crate::rtl::{mask, Module, Net};

/// Returns real and imaginary part of the coefficient of a product, `core.read_cycles()` clock cycles later: the root of an exponent, or in the last step the
/// factor of bins, if they have one. `size`: that of the frame.
pub fn coefficient(
    m: &mut Module,
    (core, size): (&MacCore, SizeNumbers),
    set: &OperatorSet,
    [exponent, is_last_step]: [Net; 2],
) -> [Net; 2] {
    let root = root(m, (core, size), set, exponent);
    if core.frames.iter().all(|frame| frame.scale.is_none()) {
        return root;
    }
    let bits = set.coefficient();
    let scale = |frame: &MacFrame| {
        let scale = frame.scale.as_ref().map_or(0, |scale| u128::from(set.encode(&scale.value().re)));
        (scale & mask(bits)) as usize
    };
    let scale = size.number(m, "scale", scale);
    let [scale, zero] = [m.extend(scale, bits), m.constant(bits, 0)];
    let has_scale = size.number(m, "has_scale", |frame| usize::from(frame.scale.is_some()));
    let is_scaled = m.and(is_last_step, has_scale);
    let is_scaled = m.delay(is_scaled, core.read_cycles() as u32);
    [0, 1].map(|part| m.mux(is_scaled, [scale, zero][part], root[part]))
}

/// Returns real and imaginary part of the root of an exponent, `core.read_cycles()` clock cycles later.
fn root(m: &mut Module, (core, size): (&MacCore, SizeNumbers), set: &OperatorSet, exponent: Net) -> [Net; 2] {
    let points = core.points();
    match core.circle() {
        Circle::Whole => {
            let bits = set.coefficient();
            let part = |part| u128::from(set.encode(part)) & mask(bits);
            let table: Vec<u128> = roots(points).iter().map(|root| part(&root.re) | part(&root.im) << bits).collect();
            let exponent = m.register(exponent, None);
            let found = m.rom(exponent, 2 * bits, table);
            let found = m.delay(found, core.read_cycles() as u32 - 1);
            [0, 1].map(|part| m.slice(found, part * bits, bits))
        }
        // A root depends on no other exponent, so that its registers need no value before the first one.
        Circle::Octant => {
            OctantTable::new(points, set, false).look_up(m, set, exponent, &|_| 0, |m, net, _| m.delay(net, 1))
        }
        Circle::Eighth if core.frames.len() == 1 => {
            let circles = core.circles();
            let exponent = circles.on_circle(m, exponent, points);
            circles.root(m, exponent, points, set)
        }
        Circle::Eighth => {
            let circles = core.circles();
            let circle = |frame: &MacFrame| circles.of_order(frame.points());
            let quarter = size.number(m, "quarter", |frame| circle(frame) / 4);
            let quarter = m.extend(quarter, circles.exponent_bits());
            let begin = size.number(m, "table_begin", |frame| circles.begin(circle(frame)));
            circles.look_up(m, [exponent, quarter, begin], set)
        }
    }
}
