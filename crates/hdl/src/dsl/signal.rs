//! Signals.

use super::align::aligned;
use super::{Builder, Operand, Sig};
use crate::rtl::{Module, Net};

impl<'m> Sig<'m> {
    pub(super) fn new(m: &'m Builder, net: Net, cycle: Option<i32>) -> Self {
        Sig { m, net, width: m.with(|m| m.width(net)), cycle }
    }

    /// The net.
    pub fn net(self) -> Net {
        self.net
    }

    /// The module under construction.
    pub fn builder(self) -> &'m Builder {
        self.m
    }

    /// Width in bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The value of a constant. `None` for any other signal.
    pub fn constant_value(self) -> Option<u128> {
        self.m.with(|m| m.constant_value(self.net))
    }

    /// A number in the width of the signal.
    #[track_caller]
    pub fn number(self, number: impl Operand<'m>) -> Self {
        number.signal(self.m, self.width)
    }

    /// Clock cycles after the beat. `None` for a signal that goes with every cycle.
    pub fn cycle(self) -> Option<i32> {
        self.cycle
    }

    /// States the cycle: the signal has the value of its beat `cycle` clock cycles after it.
    pub fn at(self, cycle: i32) -> Self {
        Sig { cycle: Some(cycle), ..self }
    }

    /// States that the signal goes with every cycle: a setting, a state, a handshake.
    pub fn untimed(self) -> Self {
        Sig { cycle: None, ..self }
    }

    /// States that the signal has a cycle more than what it was made of, as the word that an operator returns has.
    pub fn after(self, cycles: u32) -> Self {
        Sig { cycle: self.cycle.map(|cycle| cycle + cycles as i32), ..self }
    }

    /// Delays the signal until a cycle. A signal without a cycle stays as it is.
    #[track_caller]
    pub fn until(self, cycle: i32) -> Self {
        let Some(own) = self.cycle else { return self };
        assert!(own <= cycle, "a signal of cycle {own} in cycle {cycle}");
        Sig { net: self.m.delayed(self.net, (cycle - own) as u32), cycle: Some(cycle), ..self }
    }

    /// The signal `cycles` clock cycles later, of the same beat.
    pub fn later(self, cycles: u32) -> Self {
        Sig { net: self.m.delayed(self.net, cycles), ..self }.after(cycles)
    }

    /// The value of the signal `cycles` clock cycles before, that of an earlier beat.
    pub fn before(self, cycles: u32) -> Self {
        Sig { net: self.m.delayed(self.net, cycles), ..self }
    }

    /// The signal a cycle later, from a register that is part of no shift register.
    pub fn register(self) -> Self {
        self.derive(|m, net| m.register(net, None)).after(1)
    }

    /// The signal `cycles` clock cycles later, from registers that a reset clears.
    pub fn later_with_reset(self, cycles: u32) -> Self {
        (0..cycles).fold(self, |late, _| late.derive(|m, net| m.register(net, Some(0))).after(1))
    }

    /// The signal `cycles` clock cycles later, from registers that are part of no shift register.
    pub fn later_in_registers(self, cycles: u32) -> Self {
        (0..cycles).fold(self, |late, _| late.register())
    }

    /// The signal `cycles` clock cycles later, from a shift register or from a ring in memory, whichever takes fewer
    /// LUTs.
    pub fn later_in_line(self, cycles: u32) -> Self {
        self.derive(|m, net| m.delay_line(net, cycles)).after(cycles)
    }

    /// Delays the signal until a cycle, as [`Sig::later_in_line`] does.
    #[track_caller]
    pub fn until_in_line(self, cycle: i32) -> Self {
        let own = self.cycle.expect("a delay line begins in a cycle");
        assert!(own <= cycle, "a signal of cycle {own} in cycle {cycle}");
        self.later_in_line((cycle - own) as u32)
    }

    /// The word where a bit is high, else zeros.
    pub fn masked(self, bit: Sig<'m>) -> Self {
        self & bit.repeat(self.width())
    }

    /// `self ? then : other`.
    #[track_caller]
    pub fn mux(self, then: impl Operand<'m>, other: impl Operand<'m>) -> Self {
        let width = then.own_width().or(other.own_width());
        let width = width.expect("one of the two values has a width");
        let signals = [self, then.signal(self.m, width), other.signal(self.m, width)];
        same_width(signals[1], signals[2]);
        self.m.of(&signals, |m, nets| m.mux(nets[0], nets[1], nets[2]))
    }

    /// Bits `low` to `low + width - 1`.
    pub fn bits(self, low: u32, width: u32) -> Self {
        self.derive(|m, net| m.slice(net, low, width))
    }

    /// One bit.
    pub fn bit(self, index: u32) -> Self {
        self.bits(index, 1)
    }

    /// The highest bit, which is the sign of a two's complement number.
    pub fn top(self) -> Self {
        self.bit(self.width() - 1)
    }

    /// Adds zeros at the high end.
    pub fn extend(self, width: u32) -> Self {
        self.derive(|m, net| m.extend(net, width))
    }

    /// Adds copies of the sign at the high end.
    pub fn sign_extend(self, width: u32) -> Self {
        self.derive(|m, net| m.sign_extend(net, width))
    }

    /// Adds zeros at the high end, or leaves high bits out.
    pub fn resize(self, width: u32) -> Self {
        if self.width < width {
            self.extend(width)
        } else {
            self.bits(0, width)
        }
    }

    /// Adds copies of the sign, or leaves high bits out.
    pub fn resize_signed(self, width: u32) -> Self {
        self.derive(|m, net| m.resize_signed(net, width))
    }

    /// Copies of one bit, side by side.
    pub fn repeat(self, times: u32) -> Self {
        self.derive(|m, net| m.repeat(net, times))
    }

    /// Whether any bit is set.
    pub fn any(self) -> Self {
        self.derive(Module::any)
    }

    /// Whether all bits are set.
    pub fn all(self) -> Self {
        self.derive(Module::all)
    }

    /// Whether an odd number of bits is set.
    pub fn odd(self) -> Self {
        self.derive(Module::odd)
    }

    /// Whether it is equal: `==` has to be of type `bool`.
    #[track_caller]
    pub fn is(self, other: impl Operand<'m>) -> Self {
        self.with(other, Module::eq)
    }

    /// Whether it is less, both numbers without sign.
    #[track_caller]
    pub fn lt(self, other: impl Operand<'m>) -> Self {
        self.with(other, Module::lt)
    }

    /// Whether it is greater, both numbers without sign.
    #[track_caller]
    pub fn gt(self, other: impl Operand<'m>) -> Self {
        self.with(other, |m, this, other| m.lt(other, this))
    }

    /// The difference of a whole and this part of it: `whole - self`.
    #[track_caller]
    pub fn taken_from(self, whole: impl Operand<'m>) -> Self {
        self.with(whole, |m, this, whole| m.sub(whole, this))
    }

    /// The full product of numbers without sign.
    pub fn times(self, other: Sig<'m>) -> Self {
        self.m.call([self, other], |m, [a, b]| m.mul(a, b))
    }

    /// The full product of two's complement numbers.
    pub fn times_signed(self, other: Sig<'m>) -> Self {
        self.m.call([self, other], |m, [a, b]| m.mul_signed(a, b))
    }

    /// Builds a net of this one, in the same cycle.
    pub fn derive(self, build: impl FnOnce(&mut Module, Net) -> Net) -> Self {
        Sig::new(self.m, self.m.with(|m| build(m, self.net)), self.cycle)
    }

    /// Builds a net of two of one width.
    #[track_caller]
    pub(super) fn with(self, other: impl Operand<'m>, build: impl FnOnce(&mut Module, Net, Net) -> Net) -> Self {
        let other = other.signal(self.m, self.width());
        same_width(self, other);
        let (nets, cycle) = aligned(&[self, other]);
        Sig::new(self.m, self.m.with(|m| build(m, nets[0], nets[1])), cycle)
    }
}

#[track_caller]
fn same_width(a: Sig, b: Sig) {
    let (a_bits, b_bits) = (a.width(), b.width());
    assert!(a_bits == b_bits, "operands of {a_bits} and {b_bits} bits: {} and {}", a.describe(), b.describe());
}

impl Sig<'_> {
    /// The name, or the operation of a net without one, for messages.
    fn describe(self) -> String {
        self.m.with(|m| {
            let info = &m.nets[self.net.index()];
            info.name.clone().unwrap_or_else(|| format!("{:?}", info.op))
        })
    }
}
