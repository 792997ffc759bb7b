//! Lowers folded cores of several sizes to netlists.

mod chosen_shifts;
pub mod core;
mod output_digits;
mod program;
mod sample_places;
mod size_table;
mod step_table;
