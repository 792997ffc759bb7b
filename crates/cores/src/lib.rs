//! Cores: every architecture, the ports around them, and the check of their netlists by their models.

#![warn(missing_docs)]

pub mod arch;
pub mod design;
pub mod proof;
pub mod verify;

pub use design::{
    Config, ConvolvedChoice, Core, Design, Estimated, FoldedChoice, Interface, MacChoice, PairedChoice, SizesCore,
};

use fftgen_hdl::{emit, rtl, sim, target};
use fftgen_maths::{choice, error, exact, format, formula, kernel, quote, rng};
use fftgen_stream::{blocks, lower, model, number, operators, parts, pipeline, planner, runtime, schedule};
