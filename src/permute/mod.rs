//! Permuters: a streaming permutation from one layout to another.
//!
//! The least latency is L = max over elements of (beat in - beat out), and every permuter has it but
//! for one register behind its switch. There are two kinds. Where elements wait for a few cycles, the
//! input lanes pass through delay lines, a switch picks from their taps, and lanes of which every
//! element has to wait do that behind the switch (`lines`). Elsewhere a switch, a row of memory banks
//! and a switch (`banked`): draw an edge (beat in, beat out) for each element; the edge colouring of
//! that graph gives each element a bank so that no bank is written or read twice in a cycle. What
//! would be read before it is written goes past the banks.

mod address;
mod arcs;
mod banked;
mod banks;
mod build;
mod cache;
mod colour;
mod cost;
pub mod layout;
mod lines;
mod moves;
pub mod sequence;
mod types;

pub use address::{least_words, on_circle, Addresses, Queue, Stay, Turns};
pub use cache::PermuterCache;
pub use colour::edge_colours;
pub use cost::half_blocks;
pub use layout::{Layout, Place};
pub use sequence::{period, Sequence};

pub use types::{Addressing, Bank, Memory, Output, Permuter, Request, Source, WAYS};
