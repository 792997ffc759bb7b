//! Modules of operators, each made once.

use crate::format::{Float, Overflow};
use crate::pipeline::{FixedStage, Normalizer};
use crate::rtl::operators::{adder, chooser, eighth, fixed, from_float, multiplier, pair, scaler, MultiplierStyle};
use crate::rtl::retime::{pipeline, Depths, InputArrival};
use crate::rtl::Module;
use crate::schedule::{Latencies, UnitKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What stands before an operator's operands, in ns: two levels of a multiplexer, and a wire that reaches further.
const LEADS: InputArrival = InputArrival { first: 0.9, later: 0.0 };

/// Arrival of operands that wait for each other, in ns: from the second cycle on they come out of shift registers.
const WAITING: InputArrival = InputArrival { first: 0.9, later: 1.1 };

/// The cycles of operators that are cut so deep.
pub fn latencies(depths: Depths) -> Latencies {
    Latencies { add: depths.adder as usize, mul: depths.multiplier as usize, scale: depths.scaler as usize }
}

/// Names an operator by its word length in bits and by the traits that hold for it.
fn named(operator: &str, bits: u32, traits: [(bool, &str); 2]) -> String {
    let name = format!("{operator}_{bits}");
    traits.into_iter().filter(|(has, _)| *has).fold(name, |name, (_, has)| format!("{name}_{has}"))
}

/// An operator of an adder and multipliers, by its name, these, and their cycles.
type InTurn = fn(&str, [&Arc<Module>; 2], [u32; 2]) -> Module;

/// Modules made so far, by name.
pub struct ModuleCache<'a> {
    prefix: &'a str,
    pub depths: Depths,
    multiplier: MultiplierStyle,
    modules: BTreeMap<String, Arc<Module>>,
}

impl<'a> ModuleCache<'a> {
    /// Nothing yet. `prefix`: what the names of modules begin with.
    pub fn new(prefix: &'a str, depths: Depths, multiplier: MultiplierStyle) -> Self {
        ModuleCache { prefix, depths, multiplier, modules: BTreeMap::new() }
    }

    pub fn module(&mut self, name: &str, depth: u32, make: impl FnOnce(&str) -> Module) -> Arc<Module> {
        self.with_leads(name, (depth, LEADS), make)
    }

    /// Returns the module of an operator whose operands wait for each other, made once.
    pub fn waiting(&mut self, name: &str, depth: u32, make: impl FnOnce(&str) -> Module) -> Arc<Module> {
        self.with_leads(name, (depth, WAITING), make)
    }

    pub fn with_leads(
        &mut self,
        name: &str,
        cuts: (u32, InputArrival),
        make: impl FnOnce(&str) -> Module,
    ) -> Arc<Module> {
        let name = format!("{}_{name}", self.prefix);
        let (depth, leads) = cuts;
        let made = self.modules.entry(name).or_insert_with_key(|name| Arc::new(pipeline(&make(name), depth, leads)));
        made.clone()
    }

    pub fn float(&mut self, kind: UnitKind, float: Float) -> Arc<Module> {
        let (depths, style) = (self.depths, self.multiplier);
        match kind {
            UnitKind::Add => self.module("add", depths.adder, |name| adder(name, float)),
            UnitKind::AddSub => self.module("pair", depths.pair, |name| pair(name, float)),
            UnitKind::Mul => {
                self.module("mul", depths.multiplier, |name| multiplier(name, float, float.coefficient(), style))
            }
            UnitKind::Scale(k) => self.module(&scale_name(k), depths.scaler, |name| scaler(name, float, k)),
            UnitKind::Mux => self.choose(float.bits()),
            UnitKind::MaskedAdd => unreachable!("floating point has no such operator"),
            UnitKind::OctantRotate => {
                let parts = [UnitKind::Add, UnitKind::Mul].map(|kind| self.float(kind, float));
                self.in_turn("eighth", parts, eighth)
            }
        }
    }

    pub fn fixed(&mut self, kind: UnitKind, fixed: &FixedStage) -> Arc<Module> {
        let (depths, style) = (self.depths, self.multiplier);
        let FixedStage { internal_bits, coefficient_bits: coefficient, coefficient_fraction: point, .. } = *fixed;
        match kind {
            UnitKind::Add => {
                self.module(&format!("add_{internal_bits}"), depths.adder, |name| fixed::adder(name, internal_bits))
            }
            UnitKind::AddSub => {
                self.module(&format!("pair_{internal_bits}"), depths.pair, |name| fixed::pair(name, internal_bits))
            }
            UnitKind::Mul => {
                self.module(&format!("mul_{internal_bits}_{coefficient}_{point}"), depths.multiplier, |name| {
                    fixed::multiplier(name, internal_bits, coefficient, point, style)
                })
            }
            UnitKind::Scale(k) => self.module(&format!("{}_{internal_bits}", scale_name(k)), depths.scaler, |name| {
                fixed::scaler(name, internal_bits, k)
            }),
            UnitKind::Mux => self.choose(internal_bits),
            UnitKind::MaskedAdd => {
                self.module(&format!("gated_{internal_bits}"), depths.adder, |name| fixed::gated(name, internal_bits))
            }
            UnitKind::OctantRotate => {
                let parts = [UnitKind::Add, UnitKind::Mul].map(|kind| self.fixed(kind, fixed));
                self.in_turn(&format!("eighth_{internal_bits}_{coefficient}_{point}"), parts, eighth)
            }
        }
    }

    /// A multiplier by a constant, or an eighth of a turn, by sums.
    pub fn chain(&mut self, kind: UnitKind, fixed: &FixedStage, constant: i64) -> Arc<Module> {
        let FixedStage { internal_bits, coefficient_fraction: point, .. } = *fixed;
        let by = if constant < 0 { format!("minus_{}", -constant) } else { constant.to_string() };
        let times = self.module(&format!("times_{by}_{internal_bits}_{point}"), self.depths.multiplier, |name| {
            fixed::constant_multiplier(name, internal_bits, &fixed::ShiftAddConstant::new(constant), point)
        });
        match kind {
            UnitKind::OctantRotate => {
                let add = self.fixed(UnitKind::Add, fixed);
                self.in_turn(&format!("eighth_by_{by}_{internal_bits}_{point}"), [add, times], eighth)
            }
            _ => times,
        }
    }

    pub fn butterfly(&mut self, kind: fixed::Butterfly, depth: u32) -> Arc<Module> {
        let name = named("butterfly", kind.bits, [(kind.turned, "turned"), (kind.adjacent, "adjacent")]);
        self.module(&name, depth, |name| fixed::butterfly(name, kind))
    }

    pub fn crossing(&mut self, kind: fixed::Crossing, depth: u32) -> Arc<Module> {
        let name = named("crossing", kind.bits, [(kind.turned, "turned"), (kind.exchanged, "exchanged")]);
        self.module(&name, depth, |name| fixed::crossing(name, kind))
    }

    pub fn choose(&mut self, bits: u32) -> Arc<Module> {
        self.module(&format!("choose_{bits}"), Latencies::MUX as u32, |name| chooser(name, bits))
    }

    /// What makes one part of a word after the other by an adder and multipliers.
    pub fn in_turn(&mut self, name: &str, [add, mul]: [Arc<Module>; 2], make: InTurn) -> Arc<Module> {
        let name = format!("{}_{name}", self.prefix);
        let depths = [self.depths.adder, self.depths.multiplier];
        self.modules.entry(name).or_insert_with_key(|name| Arc::new(make(name, [&add, &mul], depths))).clone()
    }

    /// What shifts and rounds a word of a normalizer.
    pub fn align(&mut self, normalizer: &Normalizer) -> Arc<Module> {
        let Normalizer { input, output, rounding, .. } = *normalizer;
        let dropped_bits = normalizer.dropped();
        let overflow = (dropped_bits > 0).then_some(Overflow::Saturate);
        let internal_bits = normalizer.shifted_bits();
        let rounding = fixed::OutputRounding {
            internal_bits,
            shift_field_bits: 0,
            dropped_bits,
            output,
            rounding,
            overflow,
            signed: false,
        };
        if let Some(float) = normalizer.float {
            return self.module("from_float", normalizer.cycles() as u32, |name| from_float(name, float, &rounding));
        }
        self.module(&format!("align_{input}_{output}"), normalizer.cycles() as u32, |name| {
            fixed::align(name, &rounding)
        })
    }

    /// What rounds an output.
    pub fn output_rounder(&mut self, fixed: &FixedStage, signed: bool) -> Arc<Module> {
        let FixedStage {
            internal_bits,
            output_bits: output,
            rounding,
            overflow,
            never_overflows: fits,
            guard_bits: guard,
            shift_field_bits,
            ..
        } = *fixed;
        let overflow = (!fits).then_some(overflow);
        let dropped_bits = guard.saturating_add_signed(fixed.most());
        let rounding =
            fixed::OutputRounding { internal_bits, shift_field_bits, dropped_bits, output, rounding, overflow, signed };
        self.module(&rounding.name(), fixed.round_cycles as u32, |name| rounding.module(name))
    }
}

fn scale_name(k: i32) -> String {
    format!("scale_{}{}", if k < 0 { "down" } else { "up" }, k.abs())
}
