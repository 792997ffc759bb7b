//! The operators that kernels are made of, in the format and depth of a design.

use super::cache::{latencies, ModuleCache};
use super::cfp::CfpOperators;
use super::sign::complement;
use crate::exact::Real;
use crate::format::Format;
use crate::pipeline::{
    Block, Butterfly, Converter, FixedStage, LaneButterfly, Normalizer, Pipeline, Stage, StageArithmetic,
};
use crate::rtl::operators::{fixed, largest, to_float, MultiplierStyle};
use crate::rtl::retime::Depths;
use crate::rtl::{Module, Net};
use crate::schedule::{Latencies, UnitKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pipelined operators, each a module that every kernel shares.
pub struct OperatorLibrary {
    pub format: Format,
    /// Bits of a component at the input.
    pub bits: u32,
    /// For each arithmetic of a stage.
    sets: Vec<OperatorSet>,
    /// What shifts and rounds the words of a normalizer, by its bits; a first one of 0 stands for floating point.
    aligns: BTreeMap<[u32; 2], Arc<Module>>,
    /// What finds the largest exponent field of a beat, and what makes floating point of words.
    largest: Option<Arc<Module>>,
    convert: Option<Arc<Module>>,
    pub cfp: CfpOperators,
}

/// The operators of stages of one arithmetic.
pub struct OperatorSet {
    pub arithmetic: StageArithmetic,
    modules: BTreeMap<UnitKind, Arc<Module>>,
    /// By sums in place of multipliers.
    constant_multipliers: BTreeMap<(UnitKind, i64), Arc<Module>>,
    butterflies: BTreeMap<fixed::Butterfly, Arc<Module>>,
    crossings: BTreeMap<fixed::Crossing, Arc<Module>>,
    /// Their cycles.
    pub latencies: Latencies,
    /// What rounds the outputs, of words as they are and of words to be negated.
    pub output_rounders: Option<[Arc<Module>; 2]>,
}

impl OperatorLibrary {
    /// The operators that a pipeline uses.
    pub fn new(prefix: &str, format: Format, depths: Depths, multiplier: MultiplierStyle, pipeline: &Pipeline) -> Self {
        let mut known = ModuleCache::new(prefix, depths, multiplier);
        let mut operators = Self::of(format);
        pipeline.blocks.iter().for_each(|block| operators.serve(&mut known, block));
        let aligns = pipeline.normalizers().map(|(_, n)| (key(n), known.align(n))).collect();
        let largest = pipeline.normalizers().find_map(|(_, normalizer)| {
            let (bits, count) = (normalizer.float?.exponent, 2 * normalizer.measured.lanes);
            Some(known.module("largest", normalizer.measuring() as u32, |name| largest(name, bits, count)))
        });
        let convert = pipeline.converter().zip(pipeline.block_exponent_bits()).map(|(converter, bits)| {
            let Converter { float, input, .. } = *converter;
            known.module("to_float", converter.latency() as u32, |name| to_float(name, float, input, bits))
        });
        let cfp = CfpOperators::new(&mut known, pipeline);
        OperatorLibrary { aligns, largest, convert, cfp, ..operators }
    }

    /// Those that stages use which are no pipeline of their own.
    pub fn of_stages<'a>(
        prefix: &str,
        format: Format,
        depths: Depths,
        multiplier: MultiplierStyle,
        stages: impl IntoIterator<Item = &'a Stage>,
    ) -> Self {
        let mut known = ModuleCache::new(prefix, depths, multiplier);
        let mut operators = Self::of(format);
        stages.into_iter().for_each(|stage| operators.schedule(&mut known, stage));
        operators
    }

    /// None yet.
    fn of(format: Format) -> Self {
        let (sets, aligns, largest, convert) = (vec![], BTreeMap::new(), None, None);
        OperatorLibrary { format, bits: format.bits(), sets, aligns, largest, convert, cfp: CfpOperators::default() }
    }

    /// Adds what a block instantiates.
    fn serve(&mut self, known: &mut ModuleCache, block: &Block) {
        match block {
            Block::Butterfly(butterfly) => self.butterfly(known, butterfly),
            Block::LaneButterfly(butterfly) => {
                let depth = butterfly.stage.kernel.schedule.latency as u32;
                let (fixed, set) = self.fixed(known, &butterfly.stage);
                let kind = crossing_of(butterfly, &fixed);
                set.crossings.entry(kind).or_insert_with(|| known.crossing(kind, depth));
                self.schedule(known, &butterfly.stage);
            }
            _ => block.stage().into_iter().for_each(|stage| self.schedule(known, stage)),
        }
    }

    fn butterfly(&mut self, known: &mut ModuleCache, butterfly: &Butterfly) {
        let depth = butterfly.stage.kernel.schedule.latency as u32;
        let (fixed, set) = self.fixed(known, &butterfly.stage);
        // Behind a reset neighbours need what others do.
        for adjacent in [false, true].into_iter().filter(|adjacent| !adjacent || butterfly.is_adjacent()) {
            let kind = butterfly_of(&butterfly.stage, &fixed, adjacent);
            set.butterflies.entry(kind).or_insert_with(|| known.butterfly(kind, depth));
        }
        set.round(known, &fixed);
    }

    /// Adds the units of a stage's schedule, and what rounds its results.
    fn schedule(&mut self, known: &mut ModuleCache, stage: &Stage) {
        let set = self.set(known, stage);
        for (number, unit) in stage.kernel.schedule.units.iter().enumerate() {
            if let Some((fixed, &constant)) =
                stage.arithmetic.fixed().zip(stage.kernel.constant_multipliers.get(&number))
            {
                let chain = set.constant_multipliers.entry((unit.kind, constant));
                chain.or_insert_with(|| known.chain(unit.kind, &fixed, constant));
                continue;
            }
            set.modules.entry(unit.kind).or_insert_with(|| match stage.arithmetic {
                StageArithmetic::Float(float) => known.float(unit.kind, float),
                StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => {
                    known.fixed(unit.kind, &fixed)
                }
            });
        }
        if let Some(fixed) = stage.arithmetic.fixed() {
            set.round(known, &fixed);
        }
    }

    /// The set of a stage's arithmetic.
    fn set(&mut self, known: &ModuleCache, stage: &Stage) -> &mut OperatorSet {
        let place = self.sets.iter().position(|set| set.arithmetic == stage.arithmetic).unwrap_or_else(|| {
            self.sets.push(OperatorSet::new(stage.arithmetic, latencies(known.depths)));
            self.sets.len() - 1
        });
        &mut self.sets[place]
    }

    /// The arithmetic and the set of a stage of fixed point.
    fn fixed(&mut self, known: &ModuleCache, stage: &Stage) -> (FixedStage, &mut OperatorSet) {
        let Some(fixed) = stage.arithmetic.fixed() else { unreachable!("butterflies are of fixed point") };
        (fixed, self.set(known, stage))
    }

    /// What shifts and rounds a component in a normalizer of the pipeline.
    pub fn align(&self, normalizer: &Normalizer) -> &Arc<Module> {
        &self.aligns[&key(normalizer)]
    }

    /// What finds the largest exponent field of a beat.
    pub fn largest(&self) -> &Arc<Module> {
        self.largest.as_ref().unwrap_or_else(|| unreachable!("the pipeline's input is floating point"))
    }

    /// What makes a floating-point number of a word.
    pub fn convert(&self) -> &Arc<Module> {
        self.convert.as_ref().unwrap_or_else(|| unreachable!("the pipeline has a converter"))
    }

    /// Those of a stage of the pipeline.
    pub fn of_stage(&self, stage: &Stage) -> &OperatorSet {
        let set = self.sets.iter().find(|set| set.arithmetic == stage.arithmetic);
        set.unwrap_or_else(|| unreachable!("the pipeline's stages are known"))
    }
}

impl OperatorSet {
    fn new(arithmetic: StageArithmetic, latencies: Latencies) -> Self {
        OperatorSet {
            arithmetic,
            modules: BTreeMap::new(),
            constant_multipliers: BTreeMap::new(),
            butterflies: BTreeMap::new(),
            crossings: BTreeMap::new(),
            latencies,
            output_rounders: None,
        }
    }

    /// Adds what rounds results of an arithmetic.
    fn round(&mut self, known: &mut ModuleCache, fixed: &FixedStage) {
        if fixed.round_cycles > 0 && self.output_rounders.is_none() {
            self.output_rounders = Some([false, true].map(|signed| known.output_rounder(fixed, signed)));
        }
    }

    /// That of the unit of this number of a stage.
    pub fn module(&self, stage: &Stage, unit: usize) -> &Arc<Module> {
        let kind = stage.kernel.schedule.units[unit].kind;
        stage
            .kernel
            .constant_multipliers
            .get(&unit)
            .map_or_else(|| &self.modules[&kind], |&constant| &self.constant_multipliers[&(kind, constant)])
    }

    /// That of a stage of butterflies.
    pub fn butterfly(&self, stage: &Stage, adjacent: bool) -> &Arc<Module> {
        let Some(fixed) = self.arithmetic.fixed() else { unreachable!("butterflies are of fixed point") };
        &self.butterflies[&butterfly_of(stage, &fixed, adjacent)]
    }

    /// That of a stage of crossings.
    pub fn crossing(&self, butterfly: &LaneButterfly) -> &Arc<Module> {
        let Some(fixed) = self.arithmetic.fixed() else { unreachable!("crossings are of fixed point") };
        &self.crossings[&crossing_of(butterfly, &fixed)]
    }

    /// Bits of a word between operators.
    pub fn bits(&self) -> u32 {
        self.arithmetic.internal_bits()
    }

    /// Bits of a coefficient.
    pub fn coefficient(&self) -> u32 {
        self.arithmetic.coefficient_bits()
    }

    /// The magnitude of a constant. Where words have a sign bit it has the sign for [`OperatorSet::with_sign`] to drop.
    pub fn magnitude(&self, value: &Real) -> u64 {
        let word = self.encode(&value.abs());
        match self.arithmetic.has_sign_bit() {
            // Nothing has no sign.
            true => word | u64::from(!value.is_zero()) << (self.coefficient() - 1),
            false => word,
        }
    }

    /// A coefficient with its sign flipped where that is asked for; where words have a sign bit, with the sign it has only there.
    pub fn with_sign(&self, m: &mut Module, word: Net, negative: Net) -> Net {
        let bits = self.coefficient();
        if !self.arithmetic.has_sign_bit() {
            return complement(m, word, bits, negative);
        }
        let (magnitude, signed) = (m.slice(word, 0, bits - 1), m.bit(word, bits - 1));
        let sign = m.and(signed, negative);
        m.concat(&[magnitude, sign])
    }

    /// A constant as it stands in a coefficient.
    pub fn encode(&self, value: &Real) -> u64 {
        self.arithmetic.encode(value)
    }
}

/// The kind of a stage's butterflies.
fn butterfly_of(stage: &Stage, fixed: &FixedStage, adjacent: bool) -> fixed::Butterfly {
    fixed::Butterfly { bits: fixed.internal_bits, turned: !stage.turns.is_empty(), adjacent }
}

/// The kind of a stage's crossings.
fn crossing_of(butterfly: &LaneButterfly, fixed: &FixedStage) -> fixed::Crossing {
    let LaneButterfly { stage, swaps } = butterfly;
    fixed::Crossing { bits: fixed.internal_bits, turned: !stage.turns.is_empty(), exchanged: !swaps.is_empty() }
}

/// What tells normalizers' shifters apart.
fn key(normalizer: &Normalizer) -> [u32; 2] {
    [if normalizer.float.is_some() { 0 } else { normalizer.input }, normalizer.output]
}
