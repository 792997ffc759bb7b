//! Multipliers by a constant that are cheaper as sums of shifted words.

use crate::kernel::Coefficient;
use crate::number::stage_costs;
use crate::operators::fixed::ShiftAddConstant;
use crate::pipeline::{FixedStage, Stage};
use crate::schedule::{OperatorCosts, Unit, UnitKind};
use crate::target::{Target, TARGETS};

/// Share of the price of the saved DSP blocks that a sum of shifted words may cost in LUTs. It is less than 1, because
/// the sum takes registers as well.
pub const SHARE: f64 = 0.5;

/// Share of the price of the saved DSP blocks with shared exponents, where cores have spare registers.
const SHARED_EXPONENT_SHARE: f64 = 1.0;

/// Replaces the multipliers by one constant of a fixed-point stage by sums of shifted words, where these are cheaper at
/// a share of the price of DSP blocks.
pub fn assign(stage: &mut Stage, costs: &OperatorCosts, share: f64) {
    let Some(fixed) = stage.arithmetic.fixed() else { return };
    let own = stage_costs(&stage.arithmetic, costs);
    let share = if stage.shared().is_some() { SHARED_EXPONENT_SHARE } else { share };
    let cheap = |&(_, constant): &(usize, i64)| {
        let blocks = own.dsps_per_multiplier.min(blocks_of_constant(&fixed, constant, &TARGETS[0]));
        let worth = own.mul + (share * (blocks * own.luts_per_dsp) as f64) as usize;
        luts(&fixed, constant) <= worth
    };
    let units = stage.kernel.schedule.units.iter().enumerate();
    let constants = units.filter_map(|(number, unit)| Some((number, only_constant(stage, &fixed, unit)?)));
    stage.kernel.constant_multipliers = constants.filter(cheap).collect();
}

/// LUTs of a stage's sums of shifted words, less those of the multipliers that they replace.
pub fn more_luts(stage: &Stage, costs: &OperatorCosts) -> isize {
    let Some(fixed) = stage.arithmetic.fixed() else { return 0 };
    stage
        .kernel
        .constant_multipliers
        .values()
        .map(|&constant| luts(&fixed, constant) as isize - costs.mul as isize)
        .sum()
}

/// DSP blocks of a stage at given costs of operators.
pub fn stage_dsp(stage: &Stage, costs: &OperatorCosts) -> usize {
    match stage.arithmetic.fixed().filter(|_| costs.dsps_per_multiplier > 0) {
        Some(fixed) => stage_dsp_on(stage, &fixed, &TARGETS[0]),
        None => stage.units().multipliers * costs.dsps_per_multiplier,
    }
}

/// DSP blocks of the operator of a unit at given costs of operators.
pub fn unit_dsp(stage: &Stage, unit: usize, costs: &OperatorCosts) -> usize {
    match stage.arithmetic.fixed().filter(|_| costs.dsps_per_multiplier > 0) {
        Some(fixed) => unit_dsp_on(stage, &fixed, &TARGETS[0], unit),
        None => stage.kernel.schedule.units[unit].kind.multipliers() * costs.dsps_per_multiplier,
    }
}

/// DSP blocks of a target for the multipliers of a fixed-point stage, if they are made of DSP blocks.
pub fn stage_dsp_on(stage: &Stage, fixed: &FixedStage, target: &Target) -> usize {
    let blocks = |unit: usize| unit_dsp_on(stage, fixed, target, unit);
    let all: usize = (0..stage.kernel.schedule.units.len()).map(blocks).sum();
    let spared = |group: &Vec<usize>| {
        let each = group.iter().map(|&unit| blocks(unit));
        each.clone().sum::<usize>() - each.max().unwrap_or(0)
    };
    all - stage.kernel.shared_units.iter().map(spared).sum::<usize>()
}

/// DSP blocks of a target for the operator of a unit of a fixed-point stage, by number of the unit.
fn unit_dsp_on(stage: &Stage, fixed: &FixedStage, target: &Target, unit: usize) -> usize {
    if stage.kernel.constant_multipliers.contains_key(&unit) {
        return 0;
    }
    let unit = &stage.kernel.schedule.units[unit];
    let max_blocks = target.tiles(fixed.internal_bits - 1, fixed.coefficient_bits - 1);
    let blocks = match only_constant(stage, fixed, unit) {
        Some(constant) => max_blocks.min(blocks_of_constant(fixed, constant, target)),
        None => max_blocks,
    };
    unit.kind.multipliers() * blocks
}

/// DSP blocks of a multiplier by a constant, whose trailing zeros synthesis drops. A constant too short for a DSP block
/// counts as one, because the LUTs that synthesis takes are no cheaper.
fn blocks_of_constant(fixed: &FixedStage, constant: i64, target: &Target) -> usize {
    let size = constant.unsigned_abs();
    let bits = size.checked_shr(size.trailing_zeros()).map_or(0, |odd| odd.ilog2() + 1);
    target.tiles(fixed.internal_bits - 1, bits).max(1)
}

/// LUTs of a multiplication by a constant as a sum of shifted words.
fn luts(fixed: &FixedStage, constant: i64) -> usize {
    ShiftAddConstant::new(constant).luts(fixed.internal_bits, fixed.coefficient_fraction)
}

/// Returns the constant by which all operations of a multiplier multiply. `None` if they have several coefficients.
fn only_constant(stage: &Stage, fixed: &FixedStage, unit: &Unit) -> Option<i64> {
    let coefficients = || unit.operations.iter().flatten().filter_map(|operation| operation.coefficient);
    let first = match (unit.kind, coefficients().next()?) {
        (UnitKind::Mul | UnitKind::OctantRotate, Coefficient::Constant(index)) => index,
        _ => return None,
    };
    let value = &stage.kernel.graph.constants[first];
    coefficients().all(|other| other == Coefficient::Constant(first)).then(|| fixed.encode(value))
}
