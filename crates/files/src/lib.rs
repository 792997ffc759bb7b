//! Data files, and results of synthesis.

#![warn(missing_docs)]

pub mod data;
pub mod synth;

use fftgen_cores::design;
use fftgen_hdl::{rtl, target};
use fftgen_maths::{choice, error, format, formula};
use fftgen_stream::{blocks, model, operators, pipeline};
