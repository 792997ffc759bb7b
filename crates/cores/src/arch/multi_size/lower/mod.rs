//! Lowers a shared chain to netlists.
//!
//! Each module has the native interface with a configuration word: `in_start` and `in_config` come with the first beat
//! of a frame, and `out_start` and `out_config` go with its first beat.

mod bank;
mod bank_map;
mod beat_counter;
pub mod chain;
mod combiner;
mod digit_counter;
mod octant_roots;
mod per_size;
mod reorder;
mod root_request;
mod roots;
mod scaler;
mod stage;
mod stage_banks;
pub mod stage_inputs;
mod stage_kernels;
mod transform_counter;
mod twiddles;
