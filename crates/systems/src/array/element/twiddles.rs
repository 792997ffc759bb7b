//! The multiplication by twiddle factors, for frames of one dimension: of results, or of points where frames are real samples.

use super::control::{by_round, Control, Coordinates};
use super::digits::{resized, scaled};
use super::frequency::exponent_step;
use super::parts::at_cycle;
use super::walk::{number, Pace, Point, Walk};
use crate::array::plan::{LongFrame, Plan};
use crate::rtl::{address_bits, Module, Net};
use crate::twiddles::{exponents, Rotation};
use std::sync::Arc;

/// What the multiplication depends on.
pub(super) struct TwiddleUnit<'a> {
    pub plan: &'a Plan,
    pub long: LongFrame,
    pub at: &'a Coordinates,
    pub control: &'a Control,
    /// Walk over the points that are multiplied on their way to the engine, or over the results that are written.
    pub walk: &'a Walk,
}

/// Products of points, and whether one was too large for its word, in fixed point.
pub(super) struct Products {
    pub product: Net,
    pub overflow: Option<Net>,
}

impl TwiddleUnit<'_> {
    /// Adds the unit after the engine. Returns what is written: products, and after the last round the results themselves. Adds to `overflow` whether a
    /// product that is written was too large for its word, in fixed point.
    pub fn behind(&self, m: &mut Module, reset: Net, results: Net, overflow: &mut Option<Net>) -> Net {
        let Products { product, overflow: own } = self.products(m, reset, results);
        if let (Some(own), Some(engine)) = (own, *overflow) {
            let is_multiplied = self.is_multiplied(m);
            let told = m.and(own, is_multiplied);
            *overflow = Some(m.or(engine, told));
        }
        let control = self.control;
        let is_last = control.writes[control.writes.len() - 1];
        m.mux(is_last, results, product)
    }

    /// Adds the unit before the engine. Products come [`LongFrame::latency`] after points that have been read.
    pub fn ahead(&self, m: &mut Module, reset: Net, point: Net) -> Products {
        let Products { product, overflow } = self.products(m, reset, point);
        let overflow = overflow.map(|own| {
            let is_multiplied = self.is_multiplied(m);
            let is_told = (0..=self.long.latency).fold(is_multiplied, |told, _| m.register(told, Some(0)));
            m.and(own, is_told)
        });
        Products { product, overflow }
    }

    /// Returns the rounds of the walk.
    fn rounds(&self) -> &[Net] {
        match self.plan.multiplies_points() {
            true => &self.control.reads,
            false => &self.control.writes,
        }
    }

    /// Returns whether a round is one without factors: the first one where points are multiplied, else the last one.
    fn is_plain(&self) -> Net {
        let rounds = self.rounds();
        rounds[if self.plan.multiplies_points() { 0 } else { rounds.len() - 1 }]
    }

    /// Returns whether the walk passes a point whose product is used.
    fn is_multiplied(&self, m: &mut Module) -> Net {
        let is_plain = self.is_plain();
        let is_multiplied = m.not(is_plain);
        [self.control.is_transform, is_multiplied].into_iter().fold(self.walk.is_active, |all, one| m.and(all, one))
    }

    /// Adds the unit, with the product of a point.
    fn products(&self, m: &mut Module, reset: Net, point: Net) -> Products {
        let plan = self.plan;
        let unit = Arc::new(unit(&format!("{}_twiddles", m.name), plan, self.long));
        let operands = self.operands(m);
        let always = m.constant(1, 1);
        let bits = plan.component_bits;
        let point = vec![m.slice(point, 0, bits), m.slice(point, bits, bits)];
        let [number, known] = operands.map(|net| vec![m.register(net, None)]);
        let outputs = m.instance("twiddles", &unit, vec![vec![always], vec![reset], number, known, point]);
        Products { product: m.concat(&outputs[0]), overflow: outputs.get(1).map(|overflow| overflow[0]) }
    }

    /// Selects what is made for each round that has factors.
    fn by_round(&self, m: &mut Module, mut make: impl FnMut(&mut Module, usize) -> Net) -> Net {
        let range = self.plan.twiddle_rounds();
        by_round(m, &self.rounds()[range.clone()], |m, round| make(m, range.start + round))
    }

    /// Returns the factors of the exponent of the next point: its number in its pencil, of the next round where results are multiplied, and the known parts of the
    /// number of the result.
    fn operands(&self, m: &mut Module) -> [Net; 2] {
        let TwiddleUnit { plan, control, .. } = *self;
        let bits = m.width(control.cycle);
        let begin = self.by_round(m, |m, round| {
            let ahead = self.long.ahead + if plan.multiplies_points() { 0 } else { self.long.latency };
            let first = if plan.multiplies_points() { plan.feed_cycle(round) + 1 } else { plan.result_cycle(round) };
            m.constant(bits, (first - ahead) as u128)
        });
        let begins = at_cycle(m, control, control.is_transform, begin);
        let is_plain = self.is_plain();
        let is_multiplied = m.not(is_plain);
        let begins = m.and(begins, is_multiplied);
        let never = m.constant(1, 0);
        let pace = Pace { rounds: self.rounds(), by_words: never, pauses: plan.pauses() };
        let walk = Walk::new(m, plan, "factor", begins, &pace);
        let [number_bits, known_bits] = self.long.operand_bits;
        let factor = self.by_round(m, |m, round| {
            let number = match plan.is_long_real() {
                true => {
                    let point = self.passed(m, &walk, round);
                    number(m, plan, round, point.within[round], point.block)
                }
                false => {
                    let block = self.at.block(m, plan, round);
                    number(m, plan, round + 1, walk.point.within[round + 1], block)
                }
            };
            resized(m, number, number_bits)
        });
        let known = self.by_round(m, |m, round| match (plan.is_long_real(), walk.is_second) {
            (true, Some(second)) => exponent_step(m, (plan, self.at), round, (&walk.point, second), known_bits),
            _ => {
                let result = walk.point.result(m, plan, round);
                self.known(m, &result, round, known_bits)
            }
        });
        [factor, known]
    }

    /// Returns the point of a walk that is multiplied: what is read for the engine, or its result.
    fn passed(&self, m: &mut Module, walk: &Walk, round: usize) -> Point {
        match self.plan.multiplies_points() {
            true => walk.point,
            false => walk.point.result(m, self.plan, round),
        }
    }

    /// Returns the sum of the known parts of a result's number after a round, times the distance of the points of the next round.
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
    let config = plan.twiddle_config();
    let rotation = Rotation::new(name, long.order, config);
    let operands = long.operand_bits;
    let exponents = exponents(name, config, operands, address_bits(long.order));
    let mut m = Module::new(name, format!("Multiplication of points by roots of unity of order {}.", long.order));
    let (enable, reset) = (m.input("ce", 1), m.input("rst", 1));
    m.set_enable(enable);
    m.set_reset(reset);
    let [number, known] = [("number", operands[0]), ("known", operands[1])].map(|(name, bits)| m.input(name, bits));
    let point = m.input_bus("point", &[plan.component_bits; 2]);
    let exponent = m.operate("exponents", &exponents.module, vec![vec![number], vec![known]])[0];
    let wait = plan.twiddle_wait() as u32;
    let (product, overflows) = rotation.apply(&mut m, 0, exponent, ([point[0], point[1]], wait));
    m.output_bus("product", &product);
    if let Some(overflow) = overflows.into_iter().reduce(|any, one| m.or(any, one)) {
        m.output("overflow", overflow);
    }
    m
}
