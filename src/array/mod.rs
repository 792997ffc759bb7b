//! Arrays of processing elements, each with a core and a memory, that exchange data over links between neighbours.
//!
//! [`Plan`] says what an array is made of, and how many clock cycles a frame takes. [`Exchange`] is the schedule of the links. [`Array`] is
//! the circuit with its bit-accurate model, and [`Simulation`] runs it.

mod check;
mod element;
mod model;
mod placement;
mod plan;
mod schedule;
mod simulate;
mod top;
mod topology;
mod words;

pub use check::{check, Checked};
pub use model::ArrayModel;
pub use plan::{Engine, EngineTiming, Links, Plan, Step, Steps};
pub use schedule::{Crossing, Delivery, Exchange, SlotCrossings, Transfers, Word};
pub use simulate::{Outcome, Simulation};
pub use topology::{Axis, Topology};

use crate::design::{Config, Design};
use crate::error::Error;
use crate::lower::Reset;
use crate::rtl::{without_reset, Module};
use std::sync::Arc;

/// An array of elements that transform a frame of two or three dimensions.
pub struct Array {
    /// What was asked for.
    pub config: Config,
    /// Name of the top module.
    pub name: String,
    /// What the array is made of.
    pub plan: Plan,
    /// The core of each element.
    pub engine: Design,
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
    /// assert_eq!(array.cycles(), 3 * (array.engine.core_latency() + 4 + 1) + 2 * (4 + 4));
    /// # Ok::<(), fftgen::Error>(())
    /// ```
    pub fn new(config: Config, topology: Topology, links: Links) -> Result<Self, Error> {
        let plan = Plan::new(&config, topology, links)?;
        let name = Self::top_name(&config, topology, links);
        let engine = Design::new(Config { name: Some(format!("{name}_engine")), ..plan.engine.clone() })?;
        let element = Arc::new(element::element(&format!("{name}_element"), &plan, &engine));
        let top = Arc::new(top::top(&name, &plan.title(&config), &plan, config.reset, &element));
        let top = if config.reset == Reset::None { without_reset(&top) } else { top };
        let top = config.with_memory_modules(top);
        Ok(Array { config, name, plan, engine, element, top })
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
        self.plan.cycles(self.engine_timing())
    }

    /// Returns when the engine takes pencils and gives results.
    pub fn engine_timing(&self) -> EngineTiming {
        EngineTiming { latency: self.engine.core_latency(), interval: self.engine.interval() }
    }

    /// Clock cycles of a step.
    pub fn step_cycles(&self, step: Step) -> usize {
        self.plan.step_cycles(step, self.engine_timing())
    }

    /// Complex words of memory of an element, with those of its engine.
    pub fn element_words(&self) -> usize {
        self.plan.memory_words() + self.engine.memory_words()
    }
}
