//! Data buses of a core.

use crate::design::{Design, Interface, Stream};

/// Returns the bits of the exponent on its port, in block floating point.
pub(super) fn exponent_slot(design: &Design) -> Option<u32> {
    let bits = design.pipeline().exponent_bits()?;
    Some(match design.config.interface {
        Interface::Axis => bits.next_multiple_of(8),
        Interface::Native => bits,
    })
}

/// Side of a core, which has a data bus.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    In,
    Out,
}

impl Side {
    /// Returns the stream on the bus.
    pub fn stream(self, design: &Design) -> Stream {
        design.streams()[self as usize]
    }

    /// Returns the bits of a beat.
    pub fn beat(self, design: &Design) -> usize {
        self.slot(design) as usize * self.stream(design).components
    }

    /// Returns the bits of a component.
    pub fn component(self, design: &Design) -> u32 {
        match self {
            Side::In => design.config.format.bits(),
            Side::Out => design.output_format().bits(),
        }
    }

    /// Returns the bits of a component on the bus with its padding.
    pub fn slot(self, design: &Design) -> u32 {
        let bits = self.component(design);
        match design.config.interface {
            Interface::Axis => bits.next_multiple_of(8),
            Interface::Native => bits,
        }
    }
}
