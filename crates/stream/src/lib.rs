//! Streaming pipelines of any formula: plans, schedules, permuters, blocks, and their bit-accurate model.
//!
//! ```text
//! formula ─► planner ─► pipeline ─► blocks ─► netlist      planner: candidates, passes, prices
//!               │           │          └────► model        pipeline: blocks at a width, with latencies
//!               └ schedule, permute, number                blocks: cost, netlist and model of each kind
//! ```
//!
//! ```
//! use fftgen_stream::pipeline::Layout;
//!
//! // Frames of eight elements, two in a beat: as they come, and those four apart side by side.
//! let [from, to] = [Layout::packed(2, 0..8), Layout::packed(2, [0, 4, 1, 5, 2, 6, 3, 7])];
//! assert_eq!(from.beats, 4);
//! assert_eq!(from.longest_wait(&to, 8), 2);
//! ```

#![warn(missing_docs)]

pub mod blocks;
mod memo;
pub mod model;
pub mod number;
pub mod operators;
pub mod parts;
pub mod permute;
pub mod pipeline;
pub mod planner;
pub mod runtime;
pub mod schedule;
mod vectors;

use fftgen_hdl::{rtl, target};
use fftgen_maths::{choice, error, exact, format, formula, kernel, quote, rng};
