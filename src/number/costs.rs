//! What operators take in a format, from measurements.

use super::options::TYPICAL_INTERNAL_BITS;
use crate::format::{Float, Format};
use crate::pipeline::arithmetic::StageArithmetic;
use crate::rtl::operators::{MultiplierStyle, DSP_B_BITS};
use crate::schedule::OperatorCosts;
use crate::target::TARGETS;

/// LUTs that a DSP block is worth: what a large UltraScale+ device has of them for each (XCU280: 1,303,680 to 9,024). In floating
/// point, which runs out of LUTs first, what it spares, up to what a small device has (XC7S75: 48,000 to 140).
const LUTS_PER_DSP: usize = 144;
const MAX_LUTS_PER_DSP: usize = 343;

/// A multiplier by a power of two: an addition to the exponent and its exceptions.
const SCALER: usize = 20;

/// LUTs by bits of the fraction: adder, pair, multiplier, and multiplier without DSP blocks, as Yosys 0.70 finds them on UltraScale+ with `mid`
/// pipelines in bf16, fp16, e8m16, fp32 and fp64. The exponent's width hardly shows.
const MEASURED: [(u32, [f64; 4]); 5] = [
    (7, [154.0, 200.0, 51.0, 136.0]),
    (10, [176.0, 209.0, 47.0, 197.0]),
    (16, [269.0, 338.0, 75.0, 402.0]),
    (23, [334.0, 398.0, 113.0, 723.0]),
    (52, [930.0, 1079.0, 633.0, 2717.0]),
];

/// Gradual underflow counts zeros and shifts once more.
const GRADUAL: [f64; 4] = [1.25, 1.25, 4.0, 1.4];

/// LUTs of a bit of an adder that subtracts when told to, of a sum, and of what joins the pieces of a product; and for each
/// bit of both factors, of a multiplier without DSP blocks.
const FIXED: [f64; 4] = [1.0, 1.0, 1.0, 0.6];

/// The costs of a format, with coefficients of so many bits in fixed point.
///
/// ```
/// use fftgen::{format::Format, number::costs, rtl::operators::MultiplierStyle};
/// let fp32 = costs(&Format::parse("fp32", false)?, MultiplierStyle::Dsp, 0);
/// assert_eq!((fp32.add, fp32.add_sub, fp32.mul, fp32.dsps_per_multiplier, fp32.luts_per_dsp), (334, 398, 113, 2, 305));
/// let fixed16 = costs(&Format::parse("fixed16", false)?, MultiplierStyle::Dsp, 18);
/// let found = (fixed16.add, fixed16.add_sub, fixed16.mul, fixed16.dsps_per_multiplier, fixed16.luts_per_dsp);
/// assert_eq!(found, (20, 40, 0, 1, 144));
/// # Ok::<(), fftgen::Error>(())
/// ```
pub fn costs(format: &Format, multiplier: MultiplierStyle, coefficient: u32) -> OperatorCosts {
    match format {
        Format::Float(float) => floating(*float, multiplier),
        Format::Fixed(fixed) => fixed_point(fixed.bits() + TYPICAL_INTERNAL_BITS, multiplier, coefficient),
    }
}

/// Returns the costs of a stage's operators, whose words may be longer than the format's, for a DSP block that is worth as much.
pub fn stage_costs(arithmetic: &StageArithmetic, costs: &OperatorCosts) -> OperatorCosts {
    let Some(fixed) = arithmetic.fixed() else { return *costs };
    let multiplier = if costs.dsps_per_multiplier == 0 { MultiplierStyle::Lut } else { MultiplierStyle::Dsp };
    OperatorCosts {
        luts_per_dsp: costs.luts_per_dsp,
        ..fixed_point(fixed.internal_bits, multiplier, fixed.coefficient_bits)
    }
}

fn fixed_point(bits: u32, multiplier: MultiplierStyle, coefficient: u32) -> OperatorCosts {
    let [add, sum, piece, tables] = FIXED;
    let luts = |each: f64, count: u32| (each * f64::from(count)).round() as usize;
    let (mul, blocks) = match multiplier {
        MultiplierStyle::Dsp => {
            let blocks = TARGETS[0].tiles(bits - 1, coefficient - 1);
            // What a further piece of a factor is multiplied to is added to the rest.
            (blocks.saturating_sub(1) * luts(piece, coefficient + DSP_B_BITS), blocks)
        }
        MultiplierStyle::Lut => (luts(tables, bits * coefficient), 0),
    };
    OperatorCosts {
        add: luts(add, bits),
        add_sub: luts(2.0 * sum, bits),
        mul,
        scale: 0,
        dsps_per_multiplier: blocks,
        luts_per_dsp: LUTS_PER_DSP,
        word_bits: bits as usize,
        free_negation: false,
    }
}

/// Between measured formats along straight lines.
fn floating(float: Float, multiplier: MultiplierStyle) -> OperatorCosts {
    let above = MEASURED.iter().position(|row| row.0 >= float.fraction).unwrap_or(MEASURED.len() - 1).max(1);
    let ((low, from), (high, to)) = (MEASURED[above - 1], MEASURED[above]);
    let way = (f64::from(float.fraction) - f64::from(low)) / f64::from(high - low);
    let [add, add_sub, mul, tables] = [0, 1, 2, 3].map(|kind| {
        let gradual = if float.subnormals { GRADUAL[kind] } else { 1.0 };
        ((from[kind] + way * (to[kind] - from[kind])) * gradual).round() as usize
    });
    let needed = TARGETS[0].blocks(float.fraction + 1);
    // The shortest fractions need none.
    let spared = tables.saturating_sub(mul).checked_div(needed).unwrap_or(0);
    let luts_per_dsp = spared.clamp(LUTS_PER_DSP, MAX_LUTS_PER_DSP);
    let (mul, dsps_per_multiplier) = match multiplier {
        MultiplierStyle::Dsp => (mul, needed),
        MultiplierStyle::Lut => (tables, 0),
    };
    OperatorCosts {
        add,
        add_sub,
        mul,
        scale: SCALER,
        dsps_per_multiplier,
        luts_per_dsp,
        word_bits: float.bits() as usize,
        free_negation: true,
    }
}
