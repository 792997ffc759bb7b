//! Operators of the multiplication by twiddle factors.

use super::factors::{word_bits, FactorTables};
use super::multiplication::{overflow, rounding};
use crate::design::Config;
use crate::format::{Float, Format};
use crate::operators::fixed::{complex_product, OutputRounding};
use crate::operators::{depths, fixed_depths, Depths};
use crate::operators::{to_float, MultiplierStyle};
use crate::parts::cache::ModuleCache;
use crate::schedule::UnitKind;
use fftgen_hdl::dsl::*;
use fftgen_hdl::rtl::Module;

/// Clock cycles in which a product is rounded to its word.
const ROUND_CYCLES: u32 = 1;

/// Clock cycles in which a factor becomes floating point: the leading bit is found, shifted to the top, and the word is
/// rounded.
const CONVERT_CYCLES: u32 = 5;

/// Numbers and names of the parts of a complex number.
const PARTS: [(usize, &str); 2] = [(0, "re"), (1, "im")];

/// Pipelines an operator, once for each name.
fn operator(cache: &mut ModuleCache, name: &str, cycles: u32, make: impl FnOnce(&str) -> Module) -> Operator {
    Operator { module: cache.module(name, cycles, make), cycles }
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
        let rotate = operator(&mut cache, "rotate", product_cycles(depths), |name| {
            let doc = format!("Product of a point of {bits} bits and a factor of {factor} bits, exact");
            let m = Builder::new(name, doc);
            let (point, factor) = (m.input_bus("point", &[bits; 2]), m.input_bus("factor", &[factor; 2]));
            let product = product(&point, &factor, config.multiplier);
            PARTS.iter().for_each(|&(part, port)| m.output(port, product[part]));
            m.finish()
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
        let round = operator(&mut cache, &rounding.name(), ROUND_CYCLES, |name| rounding.module(name));
        Rotator::Fixed { rotate, round }
    }

    /// Builds the operators of floating point.
    fn float(prefix: &str, config: &Config, float: Float, tables: &FactorTables) -> Self {
        let depths = depths(float, config.pipeline, config.multiplier, config.target.technology);
        let mut cache = ModuleCache::new(prefix, depths, config.multiplier);
        let coefficient = Float { subnormals: false, ..float.coefficient() };
        // A leading bit at the top weighs twice as much as the bit before the binary point.
        let field = Field { bits: coefficient.exponent + 2, value: coefficient.bias() as u128 + 1 };
        let convert = operator(&mut cache, "coefficient", CONVERT_CYCLES, |name| {
            to_float(name, coefficient, tables.bits(), field.bits)
        });
        let Depths { multiplier, adder, .. } = depths;
        let multiply = Operator { module: cache.float(UnitKind::Mul, float), cycles: multiplier };
        let add = Operator { module: cache.float(UnitKind::Add, float), cycles: adder };
        Rotator::Float { convert, field, multiply, add }
    }

    /// Clock cycles from a factor to the point that it is multiplied by.
    pub fn factor_cycles(&self) -> u32 {
        match self {
            Rotator::Fixed { .. } => 0,
            Rotator::Float { convert, .. } => convert.cycles,
        }
    }

    /// Clock cycles from a point to its product.
    pub fn latency(&self) -> u32 {
        match self {
            Rotator::Fixed { rotate, round } => rotate.cycles + round.cycles,
            Rotator::Float { multiply, add, .. } => multiply.cycles + add.cycles,
        }
    }

    /// Multiplies a point of a lane, which comes [`Rotator::factor_cycles`] after its factor. Returns the parts of the
    /// product, and whether each is too large for its word, where that is possible.
    pub fn apply<'m>(&self, lane: usize, point: [Sig<'m>; 2], factor: &[Sig<'m>]) -> ([Sig<'m>; 2], Vec<Sig<'m>>) {
        let m = point[0].builder();
        match self {
            Rotator::Fixed { rotate, round } => {
                let exact = m.apply(&format!("rotate_{lane}"), rotate, &[point[0], point[1], factor[0], factor[1]]);
                let rounded =
                    PARTS.map(|(part, label)| m.apply(&format!("round_{lane}_{label}"), round, &[exact[part]]));
                (
                    PARTS.map(|(part, _)| rounded[part][0]),
                    rounded.iter().flat_map(|outputs| &outputs[1..]).copied().collect(),
                )
            }
            Rotator::Float { convert, field, multiply, add } => {
                let (field, never) = (m.constant(field.bits, field.value), m.constant(1, 0));
                let [c, s] = PARTS.map(|(part, label)| {
                    m.apply(&format!("coefficient_{lane}_{label}"), convert, &[factor[part], field, never])[0]
                });
                let terms =
                    [("re_c", point[0], c), ("im_s", point[1], s), ("re_s", point[0], s), ("im_c", point[1], c)];
                let products =
                    terms.map(|(label, part, by)| m.apply(&format!("mul_{lane}_{label}"), multiply, &[part, by])[0]);
                let parts = PARTS.map(|(part, label)| {
                    let subtract = m.constant(1, u128::from(part == 0));
                    let operands = [products[2 * part], products[2 * part + 1], subtract];
                    m.apply(&format!("add_{lane}_{label}"), add, &operands)[0]
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
    operator(&mut cache, "factor", product_cycles(depths), |name| {
        let doc = format!("Factor of {} bits as a coarse factor plus its product by a small one", tables.bits());
        let m = Builder::new(name, doc);
        let (coarse, fine) = (m.input_bus("coarse", &[coarse; 2]), m.input_bus("fine", &[fine; 2]));
        let small = product(&coarse, &fine, config.multiplier);
        let dropped = tables.dropped_bits();
        for (part, port) in PARTS {
            let bits = small[part].width().max(tables.bits() + dropped);
            let coarse = m.cat([m.constant(tables.table_fraction(), 0), coarse[part]]);
            let sum = coarse.sign_extend(bits) + small[part].sign_extend(bits);
            m.output(port, (sum + (1u128 << (dropped - 1))).bits(dropped, tables.bits()));
        }
        m.finish()
    })
}

/// The exact product of complex words.
fn product<'m>(a: &[Sig<'m>], b: &[Sig<'m>], style: MultiplierStyle) -> [Sig<'m>; 2] {
    complex_product([a[0], a[1]], [b[0], b[1]], style)
}

/// Builds the operator for the exponents of a beat: those of neighbouring columns in a row. Inputs: `row`, and `beat`,
/// the number of the beat in the row. Output: `exponent`, a field for each lane.
pub fn exponents(prefix: &str, config: &Config, [row, beat]: [u32; 2], bits: u32) -> Operator {
    let depths = fixed_depths(row, beat, config.pipeline, MultiplierStyle::Dsp, config.target.technology);
    let mut cache = ModuleCache::new(prefix, depths, config.multiplier);
    operator(&mut cache, "exponents", depths.multiplier, |name| {
        let m = Builder::new(name, format!("Exponents of the factors of {} neighbouring points", config.width));
        let (row, beat) = (m.input("row", row), m.input("beat", beat));
        let product = row.times(beat);
        let first = match config.width.ilog2() {
            0 => product,
            lanes => m.cat([m.constant(lanes, 0), product]),
        };
        let (first, row) = (fitted(first, bits), fitted(row, bits));
        m.output_bus("exponent", chained(first, config.width, |exponent| *exponent + row));
        m.finish()
    })
}

/// Returns the clock cycles of a complex product: a sum, a product and a sum.
fn product_cycles(depths: Depths) -> u32 {
    depths.multiplier + 2 * depths.adder
}

/// The low bits of a number, or the number with zeros above it.
fn fitted(number: Sig<'_>, bits: u32) -> Sig<'_> {
    match number.width() > bits {
        true => number.bits(0, bits),
        false => number.extend(bits),
    }
}
