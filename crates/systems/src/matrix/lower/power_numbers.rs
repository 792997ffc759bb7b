//! Numbers of the powers of a root of unity that the multiply-adds of an element take, by sums in place of products.

use super::cycle_counter::CycleCounter;
use crate::matrix::plan::ProductPlan;
use crate::matrix::powers::Powers;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::address_bits;

/// Numbers of powers of an element. They are sums of the distances between rows and between columns, modulo the order
/// of the root.
pub struct PowerNumbers<'a, 'm> {
    m: &'m Builder,
    plan: &'a ProductPlan,
    powers: Powers,
    element: usize,
    /// Whether the slot is active.
    is_active: Sig<'m>,
    /// Whether the slot is the last one of its point.
    is_last: Sig<'m>,
    /// Whether it is also that of the last column of the matrix, after which comes column 0.
    turns: Sig<'m>,
    /// Distance of the numbers of a row and the next one, and what it is short of the order.
    between_rows: [Sig<'m>; 2],
}

impl<'a, 'm> PowerNumbers<'a, 'm> {
    /// Adds what all multiply-adds of an element have in common.
    #[hdl]
    pub fn new(plan: &'a ProductPlan, powers: Powers, element: usize, run: &CycleCounter<'m>) -> Self {
        let m = run.is_active.builder();
        let rows = plan.mac_rows();
        let (_, is_last) = m.count("row", run.is_active, rows);
        let last = (plan.columns() - plan.column(element, 0)) * rows - 1;
        let turns = is_last & run.digits[0].map_or(m.constant(1, 1), |slot| slot.is(last));
        let zero = m.constant(address_bits(powers.order), 0);
        let is_active = run.is_active;
        let mut numbers = PowerNumbers { m, plan, powers, element, is_active, is_last, turns, between_rows: [zero; 2] };
        let step = powers.step % powers.order;
        let (distance, _) = numbers.multiples("row_distance", step);
        let minus = match powers.order.is_power_of_two() {
            true => zero,
            false => numbers.multiples("row_limit", numbers.minus(step)).0,
        };
        numbers.between_rows = [distance, minus];
        numbers
    }

    /// Adds the number of the power of each slot of a multiply-add.
    pub fn number(&self, mac: usize) -> Sig<'m> {
        let first = self.element * self.plan.element_rows() + mac * self.plan.mac_rows();
        let stride = self.powers.stride(first);
        let (_, next_column) = self.multiples(&format!("column_power{mac}"), stride);
        let number = self.state(&format!("power{mac}"), stride);
        number.next_if(self.is_active, self.is_last.mux(next_column, self.add(*number, self.between_rows)));
        *number
    }

    /// Adds the product of a number with that of the column. Returns it, and that of the next column.
    fn multiples(&self, name: &str, of: usize) -> (Sig<'m>, Sig<'m>) {
        let multiple = self.state(name, of);
        let by = [of, self.minus(of)].map(|number| self.m.constant(multiple.width(), number as u128));
        let next = self.turns.mux(0, self.add(*multiple, by));
        multiple.next_if(self.is_last, next);
        (*multiple, next)
    }

    /// A register that begins with the product of a number with that of the element's first column.
    fn state(&self, name: &str, of: usize) -> Reg<'m> {
        let order = self.powers.order;
        let begin = of * self.plan.column(self.element, 0) % order;
        self.m.state(address_bits(order), begin as u128).named(name)
    }

    /// Returns a number with the opposite sign, modulo the order.
    fn minus(&self, number: usize) -> usize {
        (self.powers.order - number % self.powers.order) % self.powers.order
    }

    /// Adds a distance to a number modulo the order. It comes with the opposite distance, so that comparison, sum and
    /// difference do not wait for each other.
    fn add(&self, number: Sig<'m>, [distance, minus]: [Sig<'m>; 2]) -> Sig<'m> {
        match self.powers.order.is_power_of_two() {
            true => number + distance,
            false => number.lt(minus).mux(number + distance, number - minus),
        }
    }
}
