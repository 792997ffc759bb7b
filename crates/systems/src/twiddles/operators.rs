//! Operators of the multiplication by twiddle factors.

use super::factors::{word_bits, FactorTables};
use super::multiplication::{overflow, rounding};
use crate::design::Config;
use crate::format::{Float, Format};
use crate::lower::cache::ModuleCache;
use crate::operators::fixed::{complex_product, OutputRounding};
use crate::operators::{depths, fixed_depths, Depths};
use crate::operators::{to_float, MultiplierStyle};
use crate::rtl::{Module, Net};
use crate::schedule::UnitKind;
use std::sync::Arc;

/// Clock cycles in which a product is rounded to its word.
const ROUND_CYCLES: u32 = 1;

/// Clock cycles in which a factor becomes floating point: the leading bit is found, shifted to the top, and the word is rounded.
const CONVERT_CYCLES: u32 = 5;

/// Numbers and names of the parts of a complex number.
const PARTS: [(usize, &str); 2] = [(0, "re"), (1, "im")];

/// A pipelined module.
#[derive(Clone)]
pub struct Operator {
    pub module: Arc<Module>,
    /// Clock cycles from its inputs to its outputs.
    pub latency: u32,
}

impl Operator {
    /// Pipelines an operator, once for each name.
    fn new(cache: &mut ModuleCache, name: &str, latency: u32, make: impl FnOnce(&str) -> Module) -> Self {
        Operator { module: cache.module(name, latency, make), latency }
    }

    /// Adds an instance. Returns its outputs, one field each.
    pub fn place(&self, m: &mut Module, label: String, inputs: Vec<Vec<Net>>) -> Vec<Net> {
        m.operate(label, &self.module, inputs)
    }
}

/// Operators that multiply a point by a factor.
pub enum Rotator {
    /// Exact products and sums, and their rounding.
    Fixed { rotate: Operator, round: Operator },
    /// The conversion of a factor's part to a coefficient, the multiplier and the adder.
    Float { convert: Operator, field: Field, multiply: Operator, add: Operator },
}

/// The exponent field of a factor's part with its leading bit at the top.
#[derive(Clone, Copy)]
pub struct Field {
    pub bits: u32,
    pub value: u128,
}

impl Rotator {
    /// Builds the operators for factors of given tables.
    pub fn new(prefix: &str, config: &Config, tables: &FactorTables) -> Self {
        match config.format {
            Format::Fixed(_) => Self::fixed(prefix, config, tables),
            Format::Float(float) => Self::float(prefix, config, float, tables),
        }
    }

    /// Builds the operators of fixed point.
    fn fixed(prefix: &str, config: &Config, tables: &FactorTables) -> Self {
        let (bits, factor) = (config.format.bits(), tables.bits());
        let depths = fixed_depths(bits, factor, config.pipeline, config.multiplier, config.target.technology);
        let mut cache = ModuleCache::new(prefix, depths, config.multiplier);
        let latency = product_cycles(depths);
        let rotate = Operator::new(&mut cache, "rotate", latency, |name| {
            let doc = format!("Product of a point of {bits} bits and a factor of {factor} bits, exact");
            let mut m = Module::new(name, doc);
            let (point, factor) = (m.input_bus("point", &[bits; 2]), m.input_bus("factor", &[factor; 2]));
            let product = complex_product(&mut m, [point[0], point[1]], [factor[0], factor[1]], config.multiplier);
            m.output("re", product[0]);
            m.output("im", product[1]);
            m
        });
        let rounding = OutputRounding {
            internal_bits: bits + factor + 1,
            shift_field_bits: 0,
            dropped_bits: tables.fraction,
            output: bits,
            rounding: rounding(config),
            overflow: Some(overflow(config)),
            signed: false,
        };
        let round = Operator::new(&mut cache, &rounding.name(), ROUND_CYCLES, |name| rounding.module(name));
        Rotator::Fixed { rotate, round }
    }

    /// Builds the operators of floating point.
    fn float(prefix: &str, config: &Config, float: Float, tables: &FactorTables) -> Self {
        let depths = depths(float, config.pipeline, config.multiplier, config.target.technology);
        let mut cache = ModuleCache::new(prefix, depths, config.multiplier);
        let coefficient = Float { subnormals: false, ..float.coefficient() };
        // A leading bit at the top weighs twice as much as the bit before the binary point.
        let field = Field { bits: coefficient.exponent + 2, value: coefficient.bias() as u128 + 1 };
        let convert = Operator::new(&mut cache, "coefficient", CONVERT_CYCLES, |name| {
            to_float(name, coefficient, tables.bits(), field.bits)
        });
        let Depths { multiplier, adder, .. } = depths;
        let multiply = Operator { module: cache.float(UnitKind::Mul, float), latency: multiplier };
        let add = Operator { module: cache.float(UnitKind::Add, float), latency: adder };
        Rotator::Float { convert, field, multiply, add }
    }

    /// Clock cycles from a factor to the point that it is multiplied by.
    pub fn factor_cycles(&self) -> u32 {
        match self {
            Rotator::Fixed { .. } => 0,
            Rotator::Float { convert, .. } => convert.latency,
        }
    }

    /// Clock cycles from a point to its product.
    pub fn latency(&self) -> u32 {
        match self {
            Rotator::Fixed { rotate, round } => rotate.latency + round.latency,
            Rotator::Float { multiply, add, .. } => multiply.latency + add.latency,
        }
    }

    /// Multiplies a point of a lane, which comes [`Rotator::factor_cycles`] after its factor. Returns the parts of the product, and whether
    /// each is too large for its word, where that is possible.
    pub fn apply(&self, m: &mut Module, lane: usize, point: &[Net], factor: &[Net]) -> ([Net; 2], Vec<Net>) {
        match self {
            Rotator::Fixed { rotate, round } => {
                let exact = rotate.place(m, format!("rotate_{lane}"), vec![point.to_vec(), factor.to_vec()]);
                let rounded =
                    PARTS.map(|(part, label)| round.place(m, format!("round_{lane}_{label}"), vec![vec![exact[part]]]));
                let parts = [rounded[0][0], rounded[1][0]];
                (parts, rounded.into_iter().flat_map(|outputs| outputs[1..].to_vec()).collect())
            }
            Rotator::Float { convert, field, multiply, add } => {
                let (field, never) = (m.constant(field.bits, field.value), m.constant(1, 0));
                let [c, s] = PARTS.map(|(part, label)| {
                    let inputs = [factor[part], field, never].map(|net| vec![net]);
                    convert.place(m, format!("coefficient_{lane}_{label}"), inputs.to_vec())[0]
                });
                let terms =
                    [("re_c", point[0], c), ("im_s", point[1], s), ("re_s", point[0], s), ("im_c", point[1], c)];
                let products = terms.map(|(label, part, by)| {
                    multiply.place(m, format!("mul_{lane}_{label}"), vec![vec![part], vec![by]])[0]
                });
                let parts = PARTS.map(|(part, label)| {
                    let subtract = m.constant(1, u128::from(part == 0));
                    let inputs = [products[2 * part], products[2 * part + 1], subtract].map(|net| vec![net]);
                    add.place(m, format!("add_{lane}_{label}"), inputs.to_vec())[0]
                });
                (parts, vec![])
            }
        }
    }
}

/// Builds the operator for the product of a coarse and a fine factor, C + CD.
pub fn factor_product(prefix: &str, config: &Config, tables: &FactorTables) -> Operator {
    let [coarse, fine] = [&tables.coarse, &tables.fine].map(|table| word_bits(table));
    let depths = fixed_depths(coarse, fine, config.pipeline, config.multiplier, config.target.technology);
    let mut cache = ModuleCache::new(prefix, depths, config.multiplier);
    Operator::new(&mut cache, "factor", product_cycles(depths), |name| {
        let doc = format!("Factor of {} bits as a coarse factor plus its product by a small one", tables.bits());
        let mut m = Module::new(name, doc);
        let (coarse, fine) = (m.input_bus("coarse", &[coarse; 2]), m.input_bus("fine", &[fine; 2]));
        let small = complex_product(&mut m, [coarse[0], coarse[1]], [fine[0], fine[1]], config.multiplier);
        for (part, port) in PARTS {
            let bits = m.width(small[part]).max(tables.bits() + tables.dropped_bits());
            let point = m.constant(tables.table_fraction(), 0);
            let wide = m.concat(&[point, coarse[part]]);
            let [wide, added] = [wide, small[part]].map(|net| m.sign_extend(net, bits));
            let sum = m.add(wide, added);
            let half = m.constant(bits, 1 << (tables.dropped_bits() - 1));
            let rounded = m.add(sum, half);
            let factor = m.slice(rounded, tables.dropped_bits(), tables.bits());
            m.output(port, factor);
        }
        m
    })
}

/// Builds the operator for the exponents of a beat: those of neighbouring columns in a row. Inputs: `row`, and `beat`, the number of the beat in
/// the row. Output: `exponent`, a field for each lane.
pub fn exponents(prefix: &str, config: &Config, [row, beat]: [u32; 2], bits: u32) -> Operator {
    let depths = fixed_depths(row, beat, config.pipeline, MultiplierStyle::Dsp, config.target.technology);
    let mut cache = ModuleCache::new(prefix, depths, config.multiplier);
    Operator::new(&mut cache, "exponents", depths.multiplier, |name| {
        let mut m = Module::new(name, format!("Exponents of the factors of {} neighbouring points", config.width));
        let (row, beat) = (m.input("row", row), m.input("beat", beat));
        let product = m.mul(row, beat);
        let lanes = config.width.ilog2();
        let first = match lanes {
            0 => product,
            _ => {
                let below = m.constant(lanes, 0);
                m.concat(&[below, product])
            }
        };
        let (mut exponent, row) = (fitted(&mut m, first, bits), fitted(&mut m, row, bits));
        let mut all = vec![exponent];
        for _ in 1..config.width {
            exponent = m.add(exponent, row);
            all.push(exponent);
        }
        m.output_bus("exponent", &all);
        m
    })
}

/// Returns the clock cycles of a complex product: a sum, a product and a sum.
fn product_cycles(depths: Depths) -> u32 {
    depths.multiplier + 2 * depths.adder
}

/// Returns the low bits of a number, or the number with zeros before it.
fn fitted(m: &mut Module, net: Net, bits: u32) -> Net {
    match m.width(net) > bits {
        true => m.slice(net, 0, bits),
        false => m.extend(net, bits),
    }
}
