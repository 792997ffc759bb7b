//! Folded cores whose frames choose their size: one processor, and a program of steps for each size.

mod architecture;
mod core;
mod cost;
mod parts;
mod plan;

pub use architecture::FoldedSizes;
pub(in crate::arch::folded) use core::FACTOR_CYCLES;
pub use core::{SizedCore, SizedFrame, MIN_POINTS};
pub use cost::estimated_of_sizes;
pub use parts::{least_interval, quickest_kernels, two_parts, SizeParts};
pub use plan::{SampleStrides, SizedPlan};
