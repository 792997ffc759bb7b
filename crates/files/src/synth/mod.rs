//! Resources and clock frequency of a core, computed from its netlist after synthesis by Yosys.
//!
//! The module handles text and numbers only. The program writes the files, runs the tools and prints the table.

mod count;
mod estimate;
mod gates;
mod liberty;
mod netlist;
mod timing;
mod wrapper;

pub use count::Resources;
pub use estimate::{routed_clocks, Estimate};
pub use gates::{memories, Gates};
pub use liberty::{CellFiles, Library, StandardCell, ABC_SCRIPT};
pub use netlist::Netlist;
pub use timing::{slowest, Path};

pub use wrapper::Wrapper;

pub use crate::target::{
    overfull_sites, Chip, Edges, Packer, Part, PathCounts, Resource, Routed, Router, Sites, Target, Timing, CHIPS,
    TARGETS,
};
