//! fftgen generates streaming FFT cores of any size, width and number format.

#![warn(missing_docs)]

// The command line names the library as its other users do.
extern crate self as fftgen;

pub mod arch;
pub mod array;
pub mod blocks;
mod choice;
mod cli;
pub mod data;
mod design;
pub mod emit;
mod error;
pub mod exact;
pub mod external;
pub mod format;
pub mod formula;
pub mod kernel;
pub mod lower;
pub mod matrix;
pub mod model;
pub mod number;
pub mod package;
pub mod permute;
pub mod pipeline;
pub mod planner;
pub mod proof;
mod quote;
pub mod rng;
pub mod rtl;
pub mod runtime;
pub mod schedule;
pub mod sim;
pub mod synth;
pub mod target;
pub mod twiddles;
pub mod verify;

/// The program, and cores that its flags describe.
pub mod program {
    pub use crate::cli::{main, DescribedCore, FrameForm};
}

pub use choice::Choice;
pub use design::{
    Config, ConvolvedChoice, Core, Design, Estimated, FoldedChoice, Interface, MacChoice, PairedChoice, SizesCore,
};
pub use error::{counted, figure, quoted, Error};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the guide run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/src/library.md")]
struct Guide;
