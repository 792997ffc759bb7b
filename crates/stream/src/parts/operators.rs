//! The operators of kernels, in the format and with the pipeline depths of a core.

use super::cache::{latencies, ModuleCache};
use super::cfp::CfpOperators;
use super::shared_operator::{phase_counter, shared_operator};
use crate::format::Format;
use crate::operators::Depths;
use crate::operators::{fixed, largest, to_float, MultiplierStyle};
use crate::pipeline::{Block, Butterfly, Converter, LaneButterfly, Normalizer, Pipeline, Stage, StageArithmetic};
use crate::rtl::memories::Memories;
use crate::rtl::technology::Technology;
use crate::rtl::Module;
use crate::schedule::{Latencies, UnitKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Pipelined operators, each a module that all blocks share.
pub struct OperatorLibrary {
    /// Format at the input of the core.
    pub format: Format,
    /// Bits of a component at the input.
    pub bits: u32,
    /// Operators of each arithmetic of stages.
    sets: Vec<OperatorSet>,
    /// Operators that shift and round the words of normalizers, by bits at input and output. Floating point has 0 at
    /// the input.
    normalizer_shifters: BTreeMap<[u32; 2], Arc<Module>>,
    /// Operator that finds the largest exponent field of a beat.
    largest: Option<Arc<Module>>,
    /// Operator that converts words to floating point.
    convert: Option<Arc<Module>>,
    /// Operators of shared-exponent words.
    pub cfp: CfpOperators,
    /// Modules of memories.
    pub memories: Memories,
}

/// The operators of stages of one arithmetic.
pub struct OperatorSet {
    /// Arithmetic of the stages.
    pub arithmetic: StageArithmetic,
    /// Operators of units, by kind.
    modules: BTreeMap<UnitKind, Arc<Module>>,
    /// Multipliers by constants as sums of shifted words, by kind of the unit and constant.
    constant_multipliers: BTreeMap<(UnitKind, i64), Arc<Module>>,
    /// Operators of fused butterflies.
    butterflies: BTreeMap<fixed::Butterfly, Arc<Module>>,
    /// Operators of lane butterflies.
    lane_butterflies: BTreeMap<fixed::Crossing, Arc<Module>>,
    /// Latencies of the operators.
    pub latencies: Latencies,
    /// Output rounders, without and with negation. `None` if outputs need no rounding.
    pub output_rounders: Option<[Arc<Module>; 2]>,
    /// Operators that serve several units within a beat, by kind and number of units.
    shared: BTreeMap<(UnitKind, usize), Arc<Module>>,
    /// Counter of the clock cycles of a beat, if operators are shared.
    phase_counter: Option<Arc<Module>>,
}

impl OperatorLibrary {
    /// Builds the operators that a pipeline uses.
    pub fn new(prefix: &str, format: Format, depths: Depths, multiplier: MultiplierStyle, pipeline: &Pipeline) -> Self {
        let mut cache = ModuleCache::new(prefix, depths, multiplier);
        let mut operators = Self::empty(prefix, format, depths.technology);
        pipeline.blocks.iter().for_each(|block| operators.add_block(&mut cache, block));
        for stage in pipeline.stages() {
            operators.set_mut(&cache, stage).share(prefix, stage, pipeline.pace);
        }
        let shifters = pipeline.normalizers().map(|(_, n)| (shifter_key(n), cache.normalizer_shifter(n)));
        let normalizer_shifters = shifters.collect();
        let largest = pipeline.normalizers().find_map(|(_, normalizer)| {
            let (bits, count) = (normalizer.float?.exponent, 2 * normalizer.measured.lanes);
            Some(cache.module("largest", normalizer.measure_cycles() as u32, |name| largest(name, bits, count)))
        });
        let convert = pipeline.converter().zip(pipeline.block_exponent_bits()).map(|(converter, bits)| {
            let Converter { float, input, .. } = *converter;
            cache.module("to_float", converter.latency() as u32, |name| to_float(name, float, input, bits))
        });
        let cfp = CfpOperators::new(&mut cache, pipeline);
        OperatorLibrary { normalizer_shifters, largest, convert, cfp, ..operators }
    }

    /// Builds the operators that some stages use.
    pub fn for_stages<'a>(
        prefix: &str,
        format: Format,
        depths: Depths,
        multiplier: MultiplierStyle,
        stages: impl IntoIterator<Item = &'a Stage>,
    ) -> Self {
        let mut cache = ModuleCache::new(prefix, depths, multiplier);
        let mut operators = Self::empty(prefix, format, depths.technology);
        stages.into_iter().for_each(|stage| operators.add_stage(&mut cache, stage));
        operators
    }

    /// Creates a library without operators.
    fn empty(prefix: &str, format: Format, technology: &Technology) -> Self {
        OperatorLibrary {
            format,
            bits: format.bits(),
            sets: vec![],
            normalizer_shifters: BTreeMap::new(),
            largest: None,
            convert: None,
            cfp: CfpOperators::default(),
            memories: Memories::new(prefix, technology),
        }
    }

    /// Adds the operators of a block.
    fn add_block(&mut self, cache: &mut ModuleCache, block: &Block) {
        match block {
            Block::Butterfly(butterfly) => self.add_butterfly(cache, butterfly),
            Block::LaneButterfly(butterfly) => {
                let depth = butterfly.stage.kernel.schedule.latency as u32;
                let kind = lane_butterfly_kind(butterfly);
                let set = self.set_mut(cache, &butterfly.stage);
                set.lane_butterflies.entry(kind).or_insert_with(|| cache.lane_butterfly(kind, depth));
                self.add_stage(cache, &butterfly.stage);
            }
            _ => block.stage().into_iter().for_each(|stage| self.add_stage(cache, stage)),
        }
    }

    /// Adds the operators of a fused butterfly.
    fn add_butterfly(&mut self, cache: &mut ModuleCache, butterfly: &Butterfly) {
        let depth = butterfly.stage.kernel.schedule.latency as u32;
        let waits = butterfly.stage.lead_cycles() > 0;
        let set = self.set_mut(cache, &butterfly.stage);
        // A core whose frames may begin directly after a reset takes the general operator for a unit delay as well.
        for unit_delay in [false, true].into_iter().filter(|unit_delay| !unit_delay || butterfly.has_unit_delay()) {
            let kind = butterfly_kind(&butterfly.stage, unit_delay);
            set.butterflies.entry(kind).or_insert_with(|| cache.butterfly(kind, depth, waits));
        }
        set.add_rounders(cache);
    }

    /// Adds the operators of a stage's schedule, and its output rounders.
    fn add_stage(&mut self, cache: &mut ModuleCache, stage: &Stage) {
        let set = self.set_mut(cache, stage);
        for (number, unit) in stage.kernel.schedule.units.iter().enumerate() {
            if let Some((fixed, &constant)) =
                stage.arithmetic.fixed().zip(stage.kernel.constant_multipliers.get(&number))
            {
                let operator = set.constant_multipliers.entry((unit.kind, constant));
                operator.or_insert_with(|| cache.constant_multiplier(unit.kind, &fixed, constant));
                continue;
            }
            set.modules.entry(unit.kind).or_insert_with(|| match stage.arithmetic {
                StageArithmetic::Float(float) => cache.float(unit.kind, float),
                StageArithmetic::Fixed(fixed) | StageArithmetic::SharedExponent { fixed, .. } => {
                    cache.fixed(unit.kind, &fixed)
                }
            });
        }
        set.add_rounders(cache);
    }

    /// Returns the operator set of a stage's arithmetic for additions.
    fn set_mut(&mut self, cache: &ModuleCache, stage: &Stage) -> &mut OperatorSet {
        let index = self.sets.iter().position(|set| set.arithmetic == stage.arithmetic).unwrap_or_else(|| {
            self.sets.push(OperatorSet::new(stage.arithmetic, latencies(cache.depths)));
            self.sets.len() - 1
        });
        &mut self.sets[index]
    }

    /// Returns the operator that shifts and rounds a component in a normalizer.
    pub fn normalizer_shifter(&self, normalizer: &Normalizer) -> &Arc<Module> {
        &self.normalizer_shifters[&shifter_key(normalizer)]
    }

    /// Returns the operator that finds the largest exponent field of a beat.
    pub fn largest(&self) -> &Arc<Module> {
        self.largest.as_ref().unwrap_or_else(|| unreachable!("the pipeline's input is floating point"))
    }

    /// Returns the operator that converts a word to floating point.
    pub fn convert(&self) -> &Arc<Module> {
        self.convert.as_ref().unwrap_or_else(|| unreachable!("the pipeline has a converter"))
    }

    /// Returns the operators of a stage.
    pub fn of_stage(&self, stage: &Stage) -> &OperatorSet {
        let set = self.sets.iter().find(|set| set.arithmetic == stage.arithmetic);
        set.unwrap_or_else(|| unreachable!("the pipeline's stages are known"))
    }
}

impl OperatorSet {
    /// Creates a set without operators.
    fn new(arithmetic: StageArithmetic, latencies: Latencies) -> Self {
        OperatorSet {
            arithmetic,
            modules: BTreeMap::new(),
            constant_multipliers: BTreeMap::new(),
            butterflies: BTreeMap::new(),
            lane_butterflies: BTreeMap::new(),
            latencies,
            output_rounders: None,
            shared: BTreeMap::new(),
            phase_counter: None,
        }
    }

    /// Adds the operators that serve several units of a stage, at a pace in clock cycles to a beat.
    fn share(&mut self, prefix: &str, stage: &Stage, pace: usize) {
        for group in &stage.kernel.shared_units {
            let kind = stage.kernel.schedule.units[group[0]].kind;
            let (latency, operator) = (self.latencies.of(kind), &self.modules[&kind]);
            let build = || {
                let name = format!("{}_by{}", operator.name, group.len());
                Arc::new(shared_operator(&name, operator, latency, group.len(), pace))
            };
            self.shared.entry((kind, group.len())).or_insert_with(build);
            self.phase_counter.get_or_insert_with(|| Arc::new(phase_counter(&format!("{prefix}_phase"), pace)));
        }
    }

    /// Adds the output rounders, if outputs are rounded.
    fn add_rounders(&mut self, cache: &mut ModuleCache) {
        if let Some(fixed) = self.arithmetic.fixed().filter(|fixed| fixed.round_cycles > 0) {
            self.output_rounders
                .get_or_insert_with(|| [false, true].map(|signed| cache.output_rounder(&fixed, signed)));
        }
    }

    /// Returns the operator of a unit of a stage, by number of the unit.
    pub fn module(&self, stage: &Stage, unit: usize) -> &Arc<Module> {
        let kind = stage.kernel.schedule.units[unit].kind;
        stage
            .kernel
            .constant_multipliers
            .get(&unit)
            .map_or_else(|| &self.modules[&kind], |&constant| &self.constant_multipliers[&(kind, constant)])
    }

    /// Returns the multiplier. The set is that of a stage with one.
    pub fn multiplier(&self) -> &Arc<Module> {
        &self.modules[&UnitKind::Mul]
    }

    /// Returns the operator that serves a group of units of a stage.
    pub fn shared(&self, stage: &Stage, group: &[usize]) -> &Arc<Module> {
        &self.shared[&(stage.kernel.schedule.units[group[0]].kind, group.len())]
    }

    /// Returns the counter of the clock cycles of a beat, which shared operators need.
    pub fn phase_counter(&self) -> &Arc<Module> {
        self.phase_counter.as_ref().unwrap_or_else(|| unreachable!("operators are shared"))
    }

    /// Returns the operator of a fused butterfly, with a delay of one beat or of more.
    pub fn butterfly(&self, stage: &Stage, unit_delay: bool) -> &Arc<Module> {
        &self.butterflies[&butterfly_kind(stage, unit_delay)]
    }

    /// Returns the operator of a lane butterfly.
    pub fn lane_butterfly(&self, butterfly: &LaneButterfly) -> &Arc<Module> {
        &self.lane_butterflies[&lane_butterfly_kind(butterfly)]
    }

    /// Bits of a word between operators.
    pub fn bits(&self) -> u32 {
        self.arithmetic.internal_bits()
    }
}

/// Returns the kind of operator of a stage of fused butterflies.
fn butterfly_kind(stage: &Stage, unit_delay: bool) -> fixed::Butterfly {
    fixed::Butterfly {
        bits: stage.arithmetic.internal_bits(),
        turned: !stage.rotations.is_empty(),
        adjacent: unit_delay,
    }
}

/// Returns the kind of operator of lane butterflies.
fn lane_butterfly_kind(butterfly: &LaneButterfly) -> fixed::Crossing {
    let LaneButterfly { stage, swaps } = butterfly;
    fixed::Crossing {
        bits: stage.arithmetic.internal_bits(),
        turned: !stage.rotations.is_empty(),
        exchanged: !swaps.is_empty(),
    }
}

/// Returns the key of a normalizer's shifter.
fn shifter_key(normalizer: &Normalizer) -> [u32; 2] {
    [if normalizer.float.is_some() { 0 } else { normalizer.input }, normalizer.output]
}
