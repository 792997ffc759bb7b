//! Both ends of a core that transforms forward only: inverse frames have the parts of all words exchanged.

use super::FrameTiming;
use crate::formula::Direction;
use crate::lower::control::frame_fifo;
use crate::lower::swap::{asks_for_inverse, swapped};
use crate::lower::Ports;
use crate::rtl::{Module, Net};

/// The ports by which frames choose their direction, if they do.
pub struct DirectionPorts {
    direction: Direction,
    /// Number of the bit of the configuration word that asks for the inverse.
    bit: u32,
    /// Pulse with the first sample of a frame.
    start: Net,
    /// Configuration word that comes with the pulse.
    pub config: Option<Net>,
    /// High in inverse frames, from their pulse on.
    pub inverse: Net,
}

impl DirectionPorts {
    /// Adds the configuration port of `bits` bits, of which the one with number `bit` asks for the inverse, where
    /// frames choose the direction. Returns the parts of samples too, exchanged in inverse frames.
    pub fn enter(m: &mut Module, direction: Direction, [bits, bit]: [u32; 2], ports: &Ports) -> (Self, Vec<Net>) {
        let start = ports.start;
        let config = (bits > 0).then(|| m.input("in_config", bits));
        let inverse = asks_for_inverse(m, direction, bit, start, config);
        (DirectionPorts { direction, bit, start, config, inverse }, swapped(m, &ports.data, inverse))
    }

    /// Adds the outputs of bins, exchanged as samples were. `start`: pulse with the first bin of a frame.
    pub fn leave(self, m: &mut Module, (start, bins): (Net, &[Net]), timing: &FrameTiming) {
        let begins = self.start;
        let config = self.config;
        let config = config.map(|config| frame_fifo(m, [begins, config], start, timing.latency, timing.interval));
        let inverse = asks_for_inverse(m, self.direction, self.bit, start, config);
        let bins = swapped(m, bins, inverse);
        Ports::outputs(m, start, &bins);
        if let Some(config) = config {
            m.output("out_config", config);
        }
    }
}
