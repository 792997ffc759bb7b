//! The operators of a stage as instances: one for each unit, or one for the units that share it.

use crate::lower::operators::OperatorSet;
use crate::pipeline::Stage;
use crate::rtl::{Module, Net};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The instances of the operators of a stage.
pub struct PlacedOperators {
    /// `results[unit]`: nets of the results.
    pub results: Vec<Vec<Net>>,
    /// Instances, each with the units that it serves.
    instances: Vec<(usize, Vec<usize>)>,
}

impl PlacedOperators {
    /// Places all operators, whose inputs come later.
    pub fn new(m: &mut Module, stage: &Stage, operators: &OperatorSet) -> Self {
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
            let (instance, outputs) = m.place(name.clone(), module);
            let named = outputs.into_iter().zip(&module.outputs);
            let nets: Vec<Net> = named.map(|(nets, port)| m.name(nets[0], format!("{name}_{}", port.name))).collect();
            for (&unit, results) in served.iter().zip(nets.chunks(nets.len() / served.len())) {
                placed.results[unit] = results.to_vec();
            }
            placed.instances.push((instance, served));
        }
        placed
    }

    /// Connects the operators. `pins[unit]`: operands, and what chooses the operation. `enable`: clock enable of the stage.
    pub fn connect(self, m: &mut Module, operators: &OperatorSet, enable: Net, pins: &[Vec<Net>]) {
        let reset = m.reset.unwrap_or_else(|| unreachable!("blocks have a reset"));
        let mut phases: Option<[Net; 2]> = None;
        for (instance, units) in self.instances {
            let operands = units.iter().flat_map(|&unit| pins[unit].iter().copied());
            let module = m.instances[instance].module.clone();
            let inputs: Vec<Net> = match units[..] {
                [_] => operands.chain(module.enable.map(|_| enable)).chain(module.reset.and(m.reset)).collect(),
                _ => {
                    let [phase, advance] = *phases.get_or_insert_with(|| count_phases(m, operators, [enable, reset]));
                    [enable, reset, phase, advance].into_iter().chain(operands).collect()
                }
            };
            m.connect(instance, inputs.into_iter().map(|net| vec![net]).collect());
        }
    }
}

/// Places the counter of the clock cycles of a beat. Returns its outputs.
fn count_phases(m: &mut Module, operators: &OperatorSet, [enable, reset]: [Net; 2]) -> [Net; 2] {
    let counter: &Arc<Module> = operators.phase_counter();
    let outputs = m.instance("phases", counter, vec![vec![enable], vec![reset]]);
    [outputs[0][0], outputs[1][0]]
}
