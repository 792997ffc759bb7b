//! Folded cores whose frames choose their size: one processor, and a program of steps for each size.

mod architecture;
mod core;

pub use architecture::FoldedSizes;
pub(in crate::arch::folded) use core::FACTOR_CYCLES;
pub use core::{SizedCore, SizedFrame, MIN_POINTS};
