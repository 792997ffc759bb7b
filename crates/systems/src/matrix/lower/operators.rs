//! Operators of multiply-adds.

use crate::format::BF16;
use crate::matrix::plan::ProductPlan;
use crate::matrix::sums::{FixedSums, Sums};
use crate::number::ProductRule;
use crate::operators::fixed::{complex_product, signed_product};
use crate::operators::{multiplier, multiplier_of_any, parts, Products};
use crate::parts::cache::ModuleCache;
use crate::parts::delay_lines::DelayLines;
use crate::schedule::UnitKind;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::memories::Memories;
use fftgen_hdl::rtl::Module;

/// Names of the parts of a complex number.
pub const PARTS: [&str; 2] = ["re", "im"];

/// Operators of a core, each built once.
pub enum Operators {
    /// The exact product.
    Fixed { product: Operator, sums: FixedSums },
    /// The multiplier and the adder, and what makes parts of factors where products are those of parts.
    Float { multiply: Operator, add: Operator, parts: Option<Operator>, rule: ProductRule, bits: u32 },
}

impl Operators {
    /// Builds the operators of a plan. The names of their modules begin with `prefix`.
    pub fn new(prefix: &str, plan: &ProductPlan) -> Self {
        let mut cache = ModuleCache::new(prefix, plan.depths, plan.multiplier);
        match plan.sums {
            Sums::Float(float) => {
                let style = Products { style: plan.multiplier, technology: plan.depths.technology };
                let count = plan.rule.parts();
                let factors = count.map_or([float, float.coefficient()], |_| [BF16; 2]);
                let build = if plan.coefficients.is_loaded { multiplier_of_any } else { multiplier };
                let multiply =
                    operator(&mut cache, "mul", plan.depths.multiplier, |name| build(name, float, factors, style));
                let add = Operator { module: cache.float(UnitKind::Add, float), cycles: plan.depths.adder };
                let parts = count.map(|count| {
                    operator(&mut cache, "parts", plan.factor_cycles() as u32, |name| parts(name, float, count))
                });
                Operators::Float { multiply, add, parts, rule: plan.rule, bits: float.bits() }
            }
            Sums::Fixed(sums) => {
                let cycles = plan.product_cycles() as u32;
                let product = operator(&mut cache, "product", cycles, |name| product(name, plan, sums));
                Operators::Fixed { product, sums }
            }
        }
    }

    /// Returns the bits of a part of a sum.
    pub fn sum_bits(&self) -> u32 {
        match self {
            Operators::Fixed { sums, .. } => sums.sum_bits,
            Operators::Float { bits, .. } => *bits,
        }
    }

    /// Makes factors of the parts of a number, [`ProductPlan::factor_cycles`] later.
    pub fn factors<'m>(&self, label: &str, number: [Sig<'m>; 2]) -> [Sig<'m>; 2] {
        let Operators::Float { parts: Some(parts), .. } = self else { return number };
        let m = number[0].builder();
        [0, 1].map(|part: usize| m.apply(&format!("parts_{label}_{}", PARTS[part]), parts, &[number[part]])[0])
    }

    /// Multiplies real factors, whose parts are words one above the other where products are those of parts.
    fn real_product<'m>(&self, label: &str, [a, b]: [Sig<'m>; 2]) -> Sig<'m> {
        let Operators::Float { multiply, rule, .. } = self else { unreachable!("exact products are complex") };
        let m = a.builder();
        if rule.parts().is_none() {
            return m.apply(&format!("mul_{label}"), multiply, &[a, b])[0];
        }
        let part = |of: Sig<'m>, number: usize| of.timed().bits(number as u32 * BF16.bits(), BF16.bits());
        let mut count = 0;
        // The later one of two words waits for the other.
        let mut sum = |one: Sig<'m>, other: Sig<'m>| {
            count += 1;
            self.add(&format!("{label}_{count}"), [one, other], false)
        };
        let mut total: Option<Sig> = None;
        for group in rule.groups() {
            let products = group
                .into_iter()
                .map(|[i, k]| m.apply(&format!("mul_{label}_{i}{k}"), multiply, &[part(a, i), part(b, k)])[0]);
            total = match (total, products.reduce(&mut sum)) {
                (Some(total), Some(of_group)) => Some(sum(total, of_group)),
                (total, of_group) => total.or(of_group),
            };
        }
        total.map_or(a, |total| total.like(a))
    }

    /// Multiplies a point by a coefficient, of which a real one has one part.
    pub fn product<'m>(&self, label: &str, point: [Sig<'m>; 2], coefficient: &[Sig<'m>]) -> [Sig<'m>; 2] {
        if let Operators::Fixed { product, sums } = self {
            if let Some(zeros) = power_of_two(coefficient) {
                return point.map(|part| part.later(product.cycles).above_zeros(zeros).resize_signed(sums.sum_bits));
            }
            let factors = [&point, coefficient].concat();
            let parts = point[0].builder().apply(&format!("product_{label}"), product, &factors);
            return [parts[0], parts[1]];
        }
        let times = |name: &str, a: Sig<'m>, b: Sig<'m>| self.real_product(&format!("{label}_{name}"), [a, b]);
        let ([re, im], c) = (point, coefficient[0]);
        let Some(&s) = coefficient.get(1) else { return [times("re", re, c), times("im", im, c)] };
        let [re_c, im_s] = [times("re_c", re, c), times("im_s", im, s)];
        let [re_s, im_c] = [times("re_s", re, s), times("im_c", im, c)];
        let difference = self.add(&format!("{label}_re"), [re_c, im_s], true);
        [difference, self.add(&format!("{label}_im"), [re_s, im_c], false)]
    }

    /// The adder of floating point.
    fn adder(&self) -> &Operator {
        let Operators::Float { add, .. } = self else { unreachable!("exact sums have no adder of their own") };
        add
    }

    /// Adds or subtracts numbers of floating point.
    pub fn add<'m>(&self, label: &str, [a, b]: [Sig<'m>; 2], subtracts: bool) -> Sig<'m> {
        let m = a.builder();
        m.apply(&format!("add_{label}"), self.adder(), &[a, b, m.constant(1, subtracts.into())])[0]
    }

    /// Adds words to those of a loop: the sums of some clock cycles ago. `restart`: whether a word begins a sum, and
    /// the clock cycles in which a sum waits for the next word; `None` if all words begin sums.
    pub fn accumulated<'m>(&self, label: &str, words: [Sig<'m>; 2], restart: Option<(Sig<'m>, usize)>) -> [Sig<'m>; 2] {
        let m = words[0].builder();
        let open = PARTS.map(|part| self.open_sum(m, &format!("{label}_{part}")));
        let sums = [open[0].value(), open[1].value()];
        let zero = m.constant(self.sum_bits(), 0);
        let before =
            restart.map_or([zero; 2], |(is_first, waits)| waiting(sums, waits).map(|sum| is_first.mux(zero, sum)));
        open.into_iter().zip(before.into_iter().zip(words)).for_each(|(sum, (before, word))| sum.close([before, word]));
        sums
    }

    /// Adds a sum of which the operands come later.
    pub fn open_sum<'m>(&self, m: &'m Builder, label: &str) -> OpenSum<'m> {
        match self {
            Operators::Fixed { sums, .. } => OpenSum::Register(m.reg(sums.sum_bits).named(label)),
            Operators::Float { add, .. } => OpenSum::Adder(m.open(format!("add_{label}"), &add.module)),
        }
    }
}

/// A sum of which the operands come later.
pub enum OpenSum<'m> {
    /// In fixed point.
    Register(Reg<'m>),
    /// In floating point.
    Adder(Open<'m>),
}

impl<'m> OpenSum<'m> {
    /// The sum.
    pub fn value(&self) -> Sig<'m> {
        match self {
            OpenSum::Register(sum) => **sum,
            OpenSum::Adder(adder) => adder.results[0],
        }
    }

    /// Connects the operands.
    pub fn close(self, [a, b]: [Sig<'m>; 2]) {
        match self {
            OpenSum::Register(sum) => drop(sum.next(a + b)),
            OpenSum::Adder(adder) => adder.connect([a, b, a.builder().constant(1, 0)]),
        }
    }
}

/// Returns the exponent of a coefficient that is always the same real power of two.
fn power_of_two(coefficient: &[Sig]) -> Option<u32> {
    let (real, others) = coefficient.split_first()?;
    let value = real.constant_value().filter(|value| value.is_power_of_two())?;
    let is_positive = value.ilog2() < real.width() - 1;
    let is_real = others.iter().all(|part| part.constant_value() == Some(0));
    (is_positive && is_real).then(|| value.ilog2())
}

/// Words that wait some clock cycles in delay lines.
pub fn waiting(words: [Sig<'_>; 2], cycles: usize) -> [Sig<'_>; 2] {
    if cycles == 0 {
        return words;
    }
    let cycle = words.iter().filter_map(|word| word.cycle()).max();
    let words = words.map(|word| cycle.map_or(word, |cycle| word.until(cycle)));
    let (lines, ends) = DelayLines::open(words[0].builder(), &Memories::default(), words[0].width(), 2, cycles);
    lines.close(&words);
    [0, 1].map(|part: usize| cycle.map_or(ends[part], |cycle| ends[part].at(cycle)))
}

/// Pipelines an operator.
pub fn operator(cache: &mut ModuleCache, name: &str, cycles: u32, make: impl FnOnce(&str) -> Module) -> Operator {
    Operator { module: cache.module(name, cycles, make), cycles }
}

/// Builds the exact product of a point and a coefficient, in the bits of a sum.
fn product(name: &str, plan: &ProductPlan, sums: FixedSums) -> Module {
    let FixedSums { data_bits, coefficient_bits, sum_bits, .. } = sums;
    let is_real = plan.coefficients.is_real;
    let what = if is_real { "real" } else { "complex" };
    let doc =
        format!("Exact product of a point of {data_bits} bits and a {what} coefficient of {coefficient_bits} bits");
    let m = Builder::new(name, doc);
    let point = m.input_fields("point", data_bits);
    let coefficient = m.input_bus("coefficient", &vec![coefficient_bits; if is_real { 1 } else { 2 }]);
    let parts = match coefficient[..] {
        [c] => point.map(|part| signed_product(part, c, plan.multiplier)),
        _ => complex_product(point, [coefficient[0], coefficient[1]], plan.multiplier),
    };
    // Sums are modulo 2^bits, so that high bits of a product may be left out.
    parts.into_iter().zip(PARTS).for_each(|(part, name)| m.output(name, part.resize_signed(sum_bits)));
    m.finish()
}
