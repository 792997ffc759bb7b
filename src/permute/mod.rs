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
mod banked;
mod banks;
pub mod beat_table;
mod build;
mod cache;
mod circular;
mod colour;
mod cost;
pub mod layout;
mod lines;
mod moves;
mod types;

pub use address::{colour_circular_intervals, min_words, AccessOrder, Addresses, FreeListCycle, Lifetime};
pub use beat_table::{period, BeatTable};
pub use cache::PermuterCache;
pub use colour::edge_colours;
pub use cost::half_blocks;
pub use layout::{Layout, Position};

pub use types::{Addressing, Bank, LaneInput, MemoryKind, OutputLane, Permuter, PermuterRequest, WAYS};
