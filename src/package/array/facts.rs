//! Facts about elements, links and steps, for the manifest, the README and people who ask. They follow from plans alone.

use crate::array::{Engine, EngineTiming, Plan, Step};
use crate::choice::Choice;
use schemars::JsonSchema;
use serde::Serialize;

/// The elements and their links.
#[derive(Serialize, JsonSchema)]
pub struct ArrayFacts {
    /// Topology, as in `mesh:8x8`.
    pub topology: String,
    /// Number of elements.
    pub elements: usize,
    /// Points of each spread dimension in an element.
    pub block: usize,
    /// Pencils of an element.
    pub element_pencils: usize,
    /// Points of a pencil.
    pub pencil_points: usize,
    /// Complex words of memory of an element, without those of its engine.
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

/// The core of each element.
#[derive(Serialize, JsonSchema)]
pub struct EngineFacts {
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
    /// Number of the dimension that is transformed, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dimension: Option<usize>,
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
    /// Core of each element.
    pub engine: EngineFacts,
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
}

impl Facts {
    /// Collects the facts about an array around an engine.
    pub fn new(plan: &Plan, engine: &Engine) -> Self {
        let timing = engine.timing;
        let cycles = |step| plan.step_cycles(step, timing);
        Facts {
            array: ArrayFacts::new(plan),
            engine: EngineFacts {
                title: engine.pipeline.title(),
                plan: engine.plan.clone(),
                latency_cycles: timing.latency,
                interval_cycles: timing.interval,
                memory_words: engine.memory_words,
            },
            steps: steps(plan, timing),
            transform_cycles: plan.cycles(timing),
            load_cycles: cycles(Step::Load),
            unload_cycles: cycles(Step::Unload),
            frame_cycles: plan.steps().into_iter().map(cycles).sum(),
        }
    }
}

impl ArrayFacts {
    fn new(plan: &Plan) -> Self {
        ArrayFacts {
            topology: plan.topology.to_string(),
            elements: plan.topology.elements(),
            block: plan.block(),
            element_pencils: plan.words() / plan.length,
            pencil_points: plan.length,
            element_memory_words: plan.memory_words(),
            link_bits: plan.links.bits,
            link_words: plan.link_words(),
            hop_cycles: plan.links.hop,
            exchange: plan.links.delivery.word(),
        }
    }
}

/// Lists the steps of a frame.
fn steps(plan: &Plan, engine: EngineTiming) -> Vec<StepFacts> {
    // Dimensions in the order in which they are transformed.
    let mut dimensions = if plan.dimensions == 3 { vec![3, 1, 2] } else { vec![2, 1] }.into_iter();
    let fact = |step: Step| {
        let (name, along) = match step {
            Step::Load => ("load", None),
            Step::Transform => ("transform", None),
            Step::Exchange(0) => ("exchange", Some("row")),
            Step::Exchange(_) => ("exchange", Some("column")),
            Step::Overlapped => ("overlapped", None),
            Step::Unload => ("unload", None),
        };
        let exchange = along.map(|_| plan.exchange());
        StepFacts {
            step: name,
            along,
            dimension: (step == Step::Transform).then(|| dimensions.next()).flatten(),
            cycles: plan.step_cycles(step, engine),
            slots: exchange.map(|exchange| exchange.slots()),
            min_slots: exchange.map(|exchange| exchange.bound()),
        }
    };
    plan.steps().into_iter().map(fact).collect()
}
