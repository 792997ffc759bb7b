//! Facts about elements, links and steps, for the manifest, the README and people who ask. They follow from plans
//! alone.

use crate::arch::ProductFacts;
use crate::array::{Plan, Step};
use crate::choice::Choice;
use crate::design::Config;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

/// The elements and their links.
#[derive(Serialize, JsonSchema)]
pub struct ArrayFacts {
    /// Topology, as in `mesh:8x8`.
    pub topology: String,
    /// Number of elements.
    pub elements: usize,
    /// Lengths of the pencils of each round.
    pub lengths: Vec<usize>,
    /// Points of an element.
    pub element_points: usize,
    /// Complex words of memory of an element, without those of its engines.
    pub element_memory_words: usize,
    /// Bits of a link in each direction.
    pub link_bits: u32,
    /// Words of a link that make a point.
    pub link_words: usize,
    /// Clock cycles from an element to its neighbour.
    pub hop_cycles: usize,
    /// How far words travel in an exchange: `direct` or `broadcast`.
    pub exchange: &'static str,
}

/// A core of each element.
#[derive(Serialize, JsonSchema)]
pub struct EngineFacts {
    /// Points of a pencil.
    pub points: usize,
    /// Numbers of the dimensions along which it transforms, from 1 on. Empty if a frame has one dimension.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dimensions: Vec<usize>,
    /// What it computes.
    pub title: String,
    /// Formula, and how its steps are computed.
    pub plan: String,
    /// Clock cycles from the first point to the first result.
    pub latency_cycles: usize,
    /// Clock cycles from a pencil to the next.
    pub interval_cycles: usize,
    /// Memory in complex words.
    pub memory_words: usize,
    /// Product of a pencil with a matrix. `None` for a Fourier transform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<ProductFacts>,
}

/// Step that all elements begin and end in one clock cycle.
#[derive(Serialize, JsonSchema)]
pub struct StepFacts {
    /// `load`, `transform`, `exchange`, `overlapped` or `unload`.
    pub step: &'static str,
    /// Elements among which pencils change places: those of a `row` or of a `column`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub along: Option<&'static str>,
    /// Number of the dimension that is transformed, from 1 on, if a frame has several ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimension: Option<usize>,
    /// Pencils of an element that are transformed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pencils: Option<usize>,
    /// Pencils that pass the engine twice, because they hold two real sequences in some element. `None` if there are
    /// none, as of complex data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated_pencils: Option<usize>,
    /// Points of a pencil.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pencil_points: Option<usize>,
    /// Clock cycles.
    pub cycles: usize,
    /// Slots of an exchange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slots: Option<usize>,
    /// Minimum number of slots in which the links carry all words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_slots: Option<usize>,
    /// Share of the clock cycles in which the multiply-adds of products with a matrix work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utilisation: Option<f64>,
}

/// Elements, links and steps of an array.
#[derive(Serialize, JsonSchema)]
pub struct Facts {
    /// Elements and links.
    pub array: ArrayFacts,
    /// Cores of each element, one for each length of pencils, and one for rows of real samples.
    pub engines: Vec<EngineFacts>,
    /// Steps in their order.
    pub steps: Vec<StepFacts>,
    /// Clock cycles of the transform of a frame that is in the elements.
    pub transform_cycles: usize,
    /// Clock cycles in which a frame comes.
    pub load_cycles: usize,
    /// Clock cycles from the end of the transform to the last word that leaves.
    pub unload_cycles: usize,
    /// Clock cycles from the first word of a frame to the last word of its results.
    pub frame_cycles: usize,
    /// Clock cycles from a frame to the next one, if each starts while the one before is transformed: results then
    /// leave while points come.
    pub interval_cycles: usize,
    /// Share of the clock cycles of the transform in which the multiply-adds of products with a matrix work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utilisation: Option<f64>,
}

impl Facts {
    /// Collects the facts about an array.
    pub fn new(plan: &Plan) -> Self {
        let cycles = |step| plan.step_cycles(step);
        Facts {
            array: ArrayFacts::new(plan),
            engines: (0..plan.engines.len()).map(|engine| EngineFacts::new(plan, engine)).collect(),
            steps: steps(plan),
            transform_cycles: plan.cycles(),
            load_cycles: cycles(Step::Load),
            unload_cycles: cycles(Step::Unload),
            frame_cycles: plan.steps().into_iter().map(cycles).sum(),
            interval_cycles: plan.interval(),
            utilisation: busy_cycles(plan, 0..plan.rounds.len()).map(|busy| busy as f64 / plan.cycles() as f64),
        }
    }

    /// Returns the kind of the transform of a configuration, as in `fft` or `matrix`.
    pub fn kind(&self, config: &Config) -> &'static str {
        match self.engines.iter().any(|engine| engine.product.is_some()) {
            true => "matrix",
            false => config.kind.word(config.inverse),
        }
    }
}

impl EngineFacts {
    fn new(plan: &Plan, number: usize) -> Self {
        let engine = &plan.engines[number];
        let architecture = &engine.architecture;
        let rounds = (0..plan.rounds.len()).filter(|round| plan.long.is_none() && plan.rounds[*round].engine == number);
        let mut dimensions: Vec<usize> = rounds.map(|round| plan.dimension(round) + 1).collect();
        dimensions.sort_unstable();
        EngineFacts {
            points: engine.config.points(),
            dimensions,
            title: architecture.title(),
            plan: architecture.plan(),
            latency_cycles: engine.latency,
            interval_cycles: engine.interval,
            memory_words: architecture.memory_words(),
            product: architecture.product(),
        }
    }
}

impl ArrayFacts {
    fn new(plan: &Plan) -> Self {
        ArrayFacts {
            topology: plan.topology.to_string(),
            elements: plan.topology.elements(),
            lengths: plan.rounds.iter().map(|round| round.length).collect(),
            element_points: plan.words(),
            element_memory_words: plan.memory_words(),
            link_bits: plan.links.bits,
            link_words: plan.link_words(),
            hop_cycles: plan.links.hop,
            exchange: plan.links.delivery.word(),
        }
    }
}

/// Returns the clock cycles in which all multiply-adds of products with a matrix work in some rounds. `None` for
/// Fourier transforms.
fn busy_cycles(plan: &Plan, mut rounds: Range<usize>) -> Option<usize> {
    rounds.try_fold(0, |sum, round| {
        Some(sum + plan.pencils(round) * plan.engine(round).architecture.product()?.frame_cycles)
    })
}

/// Lists the steps of a frame.
fn steps(plan: &Plan) -> Vec<StepFacts> {
    let fact = |step: Step| {
        let (name, along, round) = match step {
            Step::Load => ("load", None, None),
            Step::Transform(round) => ("transform", None, Some(round)),
            Step::Exchange(0) => ("exchange", Some("row"), None),
            Step::Exchange(_) => ("exchange", Some("column"), None),
            Step::Overlapped => ("overlapped", None, None),
            Step::Unload => ("unload", None, None),
            Step::Swap => ("swap", None, None),
        };
        let exchange = along.map(|_| plan.exchange());
        StepFacts {
            step: name,
            along,
            dimension: round.filter(|_| plan.long.is_none()).map(|round| plan.dimension(round) + 1),
            pencils: round.map(|round| plan.pencils(round)),
            repeated_pencils: round.map(|round| plan.repeated_pencils(round)).filter(|count| *count > 0),
            pencil_points: round.map(|round| plan.rounds[round].length),
            cycles: plan.step_cycles(step),
            slots: exchange.map(|exchange| exchange.slots()),
            min_slots: exchange.map(|exchange| exchange.bound()),
            utilisation: round
                .and_then(|round| busy_cycles(plan, round..round + 1))
                .map(|busy| busy as f64 / plan.step_cycles(step) as f64),
        }
    };
    plan.steps().into_iter().map(fact).collect()
}
