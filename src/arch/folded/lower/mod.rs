//! Lowers folded cores to netlists.

mod addresses;
pub(super) mod core;
mod ends;
mod memory;
mod program;
mod roots;
mod sample_counter;
mod unit;
