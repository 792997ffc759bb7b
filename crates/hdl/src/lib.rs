//! A hardware description language in Rust: netlists, a simulator that runs them, and Verilog.

#![warn(missing_docs)]

pub mod dsl;
pub mod emit;
pub mod rtl;
pub mod sim;
pub mod target;

use fftgen_maths::choice;
