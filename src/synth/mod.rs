//! What a core takes of an FPGA and how fast its clock may be, read from the netlist that Yosys makes of it.
//!
//! Text and numbers only: the program writes the files, runs the tools and prints the table.

mod count;
mod estimate;
mod netlist;
mod timing;

pub use count::Resources;
pub use estimate::Estimate;
pub use netlist::Netlist;
pub use timing::{slowest, Path};

pub use crate::target::{Resource, Routed, Router, Target, TARGETS};
