//! Facts about plans in a form for programs.

use super::noise::Noise;
use super::operators::{estimated_luts, OperatorCounts};
use super::pieces::{pieces, Piece};
use fftgen::arch::multi_size::{FrameGap, SharedChain, SizeRoute};
use fftgen::formula::Order;
use fftgen::planner::{self, Ranked};
use fftgen::{Choice, Config};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
pub struct Facts {
    pub schema: &'static str,
    pub name: String,
    pub title: String,
    pub size: usize,
    pub width: usize,
    pub precision: String,
    /// Orders of the points at the input and at the output.
    pub order: String,
    /// Factor of the sum, as a ratio. None if each size has a factor of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<String>,
    pub interval_cycles: usize,
    /// Clock cycles to each cycle of the core, if that is not one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_cycle_clocks: Option<usize>,
    /// Complex words in which a frame becomes whole before the core, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer_words: Option<usize>,
    /// Reason why no folded core is weighed. None if no cycles of a frame are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub streams_because: Option<&'static str>,
    /// Goal for which the plan was chosen.
    pub optimize: &'static str,
    pub max_dsp: Option<usize>,
    /// Whether memory comes before all else.
    pub least_memory: bool,
    /// Check bits of memories.
    pub protection: &'static str,
    /// Noise of the results. None where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
    /// Lower bounds for all cores of the chosen plan's formula.
    pub bound: Option<Bound>,
    /// Plans, the chosen plan first. Empty if several sizes share stages.
    pub plans: Vec<Plan>,
    /// Parts of the chosen plan or of the shared chain, from input to output.
    pub stages: Vec<Piece>,
    /// Whether the text has all plans, with their whole formulas.
    #[serde(skip)]
    pub shows_all: bool,
    /// Title of the estimated LUTs.
    #[serde(skip)]
    pub luts: &'static str,
    /// Sizes that frames choose from, the smallest first. If there are any, `size` and `interval_cycles` are those of
    /// the largest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
}

#[derive(Serialize, JsonSchema)]
pub struct Plan {
    pub plan: String,
    pub cost: Cost,
}

/// Facts about a size of a shared chain.
#[derive(Serialize, JsonSchema)]
pub struct Size {
    pub points: usize,
    /// Radices stage by stage. A stage that the size passes has radix 1.
    pub radices: Vec<usize>,
    /// Latency while no other frame is in the core.
    pub core_latency_cycles: usize,
    /// Cycles from frame to frame of this size.
    pub interval_cycles: usize,
    /// Maximum number of cycles by which a frame of another size is delayed after a frame of this size.
    pub most_wait_cycles: usize,
    /// Noise of the results. None where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
}

/// Lower bounds for any schedules and permuters.
#[derive(Serialize, JsonSchema)]
pub struct Bound {
    /// Latency if each operation starts as soon as its operands are there.
    pub core_latency_cycles: usize,
    /// Adders, if adders and multipliers work in every cycle. `luts` counts the LUTs of both alone.
    #[serde(rename = "real_adders")]
    pub adders: usize,
    #[serde(rename = "real_multipliers")]
    pub multipliers: usize,
    #[serde(rename = "lut")]
    pub luts: usize,
}

/// Cost of a plan. The plan with the minimum score is chosen.
#[derive(Serialize, JsonSchema)]
pub struct Cost {
    #[schemars(with = "usize")]
    pub score: u64,
    /// Estimate for the core on UltraScale+.
    #[serde(rename = "lut")]
    pub luts: usize,
    pub dsp: usize,
    pub core_latency_cycles: usize,
    #[serde(flatten)]
    pub operators: OperatorCounts,
    pub memory_words: usize,
}

impl Facts {
    /// Returns the facts that follow from the configuration alone.
    fn for_config(config: &Config) -> Self {
        Facts {
            schema: "fftgen-explain/1",
            name: config.top_name(),
            title: String::new(),
            size: config.size(),
            width: config.width,
            precision: config.format.name(),
            order: Order::names(config.orders, config.point_shape()),
            scale: None,
            interval_cycles: config.packing(config.points()).beats(config.points()) * config.clocks_per_beat(),
            core_cycle_clocks: Some(config.clocks_per_beat()).filter(|clocks| *clocks > 1),
            buffer_words: config.buffer.then(|| config.frame_beats()[0] * config.lanes()),
            streams_because: config.cycles.and_then(|_| config.streams_because()),
            optimize: config.goal.word(),
            max_dsp: config.max_dsp,
            least_memory: config.least_memory,
            protection: config.protection.word(),
            noise: None,
            bound: None,
            plans: vec![],
            stages: vec![],
            shows_all: false,
            luts: estimated_luts(config.target),
            sizes: vec![],
        }
    }

    /// Collects the facts about plans, of which the first is the chosen one.
    pub fn new(config: &Config, plans: &[Ranked]) -> Self {
        let pipeline = plans.first().map(|plan| &plan.pipeline);
        let chosen = pipeline.map_or_else(|| config.clone(), |pipeline| config.clone().chosen(pipeline));
        let schedule_model = chosen.schedule_model();
        Facts {
            title: pipeline.map_or_else(String::new, |pipeline| pipeline.title()),
            scale: pipeline.map(|pipeline| chosen.number().scale(pipeline)),
            bound: pipeline
                .map(|pipeline| planner::Bound::new(pipeline, &schedule_model.latencies, &schedule_model.costs).into()),
            plans: plans.iter().map(Plan::new).collect(),
            stages: pipeline.map_or(vec![], pieces),
            ..Facts::for_config(config)
        }
    }

    /// Collects the facts about the stages that several sizes share.
    pub fn for_chain(config: &Config, chain: &SharedChain) -> Self {
        let stages = (0..chain.stages.len()).map(|place| Piece::place(chain, place));
        let combiner = chain.combiner.iter().map(|combiner| Piece::join(chain, combiner));
        let scaler = chain.scaler.iter().map(|twiddle| Piece::division(chain, twiddle));
        let reordering =
            Piece::Reordering { latency_cycles: chain.reorder_cycles(), memory_words: chain.reorder_words() };
        let gaps = chain.gap_table();
        let size = |(number, route)| Size::new(chain, route, (number, &gaps));
        Facts {
            title: chain.title(config.direction()),
            stages: stages.chain(combiner).chain(scaler).chain([reordering]).collect(),
            shows_all: false,
            sizes: chain.routes.iter().enumerate().map(size).collect(),
            ..Facts::for_config(config)
        }
    }
}

impl Size {
    /// Collects the facts about a size. `gaps` has the gaps of all sizes, and `number` is the number of this one.
    fn new(chain: &SharedChain, route: &SizeRoute, (number, gaps): (usize, &[FrameGap])) -> Self {
        let others = gaps.iter().enumerate().filter(|(other, _)| *other != number);
        Size {
            points: route.size,
            radices: route.all_radices().collect(),
            core_latency_cycles: chain.latency(route),
            interval_cycles: route.beats(),
            most_wait_cycles: others.map(|(_, other)| gaps[number].cycles_to(other)).max().unwrap_or(0),
            noise: None,
        }
    }
}

impl From<planner::Bound> for Bound {
    fn from(bound: planner::Bound) -> Self {
        let planner::Bound { latency, adders, multipliers, luts } = bound;
        Bound { core_latency_cycles: latency, adders, multipliers, luts }
    }
}

impl Plan {
    fn new(plan: &Ranked) -> Self {
        let cost = &plan.cost;
        let cost = Cost {
            score: cost.score,
            luts: cost.luts,
            dsp: cost.blocks,
            core_latency_cycles: cost.latency,
            operators: cost.units.into(),
            memory_words: cost.words,
        };
        Plan { plan: plan.pipeline.plan(), cost }
    }
}
