//! Lowers folded cores to netlists.

mod accumulator;
mod addresses;
pub(in crate::arch) mod core;
mod ends;
mod fields;
pub(in crate::arch) mod gates;
mod headroom;
pub(in crate::arch) mod kernel_result;
pub(in crate::arch) mod memory;
mod one_bank;
mod pair_counter;
mod pre_shift;
pub(in crate::arch) mod processor;
mod program;
mod roots;
mod sample_counter;
mod samples;
mod several_banks;
pub(super) mod sizes;
mod split;
mod step_chain;
mod step_counter;
mod step_places;
mod transform;
mod two_memories;
