//! Streaming pipelines of any formula: plans, schedules, permuters, blocks and their bit-accurate model.

#![warn(missing_docs)]

pub mod blocks;
pub mod lower;
pub mod model;
pub mod number;
pub mod operators;
pub mod parts;
pub mod permute;
pub mod pipeline;
pub mod planner;
pub mod runtime;
pub mod schedule;

use fftgen_hdl::{rtl, target};
use fftgen_maths::{choice, error, exact, format, formula, kernel, quote, rng};
