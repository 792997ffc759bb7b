//! The buffer before a line: points come one a clock cycle, and leave one for all slots of a point.

use super::cycle_counter::CycleCounter;
use super::store::Store;
use crate::matrix::plan::ProductPlan;
use fftgen_hdl::dsl::*;

/// Adds the buffer, if there is one. Returns a pulse with the first slot of a frame, and the point of the slot.
#[hdl]
pub fn head<'m>(plan: &ProductPlan, start: Sig<'m>, point: [Sig<'m>; 2]) -> (Sig<'m>, [Sig<'m>; 2]) {
    if !plan.has_buffer() {
        return (start, point);
    }
    let (m, columns) = (start.builder(), plan.columns());
    let store = Store::new(m, "points", columns, point[0].width(), false);
    let (bank, bits) = (m.constant(1, 0), store.address_bits());
    let coming = CycleCounter::new("coming", start, &[("point", columns)]);
    store.write(coming.is_active, [bank, coming.digit(0, bits)], point);
    let started = start.later_with_reset(1);
    let leaving = CycleCounter::new("leaving", started, &[("slot", plan.mac_rows()), ("point", columns)]);
    let first_slot = started.later_with_reset(1);
    (first_slot, store.read([bank, leaving.digit(1, bits)]))
}
