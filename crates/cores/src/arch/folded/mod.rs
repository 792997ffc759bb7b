//! Folded cores: one processor computes all steps of a frame in one memory, in place.

mod accumulator;
mod architecture;
mod arithmetic;
mod banks;
mod common_words;
mod core;
mod cost;
mod folding;
mod guards;
mod headroom;
pub(in crate::arch) mod lower;
mod places;
mod plan;
mod processor;
mod processor_arithmetic;
mod radices;
mod sizes;
mod step_kind;
mod steps;

pub use accumulator::{Accumulator, Instruction, Output, Product, Program, TimedProgram};
pub use architecture::Folded;
pub use banks::BankMap;
pub use core::FoldedCore;
pub use cost::estimated;
pub(in crate::arch) use cost::luts_beside_operators;
pub use folding::{FoldedShape, Folding};
pub use places::Places;
pub use plan::FoldedPlan;
pub use processor::StepProcessor;
pub use radices::{
    accumulated_kernel, coprime_parts, fewest_radices, foldings, part_orders, radix_orders, shared_radices, step_kernel,
};
pub use sizes::{
    estimated_of_sizes, least_interval, quickest_kernels, two_parts, FoldedSizes, SampleStrides, SizeParts, SizedCore,
    SizedFrame, SizedPlan, MIN_POINTS,
};
pub use step_kind::StepKind;
pub(in crate::arch) use steps::rotator;
