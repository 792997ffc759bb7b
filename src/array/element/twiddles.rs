//! The multiplication of results by twiddle factors, for frames of one dimension.

use super::control::{by_round, Control, Coordinates};
use super::digits::{resized, scaled};
use super::parts::at_cycle;
use super::walk::{number, Pace, Point, Walk};
use crate::array::plan::{operand_bits, LongFrame, Plan};
use crate::rtl::{address_bits, Module, Net};
use crate::twiddles::{exponents, Rotation};
use std::sync::Arc;

/// What the multiplication depends on.
pub(super) struct TwiddleUnit<'a> {
    pub plan: &'a Plan,
    pub long: LongFrame,
    pub at: &'a Coordinates,
    pub control: &'a Control,
    /// Walk over the results that are written.
    pub writing: &'a Walk,
}

impl TwiddleUnit<'_> {
    /// Adds the unit. Returns what is written: products, and behind the last round the results themselves. Adds to `overflow` whether a product
    /// that is written was too large for its word, in fixed point.
    pub fn place(&self, m: &mut Module, reset: Net, results: Net, overflow: &mut Option<Net>) -> Net {
        let TwiddleUnit { plan, control, .. } = *self;
        let unit = Arc::new(unit(&format!("{}_twiddles", m.name), plan, self.long));
        let operands = self.operands(m);
        let always = m.constant(1, 1);
        let bits = plan.component_bits;
        let point = vec![m.slice(results, 0, bits), m.slice(results, bits, bits)];
        let [number, known] = operands.map(|net| vec![m.register(net, None)]);
        let outputs = m.instance("twiddles", &unit, vec![vec![always], vec![reset], number, known, point]);
        let is_last = control.writes[control.writes.len() - 1];
        let products = m.concat(&outputs[0]);
        if let (Some(product), Some(engine)) = (outputs.get(1), *overflow) {
            let is_multiplied = m.not(is_last);
            let is_written = [self.writing.is_active, control.is_transform, is_multiplied];
            let told = is_written.into_iter().fold(product[0], |all, one| m.and(all, one));
            *overflow = Some(m.or(engine, told));
        }
        m.mux(is_last, results, products)
    }

    /// Returns the factors of the exponent of the next result: the number of a point in its pencil of the next round, and the known parts of the
    /// number of the result.
    fn operands(&self, m: &mut Module) -> [Net; 2] {
        let TwiddleUnit { plan, control, .. } = *self;
        let bits = m.width(control.cycle);
        let rounds = plan.rounds.len() - 1;
        let begin = by_round(m, &control.writes[..rounds], |m, round| {
            let wait = plan.result_cycle(round) - self.long.latency - self.long.ahead;
            m.constant(bits, wait as u128)
        });
        let begins = at_cycle(m, control, control.is_transform, begin);
        let is_last = control.writes[rounds];
        let is_multiplied = m.not(is_last);
        let begins = m.and(begins, is_multiplied);
        let never = m.constant(1, 0);
        let pace = Pace { rounds: &control.writes, by_words: never, pauses: plan.pauses() };
        let walk = Walk::new(m, plan, "factor", begins, &pace);
        let [number_bits, known_bits] = operand_bits(&plan.rounds);
        let factor = by_round(m, &control.writes[..rounds], |m, round| {
            let block = self.at.block(m, plan, round);
            let number = number(m, plan, round + 1, walk.point.within[round + 1], block);
            resized(m, number, number_bits)
        });
        let known = by_round(m, &control.writes[..rounds], |m, round| {
            let result = walk.point.result(m, plan, round);
            self.known(m, &result, round, known_bits)
        });
        [factor, known]
    }

    /// Returns the sum of the known parts of a result's number behind a round, times the distance of the points of the next round.
    fn known(&self, m: &mut Module, result: &Point, round: usize, bits: u32) -> Net {
        let stride = self.plan.rounds[round + 1].stride;
        let mut sum = m.constant(bits, 0);
        for known in 0..=round {
            // The dimension of the round is in memory, and those of earlier ones are spread.
            let block = if known == round { result.block } else { self.at.block(m, self.plan, known) };
            let number = number(m, self.plan, known, result.within[known], block);
            let part = scaled(m, number, self.plan.rounds[known].result_stride * stride, bits);
            sum = m.add(sum, part);
        }
        sum
    }
}

/// Builds the module: an exponent from its factors, the factor of the exponent, and the product of a point and the factor.
fn unit(name: &str, plan: &Plan, long: LongFrame) -> Module {
    let config = &plan.engines[0].config;
    let rotation = Rotation::new(name, long.order, config);
    let operands = operand_bits(&plan.rounds);
    let exponents = exponents(name, config, operands, address_bits(long.order));
    let mut m = Module::new(name, format!("Multiplication of points by roots of unity of order {}.", long.order));
    let (enable, reset) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(enable);
    m.set_reset(reset);
    let [number, known] = [("number", operands[0]), ("known", operands[1])].map(|(name, bits)| m.input(name, bits));
    let point = m.input_bus("point", &[plan.component_bits; 2]);
    let exponent = exponents.place(&mut m, "exponents".into(), vec![vec![number], vec![known]])[0];
    let wait = plan.twiddle_wait() as u32;
    let (product, overflows) = rotation.apply(&mut m, 0, exponent, ([point[0], point[1]], wait));
    m.output_bus("product", &product);
    if let Some(overflow) = overflows.into_iter().reduce(|any, one| m.or(any, one)) {
        m.output("overflow", overflow);
    }
    m
}
