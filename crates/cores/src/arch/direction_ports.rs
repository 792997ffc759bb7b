//! Both ends of a core that transforms forward only: inverse frames have the parts of all words exchanged.

use super::FrameTiming;
use crate::formula::Direction;
use crate::parts::swap::{asks_for_inverse, swapped};
use crate::parts::Ports;
use fftgen_hdl::dsl::*;

/// The ports by which frames choose their direction, if they do.
pub struct DirectionPorts<'m> {
    direction: Direction,
    /// Number of the bit of the configuration word that asks for the inverse.
    bit: u32,
    /// Pulse with the first sample of a frame.
    start: Sig<'m>,
    /// Configuration word that comes with the pulse.
    pub config: Option<Sig<'m>>,
    /// High in inverse frames, from their pulse on.
    pub inverse: Sig<'m>,
}

impl<'m> DirectionPorts<'m> {
    /// Adds the configuration port of `bits` bits, of which the one with number `bit` asks for the inverse, where frames
    /// choose the direction. Returns the parts of samples too, exchanged in inverse frames.
    pub fn enter(
        m: &'m Builder,
        direction: Direction,
        [bits, bit]: [u32; 2],
        ports: &Ports<'m>,
    ) -> (Self, Vec<Sig<'m>>) {
        let config = (bits > 0).then(|| m.input("in_config", bits));
        let inverse = asks_for_inverse(direction, bit, ports.start, config);
        let samples = swapped(&ports.data, inverse);
        (DirectionPorts { direction, bit, start: ports.start, config, inverse }, samples)
    }

    /// Adds the outputs of bins, exchanged as samples were. `start`: pulse with the first bin of a frame.
    pub fn leave(self, m: &'m Builder, (start, bins): (Sig<'m>, &[Sig<'m>]), timing: &FrameTiming) {
        let depth = timing.latency.div_ceil(timing.interval);
        let config = self.config.map(|config| config.queued(self.start, start, depth));
        let inverse = asks_for_inverse(self.direction, self.bit, start, config);
        Ports::outputs(m, start, swapped(bins, inverse));
        if let Some(config) = config {
            m.output("out_config", config);
        }
    }
}
