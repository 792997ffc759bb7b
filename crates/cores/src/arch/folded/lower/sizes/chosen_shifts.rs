//! Shifts that frames choose, step after step.

use crate::arch::folded::lower::pre_shift::chosen;
use crate::rtl::{Module, Net};

/// Returns the bits by which the products of a step move up before the rounding, held like the numbers of the step. `shifts`: those of a frame,
/// valid with the pulse `start`, each of as many `bits`, the first step lowest; `takes`: high when the numbers of a step are loaded.
pub fn chosen_shifts(m: &mut Module, shifts: Net, bits: u32, [start, takes]: [Net; 2]) -> Net {
    let left = m.state(m.width(shifts), Some(0));
    m.name(left, "shifts_left");
    let (first, behind) = (chosen(m, left, 0..bits, bits), m.width(left) - bits);
    let rest = match behind {
        0 => left,
        _ => {
            let rest = m.slice(left, bits, behind);
            m.extend(rest, behind + bits)
        }
    };
    let next = m.mux(start, shifts, rest);
    let moves = m.or(start, takes);
    m.drive_enabled(left, next, moves);
    let held = m.state(bits, Some(0));
    m.drive_enabled(held, first, takes);
    m.name(held, "pre_shift")
}
