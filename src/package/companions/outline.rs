//! What companions know of a core of any kind: its name, its ports, and its testbench.

use super::bus::{buses, Bus};
use crate::arch::registers::Register;
use crate::design::{Config, Design, Interface};
use crate::package::build::Build;
use crate::package::label::Label;
use crate::package::ports::{reset, Port};
use crate::package::vectors::Vectors;
use crate::package::Language;

/// Style of the ports of a core.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PortStyle {
    /// AXI4-Stream on both sides.
    Stream,
    /// Start pulses and a clock enable.
    Native,
    /// AXI4 master for frames in external memory, and AXI4-Lite registers.
    Memory,
    /// Links at the edges of an array.
    Links,
    /// AXI4-Stream on both sides, for frames that are multiplied by a matrix.
    Product,
    /// AXI4-Stream on both sides, and a stream of coefficients that comes before the frames.
    LoadedProduct,
    /// AXI4-Stream or native ports, and AXI4-Lite registers that change settings.
    Settings,
}

impl PortStyle {
    /// Whether frames alone pass AXI4-Stream ports.
    pub fn has_streams(self) -> bool {
        matches!(self, PortStyle::Stream | PortStyle::Product)
    }

    /// Returns the style of a core that frames stream through.
    pub fn for_streams(config: &Config) -> Self {
        match config.interface {
            Interface::Axis => PortStyle::Stream,
            Interface::Native => PortStyle::Native,
        }
    }
}

/// Core as companions see it.
pub(crate) struct Outline<'a> {
    /// Name, title and origin of the core.
    pub label: &'a Label<'a>,
    /// Fields that all templates have.
    pub build: Build<'a>,
    /// Ports of the top module.
    pub ports: &'a [Port],
    /// Design of a core that frames stream through.
    pub design: Option<&'a Design>,
    /// Registers of the core, if it has some.
    pub registers: &'a [Register],
    /// Vectors of the testbench of such a core, if it has a testbench.
    pub vectors: Option<&'a Vectors>,
}

impl Outline<'_> {
    /// Returns the name of the core.
    pub fn name(&self) -> &str {
        self.label.name
    }

    /// Returns the language of the core.
    pub fn emitter(&self) -> &dyn Language {
        self.label.emitter
    }

    /// Groups the ports into buses.
    pub fn buses(&self) -> Vec<Bus<'_>> {
        buses(self.ports)
    }

    /// Finds a port by its name.
    pub fn port(&self, name: &str) -> Option<&Port> {
        self.ports.iter().find(|port| port.name == name)
    }

    /// Returns the reset port and whether it is active low. `None` if the core has no reset.
    pub fn reset(&self) -> Option<(&str, bool)> {
        reset(self.ports)
    }
}
