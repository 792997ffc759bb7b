//! Arrays of processing elements, each with a core and a memory, that exchange data over links between neighbours.

mod schedule;
mod topology;

pub use schedule::{Exchange, Transfers, Word};
pub use topology::{Axis, Topology};
