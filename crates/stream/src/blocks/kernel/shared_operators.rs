//! Operators that serve several units of a stage within a beat, where a beat has several clock cycles.

use super::constant_multipliers::unit_dsp;
use crate::number::stage_costs;
use crate::parts::shared_operator::is_in_time;
use crate::pipeline::Stage;
use crate::schedule::{Latencies, OperatorCosts, UnitKind};
use std::collections::BTreeMap;

/// Inputs of a multiplexer of which two bits share a LUT, and of one that takes a LUT for each bit.
const MULTIPLEXERS: [usize; 2] = [2, 4];

/// Shares the operators of a stage among its units, at a pace in clock cycles to a beat, where that is cheaper.
pub fn assign(stage: &mut Stage, costs: &OperatorCosts, latencies: &Latencies, pace: usize) {
    let mut alike: BTreeMap<UnitKind, Vec<usize>> = BTreeMap::new();
    for (number, unit) in stage.kernel.schedule.units.iter().enumerate() {
        if !stage.kernel.constant_multipliers.contains_key(&number) {
            alike.entry(unit.kind).or_default().push(number);
        }
    }
    let groups = alike.into_values().flat_map(|units| {
        let operators = units.len().div_ceil(pace);
        let most = units.len().div_ceil(operators);
        units.chunks(most).map(<[usize]>::to_vec).collect::<Vec<_>>()
    });
    let is_worthwhile = |group: &Vec<usize>| {
        let kind = stage.kernel.schedule.units[group[0]].kind;
        group.len() > 1
            && is_shareable(kind, stage.arithmetic.fixed().is_some())
            && is_in_time(latencies.of(kind), group.len(), pace)
            && multiplexer_luts(stage, group, costs) < worth(stage, group, costs)
    };
    stage.kernel.shared_units = groups.filter(is_worthwhile).collect();
}

/// Whether units of a kind may share an operator. An adder in fixed point takes no more than its multiplexers.
fn is_shareable(kind: UnitKind, is_fixed: bool) -> bool {
    match kind {
        UnitKind::Mul => true,
        UnitKind::Add | UnitKind::AddSub => !is_fixed,
        UnitKind::Scale(_) | UnitKind::Mux | UnitKind::MaskedAdd | UnitKind::OctantRotate => false,
    }
}

/// LUTs of the operators that a group of units spares.
fn operator_luts(stage: &Stage, group: &[usize], costs: &OperatorCosts) -> usize {
    let kind = stage.kernel.schedule.units[group[0]].kind;
    (group.len() - 1) * stage_costs(&stage.arithmetic, costs).luts(kind)
}

/// LUTs and worth of the DSP blocks of the operators that a group of units spares.
fn worth(stage: &Stage, group: &[usize], costs: &OperatorCosts) -> usize {
    let blocks = group[1..].iter().map(|&unit| unit_dsp(stage, unit, costs)).sum::<usize>();
    operator_luts(stage, group, costs) + blocks * costs.luts_per_dsp
}

/// LUTs of the multiplexers before the shared operator of a group of units.
fn multiplexer_luts(stage: &Stage, group: &[usize], costs: &OperatorCosts) -> usize {
    let kind = stage.kernel.schedule.units[group[0]].kind;
    let word = stage_costs(&stage.arithmetic, costs).word_bits;
    let bits = match kind {
        UnitKind::Mul => word + stage.arithmetic.coefficient_bits() as usize,
        _ => kind.operands() * word,
    };
    match group.len() {
        uses if uses <= MULTIPLEXERS[0] => bits.div_ceil(2),
        uses => bits * (uses - 1).div_ceil(MULTIPLEXERS[1] - 1),
    }
}

/// LUTs that sharing spares a stage; negative where the multiplexers take more than the operators.
pub fn spared_luts(stage: &Stage, costs: &OperatorCosts) -> isize {
    let spared = |group: &Vec<usize>| {
        operator_luts(stage, group, costs) as isize - multiplexer_luts(stage, group, costs) as isize
    };
    stage.kernel.shared_units.iter().map(spared).sum()
}
