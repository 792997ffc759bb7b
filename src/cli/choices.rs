//! Settings that take one of a few words.

use clap::ValueEnum;
use serde::Deserialize;

#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Interface {
    #[default]
    Axis,
    Native,
}

#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Subnormals {
    #[default]
    Flush,
    Full,
}

#[derive(ValueEnum, Deserialize, Clone, Copy, PartialEq, Eq, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Pipeline {
    Low,
    #[default]
    Mid,
    High,
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
}

impl From<Interface> for fftgen::Interface {
    fn from(interface: Interface) -> Self {
        match interface {
            Interface::Axis => fftgen::Interface::Axis,
            Interface::Native => fftgen::Interface::Native,
        }
    }
}

impl From<Pipeline> for fftgen::rtl::pipeline::Profile {
    fn from(pipeline: Pipeline) -> Self {
        match pipeline {
            Pipeline::Low => Self::Low,
            Pipeline::Mid => Self::Mid,
            Pipeline::High => Self::High,
        }
    }
}

impl From<Notation> for fftgen::data::Notation {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Csv => Self::Csv,
            Notation::Hex => Self::Hex,
        }
    }
}

/// The word for a choice on the command line.
pub fn word(choice: &impl ValueEnum) -> String {
    choice.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
}
