//! Arrays of processing elements, each with cores and a memory, that exchange data over links between neighbours.
//!
//! [`Plan`] says what an array is made of, and how many clock cycles a frame takes. [`Exchange`] is the schedule of the links. [`Array`] is
//! the circuit with its bit-accurate model, and [`Simulation`] runs it.

mod check;
mod edges;
mod element;
mod model;
mod pairs;
mod placement;
mod plan;
mod schedule;
mod simulate;
mod stream_simulation;
mod top;
mod topology;
mod words;

pub use check::{check, Checked};
pub use model::ArrayModel;
pub use plan::{Edges, Engine, EngineTiming, Links, LongFrame, Plan, Round, Step, Steps, Way};
pub use schedule::{Crossing, Delivery, Exchange, SlotCrossings, Transfers, Word};
pub use simulate::{Outcome, Simulation, Streamed};
pub use stream_simulation::Passed;
pub use topology::{Axis, Topology};

use crate::design::{Config, Design};
use crate::error::Error;
use crate::lower::Reset;
use crate::rtl::{without_reset, Module};
use std::sync::Arc;

/// An array of elements that transform a frame of one, two or three dimensions.
pub struct Array {
    /// What was asked for.
    pub config: Config,
    /// Name of the top module.
    pub name: String,
    /// What the array is made of.
    pub plan: Plan,
    /// The cores of each element, one for each length.
    pub engines: Vec<Design>,
    /// Netlist of an element.
    pub element: Arc<Module>,
    /// Netlist of the top module.
    pub top: Arc<Module>,
}

impl Array {
    /// Plans an array, and builds its elements and the links between them.
    ///
    /// ```
    /// use fftgen::array::{Array, Links, Topology};
    /// use fftgen::{format::Format, Config};
    /// let config = Config::new([4, 4, 4], 1, Format::parse("fp16", false)?);
    /// let array = Array::new(config, Topology::Mesh(4, 4), Links::default())?;
    /// assert_eq!(array.cycles(), 3 * (array.engines[0].core_latency() + 4 + 1) + 2 * (4 + 4));
    /// # Ok::<(), fftgen::Error>(())
    /// ```
    pub fn new(config: Config, topology: Topology, links: Links) -> Result<Self, Error> {
        let plan = Plan::new(&config, topology, links)?;
        let name = Self::top_name(&config, topology, links);
        let engines = plan.engines.iter().enumerate().map(|(number, engine)| {
            let number = if plan.engines.len() == 1 { String::new() } else { format!("_{number}") };
            Design::new(Config { name: Some(format!("{name}_engine{number}")), ..engine.clone() })
        });
        let engines: Vec<Design> = engines.collect::<Result<_, Error>>()?;
        let element = Arc::new(element::element(&format!("{name}_element"), &plan, &engines));
        let top = Arc::new(top::top(&name, &plan.title(&config), &plan, config.reset, &element));
        let top = if config.reset == Reset::None { without_reset(&top) } else { top };
        let top = config.with_memory_modules(top);
        Ok(Array { config, name, plan, engines, element, top })
    }

    /// Returns the name of the top module of a configuration on a topology.
    pub fn top_name(config: &Config, topology: Topology, links: Links) -> String {
        let place = topology.to_string().replace(':', "");
        config.name.clone().unwrap_or_else(|| format!("{}_{place}{}", config.top_name(), links.suffix()))
    }

    /// Describes the array in a line.
    pub fn title(&self) -> String {
        self.plan.title(&self.config)
    }

    /// Clock cycles of the transform of a frame that is in the elements.
    pub fn cycles(&self) -> usize {
        self.plan.cycles(&self.timings())
    }

    /// Clock cycles from a frame to the next one, if each starts while the one ahead is transformed.
    pub fn interval(&self) -> usize {
        self.plan.interval(&self.timings())
    }

    /// Returns when each engine takes pencils and gives results.
    pub fn timings(&self) -> Vec<EngineTiming> {
        self.engines.iter().map(EngineTiming::of_design).collect()
    }

    /// Clock cycles of a step.
    pub fn step_cycles(&self, step: Step) -> usize {
        self.plan.step_cycles(step, &self.timings())
    }

    /// Returns the factor of the sum along each dimension, as a ratio, or as several ones from the first dimension to the last.
    pub fn scale(&self) -> String {
        self.plan.scale(|engine| self.engines[engine].scale())
    }

    /// Complex words of memory of an element, with those of its engines.
    pub fn element_words(&self) -> usize {
        self.plan.memory_words() + self.engines.iter().map(Design::memory_words).sum::<usize>()
    }
}
