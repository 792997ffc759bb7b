//! The step of real data in the processor of a folded core, with multipliers of its own beside the kernels.

use super::super::processor::StepProcessor;
use super::kernel_result::{kernel_result, Inputs, KernelResult, PreShift};
use crate::blocks::kernel::body::ExternalWords;
use crate::kernel::Coefficient;
use crate::parts::OperatorLibrary;
use crate::pipeline::Stage;
use crate::schedule::{Unit, UnitKind};
use fftgen_hdl::dsl::*;
use std::collections::BTreeMap;

/// What the program tells the step of real data about the elements that are read.
#[derive(Clone, Copy)]
pub struct SplitSignals<'m> {
    /// High when the step reads places.
    pub computes: Sig<'m>,
    /// High with the second element of a pair.
    pub is_second: Sig<'m>,
    /// High when the points of a pair mirror themselves.
    pub mirrors_itself: Sig<'m>,
    /// Real and imaginary part of the factor of the pair, `factor_cycles` cycles after these signals.
    pub factor: [Sig<'m>; 2],
    /// Cycles from these signals to the factor.
    pub factor_cycles: usize,
    /// Cycles from these signals to the elements.
    pub read_cycles: usize,
}

/// Builds the step. `pre_shift`: shift of its products with the signals, where frames differ in it; `data`: the parts
/// of the elements. Returns its results in the steps of real data, and otherwise those of the kernels.
pub fn with_split<'m>(
    (processor, stage): (&StepProcessor, &Stage),
    operators: &OperatorLibrary,
    signals: &SplitSignals<'m>,
    pre_shift: Option<PreShift<'m>>,
    (data, others): (&[Sig<'m>], KernelResult<'m>),
) -> KernelResult<'m> {
    let wait = processor.split_wait();
    let before = signals.read_cycles + wait;
    let data: Vec<Sig> = data.iter().map(|part| part.later_as_it_is(wait as u32)).collect();
    let starts = (signals.computes & !signals.is_second).later_with_reset(before as u32);
    let words = unit_words(stage, signals, before + stage.align_cycles());
    let is_shifted = stage.arithmetic.fixed().is_some_and(|fixed| fixed.pre_shift_bits > 0);
    let pre_shift = pre_shift.filter(|_| is_shifted).map(|shift| shift.delayed(before));
    let inputs = Inputs { data: &data, words: ExternalWords::Units(&words), pre_shift };
    let own = kernel_result(stage, operators, inputs, starts);
    let [own_late, others_late] =
        [processor.split_cycles(), processor.rotated_cycles()].map(|cycles| (processor.cycles() - cycles) as u32);
    let chosen = signals.computes.later_as_it_is((signals.read_cycles + processor.cycles()) as u32);
    own.later(own_late).or(others.later(others_late), chosen)
}

/// Returns the coefficients of the multipliers and the selects of the choices, by number of the unit. `before`: cycles
/// from the signals to the first operators.
fn unit_words<'m>(stage: &Stage, signals: &SplitSignals<'m>, before: usize) -> BTreeMap<usize, Sig<'m>> {
    let word = |unit: &Unit| match unit.kind {
        UnitKind::Mul => Some(coefficient(unit, signals, before + unit.start)),
        UnitKind::Mux | UnitKind::MaskedAdd => {
            Some(signals.mirrors_itself.later_as_it_is((before + unit.start) as u32))
        }
        UnitKind::Add | UnitKind::AddSub | UnitKind::Scale(_) | UnitKind::OctantRotate => None,
    };
    let units = stage.kernel.schedule.units.iter().enumerate();
    units.filter_map(|(number, unit)| Some((number, word(unit)?))).collect()
}

/// Returns the coefficient of a multiplier whose first operation is `late` cycles after the signals. Its operations
/// follow the elements of a pair.
fn coefficient<'m>(unit: &Unit, signals: &SplitSignals<'m>, late: usize) -> Sig<'m> {
    let table = |operation: usize| match unit.operations.get(operation)?.as_ref()?.coefficient? {
        Coefficient::Table(table) => Some(table),
        Coefficient::Constant(_) => None,
    };
    let [first, second] = [table(0), table(1)];
    let [first, second] = [first.or(second), second.or(first)].map(|table| signals.factor[table.unwrap_or(0)]);
    let is_second = signals.is_second.later_as_it_is(signals.factor_cycles as u32);
    is_second.mux(second, first).later_as_it_is((late - signals.factor_cycles) as u32)
}
