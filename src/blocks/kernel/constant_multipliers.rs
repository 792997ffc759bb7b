//! Multipliers by a constant that are cheaper as sums of shifted words.

use crate::kernel::Coefficient;
use crate::number::stage_costs;
use crate::pipeline::{FixedStage, Stage};
use crate::rtl::operators::fixed::ShiftAddConstant;
use crate::schedule::{OperatorCosts, Unit, UnitKind};
use crate::target::{Target, TARGETS};

/// Such a sum may take this share of what DSP blocks are worth: beside lookup tables it takes their registers.
pub const SHARE: f64 = 0.5;

/// The same in floating point, which has registers to spare.
const WHOLE: f64 = 1.0;

/// Makes sums of the multipliers of a stage of fixed point that are cheaper so, at this share.
pub fn assign(stage: &mut Stage, costs: &OperatorCosts, share: f64) {
    let Some(fixed) = stage.arithmetic.fixed() else { return };
    let own = stage_costs(&stage.arithmetic, costs);
    let share = if stage.shared().is_some() { WHOLE } else { share };
    let cheap = |&(_, constant): &(usize, i64)| {
        let blocks = own.dsps_per_multiplier.min(blocks_of_constant(&fixed, constant, &TARGETS[0]));
        let worth = own.mul + (share * (blocks * own.luts_per_dsp) as f64) as usize;
        luts(&fixed, constant) <= worth
    };
    let units = stage.kernel.schedule.units.iter().enumerate();
    let constants = units.filter_map(|(number, unit)| Some((number, only_constant(stage, &fixed, unit)?)));
    stage.kernel.constant_multipliers = constants.filter(cheap).collect();
}

/// LUTs that the sums of a stage take in place of multipliers at these costs, less those of the multipliers.
pub fn more_luts(stage: &Stage, costs: &OperatorCosts) -> isize {
    let Some(fixed) = stage.arithmetic.fixed() else { return 0 };
    stage
        .kernel
        .constant_multipliers
        .values()
        .map(|&constant| luts(&fixed, constant) as isize - costs.mul as isize)
        .sum()
}

/// DSP blocks of a stage at these costs.
pub fn stage_dsp(stage: &Stage, costs: &OperatorCosts) -> usize {
    match stage.arithmetic.fixed().filter(|_| costs.dsps_per_multiplier > 0) {
        Some(fixed) => stage_dsp_on(stage, &fixed, &TARGETS[0]),
        None => stage.kernel.schedule.multipliers() * costs.dsps_per_multiplier,
    }
}

/// DSP blocks of a target for the multipliers of a stage of this arithmetic, if they are made of blocks.
pub fn stage_dsp_on(stage: &Stage, fixed: &FixedStage, target: &Target) -> usize {
    let most = target.tiles(fixed.internal_bits - 1, fixed.coefficient_bits - 1);
    let units = stage.kernel.schedule.units.iter().enumerate();
    let left = units.filter(|(number, _)| !stage.kernel.constant_multipliers.contains_key(number));
    let blocks = |unit: &Unit| match only_constant(stage, fixed, unit) {
        Some(constant) => most.min(blocks_of_constant(fixed, constant, target)),
        None => most,
    };
    left.map(|(_, unit)| unit.kind.multipliers() * blocks(unit)).sum()
}

/// DSP blocks of a multiplier by a constant: of that, synthesis takes the bits that say something. Where those are too few
/// for a block, lookup tables take its place, which is no cheaper.
fn blocks_of_constant(fixed: &FixedStage, constant: i64, target: &Target) -> usize {
    let size = constant.unsigned_abs();
    let bits = size.checked_shr(size.trailing_zeros()).map_or(0, |odd| odd.ilog2() + 1);
    target.tiles(fixed.internal_bits - 1, bits).max(1)
}

fn luts(fixed: &FixedStage, constant: i64) -> usize {
    ShiftAddConstant::new(constant).luts(fixed.internal_bits, fixed.coefficient_fraction)
}

/// What all operations of a multiplier multiply by, if that is one constant.
fn only_constant(stage: &Stage, fixed: &FixedStage, unit: &Unit) -> Option<i64> {
    let coefficients = || unit.operations.iter().flatten().filter_map(|operation| operation.coefficient);
    let first = match (unit.kind, coefficients().next()?) {
        (UnitKind::Mul | UnitKind::OctantRotate, Coefficient::Constant(index)) => index,
        _ => return None,
    };
    let value = &stage.kernel.graph.constants[first];
    coefficients().all(|other| other == Coefficient::Constant(first)).then(|| fixed.encode(value))
}
