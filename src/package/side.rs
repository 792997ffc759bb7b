//! The data buses of a core.

use crate::design::{Design, Interface, Stream};

/// Bits of the exponent on its port, in block floating point.
pub(super) fn exponent_slot(design: &Design) -> Option<u32> {
    let bits = design.pipeline().exponent_bits()?;
    Some(match design.config.interface {
        Interface::Axis => bits.next_multiple_of(8),
        Interface::Native => bits,
    })
}

/// The data bus of one side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    In,
    Out,
}

impl Side {
    /// What passes.
    pub fn stream(self, design: &Design) -> Stream {
        design.streams()[self as usize]
    }

    /// Bits of a beat.
    pub fn beat(self, design: &Design) -> usize {
        self.slot(design) as usize * self.stream(design).components
    }

    /// Bits of a component.
    pub fn component(self, design: &Design) -> u32 {
        match self {
            Side::In => design.config.format.bits(),
            Side::Out => design.output_format().bits(),
        }
    }

    /// Bits that a component takes on the bus.
    pub fn slot(self, design: &Design) -> u32 {
        let bits = self.component(design);
        match design.config.interface {
            Interface::Axis => bits.next_multiple_of(8),
            Interface::Native => bits,
        }
    }
}
