//! Parts of which the netlists of blocks are built, as expressions: counters, tables, operands, coefficients and
//! operators.

pub mod align;
pub mod beat_count;
pub mod beat_counter;
pub mod beat_mux;
pub mod cache;
pub mod cfp;
pub mod circles;
pub mod coefficients;
mod constants;
pub mod delay_lines;
pub mod flags;
pub mod folded_rom;
pub mod frame_overflow;
pub mod lookup;
pub mod octant_table;
pub mod operands;
pub mod operators;
pub mod output_rounding;
pub mod ports;
pub mod reset;
pub mod shared_operator;
pub mod swap;
pub mod table;
mod table_addresses;
pub mod wide;

pub use beat_counter::BeatCounter;
pub use cache::latencies;
pub use circles::Circles;
pub use operators::OperatorLibrary;
pub use ports::Ports;
pub use reset::Reset;
