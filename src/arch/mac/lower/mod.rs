//! The core as a netlist.

mod core;
mod program;
mod roots;
mod sums;

pub use core::mac_core;
