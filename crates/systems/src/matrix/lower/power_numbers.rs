//! Numbers of the powers of a root of unity that the multiply-adds of an element take, by sums in place of products.

use super::cycle_counter::CycleCounter;
use crate::lower::count::count;
use crate::matrix::plan::ProductPlan;
use crate::matrix::powers::Powers;
use crate::rtl::{address_bits, Module, Net};

/// Numbers of powers of an element. They are sums of the distances between rows and between columns, modulo the order of the root.
pub struct PowerNumbers<'a> {
    plan: &'a ProductPlan,
    powers: Powers,
    element: usize,
    /// Whether the slot is active.
    is_active: Net,
    /// Whether the slot is the last one of its point.
    is_last: Net,
    /// Whether it is also that of the last column of the matrix, after which comes column 0.
    turns: Net,
    /// Distance of the numbers of a row and the next one, and what it is short of the order.
    between_rows: [Net; 2],
}

impl<'a> PowerNumbers<'a> {
    /// Adds what all multiply-adds of an element have in common.
    pub fn new(m: &mut Module, plan: &'a ProductPlan, powers: Powers, element: usize, run: &CycleCounter) -> Self {
        let rows = plan.mac_rows();
        let (_, is_last) = count(m, "row".into(), run.is_active, rows);
        let last = (plan.columns() - plan.column(element, 0)) * rows - 1;
        let is_turn = match run.digits[0] {
            Some(slot) => m.eq_const(slot, last as u128),
            None => m.constant(1, 1),
        };
        let turns = m.and(is_last, is_turn);
        let zero = m.constant(address_bits(powers.order), 0);
        let mut numbers =
            PowerNumbers { plan, powers, element, is_active: run.is_active, is_last, turns, between_rows: [zero; 2] };
        let step = powers.step % powers.order;
        let (distance, _) = numbers.multiples(m, "row_distance".into(), step);
        let minus = match powers.order.is_power_of_two() {
            true => zero,
            false => numbers.multiples(m, "row_limit".into(), numbers.minus(step)).0,
        };
        numbers.between_rows = [distance, minus];
        numbers
    }

    /// Adds the number of the power of each slot of a multiply-add.
    pub fn number(&self, m: &mut Module, mac: usize) -> Net {
        let first = self.element * self.plan.element_rows() + mac * self.plan.mac_rows();
        let stride = self.powers.stride(first);
        let (_, next) = self.multiples(m, format!("column_power{mac}"), stride);
        let number = m.state(address_bits(self.powers.order), Some(self.begin(stride)));
        m.name(number, format!("power{mac}"));
        let below = self.add(m, number, self.between_rows);
        let following = m.mux(self.is_last, next, below);
        m.drive_enabled(number, following, self.is_active);
        number
    }

    /// Adds the product of a number with that of the column. Returns it, and that of the next column.
    fn multiples(&self, m: &mut Module, name: String, of: usize) -> (Net, Net) {
        let bits = address_bits(self.powers.order);
        let multiple = m.state(bits, Some(self.begin(of)));
        m.name(multiple, name);
        let by = [of, self.minus(of)].map(|number| m.constant(bits, number as u128));
        let zero = m.constant(bits, 0);
        let more = self.add(m, multiple, by);
        let next = m.mux(self.turns, zero, more);
        m.drive_enabled(multiple, next, self.is_last);
        (multiple, next)
    }

    /// Returns the product of a number with that of the element's first column.
    fn begin(&self, of: usize) -> u128 {
        (of * self.plan.column(self.element, 0) % self.powers.order) as u128
    }

    /// Returns a number with the opposite sign, modulo the order.
    fn minus(&self, number: usize) -> usize {
        (self.powers.order - number % self.powers.order) % self.powers.order
    }

    /// Adds a distance to a number modulo the order. It comes with the opposite distance, so that comparison, sum and difference do not wait
    /// for each other.
    fn add(&self, m: &mut Module, number: Net, [distance, minus]: [Net; 2]) -> Net {
        let sum = m.add(number, distance);
        if self.powers.order.is_power_of_two() {
            return sum;
        }
        let is_below = m.lt(number, minus);
        let less = m.sub(number, minus);
        m.mux(is_below, sum, less)
    }
}
