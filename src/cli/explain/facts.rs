//! What there is to say about plans, as programs read it.

use super::operators::Operators;
use super::pieces::{pieces, Piece};
use fftgen::arch::multi_size::{FrameGap, SharedChain, SizeRoute};
use fftgen::formula::Order;
use fftgen::number::fixed::Forecast;
use fftgen::planner::{self, Ranked};
use fftgen::schedule::Goal;
use fftgen::Config;
use serde::Serialize;

#[derive(Serialize)]
pub struct Facts {
    pub schema: &'static str,
    pub name: String,
    pub title: String,
    pub size: usize,
    pub width: usize,
    pub precision: String,
    /// Of the points that come and of those that go.
    pub order: String,
    /// What the sum is multiplied by, as a ratio; none where each size has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<String>,
    pub interval_cycles: usize,
    /// Clock cycles to each cycle of the core, where that is not one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_cycle_clocks: Option<usize>,
    /// What the plan was chosen for.
    pub optimize: &'static str,
    pub max_dsp: Option<usize>,
    /// Memory comes before all else.
    pub least_memory: bool,
    /// What fixed point does to white noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
    /// What no core of the chosen plan's formula can do better than.
    pub bound: Option<Bound>,
    /// The chosen plan first, then the runners-up; none where several sizes share stages.
    pub plans: Vec<Plan>,
    /// Of the chosen plan or of the shared chain, from input to output.
    pub stages: Vec<Piece>,
    /// What frames choose from, the smallest first. Then `size` and `interval_cycles` are those of the largest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
}

#[derive(Serialize)]
pub struct Plan {
    pub plan: String,
    pub cost: Cost,
}

/// A size of a shared chain.
#[derive(Serialize)]
pub struct Size {
    pub points: usize,
    /// Stage by stage; 1 where it goes past one.
    pub radices: Vec<usize>,
    /// Where no other frame is under way.
    pub core_latency_cycles: usize,
    /// From frame to frame of this size.
    pub interval_cycles: usize,
    /// Cycles by which a frame of another size is held back behind one of this size, at the most.
    pub most_wait_cycles: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<Noise>,
}

/// Foretold for white noise of full scale, to a tenth.
#[derive(Serialize)]
pub struct Noise {
    pub snr_db: f64,
    /// By which a complex output can be longer than the longest input, were it not scaled.
    pub growth_bits: f64,
}

/// Lower bounds, whatever the schedules and permuters.
#[derive(Serialize)]
pub struct Bound {
    /// Each operation as soon as its operands are there.
    pub core_latency_cycles: usize,
    /// Adders and multipliers that work in every cycle, and the LUTs of these alone.
    pub adders: usize,
    pub multipliers: usize,
    pub luts: usize,
}

/// What a plan costs; the least score is chosen.
#[derive(Serialize)]
pub struct Cost {
    pub score: usize,
    /// Estimate for the core on UltraScale+.
    pub luts: usize,
    pub dsp: usize,
    pub core_latency_cycles: usize,
    #[serde(flatten)]
    pub operators: Operators,
    pub memory_words: usize,
}

impl Facts {
    /// What is asked for.
    fn of(config: &Config) -> Self {
        Facts {
            schema: "fftgen-explain/1",
            name: config.top_name(),
            title: String::new(),
            size: config.size,
            width: config.width,
            precision: config.format.name(),
            order: Order::names(config.orders, config.points()),
            scale: None,
            interval_cycles: config.points().div_ceil(config.lanes()) * config.clocks_per_beat(),
            core_cycle_clocks: Some(config.clocks_per_beat()).filter(|clocks| *clocks > 1),
            optimize: word(config.goal),
            max_dsp: config.max_dsp,
            least_memory: config.least_memory,
            noise: None,
            bound: None,
            plans: vec![],
            stages: vec![],
            sizes: vec![],
        }
    }

    /// `plans`: the chosen one first.
    pub fn new(config: &Config, plans: &[Ranked]) -> Self {
        let pipeline = plans.first().map(|plan| &plan.pipeline);
        let chosen = pipeline.map_or_else(|| config.clone(), |pipeline| config.clone().chosen(pipeline));
        let terms = chosen.terms();
        Facts {
            title: pipeline.map_or_else(String::new, |pipeline| pipeline.title()),
            scale: pipeline.map(|pipeline| chosen.number().scale(pipeline)),
            noise: pipeline.and_then(|pipeline| Forecast::new(pipeline, config.format.bits())).map(Noise::from),
            bound: pipeline.map(|pipeline| planner::Bound::of(pipeline, &terms.latencies, &terms.prices).into()),
            plans: plans.iter().map(Plan::new).collect(),
            stages: pipeline.map_or(vec![], pieces),
            ..Facts::of(config)
        }
    }

    /// Describes the stages that several sizes share.
    pub fn of_chain(config: &Config, chain: &SharedChain) -> Self {
        let stages = (0..chain.stages.len()).map(|place| Piece::place(chain, place));
        let combiner = chain.combiner.iter().map(|combiner| Piece::join(chain, combiner));
        let scaler = chain.scaler.iter().map(|twiddle| Piece::division(chain, twiddle));
        let reordering =
            Piece::Reordering { latency_cycles: chain.reorder_cycles(), memory_words: chain.reorder_words() };
        let gaps = chain.gap_table();
        let bits = config.format.bits();
        let size = |(number, route)| Size::new(chain, route, (number, &gaps), bits);
        Facts {
            title: chain.title(config.direction()),
            stages: stages.chain(combiner).chain(scaler).chain([reordering]).collect(),
            sizes: chain.routes.iter().enumerate().map(size).collect(),
            ..Facts::of(config)
        }
    }
}

impl Size {
    /// `gaps`: of all sizes, and the number of this one; `bits`: of a component.
    fn new(chain: &SharedChain, route: &SizeRoute, (number, gaps): (usize, &[FrameGap]), bits: u32) -> Self {
        let others = gaps.iter().enumerate().filter(|(other, _)| *other != number);
        Size {
            points: route.size,
            radices: route.all_radices().collect(),
            core_latency_cycles: chain.latency(route),
            interval_cycles: route.beats(),
            most_wait_cycles: others.map(|(_, other)| gaps[number].cycles_to(other)).max().unwrap_or(0),
            noise: Forecast::new(&route.pipeline, bits).map(Noise::from),
        }
    }
}

fn word(goal: Goal) -> &'static str {
    match goal {
        Goal::Latency => "latency",
        Goal::Area => "area",
        Goal::Balanced => "balanced",
    }
}

impl From<Forecast> for Noise {
    fn from(forecast: Forecast) -> Self {
        let tenths = |value: f64| (10.0 * value).round() / 10.0;
        Noise { snr_db: tenths(forecast.snr), growth_bits: tenths(forecast.growth.log2()) }
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
