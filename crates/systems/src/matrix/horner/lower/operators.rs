//! Operators of a step of Horner's rule.

use crate::lower::cache::ModuleCache;
use crate::lower::delay_lines::DelayLines;
use crate::matrix::horner::plan::HornerPlan;
use crate::matrix::horner::step::FixedStep;
use crate::matrix::lower::macs::Slots;
use crate::matrix::lower::operators::{close_adder, Operators, PARTS};
use crate::matrix::plan::COEFFICIENT_CYCLES;
use crate::matrix::sums::Sums;
use crate::matrix::words::CoefficientFormat;
use crate::number::ProductRule;
use crate::operators::fixed::complex_product;
use crate::operators::{multiplier_of_any, MultiplierStyle, Products};
use crate::rtl::memories::Memories;
use crate::rtl::{Module, Net};
use crate::schedule::UnitKind;
use std::sync::Arc;

/// Operators of a core, each built once.
pub struct StepOperators {
    /// The product of a sum and a factor, and the adder of floating point.
    pub products: Operators,
    /// The step of fixed point and its rounding.
    fixed: Option<(FixedStep, Arc<Module>)>,
}

/// A part of a sum whose operands are connected after it was used.
struct OpenSum {
    /// Word of the sum.
    sum: Net,
    /// Number of its adder, in floating point.
    adder: Option<usize>,
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
                let multiply =
                    cache.module("mul", depths.multiplier, |name| multiplier_of_any(name, float, factors, style));
                let add = cache.float(UnitKind::Add, float);
                let (rule, adder, bits) = (ProductRule::Whole, depths.adder, float.bits());
                let products = Operators::Float { multiply, add, parts: None, rule, adder, bits };
                StepOperators { products, fixed: None }
            }
            (Sums::Fixed(sums), Some(step), _) => {
                let cycles = plan.product.product_cycles() as u32;
                let product = cache.module("product", cycles, |name| product(name, &step, plan.product.multiplier));
                let rounding = step.rounding();
                let round = Arc::new(rounding.module(&format!("{prefix}_step_{}", rounding.name())));
                StepOperators { products: Operators::Fixed { product, sums }, fixed: Some((step, round)) }
            }
            _ => unreachable!("sums and factors are of one kind, and fixed point has a step"),
        }
    }

    /// Returns the bits of a part of a sum, with a bit above it that says whether it has been too large, in fixed point.
    pub fn word_bits(&self) -> u32 {
        self.products.sum_bits() + u32::from(self.fixed.is_some())
    }

    /// Adds a multiply-add for nodes whose factors come with the given delay after their slots. Returns its sums,
    /// [`HornerPlan::sum_cycles`] after their slots.
    pub fn multiply_add(
        &self,
        m: &mut Module,
        plan: &HornerPlan,
        (label, slots, factor): (&str, &Slots, &[Net]),
    ) -> [Net; 2] {
        let bits = self.word_bits();
        let open = [0, 1].map(|part: usize| self.open(m, &format!("{label}_{}", PARTS[part])));
        let sums = [open[0].sum, open[1].sum];
        let waits = plan.wait_cycles();
        let (lines, ends) = match waits {
            0 => (None, sums.to_vec()),
            _ => {
                let (lines, ends) = DelayLines::open(m, &Memories::default(), bits, 2, waits);
                (Some(lines), ends)
            }
        };
        let is_first = m.delay(slots.is_first, COEFFICIENT_CYCLES as u32);
        let zero = m.constant(bits, 0);
        let before = [0, 1].map(|part: usize| m.mux(is_first, zero, ends[part]));
        let words = before.map(|word| m.slice(word, 0, self.products.sum_bits()));
        let product = self.products.product(m, label, words, factor);
        let late = COEFFICIENT_CYCLES + plan.product.product_cycles();
        let point = slots.point.map(|part| m.delay(part, late as u32));
        for (part, open) in open.into_iter().enumerate() {
            self.close(m, plan, &open, [product[part], point[part], before[part]]);
        }
        if let Some(lines) = lines {
            lines.close(m, &sums);
        }
        sums
    }

    /// Adds a part of a sum without its operands.
    fn open(&self, m: &mut Module, label: &str) -> OpenSum {
        match self.fixed {
            Some(_) => {
                let sum = m.state(self.word_bits(), None);
                OpenSum { sum: m.name(sum, format!("sum_{label}")), adder: None }
            }
            None => {
                let (number, sum) = self.products.open_adder(m, &format!("{label}_sum"));
                OpenSum { sum, adder: Some(number) }
            }
        }
    }

    /// Connects a part of a sum. `operands`: the product and the point, and the sum before the product.
    fn close(&self, m: &mut Module, plan: &HornerPlan, open: &OpenSum, [product, point, before]: [Net; 3]) {
        if let Some(adder) = open.adder {
            close_adder(m, adder, [product, point]);
        }
        let Some((step, round)) = &self.fixed else { return };
        let bits = step.exact_bits();
        let below = m.constant(step.point_shift(), 0);
        let point = m.concat(&[below, point]);
        let [product, point] = [product, point].map(|net| m.sign_extend(net, bits));
        let exact = m.add(product, point);
        let exact = m.register(exact, None);
        let rounded = m.instance(format!("round_{}", m.instances.len()), round, vec![vec![exact]]).concat();
        let was_large = m.bit(before, step.sums.sum_bits);
        let was_large = m.delay(was_large, plan.step_cycles() as u32 - 1);
        let is_large = m.or(rounded[1], was_large);
        let word = m.concat(&[rounded[0], is_large]);
        m.drive(open.sum, word);
    }

    /// Splits the flag off from each part of a sum. Returns the parts, and whether one of them has been too large, in fixed point.
    pub fn without_flags(&self, m: &mut Module, sums: &[Net]) -> (Vec<Net>, Option<Net>) {
        let bits = self.products.sum_bits();
        let words = sums.iter().map(|sum| m.slice(*sum, 0, bits)).collect();
        let flags = self.fixed.as_ref().map(|_| [sums[0], sums[1]].map(|sum| m.bit(sum, bits)));
        (words, flags.map(|[re, im]| m.or(re, im)))
    }
}

/// Builds the exact product of a sum and a factor.
fn product(name: &str, step: &FixedStep, style: MultiplierStyle) -> Module {
    let (sum, factor) = (step.sums.sum_bits, step.sums.coefficient_bits);
    let mut m = Module::new(
        name,
        format!("Exact product of a complex sum of {sum} bits and a complex factor of {factor} bits"),
    );
    let sum = m.input_bus("sum", &[sum; 2]);
    let factor = m.input_bus("factor", &[factor; 2]);
    let parts = complex_product(&mut m, [sum[0], sum[1]], [factor[0], factor[1]], style);
    parts.into_iter().zip(PARTS).for_each(|(part, name)| m.output(name, part));
    m
}
