//! Roots of unity of the frame's size.

use super::super::core::{Circle, MacCore};
use crate::exact::roots;
use crate::lower::circles::Circles;
use crate::lower::octant_table::OctantTable;
use crate::lower::operators::OperatorSet;
use crate::rtl::{mask, Module, Net};

/// Returns real and imaginary part of the coefficient of a product, `core.read_cycles()` clock cycles later: the root of an exponent, or in the last step the
/// factor of bins, if they have one.
pub fn coefficient(m: &mut Module, core: &MacCore, set: &OperatorSet, [exponent, is_last_step]: [Net; 2]) -> [Net; 2] {
    let root = root(m, core, set, exponent);
    let Some(scale) = &core.scale else { return root };
    let bits = set.coefficient();
    let scale = u128::from(set.encode(&scale.value().re)) & mask(bits);
    let is_scaled = m.delay(is_last_step, core.read_cycles() as u32);
    [0, 1].map(|part| {
        let scale = m.constant(bits, [scale, 0][part]);
        m.mux(is_scaled, scale, root[part])
    })
}

/// Returns real and imaginary part of the root of an exponent, `core.read_cycles()` clock cycles later.
fn root(m: &mut Module, core: &MacCore, set: &OperatorSet, exponent: Net) -> [Net; 2] {
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
        // A root depends on no other exponent, so that its registers need no value ahead of the first one.
        Circle::Octant => {
            OctantTable::new(points, set, false).look_up(m, set, exponent, &|_| 0, |m, net, _| m.delay(net, 1))
        }
        Circle::Eighth => {
            let circles = Circles::new(&[points]);
            let exponent = circles.on_circle(m, exponent, points);
            circles.root(m, exponent, points, set)
        }
    }
}
