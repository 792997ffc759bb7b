//! Rungs 3 and 4: plans and kernels are transforms, and their passes, permuters and schedules fit.

mod folded;
mod kernels;
mod passes;
mod permuters;
mod plans;
mod proof;
mod schedules;
#[path = "../support/mod.rs"]
mod support;
