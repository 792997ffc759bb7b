//! Lowers folded cores of several sizes to netlists.

pub mod core;
mod output_digits;
mod program;
mod size_table;
mod step_table;
