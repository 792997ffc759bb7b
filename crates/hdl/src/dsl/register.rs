//! Registers.

use super::{Operand, Reg, Sig};
use std::ops::Deref;

impl<'m> Reg<'m> {
    /// A register that was made as a net.
    pub fn of(register: Sig<'m>) -> Self {
        Reg(register)
    }

    /// States the cycle of a register in a loop: that of a signal which its next value is computed of. The register
    /// then has the value of the beat before.
    pub fn beside(self, signal: Sig<'m>) -> Self {
        Reg(Sig { cycle: signal.cycle, ..self.0 })
    }

    /// Drives the register in every clock cycle. Returns its value of the beat, a cycle later.
    #[track_caller]
    pub fn next(self, value: impl Operand<'m>) -> Sig<'m> {
        let value = self.checked(value);
        self.0.m.with(|m| m.drive(self.0.net, value.net));
        Sig { net: self.0.net, ..value }.after(1)
    }

    /// Drives the register in the clock cycles with `enable`.
    #[track_caller]
    pub fn next_if(self, enable: impl Into<Sig<'m>>, value: impl Operand<'m>) -> Sig<'m> {
        let (value, enable) = (self.checked(value), enable.into());
        let enable = value.cycle.map_or(enable, |cycle| enable.until(cycle));
        self.0.m.with(|m| m.drive_enabled(self.0.net, value.net, enable.net));
        Sig { net: self.0.net, ..value }.after(1)
    }

    /// Drives a flag: `set` sets it, and else `clear` clears it.
    pub fn set_or_clear(self, set: impl Into<Sig<'m>>, clear: impl Into<Sig<'m>>) -> Sig<'m> {
        let (set, clear) = (set.into(), clear.into());
        self.next(set | self & !clear)
    }

    /// The value to drive. A loop through the register has no other one: no alignment may have delayed it.
    #[track_caller]
    fn checked(self, value: impl Operand<'m>) -> Sig<'m> {
        let value = value.signal(self.0.m, self.0.width());
        if let Some(own) = self.0.cycle {
            assert_eq!(value.cycle, Some(own), "the loop through a register has more clock cycles than one");
        }
        value
    }
}

impl<'m> Deref for Reg<'m> {
    type Target = Sig<'m>;
    fn deref(&self) -> &Sig<'m> {
        &self.0
    }
}

impl<'m> From<Reg<'m>> for Sig<'m> {
    fn from(register: Reg<'m>) -> Sig<'m> {
        register.0
    }
}

impl<'m> Sig<'m> {
    /// A bit that changes after each pulse.
    pub fn toggled(self) -> Self {
        let bit = self.m.state(1, 0);
        bit.next(bit ^ self);
        *bit
    }
}
