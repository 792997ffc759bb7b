//! Facts about elements, links and steps, for the manifest, the README and people who ask. They follow from plans alone.

use crate::array::{Engine, EngineTiming, Plan, Step};
use crate::choice::Choice;
use crate::design::Config;
use schemars::JsonSchema;
use serde::Serialize;

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
    /// Pencils that pass the engine twice, because they hold two real sequences in some element. `None` if there are none, as of complex data.
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
    /// Clock cycles from a frame to the next one, if each starts while the one ahead is transformed: results then leave while points come.
    pub interval_cycles: usize,
}

impl Facts {
    /// Collects the facts about an array around engines.
    pub fn new(plan: &Plan, engines: &[Engine]) -> Self {
        let timings = &Engine::timings(engines);
        let cycles = |step| plan.step_cycles(step, timings);
        let facts = |(engine, config): (&Engine, &Config)| EngineFacts {
            points: config.points(),
            title: engine.pipeline.title(),
            plan: engine.plan.clone(),
            latency_cycles: engine.timing.latency,
            interval_cycles: engine.timing.interval,
            memory_words: engine.memory_words,
        };
        Facts {
            array: ArrayFacts::new(plan),
            engines: engines.iter().zip(&plan.engines).map(facts).collect(),
            steps: steps(plan, timings),
            transform_cycles: plan.cycles(timings),
            load_cycles: cycles(Step::Load),
            unload_cycles: cycles(Step::Unload),
            frame_cycles: plan.steps().into_iter().map(cycles).sum(),
            interval_cycles: plan.interval(timings),
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

/// Lists the steps of a frame.
fn steps(plan: &Plan, engines: &[EngineTiming]) -> Vec<StepFacts> {
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
            cycles: plan.step_cycles(step, engines),
            slots: exchange.map(|exchange| exchange.slots()),
            min_slots: exchange.map(|exchange| exchange.bound()),
        }
    };
    plan.steps().into_iter().map(fact).collect()
}
