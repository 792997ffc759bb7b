//! Counters.

use super::{Builder, Named, Reg, Sig};
use crate::rtl::address_bits;

impl Builder {
    /// A counter of the clock cycles with `step`, modulo `values`. Returns the count, `None` if it has one value, and a
    /// bit that is high when it wraps.
    pub fn count<'m>(&'m self, name: &str, step: Sig<'m>, values: usize) -> (Option<Sig<'m>>, Sig<'m>) {
        self.count_from(name, step, values, 0)
    }

    /// A counter as [`Builder::count`] makes it, which a reset sets to `first`.
    pub fn count_from<'m>(
        &'m self,
        name: &str,
        step: Sig<'m>,
        values: usize,
        first: usize,
    ) -> (Option<Sig<'m>>, Sig<'m>) {
        if values == 1 {
            return (None, step);
        }
        let count = self.state(address_bits(values), first as u128).named(name);
        (Some(*count), count.step_on(step, values))
    }

    /// A counter of the clock cycles with `step`, from 0 to `last` and again. Returns the count, and whether it is
    /// `last`.
    pub fn count_to<'m>(&'m self, name: &str, step: Sig<'m>, last: Sig<'m>) -> (Sig<'m>, Sig<'m>) {
        let count = self.state(last.width(), 0).named(name);
        let ends = count.is(last);
        count.next_if(step, ends.mux(0, count + 1));
        (*count, ends)
    }

    /// A counter that a pulse sets to `from` and that counts down to 0. Returns the count, and whether it is not 0.
    pub fn count_down<'m>(&'m self, name: &str, pulse: Sig<'m>, from: Sig<'m>) -> (Sig<'m>, Sig<'m>) {
        let count = self.state(from.width(), 0).named(name);
        let running = count.any();
        count.next(pulse.mux(from, running.mux(count - 1, count)));
        (*count, running)
    }
}

impl<'m> Reg<'m> {
    /// Drives a counter of the clock cycles with `step`, modulo `values`. Returns a bit that is high when it wraps.
    pub fn step_on(self, step: Sig<'m>, values: usize) -> Sig<'m> {
        let at_end = self.is(values - 1);
        self.drive_modulo(step, values, at_end);
        step & at_end
    }

    /// Drives a counter as [`Reg::step_on`] does, with the bit that is high when it wraps from a register. A step to
    /// the last value is followed by a step in the next clock cycle.
    pub fn step_steadily(self, step: Sig<'m>, values: usize) -> Sig<'m> {
        let wraps = step.all_at(&[(*self, values - 2)]).derive(|m, net| m.register(net, Some(0)));
        self.drive_modulo(step, values, wraps);
        wraps
    }

    /// Drives a counter modulo `values`, which is at its last value with `at_end`.
    fn drive_modulo(self, step: Sig<'m>, values: usize, at_end: Sig<'m>) {
        // A power of two of values wraps without a comparison.
        let clear = if values.is_power_of_two() { step.m.constant(1, 0) } else { at_end };
        self.next(self.advance(step, clear));
    }
}

impl<'m> Sig<'m> {
    /// The next value of a counter: one more with `step`, 0 with `step` and `clear`, otherwise the same.
    pub fn advance(self, step: Sig<'m>, clear: Sig<'m>) -> Sig<'m> {
        step.mux(clear.mux(0, self + 1), self)
    }

    /// Whether the bit is high and counts have given values.
    pub fn all_at(self, counts: &[(Sig<'m>, usize)]) -> Sig<'m> {
        counts.iter().fold(self, |all, &(count, at)| all & count.is(at))
    }

    /// The sum modulo `order` of two numbers below it. The order is a bit longer at most.
    pub fn add_below(self, other: Sig<'m>, order: Sig<'m>) -> Sig<'m> {
        let bits = self.width();
        let sum = self.extend(bits + 1) + other.extend(bits + 1);
        let order = order.extend(bits + 1);
        sum.lt(order).mux(sum, sum - order).bits(0, bits)
    }

    /// The sum modulo `order` of two numbers below it.
    pub fn add_modulo(self, other: Sig<'m>, order: usize) -> Sig<'m> {
        self.add_below(other, self.m.constant(self.width() + 1, order as u128))
    }
}
