//! The core as a netlist.

mod core;
mod frame_size;
mod operands;
mod program;
mod results;
mod roots;
mod step_counter;
mod sums;
mod terms;

pub use core::mac_core;
