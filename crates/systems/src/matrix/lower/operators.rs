//! Operators of multiply-adds.

use crate::format::BF16;
use crate::lower::cache::ModuleCache;
use crate::matrix::plan::ProductPlan;
use crate::matrix::sums::{FixedSums, Sums};
use crate::number::ProductRule;
use crate::operators::fixed::{complex_product, signed_product};
use crate::operators::{multiplier, multiplier_of_any, parts, Products};
use crate::rtl::{Module, Net};
use crate::schedule::UnitKind;
use std::sync::Arc;

/// Names of the parts of a complex number.
pub const PARTS: [&str; 2] = ["re", "im"];

/// Operators of a core, each built once.
pub enum Operators {
    /// The exact product.
    Fixed { product: Arc<Module>, sums: FixedSums },
    /// The multiplier and the adder, and what makes parts of factors where products are those of parts.
    Float {
        multiply: Arc<Module>,
        add: Arc<Module>,
        parts: Option<Arc<Module>>,
        rule: ProductRule,
        adder: u32,
        bits: u32,
    },
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
                Operators::Float {
                    multiply: cache.module("mul", plan.depths.multiplier, |name| build(name, float, factors, style)),
                    add: cache.float(UnitKind::Add, float),
                    parts: count.map(|count| {
                        cache.module("parts", plan.factor_cycles() as u32, |name| parts(name, float, count))
                    }),
                    rule: plan.rule,
                    adder: plan.depths.adder,
                    bits: float.bits(),
                }
            }
            Sums::Fixed(sums) => {
                let product = cache.module("product", plan.product_cycles() as u32, |name| product(name, plan, sums));
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
    pub fn factors(&self, m: &mut Module, label: &str, number: [Net; 2]) -> [Net; 2] {
        match self {
            Operators::Float { parts: Some(parts), .. } => {
                let part = |part: usize| (format!("parts_{label}_{}", PARTS[part]), number[part]);
                [0, 1].map(part).map(|(label, net)| m.operate(label, parts, vec![vec![net]])[0])
            }
            _ => number,
        }
    }

    /// Multiplies real factors, whose parts are words one above the other where products are those of parts.
    fn real_product(&self, m: &mut Module, label: &str, [a, b]: [Net; 2]) -> Net {
        let Operators::Float { multiply, rule, adder, .. } = self else { unreachable!("exact products are complex") };
        let Some(_) = rule.parts() else {
            return m.operate(format!("mul_{label}"), multiply, vec![vec![a], vec![b]])[0];
        };
        let part = |m: &mut Module, of: Net, number: usize| m.slice(of, number as u32 * BF16.bits(), BF16.bits());
        let mut count = 0;
        // The later one of two words waits for the other.
        let mut sum = |m: &mut Module, words: [(Net, usize); 2]| {
            let level = words[0].1.max(words[1].1);
            let words = words.map(|(net, own)| m.delay(net, (level - own) as u32 * adder));
            count += 1;
            (self.add(m, &format!("{label}_{count}"), words, false), level + 1)
        };
        let mut total: Option<(Net, usize)> = None;
        for group in rule.groups() {
            let mut all: Option<(Net, usize)> = None;
            for [i, k] in group {
                let factors = [part(m, a, i), part(m, b, k)].map(|net| vec![net]).to_vec();
                let product = (m.operate(format!("mul_{label}_{i}{k}"), multiply, factors)[0], 0);
                all = Some(all.map_or(product, |all| sum(m, [all, product])));
            }
            total = match (total, all) {
                (Some(total), Some(all)) => Some(sum(m, [total, all])),
                (total, all) => total.or(all),
            };
        }
        total.map_or(a, |(net, _)| net)
    }

    /// Multiplies a point by a coefficient, of which a real one has one part.
    pub fn product(&self, m: &mut Module, label: &str, point: [Net; 2], coefficient: &[Net]) -> [Net; 2] {
        match self {
            Operators::Fixed { product, .. } => {
                let outputs =
                    m.operate(format!("product_{label}"), product, vec![point.to_vec(), coefficient.to_vec()]);
                [outputs[0], outputs[1]]
            }
            Operators::Float { .. } => {
                let mut times = |name: &str, a: Net, b: Net| self.real_product(m, &format!("{label}_{name}"), [a, b]);
                let ([re, im], c) = (point, coefficient[0]);
                let Some(&s) = coefficient.get(1) else { return [times("re", re, c), times("im", im, c)] };
                let products = [times("re_c", re, c), times("im_s", im, s), times("re_s", re, s), times("im_c", im, c)];
                let difference = self.add(m, &format!("{label}_re"), [products[0], products[1]], true);
                [difference, self.add(m, &format!("{label}_im"), [products[2], products[3]], false)]
            }
        }
    }

    /// Adds or subtracts numbers of floating point.
    pub fn add(&self, m: &mut Module, label: &str, [a, b]: [Net; 2], subtracts: bool) -> Net {
        let Operators::Float { add, .. } = self else { unreachable!("exact sums have no adder of their own") };
        let subtract = m.constant(1, u128::from(subtracts));
        m.operate(format!("add_{label}"), add, [a, b, subtract].map(|net| vec![net]).to_vec())[0]
    }

    /// Adds an adder of floating point without operands. Returns its number and its result.
    pub fn open_adder(&self, m: &mut Module, label: &str) -> (usize, Net) {
        let Operators::Float { add, .. } = self else { unreachable!("exact sums have no adder of their own") };
        let (number, outputs) = m.place(format!("add_{label}"), add);
        (number, outputs[0][0])
    }
}

/// Connects the operands of an adder made by [`Operators::open_adder`].
pub fn close_adder(m: &mut Module, number: usize, [a, b]: [Net; 2]) {
    let never = m.constant(1, 0);
    let enable = m.enable;
    m.connect(number, [a, b, never].into_iter().chain(enable).map(|net| vec![net]).collect());
}

/// Builds the exact product of a point and a coefficient, in the bits of a sum.
fn product(name: &str, plan: &ProductPlan, sums: FixedSums) -> Module {
    let FixedSums { data_bits, coefficient_bits, sum_bits, .. } = sums;
    let is_real = plan.coefficients.is_real;
    let what = if is_real { "real" } else { "complex" };
    let doc =
        format!("Exact product of a point of {data_bits} bits and a {what} coefficient of {coefficient_bits} bits");
    let mut m = Module::new(name, doc);
    let point = m.input_bus("point", &[data_bits; 2]);
    let coefficient = m.input_bus("coefficient", &vec![coefficient_bits; if is_real { 1 } else { 2 }]);
    let parts = match coefficient[..] {
        [c] => [0, 1].map(|part: usize| signed_product(&mut m, point[part], c, plan.multiplier)),
        _ => complex_product(&mut m, [point[0], point[1]], [coefficient[0], coefficient[1]], plan.multiplier),
    };
    for (part, name) in parts.into_iter().zip(PARTS) {
        // Sums are modulo 2^bits, so that high bits of a product may be left out.
        let part = m.resize_signed(part, sum_bits);
        m.output(name, part);
    }
    m
}
