//! Data buses of a core.

use crate::arch::ports::TlastMark;
use crate::design::{Design, Interface, Stream};
use crate::format::Format;

/// Returns the bits of the exponent on its port with its padding, in block floating point.
pub(super) fn exponent_slot(design: &Design) -> Option<u32> {
    let bits = design.pipeline().exponent_bits()?;
    Some(match (design.config.interface, design.config.tlast) {
        // The mark of a frame's first beat is below the exponent.
        (Interface::Axis, TlastMark::Row) => (1 + bits).next_multiple_of(8) - 1,
        (Interface::Axis, TlastMark::Frame) => bits.next_multiple_of(8),
        (Interface::Native, _) => bits,
    })
}

/// Returns where the exponent is on the ports, in block floating point.
pub(super) fn exponent_port(design: &Design) -> String {
    match (design.config.interface, design.config.tlast, exponent_slot(design)) {
        (Interface::Axis, TlastMark::Row, Some(bits)) => format!("m_axis_tuser[{bits}:1]"),
        (Interface::Axis, ..) => "m_axis_tuser".into(),
        (Interface::Native, ..) => "out_exponent".into(),
    }
}

/// Returns where the mark of a frame with a value that is too large is on the ports, if it is there.
pub(super) fn overflow_mark(design: &Design) -> Option<&'static str> {
    design.marks_overflow().then_some(match (design.config.interface, design.config.tlast) {
        (Interface::Axis, TlastMark::Row) => "m_axis_tuser[1]",
        (Interface::Axis, TlastMark::Frame) => "m_axis_tuser",
        (Interface::Native, _) => "out_overflow",
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

    /// Returns the format of a component.
    pub fn format(self, design: &Design) -> Format {
        match self {
            Side::In => design.config.format,
            Side::Out => design.output_format(),
        }
    }

    /// Returns the bits of a component.
    pub fn component(self, design: &Design) -> u32 {
        self.format(design).bits()
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
