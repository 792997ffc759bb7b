//! Clock cycles of a transform on arrays of several numbers of elements.

use crate::cli::counts::{counted, figure};
use fftgen::array::{Plan, Steps, Topology};
use fftgen::Config;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// Share of the clock cycles from which on engines work nearly always, and efficiency below which wider links are
/// tried.
pub const EFFICIENT: f64 = 0.9;

/// Arrays of several numbers of elements in a form for programs; as a text for people.
#[derive(Serialize, JsonSchema)]
pub struct ScalingFacts {
    schema: &'static str,
    title: String,
    shape: Vec<usize>,
    precision: String,
    arrays: Vec<ScaledArray>,
}

/// An array with its clock cycles.
#[derive(Serialize, JsonSchema)]
pub struct ScaledArray {
    array: String,
    elements: usize,
    #[serde(flatten)]
    pub figures: Figures,
    /// With the narrowest links that keep the efficiency, or the widest that make the array faster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_wider_links: Option<Figures>,
}

/// Figures of an array with links of some bits.
#[derive(Serialize, JsonSchema, Clone, Copy)]
pub struct Figures {
    #[serde(skip)]
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
    /// What decides the clock cycles: engines that work nearly always, links, or where neither do the latency.
    bound_by: &'static str,
    /// Clock cycles times elements of the first array, divided by those of this one.
    pub efficiency: f64,
}

impl ScalingFacts {
    /// Collects the facts about arrays for frames of a configuration, the smallest array first.
    pub fn new(config: &Config, is_product: bool, arrays: Vec<ScaledArray>) -> Self {
        let what = if is_product { "Product with a matrix along each dimension" } else { "Transform" };
        ScalingFacts {
            schema: "fftgen-explain-scaling/1",
            title: format!("{what} of {} points of {} on arrays", config.shape, config.format.name()),
            shape: config.shape.dimensions().to_vec(),
            precision: config.format.name(),
            arrays,
        }
    }
}

impl ScaledArray {
    /// Names the array that has some figures.
    pub fn new(topology: Topology, figures: Figures, with_wider_links: Option<Figures>) -> Self {
        ScaledArray { array: topology.to_string(), elements: topology.elements(), figures, with_wider_links }
    }

    /// Writes figures of the array in a line.
    fn line(&self, figures: &Figures) -> String {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        format!(
            "{:>14}{:>10}{:>12}{:>6}{:>24}{:>9}{:>7}{:>12.3}  {}",
            self.array,
            figure(self.elements),
            figures.steps,
            figures.link_bits,
            figure(figures.transform_cycles),
            percent(figures.engine_share),
            percent(figures.link_share),
            figures.efficiency,
            figures.bound_by
        )
    }
}

impl Figures {
    /// Takes the figures of a plan.
    pub fn new(plan: &Plan) -> Self {
        let cycles = plan.cycles();
        let engine: usize = (0..plan.rounds.len()).map(|round| plan.pencils(round) * plan.engine(round).interval).sum();
        let is_overlapped = plan.links.steps == Steps::Overlapped;
        // There is an exchange along each axis. Links of different axes work at once where steps overlap.
        let exchanges = if is_overlapped { 1 } else { plan.topology.axes().len() };
        let links = (exchanges * plan.exchange().slots()) as f64 / cycles as f64;
        let engines = engine as f64 / cycles as f64;
        Figures {
            elements: plan.topology.elements(),
            steps: if is_overlapped { "overlapped" } else { "phased" },
            link_bits: plan.links.bits,
            transform_cycles: cycles,
            engine_share: engines,
            link_share: links,
            bound_by: match engines {
                EFFICIENT.. => "engines",
                // What the engines do not hide is the time of the links, or in short frames that of the pipelines.
                _ if engines + links >= EFFICIENT || links >= engines => "links",
                _ => "latency",
            },
            efficiency: 1.0,
        }
    }

    /// Compares the array with the first one.
    pub fn beside(self, first: Option<&Self>) -> Self {
        let work = |array: &Self| (array.transform_cycles * array.elements) as f64;
        let efficiency = first.map_or(1.0, |first| work(first) / work(&self));
        Figures { efficiency, ..self }
    }
}

impl Display for ScalingFacts {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        writeln!(f, "{}\n", self.title)?;
        writeln!(
            f,
            "{:>14}{:>10}{:>12}{:>6}{:>24}{:>9}{:>7}{:>12}  bound by",
            "array", "elements", "steps", "link", "cycles", "engine", "links", "efficiency"
        )?;
        for row in &self.arrays {
            for figures in [Some(&row.figures), row.with_wider_links.as_ref()].into_iter().flatten() {
                writeln!(f, "{}", row.line(figures))?;
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
