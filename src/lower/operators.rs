//! The operators that kernels are made of, in the format and depth of a design.

use crate::exact::Real;
use crate::format::Format;
use crate::rtl::operators::{adder, multiplier, pair, scaler, Product};
use crate::rtl::pipeline::{pipeline, Depths};
use crate::rtl::Module;
use crate::stream::schedule::UnitKind;
use crate::stream::Program;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What stands before an operator's operands, in ns: two levels of a multiplexer, and a wire that reaches further.
const LEAD: f64 = 0.9;

/// Pipelined operators, each a module that every kernel shares.
pub struct Operators {
    pub format: Format,
    /// Bits of a component.
    pub bits: u32,
    modules: BTreeMap<UnitKind, Arc<Module>>,
}

impl Operators {
    /// The operators that a program uses.
    pub fn new(prefix: &str, format: Format, depths: Depths, product: Product, program: &Program) -> Self {
        let Format::Float(float) = format;
        let kinds = program.stages.iter().flat_map(|stage| stage.schedule.units.iter().map(|unit| unit.kind));
        let mut modules = BTreeMap::new();
        for kind in kinds {
            modules.entry(kind).or_insert_with(|| {
                let (module, depth) = match kind {
                    UnitKind::Add => (adder(&format!("{prefix}_add"), float), depths.adder),
                    UnitKind::Pair => (pair(&format!("{prefix}_pair"), float), depths.pair),
                    UnitKind::Mul => (multiplier(&format!("{prefix}_mul"), float, product), depths.multiplier),
                    UnitKind::Scale(k) => {
                        let direction = if k < 0 { "down" } else { "up" };
                        (scaler(&format!("{prefix}_scale_{direction}{}", k.abs()), float, k), depths.scaler)
                    }
                };
                Arc::new(pipeline(&module, depth, LEAD))
            });
        }
        Operators { format, bits: format.bits(), modules }
    }

    pub fn module(&self, kind: UnitKind) -> &Arc<Module> {
        &self.modules[&kind]
    }

    /// A constant, rounded into the format.
    pub fn encode(&self, value: &Real) -> u64 {
        self.format.encode(value)
    }
}
