//! Arrays of processing elements, each with cores and a memory, that exchange data over links between neighbours.
//!
//! [`Plan`] says what an array is made of, and how many clock cycles a frame takes. [`Exchange`] is the schedule of the
//! links. [`Array`] is the circuit with its bit-accurate model, and [`Simulation`] runs it.

mod check;
mod edges;
mod element;
mod model;
mod pairs;
mod placement;
mod plan;
mod schedule;
mod simulate;
mod smaller;
mod stream_simulation;
mod top;
mod topology;
mod words;

pub use check::{check, trace, Checked};
pub use model::ArrayModel;
pub use plan::{dimension, Edges, Engine, Links, LongFrame, Plan, Round, Separable, Step, Steps, Way};
pub use schedule::{Crossing, Delivery, Exchange, SlotCrossings, Transfers, Word};
pub use simulate::{Outcome, Simulation, Streamed};
pub use stream_simulation::Passed;
pub use topology::{Axis, Topology};

use crate::design::{Config, Design};
use crate::error::Error;
use crate::parts::Reset;
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
    /// The cores of each element, those of the plan.
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
    /// use fftgen_systems::array::{Array, Links, Topology};
    /// use fftgen_maths::format::Format;
    /// use fftgen_cores::Config;
    /// let config = Config::new([4, 4, 4], 1, Format::parse("fp16", false)?);
    /// let array = Array::new(config, Topology::Mesh(4, 4), Links::default())?;
    /// assert_eq!(array.cycles(), 3 * (array.engines[0].core_latency() + 4 + 1) + 2 * (4 + 4));
    /// # Ok::<(), fftgen_maths::Error>(())
    /// ```
    pub fn new(config: Config, topology: Topology, links: Links) -> Result<Self, Error> {
        Ok(Self::of(config.clone(), Plan::new(&config, topology, links)?))
    }

    /// Builds an array by its plan.
    pub fn of(config: Config, plan: Plan) -> Self {
        let name = plan.top_name(&config);
        let engines = plan.engines.iter().enumerate().map(|(number, engine)| {
            let number = if plan.engines.len() == 1 { String::new() } else { format!("_{number}") };
            engine.design(format!("{name}_engine{number}"))
        });
        let engines: Vec<Design> = engines.collect();
        let element = Arc::new(element::element(&format!("{name}_element"), &plan, &engines));
        let top = Arc::new(top::top(&name, &plan.title(&config), &plan, config.reset, &element));
        let top = if config.reset == Reset::None { without_reset(&top) } else { top };
        let top = config.with_memory_modules(top);
        Array { config, name, plan, engines, element, top }
    }

    /// Describes the array in a line.
    pub fn title(&self) -> String {
        self.plan.title(&self.config)
    }

    /// Clock cycles of the transform of a frame that is in the elements.
    pub fn cycles(&self) -> usize {
        self.plan.cycles()
    }

    /// Clock cycles from a frame to the next one, if each starts while the one before is transformed.
    pub fn interval(&self) -> usize {
        self.plan.interval()
    }

    /// Clock cycles of a step.
    pub fn step_cycles(&self, step: Step) -> usize {
        self.plan.step_cycles(step)
    }
}
