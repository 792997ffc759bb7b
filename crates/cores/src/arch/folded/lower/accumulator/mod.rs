//! The netlist of a kernel of multiplier-accumulators.
//!
//! Elements are written to a ring, and so are the sums after the accumulators. Instructions read the ring some places
//! after the place that is written, so that no place has a name, and transforms of different radices follow each other
//! without a gap.

mod adders;
mod elements;
mod instructions;
mod own;
mod ring;
mod shared;
mod transforms;

pub use own::accumulator;
pub use shared::{shared_accumulator, Rotations};
pub use transforms::Transforms;
