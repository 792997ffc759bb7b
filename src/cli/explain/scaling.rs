//! Clock cycles of a transform on arrays of several numbers of elements.

use crate::cli::counts::{counted, figure};
use fftgen::array::{Plan, Steps};
use fftgen::Config;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// Arrays of several numbers of elements in a form for programs; as a text for people.
#[derive(Serialize, JsonSchema)]
pub struct ScalingFacts {
    schema: &'static str,
    shape: Vec<usize>,
    precision: String,
    arrays: Vec<ScaledArray>,
}

/// An array with its clock cycles.
#[derive(Serialize, JsonSchema, Clone)]
pub struct ScaledArray {
    array: String,
    elements: usize,
    /// Whether engine, row links and column links work at once.
    steps: &'static str,
    link_bits: u32,
    /// Clock cycles of the transform of a frame that is in the elements.
    pub transform_cycles: usize,
    /// Share of these in which an engine takes points.
    engine_share: f64,
    /// Share of these in which the busiest links carry words.
    link_share: f64,
    /// What takes the greater share of the clock cycles: engines or links.
    bound_by: &'static str,
    /// Clock cycles times elements of the first array, divided by those of this one.
    pub efficiency: f64,
    /// The same array with the narrowest links that keep the efficiency, or the widest that make it faster.
    #[serde(skip_serializing_if = "Option::is_none")]
    with_wider_links: Option<Box<ScaledArray>>,
}

impl ScalingFacts {
    /// Collects the facts about arrays for frames of a configuration, the smallest array first.
    pub fn new(config: &Config, arrays: Vec<ScaledArray>) -> Self {
        ScalingFacts {
            schema: "fftgen-explain-scaling/1",
            shape: config.shape.dimensions().to_vec(),
            precision: config.format.name(),
            arrays,
        }
    }
}

impl ScaledArray {
    /// Takes the figures of a plan.
    pub fn new(plan: &Plan) -> Self {
        let cycles = plan.cycles();
        let engine: usize = (0..plan.rounds.len()).map(|round| plan.pencils(round) * plan.engine(round).interval).sum();
        let is_overlapped = plan.links.steps == Steps::Overlapped;
        // There is an exchange along each axis. Links of different axes work at once where steps overlap.
        let exchanges = if is_overlapped { 1 } else { plan.topology.axes().len() };
        let links = (exchanges * plan.exchange().slots()) as f64 / cycles as f64;
        let engines = engine as f64 / cycles as f64;
        ScaledArray {
            array: plan.topology.to_string(),
            elements: plan.topology.elements(),
            steps: if is_overlapped { "overlapped" } else { "phased" },
            link_bits: plan.links.bits,
            transform_cycles: cycles,
            engine_share: engines,
            link_share: links,
            bound_by: if engines >= links { "engines" } else { "links" },
            efficiency: 1.0,
            with_wider_links: None,
        }
    }

    /// Compares the array with the first one.
    pub fn beside(self, first: Option<&Self>) -> Self {
        let work = |array: &Self| (array.transform_cycles * array.elements) as f64;
        let efficiency = first.map_or(1.0, |first| work(first) / work(&self));
        ScaledArray { efficiency, ..self }
    }

    /// Adds the same array with wider links.
    pub fn with_wider_links(self, wider: Option<Self>) -> Self {
        ScaledArray { with_wider_links: wider.map(Box::new), ..self }
    }
}

impl Display for ScalingFacts {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let lengths: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        writeln!(f, "Transform of {} points of {} on arrays\n", lengths.join("x"), self.precision)?;
        writeln!(
            f,
            "{:>14}{:>10}{:>12}{:>6}{:>17}{:>9}{:>7}{:>12}  bound by",
            "array", "elements", "steps", "link", "cycles", "engine", "links", "efficiency"
        )?;
        for row in &self.arrays {
            write!(f, "{row}")?;
            if let Some(wider) = &row.with_wider_links {
                write!(f, "{wider}")?;
            }
        }
        writeln!(
            f,
            "\nCycles: of a transform of a frame that is in the elements. Engine, links: share of the cycles in which \
             they work. Efficiency: beside the first array. Link: bits in each direction; where the efficiency falls, a \
             second row has wider ones. {} computed by the exact cycle model; nothing was simulated.",
            counted(self.arrays.len(), "array")
        )
    }
}

impl Display for ScaledArray {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        writeln!(
            f,
            "{:>14}{:>10}{:>12}{:>6}{:>17}{:>9}{:>7}{:>12.3}  {}",
            self.array,
            figure(self.elements),
            self.steps,
            self.link_bits,
            figure(self.transform_cycles),
            percent(self.engine_share),
            percent(self.link_share),
            self.efficiency,
            self.bound_by
        )
    }
}
