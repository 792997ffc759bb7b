//! The multiplication by twiddle factors, for frames of one dimension: of results, or of points where frames are real
//! samples.

use super::control::{by_round, Control, Coordinates};
use super::digits::scaled;
use super::frequency::exponent_step;
use super::walk::{number, Pace, Point, Walk};
use crate::array::plan::{LongFrame, Plan};
use crate::twiddles::{exponents, Rotation};
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::{address_bits, Module};

/// What the multiplication depends on.
pub(super) struct TwiddleUnit<'a, 'm> {
    pub m: &'m Builder,
    pub plan: &'a Plan,
    pub long: LongFrame,
    pub at: &'a Coordinates<'m>,
    pub control: &'a Control<'m>,
    /// Walk over the points that are multiplied on their way to the engine, or over the results that are written.
    pub walk: &'a Walk<'m>,
}

/// Products of points, and whether one was too large for its word, in fixed point.
pub(super) struct Products<'m> {
    pub product: Sig<'m>,
    pub overflow: Option<Sig<'m>>,
}

impl<'m> TwiddleUnit<'_, 'm> {
    /// The unit after the engine. Returns what is written: products, and after the last round the results themselves.
    /// Returns also whether a product that is written was too large for its word, in fixed point.
    pub fn behind(&self, results: Sig<'m>) -> Products<'m> {
        let Products { product, overflow } = self.products(results);
        Products {
            product: self.is_plain().mux(results, product),
            overflow: overflow.map(|own| own & self.is_multiplied()),
        }
    }

    /// The unit before the engine. Products come [`LongFrame::latency`] after points that have been read.
    pub fn ahead(&self, point: Sig<'m>) -> Products<'m> {
        let Products { product, overflow } = self.products(point);
        let is_told = |own| own & self.is_multiplied().later_with_reset(self.long.latency as u32 + 1);
        Products { product, overflow: overflow.map(is_told) }
    }

    /// The rounds of the walk.
    fn rounds(&self) -> &[Sig<'m>] {
        match self.plan.multiplies_points() {
            true => &self.control.reads,
            false => &self.control.writes,
        }
    }

    /// Whether a round is one without factors: the first one where points are multiplied, else the last one.
    fn is_plain(&self) -> Sig<'m> {
        let rounds = self.rounds();
        rounds[if self.plan.multiplies_points() { 0 } else { rounds.len() - 1 }]
    }

    /// Whether the walk passes a point whose product is used.
    fn is_multiplied(&self) -> Sig<'m> {
        self.walk.is_active & self.control.is_transform & !self.is_plain()
    }

    /// The unit, with the product of a point.
    #[hdl]
    fn products(&self, point: Sig<'m>) -> Products<'m> {
        let TwiddleUnit { m, plan, .. } = *self;
        let name = m.with(|m| format!("{}_twiddles", m.name));
        let [next_number, next_known] = self.operands();
        let [factor_number, factor_known] = [next_number.register(), next_known.register()];
        let bits = plan.component_bits;
        let placed = m.place("twiddles", unit(&name, plan, self.long));
        placed.set("ce", m.constant(1, 1)).set("rst", m.reset());
        placed.set("number", factor_number).set("known", factor_known);
        placed.set_bus("point", [point.bits(0, bits), point.bits(bits, bits)]);
        Products { product: m.cat(placed.bus("product")), overflow: placed.find("overflow") }
    }

    /// Selects what is made for each round that has factors.
    fn by_round(&self, make: impl Fn(usize) -> Sig<'m>) -> Sig<'m> {
        let range = self.plan.twiddle_rounds();
        by_round(&self.rounds()[range.clone()], |round| make(range.start + round))
    }

    /// The factors of the exponent of the next point: its number in its pencil, of the next round where results are
    /// multiplied, and the known parts of the number of the result.
    #[hdl]
    fn operands(&self) -> [Sig<'m>; 2] {
        let TwiddleUnit { m, plan, control, at, .. } = *self;
        let ahead = self.long.ahead + if plan.multiplies_points() { 0 } else { self.long.latency };
        let start_cycle = self.by_round(|round| {
            let first = if plan.multiplies_points() { plan.feed_cycle(round) + 1 } else { plan.result_cycle(round) };
            m.constant(control.cycle.width(), (first - ahead) as u128)
        });
        let begins = control.is_transform & control.cycle.is(start_cycle) & !self.is_plain();
        let pace = Pace { rounds: self.rounds(), by_words: m.constant(1, 0), pauses: plan.pauses() };
        let walk = Walk::new(m, plan, "factor", begins, &pace);
        let [number_bits, known_bits] = self.long.operand_bits;
        let next_number = self.by_round(|round| {
            let number = match plan.is_long_real() {
                true => {
                    let point = self.passed(&walk, round);
                    number(m, plan, round, point.within[round], point.block)
                }
                false => number(m, plan, round + 1, walk.point.within[round + 1], at.block(plan, round)),
            };
            number.resize(number_bits)
        });
        let next_known = self.by_round(|round| match (plan.is_long_real(), walk.is_second) {
            (true, Some(second)) => exponent_step(m, (plan, at), round, (&walk.point, second), known_bits),
            _ => self.known(walk.point.result(m, plan, round), round, known_bits),
        });
        [next_number, next_known]
    }

    /// The point of a walk that is multiplied: what is read for the engine, or its result.
    fn passed(&self, walk: &Walk<'m>, round: usize) -> Point<'m> {
        match self.plan.multiplies_points() {
            true => walk.point,
            false => walk.point.result(self.m, self.plan, round),
        }
    }

    /// The sum of the known parts of a result's number after a round, times the distance of the points of the next
    /// round.
    fn known(&self, result: Point<'m>, round: usize, bits: u32) -> Sig<'m> {
        let TwiddleUnit { m, plan, .. } = *self;
        let stride = plan.rounds[round + 1].stride;
        let parts = (0..=round).map(|known| {
            // The dimension of the round is in memory, and those of earlier ones are spread.
            let block = if known == round { result.block } else { self.at.block(plan, known) };
            let number = number(m, plan, known, result.within[known], block);
            scaled(number, plan.rounds[known].result_stride * stride, bits)
        });
        parts.fold(m.constant(bits, 0), |sum, part| sum + part)
    }
}

/// Builds the module: an exponent from its factors, the factor of the exponent, and the product of a point and the
/// factor.
#[hdl]
fn unit(name: &str, plan: &Plan, long: LongFrame) -> Module {
    let config = plan.twiddle_config();
    let rotation = Rotation::new(name, long.order, config);
    let operands = long.operand_bits;
    let exponents = exponents(name, config, operands, address_bits(long.order));
    let m = Builder::new(name, format!("Multiplication of points by roots of unity of order {}.", long.order));
    m.set_enable(m.input("ce", 1));
    m.set_reset(m.input("rst", 1));
    let [number, known] =
        [("number", operands[0]), ("known", operands[1])].map(|(name, bits)| m.input(name, bits).at(0));
    let factor_cycle = (exponents.cycles + rotation.ahead()) as i32;
    let parts = m.input_bus("point", &[plan.component_bits; 2]);
    let point = [0, 1].map(|part: usize| parts[part].at(factor_cycle - plan.twiddle_wait() as i32));
    let exponent = m.apply("exponents", &exponents, &[number, known])[0];
    let (product, overflows) = rotation.multiply(0, exponent, point);
    assert_eq!(product[0].cycle(), Some(factor_cycle + long.latency as i32));
    m.output_bus("product", product);
    if let Some(overflow) = overflows.into_iter().reduce(|any, one| any | one) {
        m.output("overflow", overflow);
    }
    m.finish()
}
