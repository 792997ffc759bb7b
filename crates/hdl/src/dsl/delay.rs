//! Delays out of registers, and registers that are part of no shift register because of a reset.

use super::{Builder, Reg, Sig};
use crate::rtl::SHIFT_REGISTER;

impl Builder {
    /// A register that synthesis does not move into a shift register, to be driven by [`Reg::next`].
    pub fn reg_apart(&self, width: u32) -> Reg<'_> {
        Reg(self.sig(self.with(|m| m.state_apart(width))))
    }
}

impl<'m> Sig<'m> {
    /// The signal a cycle later, from a register that synthesis does not move into a shift register.
    pub fn register_apart(self) -> Self {
        self.derive(|m, net| m.register_apart(net)).after(1)
    }

    /// The signal `cycles` clock cycles later. The last register is separate from a shift register or a ring, because
    /// their clock-to-output time is long.
    pub fn later_registered(self, cycles: u32) -> Self {
        match cycles {
            0 | 1 => self.later_as_it_is(cycles),
            _ => self.later_in_line(cycles - 1).register_apart(),
        }
    }

    /// The signal `cycles` clock cycles later, as [`Sig::later_registered`], where a LUT costs more than registers. The
    /// shortest delay that would be a shift register is made of registers with resets.
    pub fn later_sparing_luts(self, cycles: u32) -> Self {
        match cycles {
            SHIFT_REGISTER => self.register_apart().later_registered(cycles - 1),
            _ => self.later_registered(cycles),
        }
    }

    /// The signal `cycles` clock cycles later, each bit in a delay of its own, even if it is a copy of another one.
    pub fn later_as_it_is(self, cycles: u32) -> Self {
        self.derive(|m, net| m.delay(net, cycles)).after(cycles)
    }

    /// The signal with a cycle: its own, or cycle 0 if it has none. [`Sig::like`] is for what is made of it.
    pub fn timed(self) -> Self {
        self.at(self.cycle().unwrap_or(0))
    }

    /// What a function makes of an input to which it gave a cycle: without a cycle if the input had none.
    pub fn like(self, input: Sig<'m>) -> Self {
        match input.cycle() {
            Some(_) => self,
            None => self.untimed(),
        }
    }
}
