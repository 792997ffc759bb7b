//! The buffer before a line: points come one a clock cycle, and leave backwards, one for all slots of a point.

use crate::lower::control::delay_pulse;
use crate::matrix::horner::plan::HornerPlan;
use crate::matrix::lower::cycle_counter::CycleCounter;
use crate::matrix::lower::store::{toggle, Store};
use crate::rtl::{Module, Net};

/// Adds the buffer, which has a bank for even and one for odd frames. Returns a pulse with the first slot of a frame, and the point of the slot.
pub fn backwards(m: &mut Module, plan: &HornerPlan, start: Net, point: [Net; 2]) -> (Net, [Net; 2]) {
    let points = plan.points;
    let store = Store::new(m, "points", points, m.width(point[0]), true);
    let bits = store.address_bits();
    let coming = CycleCounter::new(m, "coming", start, &[("point", points)]);
    let bank = toggle(m, "coming_bank", start);
    let address = coming.digit(m, 0, bits.max(1));
    store.write(m, coming.is_active, [bank, address], point);
    let turned = delay_pulse(m, start, points, plan.interval());
    let leaving = CycleCounter::new(m, "leaving", turned, &[("slot", plan.point_slots()), ("point", points)]);
    let bank = toggle(m, "leaving_bank", turned);
    let number = leaving.digit(m, 1, bits.max(1));
    let last = m.constant(bits.max(1), points as u128 - 1);
    let address = m.sub(last, number);
    let point = store.read(m, [bank, address]);
    (m.register(turned, Some(0)), point)
}
