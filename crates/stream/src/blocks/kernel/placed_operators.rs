//! The operators of a stage as instances: one for each unit, or one for the units that share it.

use crate::parts::operators::OperatorSet;
use crate::pipeline::Stage;
use fftgen_hdl::dsl::*;
use std::collections::BTreeMap;

/// The instances of the operators of a stage.
pub struct PlacedOperators<'m> {
    /// `results[unit]`.
    pub results: Vec<Vec<Sig<'m>>>,
    /// Instances, each with the units that it serves.
    instances: Vec<(Open<'m>, Vec<usize>)>,
}

impl<'m> PlacedOperators<'m> {
    /// Places all operators, whose inputs come later.
    pub fn new(m: &'m Builder, stage: &Stage, operators: &OperatorSet) -> Self {
        let units = &stage.kernel.schedule.units;
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut placed = PlacedOperators { results: vec![vec![]; units.len()], instances: vec![] };
        for (index, unit) in units.iter().enumerate() {
            let group = stage.kernel.shared_units.iter().find(|group| group.contains(&index));
            if group.is_some_and(|group| group[0] != index) {
                continue;
            }
            let label = unit.kind.name();
            let number = numbers.entry(label).or_default();
            let name = format!("{label}{number}");
            *number += 1;
            let served = group.cloned().unwrap_or_else(|| vec![index]);
            let module = group.map_or_else(|| operators.module(stage, index), |group| operators.shared(stage, group));
            let operator = m.open(name, module);
            for (&unit, results) in served.iter().zip(operator.results.chunks(operator.results.len() / served.len())) {
                placed.results[unit] = results.to_vec();
            }
            placed.instances.push((operator, served));
        }
        placed
    }

    /// Connects the operators. `pins[unit]`: operands, and what chooses the operation.
    pub fn connect(self, m: &'m Builder, operators: &OperatorSet, pins: &[Vec<Sig<'m>>]) {
        let mut phases: Option<Vec<Sig>> = None;
        for (operator, units) in self.instances {
            let operands = units.iter().flat_map(|&unit| pins[unit].iter().copied());
            match units[..] {
                [_] => operator.connect(operands),
                _ => {
                    // The clock cycles of a beat have a counter, for all operators.
                    let controls: Vec<Sig> = [m.enable(), m.reset()].into_iter().flatten().collect();
                    let phase = phases.get_or_insert_with(|| {
                        m.operate("phases", operators.phase_counter(), controls.iter().copied())
                    });
                    operator.connect(controls.into_iter().chain(phase.iter().copied()).chain(operands));
                }
            }
        }
    }
}
