//! Elements, links and steps of an array.

use super::noise::Noise;
use crate::cli::counts::{counted, cycles, figure};
use fftgen::array::{Plan, Way};
use fftgen::package::array::{Facts, StepFacts};
use fftgen::{Config, Error};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// How the figures came about.
const BASIS: &str = "computed by the exact cycle model; nothing was simulated";

/// Facts about an array in a form for programs; as a text for people.
#[derive(Serialize, JsonSchema)]
pub struct ArrayFacts {
    schema: &'static str,
    name: String,
    title: String,
    kind: &'static str,
    size: usize,
    shape: Vec<usize>,
    precision: String,
    /// Factor of the sum along each dimension, or in each round of a frame of one dimension.
    dimension_scale: String,
    /// Noise of the results. None where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<Noise>,
    #[serde(skip)]
    each: &'static str,
    basis: &'static str,
    /// Clock cycles from frame to frame of a core of a point a clock cycle, where these are fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    core_interval_cycles: Option<usize>,
    /// Ways to transform a frame of one dimension on a ring.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ways: Vec<WayFacts>,
    #[serde(flatten)]
    pub facts: Facts,
}

/// A way to transform a frame.
#[derive(Serialize, JsonSchema)]
struct WayFacts {
    way: &'static str,
    transform_cycles: usize,
    is_built: bool,
}

impl ArrayFacts {
    /// Collects the facts about an array, of which nothing is built.
    pub fn new(config: &Config, plan: &Plan, noise: Option<Noise>) -> Result<Self, Error> {
        let ways = plan.ways()?.into_iter();
        let facts = Facts::new(plan);
        let ways =
            ways.map(|Way { name, cycles, is_built }| WayFacts { way: name, transform_cycles: cycles, is_built });
        Ok(ArrayFacts {
            schema: "fftgen-explain-array/2",
            name: plan.top_name(config),
            title: plan.title(config),
            kind: facts.kind(config),
            size: config.size(),
            shape: config.shape.dimensions().to_vec(),
            precision: config.format.name(),
            dimension_scale: plan.scale(),
            noise,
            each: plan.each(),
            basis: BASIS,
            core_interval_cycles: faster_core(config, plan),
            ways: ways.collect(),
            facts,
        })
    }
}

impl Display for ArrayFacts {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Facts { array, engines, steps, transform_cycles, frame_cycles, interval_cycles, utilisation, .. } =
            &self.facts;
        writeln!(f, "{}: {}\n", self.name, self.title)?;
        writeln!(f, "Array     {}, {}", array.topology, counted(array.elements, "element"))?;
        let (points, words) = (array.element_points, array.element_memory_words);
        writeln!(f, "Element   {points} points, {words} complex words of memory")?;
        let words = format!("{} a point", counted(array.link_words, "link word"));
        writeln!(
            f,
            "Links     {} in each direction, {words}, {} a hop",
            counted(array.link_bits as usize, "bit"),
            cycles(array.hop_cycles)
        )?;
        for engine in engines {
            let rate = format!("a pencil in {}", cycles(engine.interval_cycles));
            let kept =
                format!("{rate}, latency {}, {} complex words", cycles(engine.latency_cycles), engine.memory_words);
            let along = match engine.product {
                Some(_) => format!(" along {}", dimensions(&engine.dimensions)),
                None => String::new(),
            };
            writeln!(f, "Engine    {}{along}, {}, {kept}", engine.title, engine.plan)?;
        }
        writeln!(f, "Scale     {} {}", self.dimension_scale, self.each)?;
        if let Some(noise) = &self.noise {
            writeln!(f, "Noise     {noise}")?;
        }
        let share = utilisation.map_or(String::new(), busy);
        writeln!(f, "Transform {}, of a frame that is in the elements{share}", cycles(*transform_cycles))?;
        writeln!(f, "Frame     {}, with loading and unloading by the edges", cycles(*frame_cycles))?;
        writeln!(f, "Frames    one in {}, each started while the one before is transformed", cycles(*interval_cycles))?;
        if let Some(core) = self.core_interval_cycles {
            writeln!(
                f,
                "Core      a stream of frames is faster through one core of a point a cycle: a frame in {}",
                cycles(core)
            )?;
        }
        writeln!(f)?;
        if !self.ways.is_empty() {
            writeln!(f, "{:>19}  way to transform a frame that is in the elements", "cycles")?;
            for WayFacts { way, transform_cycles, is_built } in &self.ways {
                writeln!(f, "{:>19}  {way}{}", figure(*transform_cycles), if *is_built { ": the array" } else { "" })?;
            }
            writeln!(f)?;
        }
        // Numbers of large frames are longer than the heads of their columns.
        let all: usize = steps.iter().map(|facts| facts.cycles).sum();
        let width = (figure(all).len() + 1).max(10);
        let first = width - 1;
        writeln!(f, "{:>first$}{:>width$}{:>width$}{:>width$}  step", "begin", "cycles", "slots", "bound")?;
        let mut begin = 0;
        for facts in steps {
            let StepFacts {
                step,
                along,
                dimension,
                pencils,
                repeated_pencils,
                pencil_points,
                cycles,
                slots,
                min_slots,
                utilisation,
            } = facts;
            let count = |count: &Option<usize>| count.map_or(String::new(), figure);
            let [begins, lasts] = [begin, *cycles].map(figure);
            let [slots, bound] = [slots, min_slots].map(count);
            write!(f, "{begins:>first$}{lasts:>width$}{slots:>width$}{bound:>width$}  {step}")?;
            if let Some(along) = along {
                write!(f, " along the {along}s")?;
            }
            if let Some(dimension) = dimension {
                write!(f, " of dimension {dimension}")?;
            }
            if let (Some(pencils), Some(points)) = (pencils, pencil_points) {
                write!(f, ", {} of {points} points", counted(*pencils, "pencil"))?;
            }
            if let Some(repeated) = repeated_pencils {
                write!(f, ", {repeated} of them twice")?;
            }
            writeln!(f, "{}", utilisation.map_or(String::new(), busy))?;
            begin += cycles;
        }
        writeln!(f, "\nClock cycles are {BASIS}. fftgen generate and verify simulate arrays.")
    }
}

/// Returns the clock cycles from frame to frame of a core of a point a clock cycle, if there is such a core and frames
/// follow each other faster there.
fn faster_core(config: &Config, plan: &Plan) -> Option<usize> {
    let interval = config.points();
    let is_core = || plan.is_fourier(config) && Config { cycles: None, ..config.clone() }.check().is_ok();
    (interval < plan.interval() && is_core()).then_some(interval)
}

/// Writes the share of the clock cycles in which the multiply-adds work, after other facts.
fn busy(share: f64) -> String {
    format!(", all multiply-adds busy in {:.1} % of the clock cycles", 100.0 * share)
}

/// Writes the numbers of dimensions.
fn dimensions(numbers: &[usize]) -> String {
    let list: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let noun = if numbers.len() == 1 { "dimension" } else { "dimensions" };
    format!("{noun} {}", list.join(", "))
}
