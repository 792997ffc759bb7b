//! Costs of operators in a format, from measurements.

use super::options::TYPICAL_INTERNAL_BITS;
use crate::format::{Float, Format};
use crate::operators::{MultiplierStyle, DSP_B_BITS};
use crate::pipeline::arithmetic::StageArithmetic;
use crate::schedule::OperatorCosts;
use crate::target::TARGETS;

/// Minimum worth of a DSP block in LUTs: the ratio of a large UltraScale+ device (XCU280: 1,303,680 to 9,024).
const LUTS_PER_DSP: usize = 144;
/// Maximum worth of a DSP block in LUTs: the ratio of a small device (XC7S75: 48,000 to 140). In floating point, where
/// LUTs run out first, a DSP block is worth the LUTs that it saves, up to this maximum.
const MAX_LUTS_PER_DSP: usize = 343;

/// LUTs of a multiplier by a power of two: an addition to the exponent, and its exceptions.
const SCALER: usize = 20;

/// Measured LUTs by bits of the fraction: adder, adder with sum and difference, multiplier, and multiplier without DSP
/// blocks. Yosys 0.70 gives them for UltraScale+ with `mid` pipelines in bf16, fp16, e8m16, fp32 and fp64. They hardly
/// depend on the width of the exponent.
const MEASURED: [(u32, [f64; 4]); 5] = [
    (7, [154.0, 200.0, 51.0, 136.0]),
    (10, [176.0, 209.0, 47.0, 197.0]),
    (16, [269.0, 338.0, 75.0, 402.0]),
    (23, [334.0, 398.0, 113.0, 723.0]),
    (52, [930.0, 1079.0, 633.0, 2717.0]),
];

/// Factors on [`MEASURED`] for gradual underflow, which takes another count of zeros and another shift.
const GRADUAL: [f64; 4] = [1.25, 1.25, 4.0, 1.4];

/// LUTs in fixed point: of a bit of an adder with selectable subtraction, of a bit of a sum, of a bit of the adder that
/// combines partial products, and of a multiplier without DSP blocks for each pair of bits of its factors.
const FIXED: [f64; 4] = [1.0, 1.0, 1.0, 0.6];

/// Area of a multiplier of gates for each pair of bits of its factors, in bits of an adder: a full adder, and a gate
/// for the product of the two bits.
const GATES: f64 = 1.15;

/// Returns the costs of a format. `coefficient` is the length of coefficients in fixed point, in bits.
///
/// ```
/// use fftgen_maths::format::Format;
/// use fftgen_stream::{number::costs, operators::MultiplierStyle};
/// let fp32 = costs(&Format::parse("fp32", false)?, MultiplierStyle::Dsp, 0);
/// assert_eq!((fp32.add, fp32.add_sub, fp32.mul, fp32.dsps_per_multiplier, fp32.luts_per_dsp), (334, 398, 113, 2, 305));
/// let fixed16 = costs(&Format::parse("fixed16", false)?, MultiplierStyle::Dsp, 18);
/// let found = (fixed16.add, fixed16.add_sub, fixed16.mul, fixed16.dsps_per_multiplier, fixed16.luts_per_dsp);
/// assert_eq!(found, (20, 40, 0, 1, 144));
/// # Ok::<(), fftgen_maths::Error>(())
/// ```
pub fn costs(format: &Format, multiplier: MultiplierStyle, coefficient: u32) -> OperatorCosts {
    match format {
        Format::Float(float) => floating(*float, multiplier),
        Format::Fixed(fixed) => fixed_point(fixed.bits() + TYPICAL_INTERNAL_BITS, multiplier, coefficient),
    }
}

/// Returns the costs of a stage's operators, whose words may be longer than those of the format. The worth of a DSP
/// block is that of `costs`.
pub fn stage_costs(arithmetic: &StageArithmetic, costs: &OperatorCosts) -> OperatorCosts {
    let Some(fixed) = arithmetic.fixed() else { return *costs };
    let multiplier = if costs.dsps_per_multiplier == 0 { MultiplierStyle::Lut } else { MultiplierStyle::Dsp };
    OperatorCosts {
        luts_per_dsp: costs.luts_per_dsp,
        ..fixed_point(fixed.internal_bits, multiplier, fixed.coefficient_bits)
    }
}

/// Returns the costs of operators for words of `bits` bits in fixed point.
fn fixed_point(bits: u32, multiplier: MultiplierStyle, coefficient: u32) -> OperatorCosts {
    let [add, sum, partial, tables] = FIXED;
    let luts = |each: f64, count: u32| (each * f64::from(count)).round() as usize;
    let (mul, blocks) = match multiplier {
        MultiplierStyle::Dsp => {
            let blocks = TARGETS[0].tiles(bits - 1, coefficient - 1);
            // Each further partial product is added to the others.
            (blocks.saturating_sub(1) * luts(partial, coefficient + DSP_B_BITS), blocks)
        }
        MultiplierStyle::Lut => (luts(tables, bits * coefficient), 0),
        MultiplierStyle::Gates => (luts(GATES, bits * coefficient), 0),
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

/// Returns the costs of a floating-point format, by linear interpolation between measured formats.
fn floating(float: Float, multiplier: MultiplierStyle) -> OperatorCosts {
    let above = MEASURED.iter().position(|row| row.0 >= float.fraction).unwrap_or(MEASURED.len() - 1).max(1);
    let ((low, from), (high, to)) = (MEASURED[above - 1], MEASURED[above]);
    let position = (f64::from(float.fraction) - f64::from(low)) / f64::from(high - low);
    let [add, add_sub, mul, tables] = [0, 1, 2, 3].map(|kind| {
        let gradual = if float.subnormals { GRADUAL[kind] } else { 1.0 };
        ((from[kind] + position * (to[kind] - from[kind])) * gradual).round() as usize
    });
    let needed = TARGETS[0].blocks(float.fraction + 1);
    // Multipliers of the shortest fractions need no DSP block.
    let saved = tables.saturating_sub(mul).checked_div(needed).unwrap_or(0);
    let luts_per_dsp = saved.clamp(LUTS_PER_DSP, MAX_LUTS_PER_DSP);
    let (mul, dsps_per_multiplier) = match multiplier {
        MultiplierStyle::Dsp => (mul, needed),
        MultiplierStyle::Lut | MultiplierStyle::Gates => (tables, 0),
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
