//! fftgen generates streaming FFT cores of any size, width and number format.

#![warn(missing_docs)]

// The command line names the library as its other users do.
extern crate self as fftgen;

mod accuracy;
mod cli;
pub mod package;

/// The program, and cores that its flags describe.
pub mod program {
    #[doc(hidden)]
    pub use crate::cli::trial;
    pub use crate::cli::{is_flag, keywords, main, DescribedCore, DescribedSweep, FrameForm};
}

/// Netlists, and the operators that are built of them.
pub mod rtl {
    pub use fftgen_hdl::rtl::*;
    pub use fftgen_stream::operators;

    /// Pipelined operators, and how deep they are.
    pub mod retime {
        pub use fftgen_hdl::rtl::retime::*;
        pub use fftgen_stream::operators::{depths, fixed_depths, Depths, PipelineDepths, MAX_DEPTH};
    }
}

pub use fftgen_cores::{arch, proof, verify};
pub use fftgen_cores::{
    Config, ConvolvedChoice, Design, FoldedChoice, Interface, MacChoice, Offer, PairedChoice, SizesCore, Way, WIDEST,
};
pub use fftgen_files::{data, synth};
pub use fftgen_hdl::{dsl, emit, protect, sim, target};
pub use fftgen_maths::{counted, exact, figure, format, formula, kernel, quoted, rng, Choice, Error};
pub use fftgen_stream::{blocks, model, number, parts, permute, pipeline, planner, runtime, schedule};
pub use fftgen_systems::{array, chain, external, matrix, twiddles};

use fftgen_cores::design;
use fftgen_maths::{choice, error};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the guide run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/guide/src/library.md")]
#[doc = include_str!("../docs/guide/src/hardware.md")]
struct Guide;
