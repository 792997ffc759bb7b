//! Modules of operators, each built once.

use crate::format::{Float, Overflow};
use crate::operators::Depths;
use crate::operators::{
    adder, chooser, eighth, fixed, from_float, multiplier, pair, scaler, MultiplierStyle, Products,
};
use crate::pipeline::{FixedStage, Normalizer};
use crate::rtl::retime::{pipeline, with_blocks, InputArrival, ProductModules};
use crate::rtl::Module;
use crate::schedule::{Latencies, UnitKind};
use fftgen_hdl::dsl::Builder;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Arrival of operands in ns: two levels of a multiplexer, and a long wire.
const MULTIPLEXED: InputArrival = InputArrival { first: 0.9, later: 0.0 };

/// Arrival of operands in ns that come from registers.
const REGISTERED: InputArrival = InputArrival { first: 0.0, later: 0.0 };

/// Arrival of operands in ns, of which those used from the second cycle on come out of shift registers.
const DELAYED: InputArrival = InputArrival { first: 0.9, later: 1.1 };

/// Returns the latencies of operators of given pipeline depths.
pub fn latencies(depths: Depths) -> Latencies {
    Latencies { add: depths.adder as usize, mul: depths.multiplier as usize, scale: depths.scaler as usize }
}

/// Names an operator by its word length in bits and by the traits that hold for it.
fn named(operator: &str, bits: u32, traits: [(bool, &str); 2]) -> String {
    let name = format!("{operator}_{bits}");
    traits.into_iter().filter(|(has, _)| *has).fold(name, |name, (_, has)| format!("{name}_{has}"))
}

/// Constructor of a composite operator from its name, an adder and a multiplier, and their latencies in clock cycles.
type Composite = fn(&str, [&Arc<Module>; 2], [u32; 2]) -> Module;

/// Modules built so far, by name.
pub struct ModuleCache<'a> {
    /// Prefix of the names of the modules.
    prefix: &'a str,
    /// Pipeline depths of the operators.
    pub depths: Depths,
    multiplier: MultiplierStyle,
    modules: BTreeMap<String, Arc<Module>>,
    /// Modules of products in DSP blocks.
    products: ProductModules,
}

impl<'a> ModuleCache<'a> {
    /// Creates an empty cache. The names of its modules begin with `prefix`.
    pub fn new(prefix: &'a str, depths: Depths, multiplier: MultiplierStyle) -> Self {
        ModuleCache { prefix, depths, multiplier, modules: BTreeMap::new(), products: ProductModules::new() }
    }

    /// Returns the module of an operator with `depth` pipeline registers, built once.
    pub fn module(&mut self, name: &str, depth: u32, make: impl FnOnce(&str) -> Module) -> Arc<Module> {
        self.with_arrival(name, (depth, MULTIPLEXED), make)
    }

    /// Returns the module of an operator with delayed operands and `depth` pipeline registers, built once.
    pub fn with_delayed_operands(&mut self, name: &str, depth: u32, make: impl FnOnce(&str) -> Module) -> Arc<Module> {
        self.with_arrival(name, (depth, DELAYED), make)
    }

    /// Returns the module of an operator with given pipeline registers and arrival of its operands, built once.
    fn with_arrival(
        &mut self,
        name: &str,
        (depth, arrival): (u32, InputArrival),
        make: impl FnOnce(&str) -> Module,
    ) -> Arc<Module> {
        let name = format!("{}_{name}", self.prefix);
        if let Some(module) = self.modules.get(&name) {
            return module.clone();
        }
        let technology = self.depths.technology;
        let module = pipeline(&make(&name), depth, arrival.scaled(technology.relative_delay()), technology);
        let module = Arc::new(match technology.product_cell {
            Some(cell) => with_blocks(&module, cell, self.prefix, &mut self.products),
            None => module,
        });
        self.modules.insert(name, module.clone());
        module
    }

    /// Returns what products are built of.
    fn products(&self) -> Products {
        Products { style: self.multiplier, technology: self.depths.technology }
    }

    /// Returns the exact product of words of the given bits.
    pub fn real_product(&mut self, depth: u32, bits: [u32; 2]) -> Arc<Module> {
        let products = self.products();
        self.module("product", depth, |name| real_product(name, bits, products))
    }

    /// Returns the floating-point operator of a kind of unit.
    pub fn float(&mut self, kind: UnitKind, float: Float) -> Arc<Module> {
        let (depths, style) = (self.depths, self.products());
        match kind {
            UnitKind::Add => self.module("add", depths.adder, |name| adder(name, float)),
            UnitKind::AddSub => self.module("pair", depths.pair, |name| pair(name, float)),
            UnitKind::Mul => self
                .module("mul", depths.multiplier, |name| multiplier(name, float, [float, float.coefficient()], style)),
            UnitKind::Scale(k) => self.module(&scale_name(k), depths.scaler, |name| scaler(name, float, k)),
            UnitKind::Mux => self.mux(float.bits()),
            UnitKind::MaskedAdd => unreachable!("floating point has no such operator"),
            UnitKind::OctantRotate => {
                let parts = [UnitKind::Add, UnitKind::Mul].map(|kind| self.float(kind, float));
                self.composite("eighth", parts, eighth)
            }
        }
    }

    /// Returns the fixed-point operator of a kind of unit.
    pub fn fixed(&mut self, kind: UnitKind, fixed: &FixedStage) -> Arc<Module> {
        let (depths, style) = (self.depths, self.products());
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
            UnitKind::Mux => self.mux(internal_bits),
            UnitKind::MaskedAdd => {
                self.module(&format!("gated_{internal_bits}"), depths.adder, |name| fixed::gated(name, internal_bits))
            }
            UnitKind::OctantRotate => {
                let parts = [UnitKind::Add, UnitKind::Mul].map(|kind| self.fixed(kind, fixed));
                self.composite(&format!("eighth_{internal_bits}_{coefficient}_{point}"), parts, eighth)
            }
        }
    }

    /// Returns a multiplier by a constant, or an octant rotation, by sums of shifted words.
    pub fn constant_multiplier(&mut self, kind: UnitKind, fixed: &FixedStage, constant: i64) -> Arc<Module> {
        let FixedStage { internal_bits, coefficient_fraction: point, .. } = *fixed;
        let by = if constant < 0 { format!("minus_{}", -constant) } else { constant.to_string() };
        let times = self.module(&format!("times_{by}_{internal_bits}_{point}"), self.depths.multiplier, |name| {
            fixed::constant_multiplier(name, internal_bits, &fixed::ShiftAddConstant::new(constant), point)
        });
        match kind {
            UnitKind::OctantRotate => {
                let add = self.fixed(UnitKind::Add, fixed);
                self.composite(&format!("eighth_by_{by}_{internal_bits}_{point}"), [add, times], eighth)
            }
            _ => times,
        }
    }

    /// Returns the operator of a fused butterfly. With `waits`, its operands come from registers.
    pub fn butterfly(&mut self, kind: fixed::Butterfly, depth: u32, waits: bool) -> Arc<Module> {
        let name = named("butterfly", kind.bits, [(kind.turned, "turned"), (kind.adjacent, "adjacent")]);
        let arrival = if waits { REGISTERED } else { MULTIPLEXED };
        self.with_arrival(&name, (depth, arrival), |name| fixed::butterfly(name, kind))
    }

    /// Returns the operator of a lane butterfly.
    pub fn lane_butterfly(&mut self, kind: fixed::Crossing, depth: u32) -> Arc<Module> {
        let name = named("crossing", kind.bits, [(kind.turned, "turned"), (kind.exchanged, "exchanged")]);
        self.module(&name, depth, |name| fixed::crossing(name, kind))
    }

    /// Returns a two-input multiplexer with a register.
    fn mux(&mut self, bits: u32) -> Arc<Module> {
        self.module(&format!("choose_{bits}"), Latencies::MUX as u32, |name| chooser(name, bits))
    }

    /// Returns an operator that consists of adders and multipliers.
    fn composite(&mut self, name: &str, [add, mul]: [Arc<Module>; 2], make: Composite) -> Arc<Module> {
        let name = format!("{}_{name}", self.prefix);
        let depths = [self.depths.adder, self.depths.multiplier];
        self.modules.entry(name).or_insert_with_key(|name| Arc::new(make(name, [&add, &mul], depths))).clone()
    }

    /// Returns the operator that shifts and rounds a word of a normalizer.
    pub fn normalizer_shifter(&mut self, normalizer: &Normalizer) -> Arc<Module> {
        let Normalizer { input, output, rounding, .. } = *normalizer;
        let dropped_bits = normalizer.dropped_bits();
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
            return self
                .module("from_float", normalizer.shift_cycles() as u32, |name| from_float(name, float, &rounding));
        }
        self.module(&format!("align_{input}_{output}"), normalizer.shift_cycles() as u32, |name| {
            fixed::align(name, &rounding)
        })
    }

    /// Returns the operator that rounds an output.
    pub fn output_rounder(&mut self, fixed: &FixedStage, signed: bool) -> Arc<Module> {
        let FixedStage {
            internal_bits,
            output_bits: output,
            rounding,
            overflow,
            never_overflows: fits,
            guard_bits: guard,
            shift_field_bits,
            pre_shift_bits,
            ..
        } = *fixed;
        let shift_field_bits = shift_field_bits.max(pre_shift_bits);
        let overflow = (!fits).then_some(overflow);
        let dropped_bits = guard.saturating_add_signed(fixed.max_shift());
        let rounding =
            fixed::OutputRounding { internal_bits, shift_field_bits, dropped_bits, output, rounding, overflow, signed };
        self.module(&rounding.name(), fixed.round_cycles as u32, |name| rounding.module(name))
    }
}

/// Names a multiplier by 2^k.
fn scale_name(k: i32) -> String {
    format!("scale_{}{}", if k < 0 { "down" } else { "up" }, k.abs())
}

/// Builds the exact product of words of the given bits.
fn real_product(name: &str, [a, b]: [u32; 2], products: Products) -> Module {
    let m = Builder::new(name, format!("Exact product of words of {a} and {b} bits"));
    m.output("y", fixed::signed_product(m.input("a", a), m.input("b", b), products));
    m.finish()
}
