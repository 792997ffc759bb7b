//! Operators of a step of Horner's rule.

use crate::matrix::horner::plan::HornerPlan;
use crate::matrix::horner::step::FixedStep;
use crate::matrix::lower::macs::Slots;
use crate::matrix::lower::operators::{operator, waiting, OpenSum, Operators, PARTS};
use crate::matrix::plan::COEFFICIENT_CYCLES;
use crate::matrix::sums::Sums;
use crate::matrix::words::CoefficientFormat;
use crate::number::ProductRule;
use crate::operators::fixed::complex_product;
use crate::operators::{multiplier_of_any, MultiplierStyle, Products};
use crate::parts::cache::ModuleCache;
use crate::schedule::UnitKind;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;
use std::sync::Arc;

/// Operators of a core, each built once.
pub struct StepOperators {
    /// The product of a sum and a factor, and the adder of floating point.
    pub products: Operators,
    /// The step of fixed point and its rounding.
    fixed: Option<(FixedStep, Arc<Module>)>,
}

impl StepOperators {
    /// Builds the operators of a plan. The names of their modules begin with `prefix`.
    pub fn new(prefix: &str, plan: &HornerPlan) -> Self {
        let depths = plan.product.depths;
        let mut cache = ModuleCache::new(prefix, depths, plan.product.multiplier);
        match (plan.product.sums, plan.fixed, plan.product.coefficients.format) {
            (Sums::Float(float), _, CoefficientFormat::Float(factor)) => {
                let style = Products { style: plan.product.multiplier, technology: depths.technology };
                let factors = [float, factor];
                let multiply = operator(&mut cache, "mul", depths.multiplier, |name| {
                    multiplier_of_any(name, float, factors, style)
                });
                let add = Operator { module: cache.float(UnitKind::Add, float), cycles: depths.adder };
                let (rule, bits) = (ProductRule::Whole, float.bits());
                StepOperators { products: Operators::Float { multiply, add, parts: None, rule, bits }, fixed: None }
            }
            (Sums::Fixed(sums), Some(step), _) => {
                let cycles = plan.product.product_cycles() as u32;
                let multiplier = plan.product.multiplier;
                let product = operator(&mut cache, "product", cycles, |name| product(name, &step, multiplier));
                let rounding = step.rounding();
                let round = Arc::new(rounding.module(&format!("{prefix}_step_{}", rounding.name())));
                StepOperators { products: Operators::Fixed { product, sums }, fixed: Some((step, round)) }
            }
            _ => unreachable!("sums and factors are of one kind, and fixed point has a step"),
        }
    }

    /// Returns the bits of a part of a sum, with a bit above it that says whether it has been too large, in fixed
    /// point.
    pub fn word_bits(&self) -> u32 {
        self.products.sum_bits() + u32::from(self.fixed.is_some())
    }

    /// Adds a multiply-add for nodes whose factors come [`COEFFICIENT_CYCLES`] after their slots. Returns its sums,
    /// [`HornerPlan::sum_cycles`] after their slots.
    pub fn multiply_add<'m>(
        &self,
        plan: &HornerPlan,
        label: &str,
        slots: &Slots<'m>,
        factor: &[Sig<'m>],
    ) -> [Sig<'m>; 2] {
        let m = slots.is_first.builder();
        let bits = self.word_bits();
        let open = PARTS.map(|part| self.open(m, &format!("{label}_sum_{part}")));
        let sums = [open[0].value(), open[1].value()];
        let is_first = slots.is_first.later(COEFFICIENT_CYCLES as u32);
        let zero = m.constant(bits, 0);
        let before = waiting(sums, plan.wait_cycles()).map(|sum| is_first.mux(zero, sum));
        let words = before.map(|word| word.bits(0, self.products.sum_bits()));
        let product = self.products.product(label, words, factor);
        let late = COEFFICIENT_CYCLES + plan.product.product_cycles();
        let point = slots.point.map(|part| part.later(late as u32));
        for (part, open) in open.into_iter().enumerate() {
            let label = format!("round_{label}_{}", PARTS[part]);
            self.close(plan, &label, open, [product[part], point[part], before[part]]);
        }
        sums
    }

    /// Adds a part of a sum without its operands.
    fn open<'m>(&self, m: &'m Builder, label: &str) -> OpenSum<'m> {
        match self.fixed {
            Some(_) => OpenSum::Register(m.reg(self.word_bits()).named(label)),
            None => self.products.open_sum(m, label),
        }
    }

    /// Connects a part of a sum. `label`: that of its rounding; `operands`: the product and the point, and the sum
    /// before the product.
    #[hdl]
    fn close<'m>(&self, plan: &HornerPlan, label: &str, open: OpenSum<'m>, operands: [Sig<'m>; 3]) {
        let [product, point, before] = operands;
        let (OpenSum::Register(sum), Some((step, round))) = (&open, &self.fixed) else {
            return open.close([product, point]);
        };
        let m = product.builder();
        let bits = step.exact_bits();
        let shifted_point = m.cat([m.constant(step.point_shift(), 0), point]);
        let exact = (product.sign_extend(bits) + shifted_point.sign_extend(bits)).register();
        let rounded = m.operate(label, round, [exact]);
        let was_large = before.bit(step.sums.sum_bits).later(plan.step_cycles() as u32 - 1);
        sum.next(m.cat([rounded[0], rounded[1] | was_large]));
    }

    /// Splits the flag off from each part of a sum. Returns the parts, and whether one of them has been too large, in
    /// fixed point.
    pub fn without_flags<'m>(&self, sums: [Sig<'m>; 2]) -> ([Sig<'m>; 2], Option<Sig<'m>>) {
        let bits = self.products.sum_bits();
        let flag = self.fixed.as_ref().map(|_| sums[0].bit(bits) | sums[1].bit(bits));
        (sums.map(|sum| sum.bits(0, bits)), flag)
    }
}

/// Builds the exact product of a sum and a factor.
fn product(name: &str, step: &FixedStep, style: MultiplierStyle) -> Module {
    let (sum, factor) = (step.sums.sum_bits, step.sums.coefficient_bits);
    let m = Builder::new(
        name,
        format!("Exact product of a complex sum of {sum} bits and a complex factor of {factor} bits"),
    );
    let product = complex_product(m.input_fields("sum", sum), m.input_fields("factor", factor), style);
    product.into_iter().zip(PARTS).for_each(|(part, name)| m.output(name, part));
    m.finish()
}
