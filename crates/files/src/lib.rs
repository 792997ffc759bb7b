//! Data files in the notations that people have, and results of synthesis.
//!
//! ```text
//! data: samples of many notations and endings, read and written
//! synth: scripts of Yosys for a family, cells and paths of the netlists that come back
//! ```
//!
//! ```
//! use fftgen_files::data::Notation;
//! assert_eq!(Notation::for_path("samples.npy".as_ref()), Some(Notation::Npy));
//! ```

#![warn(missing_docs)]

pub mod data;
pub mod synth;

use fftgen_cores::design;
use fftgen_hdl::{rtl, target};
use fftgen_maths::{choice, error, format, formula};
use fftgen_stream::{blocks, model, operators, pipeline};
