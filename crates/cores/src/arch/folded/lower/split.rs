//! The step of real data in the processor of a folded core, with multipliers of its own beside the kernels.

use super::super::processor::StepProcessor;
use super::kernel_result::{kernel_result, KernelResult, PreShift};
use crate::blocks::kernel::netlist::ExternalWords;
use crate::kernel::Coefficient;
use crate::lower::OperatorLibrary;
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};
use crate::schedule::{Unit, UnitKind};
use std::collections::BTreeMap;

/// What the program tells the step of real data about the elements that are read.
#[derive(Clone, Copy)]
pub struct SplitSignals {
    /// High when the step reads places.
    pub computes: Net,
    /// High with the second element of a pair.
    pub is_second: Net,
    /// High when the points of a pair mirror themselves.
    pub mirrors_itself: Net,
    /// Real and imaginary part of the factor of the pair, `factor_cycles` cycles after these signals.
    pub factor: [Net; 2],
    /// Cycles from these signals to the factor.
    pub factor_cycles: usize,
    /// Cycles from these signals to the elements.
    pub read_cycles: usize,
}

/// Builds the step. `pre_shift`: shift of its products with the signals, where frames differ in it; `data`: the parts of the elements. Returns its results in the steps of real data, and otherwise those of the kernels.
pub fn with_split(
    m: &mut Module,
    (processor, stage): (&StepProcessor, &Stage),
    operators: &OperatorLibrary,
    signals: &SplitSignals,
    pre_shift: Option<PreShift>,
    (enable, data, others): (Net, &[Net], KernelResult),
) -> KernelResult {
    let wait = processor.split_wait();
    let before = signals.read_cycles + wait;
    let data: Vec<Net> = data.iter().map(|&part| m.delay(part, wait as u32)).collect();
    let starts = m.not(signals.is_second);
    let starts = m.and(signals.computes, starts);
    let starts = (0..before).fold(starts, |net, _| m.register(net, Some(0)));
    let words = unit_words(m, stage, signals, before + stage.align_cycles());
    let is_shifted = stage.arithmetic.fixed().is_some_and(|fixed| fixed.pre_shift_bits > 0);
    let pre_shift = pre_shift.filter(|_| is_shifted).map(|shift| shift.delayed(m, before));
    let own = kernel_result(m, stage, operators, (&data, ExternalWords::Units(&words), pre_shift), [starts, enable]);
    let [own_late, others_late] =
        [processor.split_cycles(), processor.rotated_cycles()].map(|cycles| (processor.cycles() - cycles) as u32);
    let own = own.map(|net| m.delay(net, own_late));
    let others = others.map(|net| m.delay(net, others_late));
    let chosen = m.delay(signals.computes, (signals.read_cycles + processor.cycles()) as u32);
    own.or(m, &others, chosen)
}

/// Returns the coefficients of the multipliers and the selects of the choices, by number of the unit. `before`: cycles from the signals to the
/// first operators.
fn unit_words(m: &mut Module, stage: &Stage, signals: &SplitSignals, before: usize) -> BTreeMap<usize, Net> {
    let mut words = BTreeMap::new();
    for (number, unit) in stage.kernel.schedule.units.iter().enumerate() {
        let late = before + unit.start;
        match unit.kind {
            UnitKind::Mul => {
                words.insert(number, coefficient(m, unit, signals, late));
            }
            UnitKind::Mux | UnitKind::MaskedAdd => {
                words.insert(number, m.delay(signals.mirrors_itself, late as u32));
            }
            UnitKind::Add | UnitKind::AddSub | UnitKind::Scale(_) | UnitKind::OctantRotate => {}
        }
    }
    words
}

/// Returns the coefficient of a multiplier whose first operation is `late` cycles after the signals. Its operations follow the elements of a
/// pair.
fn coefficient(m: &mut Module, unit: &Unit, signals: &SplitSignals, late: usize) -> Net {
    let wait = (late - signals.factor_cycles) as u32;
    let table = |operation: usize| match unit.operations.get(operation)?.as_ref()?.coefficient? {
        Coefficient::Table(table) => Some(table),
        Coefficient::Constant(_) => None,
    };
    let [first, second] = [table(0), table(1)];
    let [first, second] = [first.or(second), second.or(first)].map(|table| signals.factor[table.unwrap_or(0)]);
    let is_second = m.delay(signals.is_second, signals.factor_cycles as u32);
    let word = m.mux(is_second, second, first);
    m.delay(word, wait)
}
