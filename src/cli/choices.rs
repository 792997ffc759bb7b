//! Settings that take one of a few words.

use clap::ValueEnum;
use fftgen::format;
use fftgen::formula;
use fftgen::lower;
use fftgen::schedule::Goal;

/// What is transformed, and which way.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    #[default]
    Fft,
    Rfft,
    Irfft,
    RfftPair,
    IrfftPair,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interface {
    #[default]
    Axis,
    Native,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reset {
    #[default]
    Rst,
    Aresetn,
    None,
}

/// What tells where frames begin.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default)]
pub enum Resync {
    #[default]
    Beats,
    Tlast,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default)]
pub enum Subnormals {
    #[default]
    Flush,
    Full,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default)]
pub enum Optimize {
    Latency,
    Area,
    #[default]
    Balanced,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rounding {
    #[default]
    Convergent,
    HalfUp,
    Truncate,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Default)]
pub enum Overflow {
    #[default]
    Saturate,
    Wrap,
}

/// What simulates a core: the built-in simulator on the netlist, or another on the emitted files.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    Netlist,
    Verilator,
    Icarus,
}

/// How samples are written down.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    Csv,
    Hex,
    Coe,
    Mif,
    Npy,
}

impl Kind {
    /// What a frame holds, and whether the kind itself says that the transform is the inverse one.
    pub fn resolved(self) -> (formula::Kind, bool) {
        match self {
            Kind::Fft => (formula::Kind::Complex, false),
            Kind::Rfft => (formula::Kind::Real, false),
            Kind::Irfft => (formula::Kind::Real, true),
            Kind::RfftPair => (formula::Kind::RealPair, false),
            Kind::IrfftPair => (formula::Kind::RealPair, true),
        }
    }
}

impl From<Interface> for fftgen::Interface {
    fn from(interface: Interface) -> Self {
        match interface {
            Interface::Axis => fftgen::Interface::Axis,
            Interface::Native => fftgen::Interface::Native,
        }
    }
}

impl From<Reset> for lower::Reset {
    fn from(reset: Reset) -> Self {
        match reset {
            Reset::Rst => Self::Rst,
            Reset::Aresetn => Self::Aresetn,
            Reset::None => Self::None,
        }
    }
}

impl From<Rounding> for format::Rounding {
    fn from(rounding: Rounding) -> Self {
        match rounding {
            Rounding::Convergent => Self::Convergent,
            Rounding::HalfUp => Self::HalfUp,
            Rounding::Truncate => Self::Truncate,
        }
    }
}

impl From<Overflow> for format::Overflow {
    fn from(overflow: Overflow) -> Self {
        match overflow {
            Overflow::Saturate => Self::Saturate,
            Overflow::Wrap => Self::Wrap,
        }
    }
}

impl From<Optimize> for Goal {
    fn from(optimize: Optimize) -> Self {
        match optimize {
            Optimize::Latency => Goal::Latency,
            Optimize::Area => Goal::Area,
            Optimize::Balanced => Goal::Balanced,
        }
    }
}

impl From<Notation> for fftgen::data::Notation {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Csv => Self::Csv,
            Notation::Hex => Self::Hex,
            Notation::Coe => Self::Coe,
            Notation::Mif => Self::Mif,
            Notation::Npy => Self::Npy,
        }
    }
}

/// The word for a choice on the command line.
pub fn word(choice: &impl ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
}
