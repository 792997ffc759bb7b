//! The buffer before a line: points come one a clock cycle, and leave one for all slots of a point.

use super::cycle_counter::CycleCounter;
use super::store::Store;
use crate::matrix::plan::ProductPlan;
use crate::rtl::{Module, Net};

/// Adds the buffer, if there is one. Returns a pulse with the first slot of a frame, and the point of the slot.
pub fn head(m: &mut Module, plan: &ProductPlan, start: Net, point: [Net; 2]) -> (Net, [Net; 2]) {
    if !plan.has_buffer() {
        return (start, point);
    }
    let columns = plan.columns();
    let store = Store::new(m, "points", columns, m.width(point[0]), false);
    let coming = CycleCounter::new(m, "coming", start, &[("point", columns)]);
    let bank = m.constant(1, 0);
    let bits = store.address_bits();
    let address = coming.digit(m, 0, bits);
    store.write(m, coming.is_active, [bank, address], point);
    let started = m.register(start, Some(0));
    let leaving = CycleCounter::new(m, "leaving", started, &[("slot", plan.mac_rows()), ("point", columns)]);
    let address = leaving.digit(m, 1, bits);
    let point = store.read(m, [bank, address]);
    (m.register(started, Some(0)), point)
}
