//! The engine of each element: a core that transforms pencils.

use crate::arch::Architecture;
use crate::design::{Config, Design};
use crate::error::Error;
use crate::format::Numbers;
use crate::formula::Order;
use crate::model::Model;
use fftgen_hdl::protect::Protection;
use std::sync::Arc;

/// A core that transforms pencils. It is planned, and its netlist is not built.
#[derive(Clone)]
pub struct Engine {
    /// Number format, order and ports.
    pub config: Config,
    /// Way in which pencils are transformed.
    pub architecture: Arc<dyn Architecture>,
    /// Clock cycles from the first point of a pencil to the first result.
    pub latency: usize,
    /// Clock cycles from a pencil to the next.
    pub interval: usize,
}

impl Engine {
    /// Takes a core of an architecture as an engine. It takes a point a clock cycle and gives a result a clock cycle.
    pub fn new(config: Config, architecture: Box<dyn Architecture>) -> Self {
        let architecture: Arc<dyn Architecture> = architecture.into();
        let timing = architecture.timing(architecture.pipeline().size);
        Engine { config, architecture, latency: timing.latency, interval: timing.interval }
    }

    /// Plans the core of a configuration.
    pub(super) fn planned(config: Config) -> Result<Self, Error> {
        let architecture = Design::architecture(&config)?;
        Ok(Engine::new(config, architecture))
    }

    /// Builds the core.
    pub(crate) fn design(&self, name: String) -> Design {
        Design::around(
            Config { name: Some(name), protection: Protection::None, ..self.config.clone() },
            self.architecture.clone(),
        )
    }

    /// Returns the model of pencils.
    pub fn model<'a>(&'a self, numbers: Numbers<'a>) -> Model<'a> {
        self.architecture.model(numbers, None)
    }

    /// Returns the order in which results of a pencil come.
    pub(crate) fn order(&self) -> Order {
        self.config.orders[1]
    }

    /// Returns what the sum of a pencil is multiplied by, as a ratio.
    pub fn scale(&self) -> String {
        let pipeline = self.architecture.pipeline();
        let of_pipeline = || self.config.clone().chosen(pipeline).number().scale(pipeline);
        self.architecture.scale().unwrap_or_else(of_pipeline)
    }
}
