//! The operators that kernels are made of, in the format and depth of a design.

use crate::exact::Real;
use crate::format::{word, Float, Format};
use crate::rtl::operators::{adder, fixed, multiplier, pair, scaler, Product};
use crate::rtl::pipeline::{pipeline, Depths};
use crate::rtl::Module;
use crate::stream::schedule::UnitKind;
use crate::stream::{Numeric, Stage};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What stands before an operator's operands, in ns: two levels of a multiplexer, and a wire that reaches further.
const LEAD: f64 = 0.9;

/// Pipelined operators, each a module that every kernel shares.
pub struct Operators {
    pub format: Format,
    /// Bits of a component at the input.
    pub bits: u32,
    /// For each arithmetic of a stage.
    sets: Vec<(Option<Numeric>, Set)>,
}

/// The operators of stages of one arithmetic.
pub struct Set {
    /// Bits of a word between operators, and of a coefficient.
    pub bits: u32,
    pub coefficient: u32,
    format: Format,
    numeric: Option<Numeric>,
    modules: BTreeMap<UnitKind, Arc<Module>>,
    /// What rounds the outputs, of words as they are and of words to be negated.
    pub ends: Option<[Arc<Module>; 2]>,
}

impl Operators {
    /// The operators that stages use.
    pub fn new<'a>(
        prefix: &str,
        format: Format,
        depths: Depths,
        product: Product,
        stages: impl IntoIterator<Item = &'a Stage>,
    ) -> Self {
        let mut known = Known { prefix, depths, product, modules: BTreeMap::new() };
        let mut sets: Vec<(Option<Numeric>, Set)> = Vec::new();
        for stage in stages {
            let place = sets.iter().position(|(numeric, _)| *numeric == stage.numeric).unwrap_or_else(|| {
                sets.push((stage.numeric, Set::new(format, stage.numeric)));
                sets.len() - 1
            });
            let set = &mut sets[place].1;
            for unit in &stage.schedule.units {
                set.modules.entry(unit.kind).or_insert_with(|| match (format, stage.numeric) {
                    (_, Some(numeric)) => known.fixed(unit.kind, &numeric),
                    (Format::Float(float), None) => known.float(unit.kind, float),
                    (Format::Fixed(_), None) => unreachable!("a fixed-point stage has its arithmetic"),
                });
            }
            if let (Some(numeric), None) = (stage.numeric.filter(|numeric| numeric.cycles > 0), &set.ends) {
                set.ends = Some([false, true].map(|signed| known.end(&numeric, signed)));
            }
        }
        Operators { format, bits: format.bits(), sets }
    }

    /// Those of a stage of the program.
    pub fn of(&self, stage: &Stage) -> &Set {
        let set = self.sets.iter().find(|(numeric, _)| *numeric == stage.numeric);
        set.map_or_else(|| unreachable!("the program's stages are known"), |(_, set)| set)
    }
}

impl Set {
    fn new(format: Format, numeric: Option<Numeric>) -> Self {
        let bits = numeric.map_or(format.bits(), |numeric| numeric.inner);
        let coefficient = numeric.map_or(format.bits(), |numeric| numeric.coefficient);
        Set { bits, coefficient, format, numeric, modules: BTreeMap::new(), ends: None }
    }

    pub fn module(&self, kind: UnitKind) -> &Arc<Module> {
        &self.modules[&kind]
    }

    /// A constant as it stands in a coefficient.
    pub fn encode(&self, value: &Real) -> u64 {
        match self.numeric {
            Some(numeric) => word(numeric.encode(value).into(), numeric.coefficient),
            None => self.format.encode(value),
        }
    }
}

/// Modules made so far, by name.
struct Known<'a> {
    prefix: &'a str,
    depths: Depths,
    product: Product,
    modules: BTreeMap<String, Arc<Module>>,
}

impl Known<'_> {
    fn module(&mut self, name: &str, depth: u32, make: impl FnOnce(&str) -> Module) -> Arc<Module> {
        let name = format!("{}_{name}", self.prefix);
        let made = self.modules.entry(name).or_insert_with_key(|name| Arc::new(pipeline(&make(name), depth, LEAD)));
        made.clone()
    }

    fn float(&mut self, kind: UnitKind, float: Float) -> Arc<Module> {
        let (depths, product) = (self.depths, self.product);
        match kind {
            UnitKind::Add => self.module("add", depths.adder, |name| adder(name, float)),
            UnitKind::Pair => self.module("pair", depths.pair, |name| pair(name, float)),
            UnitKind::Mul => self.module("mul", depths.multiplier, |name| multiplier(name, float, product)),
            UnitKind::Scale(k) => self.module(&scale_name(k), depths.scaler, |name| scaler(name, float, k)),
        }
    }

    fn fixed(&mut self, kind: UnitKind, numeric: &Numeric) -> Arc<Module> {
        let (depths, product) = (self.depths, self.product);
        let Numeric { inner, coefficient, point, .. } = *numeric;
        match kind {
            UnitKind::Add => self.module(&format!("add_{inner}"), depths.adder, |name| fixed::adder(name, inner)),
            UnitKind::Pair => self.module(&format!("pair_{inner}"), depths.pair, |name| fixed::pair(name, inner)),
            UnitKind::Mul => self.module(&format!("mul_{inner}_{coefficient}_{point}"), depths.multiplier, |name| {
                fixed::multiplier(name, inner, coefficient, point, product)
            }),
            UnitKind::Scale(k) => {
                self.module(&format!("{}_{inner}", scale_name(k)), depths.scaler, |name| fixed::scaler(name, inner, k))
            }
        }
    }

    /// What rounds an output.
    fn end(&mut self, numeric: &Numeric, signed: bool) -> Arc<Module> {
        let Numeric { inner, output, rounding, overflow, fits, .. } = *numeric;
        let overflow = (!fits).then_some(overflow);
        let cut = fixed::Cut { inner, dropped: numeric.dropped(), output, rounding, overflow, signed };
        self.module(&cut.name(), numeric.cycles as u32, |name| cut.module(name))
    }
}

fn scale_name(k: i32) -> String {
    format!("scale_{}{}", if k < 0 { "down" } else { "up" }, k.abs())
}
