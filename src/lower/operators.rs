//! The operators that kernels are made of, in the format and depth of a design.

use super::kernel::complement;
use super::shared::Sharing;
use crate::exact::Real;
use crate::format::{word, Float, Format, Overflow};
use crate::rtl::operators::{
    adder, chooser, eighth, fixed, from_float, largest, multiplier, pair, scaler, to_float, Product,
};
use crate::rtl::pipeline::{pipeline, Depths, Leads};
use crate::rtl::{Module, Net};
use crate::stream::schedule::{Latencies, UnitKind};
use crate::stream::{Block, Butterfly, Converter, LaneButterfly, Normalizer, Numeric, Program, Stage};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What stands before an operator's operands, in ns: two levels of a multiplexer, and a wire that reaches further.
const LEADS: Leads = Leads { first: 0.9, later: 0.0 };

/// The same where operands wait for each other: those that do come out of shift registers, as late as Yosys sees them.
const WAITING: Leads = Leads { first: 0.9, later: 1.1 };

/// Pipelined operators, each a module that every kernel shares.
pub struct Operators {
    pub format: Format,
    /// Bits of a component at the input.
    pub bits: u32,
    /// For each arithmetic of a stage.
    sets: Vec<(Option<Numeric>, Set)>,
    /// What shifts and rounds the words of a normalizer, by its bits; a first one of 0 stands for floating point.
    aligns: BTreeMap<[u32; 2], Arc<Module>>,
    /// What finds the largest exponent field of a beat, and what makes floating point of words.
    largest: Option<Arc<Module>>,
    convert: Option<Arc<Module>>,
    pub(super) sharing: Sharing,
}

/// The operators of stages of one arithmetic.
pub struct Set {
    /// Bits of a word between operators, and of a coefficient.
    pub bits: u32,
    pub coefficient: u32,
    format: Format,
    numeric: Option<Numeric>,
    modules: BTreeMap<UnitKind, Arc<Module>>,
    /// By sums in place of multipliers.
    chains: BTreeMap<(UnitKind, i64), Arc<Module>>,
    butterflies: BTreeMap<fixed::Butterfly, Arc<Module>>,
    crossings: BTreeMap<fixed::Crossing, Arc<Module>>,
    /// Their cycles.
    pub latencies: Latencies,
    /// What rounds the outputs, of words as they are and of words to be negated.
    pub ends: Option<[Arc<Module>; 2]>,
}

impl Operators {
    /// The operators that a program uses.
    pub fn new(prefix: &str, format: Format, depths: Depths, product: Product, program: &Program) -> Self {
        let mut known = Known { prefix, depths, product, modules: BTreeMap::new() };
        let mut operators = Self::of(format);
        program.blocks.iter().for_each(|block| operators.serve(&mut known, block));
        let aligns = program.normalizers().map(|(_, n)| (key(n), known.align(n))).collect();
        let largest = program.normalizers().find_map(|(_, normalizer)| {
            let (bits, count) = (normalizer.float?.exponent, 2 * normalizer.measured.lanes);
            Some(known.module("largest", normalizer.measuring() as u32, |name| largest(name, bits, count)))
        });
        let convert = program.converter().zip(program.block_exponent_bits()).map(|(converter, bits)| {
            let Converter { float, input, .. } = *converter;
            known.module("to_float", converter.latency() as u32, |name| to_float(name, float, input, bits))
        });
        let sharing = Sharing::new(&mut known, program);
        Operators { aligns, largest, convert, sharing, ..operators }
    }

    /// Those that stages use which are no program of their own.
    pub fn of_stages<'a>(
        prefix: &str,
        format: Format,
        depths: Depths,
        product: Product,
        stages: impl IntoIterator<Item = &'a Stage>,
    ) -> Self {
        let mut known = Known { prefix, depths, product, modules: BTreeMap::new() };
        let mut operators = Self::of(format);
        stages.into_iter().for_each(|stage| operators.schedule(&mut known, stage));
        operators
    }

    /// None yet.
    fn of(format: Format) -> Self {
        let (sets, aligns, largest, convert) = (vec![], BTreeMap::new(), None, None);
        Operators { format, bits: format.bits(), sets, aligns, largest, convert, sharing: Sharing::default() }
    }

    /// Adds what a block instantiates.
    fn serve(&mut self, known: &mut Known, block: &Block) {
        match block {
            Block::Butterfly(butterfly) => self.butterfly(known, butterfly),
            Block::LaneButterfly(butterfly) => {
                let depth = butterfly.stage.schedule.latency as u32;
                let (numeric, set) = self.fixed(known, &butterfly.stage);
                let kind = crossing_of(butterfly, &numeric);
                set.crossings.entry(kind).or_insert_with(|| known.crossing(kind, depth));
                self.schedule(known, &butterfly.stage);
            }
            _ => block.stage().into_iter().for_each(|stage| self.schedule(known, stage)),
        }
    }

    fn butterfly(&mut self, known: &mut Known, butterfly: &Butterfly) {
        let depth = butterfly.stage.schedule.latency as u32;
        let (numeric, set) = self.fixed(known, &butterfly.stage);
        // Behind a reset neighbours need what others do.
        for adjacent in [false, true].into_iter().filter(|adjacent| !adjacent || butterfly.is_adjacent()) {
            let kind = butterfly_of(&butterfly.stage, &numeric, adjacent);
            set.butterflies.entry(kind).or_insert_with(|| known.butterfly(kind, depth));
        }
        set.round(known, &numeric);
    }

    /// Adds the units of a stage's schedule, and what rounds its results.
    fn schedule(&mut self, known: &mut Known, stage: &Stage) {
        let format = self.format;
        let set = self.set(known, stage);
        for (number, unit) in stage.schedule.units.iter().enumerate() {
            if let Some((numeric, &constant)) = stage.numeric.zip(stage.chains.get(&number)) {
                let chain = set.chains.entry((unit.kind, constant));
                chain.or_insert_with(|| known.chain(unit.kind, &numeric, constant));
                continue;
            }
            set.modules.entry(unit.kind).or_insert_with(|| match (format, stage.numeric) {
                (_, Some(numeric)) => known.fixed(unit.kind, &numeric),
                (Format::Float(float), None) => known.float(unit.kind, float),
                (Format::Fixed(_), None) => unreachable!("a fixed-point stage has its arithmetic"),
            });
        }
        if let Some(numeric) = stage.numeric {
            set.round(known, &numeric);
        }
    }

    /// The set of a stage's arithmetic.
    fn set(&mut self, known: &Known, stage: &Stage) -> &mut Set {
        let place = self.sets.iter().position(|(numeric, _)| *numeric == stage.numeric).unwrap_or_else(|| {
            self.sets.push((stage.numeric, Set::new(self.format, stage.numeric, latencies(known.depths))));
            self.sets.len() - 1
        });
        &mut self.sets[place].1
    }

    /// The arithmetic and the set of a stage of fixed point.
    fn fixed(&mut self, known: &Known, stage: &Stage) -> (Numeric, &mut Set) {
        let Some(numeric) = stage.numeric else { unreachable!("butterflies are of fixed point") };
        (numeric, self.set(known, stage))
    }

    /// What shifts and rounds a component in a normalizer of the program.
    pub fn align(&self, normalizer: &Normalizer) -> &Arc<Module> {
        &self.aligns[&key(normalizer)]
    }

    /// What finds the largest exponent field of a beat.
    pub fn largest(&self) -> &Arc<Module> {
        self.largest.as_ref().unwrap_or_else(|| unreachable!("the program's input is floating point"))
    }

    /// What makes a floating-point number of a word.
    pub fn convert(&self) -> &Arc<Module> {
        self.convert.as_ref().unwrap_or_else(|| unreachable!("the program has a converter"))
    }

    /// Those of a stage of the program.
    pub fn of_stage(&self, stage: &Stage) -> &Set {
        let set = self.sets.iter().find(|(numeric, _)| *numeric == stage.numeric);
        set.map_or_else(|| unreachable!("the program's stages are known"), |(_, set)| set)
    }
}

impl Set {
    fn new(format: Format, numeric: Option<Numeric>, latencies: Latencies) -> Self {
        let bits = numeric.map_or(format.bits(), |numeric| numeric.inner);
        let coefficient = numeric.map_or(format.coefficient().bits(), |numeric| numeric.coefficient);
        Set {
            bits,
            coefficient,
            format,
            numeric,
            modules: BTreeMap::new(),
            chains: BTreeMap::new(),
            butterflies: BTreeMap::new(),
            crossings: BTreeMap::new(),
            latencies,
            ends: None,
        }
    }

    /// Adds what rounds results of an arithmetic.
    fn round(&mut self, known: &mut Known, numeric: &Numeric) {
        if numeric.cycles > 0 && self.ends.is_none() {
            self.ends = Some([false, true].map(|signed| known.end(numeric, signed)));
        }
    }

    /// That of the unit of this number of a stage.
    pub fn module(&self, stage: &Stage, unit: usize) -> &Arc<Module> {
        let kind = stage.schedule.units[unit].kind;
        stage.chains.get(&unit).map_or_else(|| &self.modules[&kind], |&constant| &self.chains[&(kind, constant)])
    }

    /// That of a stage of butterflies.
    pub fn butterfly(&self, stage: &Stage, adjacent: bool) -> &Arc<Module> {
        let Some(numeric) = self.numeric else { unreachable!("butterflies are of fixed point") };
        &self.butterflies[&butterfly_of(stage, &numeric, adjacent)]
    }

    /// That of a stage of crossings.
    pub fn crossing(&self, butterfly: &LaneButterfly) -> &Arc<Module> {
        let Some(numeric) = self.numeric else { unreachable!("crossings are of fixed point") };
        &self.crossings[&crossing_of(butterfly, &numeric)]
    }

    /// The magnitude of a constant; in floating point with a sign for [`Set::with_sign`] to drop.
    pub fn magnitude(&self, value: &Real) -> u64 {
        let word = self.encode(&value.abs());
        match self.numeric {
            Some(_) => word,
            // Nothing has no sign.
            None => word | u64::from(!value.is_zero()) << (self.coefficient - 1),
        }
    }

    /// A coefficient with its sign flipped where that is asked for; in floating point with the sign it has only there.
    pub fn with_sign(&self, m: &mut Module, word: Net, negative: Net) -> Net {
        if self.numeric.is_some() {
            return complement(m, word, self.coefficient, negative);
        }
        let (magnitude, signed) = (m.slice(word, 0, self.coefficient - 1), m.bit(word, self.coefficient - 1));
        let sign = m.and(signed, negative);
        m.concat(&[magnitude, sign])
    }

    /// A constant as it stands in a coefficient.
    pub fn encode(&self, value: &Real) -> u64 {
        match self.numeric {
            Some(numeric) => word(numeric.encode(value).into(), numeric.coefficient),
            None => self.format.coefficient().encode(value),
        }
    }
}

/// The cycles of operators that are cut so deep.
pub fn latencies(depths: Depths) -> Latencies {
    Latencies { add: depths.adder as usize, mul: depths.multiplier as usize, scale: depths.scaler as usize }
}

/// The kind of a stage's butterflies.
fn butterfly_of(stage: &Stage, numeric: &Numeric, adjacent: bool) -> fixed::Butterfly {
    fixed::Butterfly { bits: numeric.inner, turned: !stage.turns.is_empty(), adjacent }
}

/// The kind of a stage's crossings.
fn crossing_of(butterfly: &LaneButterfly, numeric: &Numeric) -> fixed::Crossing {
    let LaneButterfly { stage, swaps } = butterfly;
    fixed::Crossing { bits: numeric.inner, turned: !stage.turns.is_empty(), exchanged: !swaps.is_empty() }
}

/// The name of an operator of so many bits, with those of its traits that it has.
fn named(operator: &str, bits: u32, traits: [(bool, &str); 2]) -> String {
    let name = format!("{operator}_{bits}");
    traits.into_iter().filter(|(has, _)| *has).fold(name, |name, (_, has)| format!("{name}_{has}"))
}

/// What tells normalizers' shifters apart.
fn key(normalizer: &Normalizer) -> [u32; 2] {
    [if normalizer.float.is_some() { 0 } else { normalizer.input }, normalizer.output]
}

/// An operator of an adder and multipliers, by its name, these, and their cycles.
type InTurn = fn(&str, [&Arc<Module>; 2], [u32; 2]) -> Module;

/// Modules made so far, by name.
pub(super) struct Known<'a> {
    prefix: &'a str,
    depths: Depths,
    product: Product,
    modules: BTreeMap<String, Arc<Module>>,
}

impl Known<'_> {
    pub(super) fn module(&mut self, name: &str, depth: u32, make: impl FnOnce(&str) -> Module) -> Arc<Module> {
        self.with_leads(name, (depth, LEADS), make)
    }

    /// The same of an operator whose operands wait for each other.
    pub(super) fn waiting(&mut self, name: &str, depth: u32, make: impl FnOnce(&str) -> Module) -> Arc<Module> {
        self.with_leads(name, (depth, WAITING), make)
    }

    fn with_leads(&mut self, name: &str, cuts: (u32, Leads), make: impl FnOnce(&str) -> Module) -> Arc<Module> {
        let name = format!("{}_{name}", self.prefix);
        let (depth, leads) = cuts;
        let made = self.modules.entry(name).or_insert_with_key(|name| Arc::new(pipeline(&make(name), depth, leads)));
        made.clone()
    }

    fn float(&mut self, kind: UnitKind, float: Float) -> Arc<Module> {
        let (depths, product) = (self.depths, self.product);
        match kind {
            UnitKind::Add => self.module("add", depths.adder, |name| adder(name, float)),
            UnitKind::Pair => self.module("pair", depths.pair, |name| pair(name, float)),
            UnitKind::Mul => {
                self.module("mul", depths.multiplier, |name| multiplier(name, float, float.coefficient(), product))
            }
            UnitKind::Scale(k) => self.module(&scale_name(k), depths.scaler, |name| scaler(name, float, k)),
            UnitKind::Choose => self.choose(float.bits()),
            UnitKind::Gated => unreachable!("floating point has no such operator"),
            UnitKind::Eighth => {
                let parts = [UnitKind::Add, UnitKind::Mul].map(|kind| self.float(kind, float));
                self.in_turn("eighth", parts, eighth)
            }
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
            UnitKind::Choose => self.choose(inner),
            UnitKind::Gated => self.module(&format!("gated_{inner}"), depths.adder, |name| fixed::gated(name, inner)),
            UnitKind::Eighth => {
                let parts = [UnitKind::Add, UnitKind::Mul].map(|kind| self.fixed(kind, numeric));
                self.in_turn(&format!("eighth_{inner}_{coefficient}_{point}"), parts, eighth)
            }
        }
    }

    /// A multiplier by a constant, or an eighth of a turn, by sums.
    fn chain(&mut self, kind: UnitKind, numeric: &Numeric, constant: i64) -> Arc<Module> {
        let Numeric { inner, point, .. } = *numeric;
        let by = if constant < 0 { format!("minus_{}", -constant) } else { constant.to_string() };
        let times = self.module(&format!("times_{by}_{inner}_{point}"), self.depths.multiplier, |name| {
            fixed::times(name, inner, &fixed::Chain::new(constant), point)
        });
        match kind {
            UnitKind::Eighth => {
                let add = self.fixed(UnitKind::Add, numeric);
                self.in_turn(&format!("eighth_by_{by}_{inner}_{point}"), [add, times], eighth)
            }
            _ => times,
        }
    }

    fn butterfly(&mut self, kind: fixed::Butterfly, depth: u32) -> Arc<Module> {
        let name = named("butterfly", kind.bits, [(kind.turned, "turned"), (kind.adjacent, "adjacent")]);
        self.module(&name, depth, |name| fixed::butterfly(name, kind))
    }

    fn crossing(&mut self, kind: fixed::Crossing, depth: u32) -> Arc<Module> {
        let name = named("crossing", kind.bits, [(kind.turned, "turned"), (kind.exchanged, "exchanged")]);
        self.module(&name, depth, |name| fixed::crossing(name, kind))
    }

    fn choose(&mut self, bits: u32) -> Arc<Module> {
        self.module(&format!("choose_{bits}"), Latencies::CHOOSE as u32, |name| chooser(name, bits))
    }

    /// What makes one part of a word after the other by an adder and multipliers.
    fn in_turn(&mut self, name: &str, [add, mul]: [Arc<Module>; 2], make: InTurn) -> Arc<Module> {
        let name = format!("{}_{name}", self.prefix);
        let depths = [self.depths.adder, self.depths.multiplier];
        self.modules.entry(name).or_insert_with_key(|name| Arc::new(make(name, [&add, &mul], depths))).clone()
    }

    /// What shifts and rounds a word of a normalizer.
    fn align(&mut self, normalizer: &Normalizer) -> Arc<Module> {
        let Normalizer { input, output, rounding, .. } = *normalizer;
        let dropped = normalizer.dropped();
        let overflow = (dropped > 0).then_some(Overflow::Saturate);
        let inner = normalizer.shifted_bits();
        let cut = fixed::Cut { inner, places: 0, dropped, output, rounding, overflow, signed: false };
        if let Some(float) = normalizer.float {
            return self.module("from_float", normalizer.cycles() as u32, |name| from_float(name, float, &cut));
        }
        self.module(&format!("align_{input}_{output}"), normalizer.cycles() as u32, |name| fixed::align(name, &cut))
    }

    /// What rounds an output.
    fn end(&mut self, numeric: &Numeric, signed: bool) -> Arc<Module> {
        let Numeric { inner, output, rounding, overflow, fits, guard, choice: places, .. } = *numeric;
        let overflow = (!fits).then_some(overflow);
        let dropped = guard.saturating_add_signed(numeric.most());
        let cut = fixed::Cut { inner, places, dropped, output, rounding, overflow, signed };
        self.module(&cut.name(), numeric.cycles as u32, |name| cut.module(name))
    }
}

fn scale_name(k: i32) -> String {
    format!("scale_{}{}", if k < 0 { "down" } else { "up" }, k.abs())
}
