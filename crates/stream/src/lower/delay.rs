//! Delays of a word by a given number of clock cycles, out of a register.

use crate::rtl::{Module, Net, SHIFT_REGISTER};

/// Delays a net by `cycles` clock cycles. The last register is separate from a shift register, because the clock-to-output time
/// of a shift register is long. A reset keeps synthesis from merging it: shift registers have no reset.
pub fn delay_registered(m: &mut Module, net: Net, cycles: u32) -> Net {
    match cycles {
        0 | 1 => m.delay(net, cycles),
        _ => {
            let shifted = m.delay_line(net, cycles - 1);
            m.register_apart(shifted)
        }
    }
}

/// Delays a net by `cycles` clock cycles where a LUT costs more than registers. The shortest delay that would be a shift register
/// is made of registers with resets.
pub fn delay_line(m: &mut Module, net: Net, cycles: u32) -> Net {
    match cycles {
        SHIFT_REGISTER => {
            let first = m.register_apart(net);
            delay_registered(m, first, cycles - 1)
        }
        _ => delay_registered(m, net, cycles),
    }
}
