//! Cores: every architecture, the ports around it, the choice among them, and the check of a netlist by its model.
//!
//! ```text
//! Config ─► design ─► offers of each architecture ─► Design ─► verify      offers: timing and cost, before a netlist
//!                          │                           │                   arch: streaming, folded, convolved, mac,
//!                          └ arch, arch::ports         └► proof                  paired, multi_size; AXI4-Stream ports
//! ```
//!
//! ```
//! use fftgen_cores::{verify, Config, Design};
//! use fftgen_maths::format::Format;
//!
//! // A frame of 20 points every 20 clock cycles, or every 400 by one processor.
//! let streaming = Config::new(20, 1, Format::parse("fixed16", false)?);
//! let folded = Config { cycles: Some(400), ..streaming.clone() };
//! let [streaming, folded] = [Design::new(streaming)?, Design::new(folded)?];
//! assert!(streaming.interval() == 20 && folded.interval() <= 400);
//! assert!(folded.units().multipliers < streaming.units().multipliers);
//! // Netlist and model agree on every bit, with stalls on both sides.
//! verify::check(&folded, 4, |_| {})?;
//! # Ok::<(), fftgen_maths::Error>(())
//! ```

#![warn(missing_docs)]

pub mod arch;
pub mod design;
pub mod proof;
pub mod verify;

pub use design::{
    Config, ConvolvedChoice, Design, FoldedChoice, Interface, MacChoice, Offer, PairedChoice, SizesCore, Way, WIDEST,
};

use fftgen_hdl::{emit, rtl, sim, target};
use fftgen_maths::{choice, error, exact, format, formula, kernel, quote, rng};
use fftgen_stream::{blocks, model, number, operators, parts, pipeline, planner, runtime, schedule};
