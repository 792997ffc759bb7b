//! Permuters: a streaming permutation from one layout to another.
//!
//! The minimum latency is L, the maximum over all elements of input beat minus output beat. Every permuter has this
//! latency, or one more cycle for a register after its switch. There are two kinds:
//!
//! - Delay lines (`lines`): input lanes pass delay lines, a switch selects among their taps, and output lanes have a
//!   common delay after the switch. They suit short delays.
//! - Banks (`banked`): a switch, a row of memory banks, and a switch. Each element is an edge (input beat, output beat)
//!   of a bipartite graph. An edge colouring gives each element a bank so that no bank is written or read twice in a
//!   cycle. An element that would be read before it is written bypasses the banks.

mod address;
mod bank_plan;
mod banked;
mod banks;
pub mod beat_table;
mod build;
mod cache;
mod cheapest;
mod circular;
mod collision;
mod colour;
mod cost;
pub mod layout;
mod lines;
mod moves;
mod permuter;
mod schemes;
mod table_word;

pub use address::{colour_circular_intervals, min_words, AccessOrder, Addresses, FreeListCycle, Lifetime};
pub use beat_table::{period, BeatTable};
pub use colour::edge_colours;
pub use layout::{Layout, Position};

pub use permuter::{Addressing, Bank, LaneInput, MemoryKind, OutputLane, Permuter, PermuterRequest, WAYS};
