//! The buffer before a line: points come one a clock cycle, and leave backwards, one for all slots of a point.

use crate::matrix::horner::plan::HornerPlan;
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::store::{toggle, Store};
use fftgen_hdl::dsl::*;

/// Adds the buffer, which has a bank for even and one for odd frames. Returns a pulse with the first slot of a frame,
/// and the point of the slot.
#[hdl]
pub fn backwards<'m>(plan: &HornerPlan, start: Sig<'m>, point: [Sig<'m>; 2]) -> (Sig<'m>, [Sig<'m>; 2]) {
    let points = plan.points;
    let store = Store::new(start.builder(), "points", points, point[0].width(), true);
    let bits = store.address_bits().max(1);
    let coming = CycleCounter::new("coming", start, &[("point", points)]);
    let coming_bank = toggle("coming_bank", start);
    store.write(coming.is_active, [coming_bank, coming.digit(0, bits)], point);
    let turned = Pulse::new(start, plan.interval()).later(points).now();
    let leaving = CycleCounter::new("leaving", turned, &[("slot", plan.point_slots()), ("point", points)]);
    let leaving_bank = toggle("leaving_bank", turned);
    let address = start.builder().constant(bits, points as u128 - 1) - leaving.digit(1, bits);
    (turned.later_with_reset(1), store.read([leaving_bank, address]))
}
