//! Lowers folded cores to netlists.

mod addresses;
pub(in crate::arch) mod core;
mod ends;
mod gates;
mod headroom;
mod memory;
mod one_bank;
mod pre_shift;
pub(in crate::arch) mod processor;
mod program;
mod roots;
mod sample_counter;
mod samples;
mod several_banks;
pub(super) mod sizes;
mod step_counter;
mod transform;
mod two_memories;
