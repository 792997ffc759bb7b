//! Folded cores: one processor computes all steps of a frame in one memory, in place.

mod architecture;
mod arithmetic;
mod banks;
mod engine;
mod lower;
mod places;
mod plan;
mod processor;
mod radices;
mod rate;
mod steps;

pub use architecture::Folded;
pub use banks::BankMap;
pub use engine::FoldedEngine;
pub use places::Places;
pub use plan::FoldedPlan;
pub use processor::StepProcessor;
pub use radices::{price, radix_orders, rates};
pub use rate::Rate;
