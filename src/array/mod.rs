//! Arrays of processing elements, each with a core and a memory, that exchange data over links between neighbours.

mod plan;
mod schedule;
mod topology;

pub use plan::{Links, Plan, Step};
pub use schedule::{Exchange, Transfers, Word};
pub use topology::{Axis, Topology};
