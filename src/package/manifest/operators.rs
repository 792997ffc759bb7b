//! Operators and tables of a core.

use crate::design::Design;
use crate::pipeline::Units;
use crate::rtl::{Module, Op};
use crate::schedule::UnitKind;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

#[derive(Serialize, JsonSchema)]
pub struct Operators {
    pub real_adders: usize,
    pub real_multipliers: usize,
    /// Multipliers by one constant, made of sums of shifted words.
    pub constants_by_sums: usize,
    /// Multipliers by powers of two, which need no multiplier.
    pub scalers: usize,
}

impl Operators {
    pub(crate) fn new(design: &Design) -> Self {
        let Units { adders: real_adders, multipliers: real_multipliers, constants: constants_by_sums } = design.units();
        let scalers = |kind| matches!(kind, UnitKind::Scale(_));
        let stages = design.architecture.stages();
        let scalers = stages.into_iter().map(|(stage, _)| stage.kernel.schedule.count(scalers)).sum();
        Operators { real_adders, real_multipliers, constants_by_sums, scalers }
    }
}

/// Counts the bits of all tables. Those of a module count once for each of its instances.
pub(super) fn rom_bits(module: &Module, known: &mut HashMap<*const Module, usize>) -> usize {
    if let Some(&bits) = known.get(&std::ptr::from_ref(module)) {
        return bits;
    }
    let tables = module.nets.iter().map(|net| match &net.op {
        Op::Rom { table, .. } => table.len() * net.width as usize,
        _ => 0,
    });
    let inside = module.instances.iter().map(|instance| rom_bits(&instance.module, known));
    let bits = tables.sum::<usize>() + inside.sum::<usize>();
    known.insert(module, bits);
    bits
}
