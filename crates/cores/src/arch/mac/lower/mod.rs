//! The core as a netlist.

mod core;
mod operands;
mod program;
mod results;
mod roots;
mod size_numbers;
mod step_counter;
mod sums;
mod terms;

pub use core::mac_core;
