//! Shifts that frames choose, step after step.

use crate::arch::folded::lower::pre_shift::chosen;
use fftgen_hdl::dsl::*;

/// Returns the bits by which the products of a step move up before the rounding, held like the numbers of the step.
/// `shifts`: those of a frame, valid with the pulse `start`, each of as many `bits`, the first step lowest; `takes`:
/// high when the numbers of a step are loaded.
#[hdl]
pub fn chosen_shifts<'m>(shifts: Sig<'m>, bits: u32, [start, takes]: [Sig<'m>; 2]) -> Sig<'m> {
    let (m, width) = (shifts.builder(), shifts.width());
    let shifts_left = m.state(width, 0);
    let rest = if width == bits { *shifts_left } else { shifts_left.bits(bits, width - bits).extend(width) };
    shifts_left.next_if(start | takes, start.mux(shifts, rest));
    let pre_shift = m.state(bits, 0);
    pre_shift.next_if(takes, chosen(*shifts_left, 0..bits, bits));
    *pre_shift
}
