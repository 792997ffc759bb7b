//! Roots of unity of the frame's size.

use super::super::core::{Circle, MacCore, MacFrame};
use super::size_numbers::SizeNumbers;
use crate::exact::roots;
use crate::parts::octant_table::OctantTable;
use crate::parts::operators::OperatorSet;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::mask;

/// Returns real and imaginary part of the coefficient of a product, `core.read_cycles()` clock cycles later: the root
/// of an exponent, or in the last step the factor of bins, if they have one. `size`: that of the frame.
#[hdl]
pub fn coefficient<'m>(
    (core, size): (&MacCore, SizeNumbers<'_, 'm>),
    set: &OperatorSet,
    [exponent, is_last_step]: [Sig<'m>; 2],
) -> [Sig<'m>; 2] {
    let root = root((core, size), set, exponent);
    if core.frames.iter().all(|frame| frame.scale.is_none()) {
        return root;
    }
    let bits = set.coefficient();
    let scale = |frame: &MacFrame| {
        let scale = frame.scale.as_ref().map_or(0, |scale| u128::from(set.encode(&scale.value().re)));
        (scale & mask(bits)) as usize
    };
    let scale = size.number("scale", scale).extend(bits);
    let is_scaled = is_last_step & size.number("has_scale", |frame| usize::from(frame.scale.is_some()));
    let [root_re, root_im] = root;
    [is_scaled.mux(scale, root_re), is_scaled.mux(0, root_im)]
}

/// Returns real and imaginary part of the root of an exponent, `core.read_cycles()` clock cycles later.
#[hdl]
fn root<'m>((core, size): (&MacCore, SizeNumbers<'_, 'm>), set: &OperatorSet, exponent: Sig<'m>) -> [Sig<'m>; 2] {
    let (m, points, circles) = (size.m, core.points(), core.circles());
    let cycles = core.read_cycles() as u32;
    match core.circle() {
        Circle::Whole => {
            let bits = set.coefficient();
            let part = |part| u128::from(set.encode(part)) & mask(bits);
            let table: Vec<u128> = roots(points).iter().map(|root| part(&root.re) | part(&root.im) << bits).collect();
            let found = m.rom(exponent.register(), 2 * bits, table).later(cycles - 1);
            [0, 1].map(|part| found.bits(part * bits, bits))
        }
        // A root depends on no other exponent, so that its registers need no value before the first one.
        Circle::Octant => {
            OctantTable::new(points, set, false).pair_of(set, exponent, &|_| 0, |signal, _| signal.later_as_it_is(1))
        }
        Circle::Eighth if core.frames.len() == 1 => {
            circles.parts_of(circles.exponent_of(exponent, points), points, set)
        }
        Circle::Eighth => {
            let circle = |frame: &MacFrame| circles.of_order(frame.points());
            let quarter = size.number("quarter", |frame| circle(frame) / 4).extend(circles.exponent_bits());
            let table_begin = size.number("table_begin", |frame| circles.begin(circle(frame)));
            circles.parts(exponent, [quarter, table_begin], set)
        }
    }
}
