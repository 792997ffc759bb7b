//! A core to be wrapped, and what its ports are.

use super::frame_format::FrameFormat;
use super::half_rate::{HalfRate, CLOCKS_PER_BEAT};
use crate::arch::timing::beats as beats_of;
use crate::quote::counted;
use crate::rtl::Module;
use std::sync::Arc;

/// Clock cycles that the skid buffers add to the latency of a core.
const BUFFER_CYCLES: usize = 2;

/// Clock cycles from the first input beat to the first output beat at the ports. `core`: core cycles from the first
/// input beat to the first output beat. `pace`: clock cycles to each beat of the core.
pub fn latency(core: usize, pace: usize) -> usize {
    // The first beat of the core waits for the next enabled cycle.
    pace * core + BUFFER_CYCLES + pace - 1
}

/// A core, and the frames that pass its ports.
pub struct WrappedCore<'a> {
    /// Name of the top module.
    pub name: &'a str,
    /// The core inside.
    pub core: &'a Arc<Module>,
    /// Components of a beat of the core, on the input and on the output.
    pub components: [usize; 2],
    /// Bits of an input component, and of an output component.
    pub bits: [u32; 2],
    /// The frames that pass.
    pub format: &'a FrameFormat,
    /// Core cycles from the first input beat to the first output beat.
    pub latency: usize,
}

impl WrappedCore<'_> {
    /// The comment of the top module.
    pub fn title(&self) -> String {
        let FrameFormat { beats, half_rate, interval, pace, .. } = *self.format;
        let latency = latency(self.latency, pace) + self.format.held_cycles();
        let most = if self.format.sizes.is_some() { "at most " } else { "" };
        let frame = match half_rate {
            None => format!("{most}{} of {}", beats_of(beats), self.items()),
            Some(side) => format!(
                "{} of a real sample on the {} and {} of a point on the other side",
                counted(CLOCKS_PER_BEAT * beats[0], "beat"),
                if side == HalfRate::In { "input" } else { "output" },
                counted(beats[1], "beat")
            ),
        };
        let interval = pace * interval;
        format!(
            "AXI4-Stream core. A frame is {frame}; latency {most}{} from the first \
             input beat's transfer to the first output beat's, one frame every {}.",
            counted(latency, "cycle"),
            counted(interval, "cycle")
        )
    }

    /// What a beat has, in words.
    fn items(&self) -> String {
        match self.components {
            [entering, leaving] if entering == leaving && entering % 2 == 0 => counted(entering / 2, "point"),
            [entering, leaving] => format!("{entering} and {}", counted(leaving, "component")),
        }
    }

    /// Name of a module of the wrapper.
    pub fn part(&self, part: &str) -> String {
        format!("{}_{part}", self.name)
    }

    /// Components of a beat at the input port.
    pub fn input_components(&self) -> usize {
        if self.format.has_input_halves() {
            1
        } else {
            self.components[0]
        }
    }

    /// Bytes of a beat at the input port.
    pub fn input_bytes(&self) -> u32 {
        self.input_components() as u32 * self.bits[0].div_ceil(8)
    }

    /// Whether frames have configuration words.
    pub fn has_config(&self) -> bool {
        self.format.config_bits > 0
    }

    /// Whether sets of coefficients come by a stream of their own.
    pub fn has_sets(&self) -> bool {
        self.core.inputs.iter().any(|port| port.name == "in_set")
    }

    /// Number of an output of the core.
    pub fn output(&self, name: &str) -> Option<usize> {
        self.core.outputs.iter().position(|port| port.name == name)
    }
}
