//! The netlist of a systolic array for steps of a transform.

mod columns;
mod core;
mod order;
mod program;
mod results;
mod rows;
mod spread;

pub use core::core;
