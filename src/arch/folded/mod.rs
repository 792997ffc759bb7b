//! Folded cores: one unit computes all steps of a frame in one memory, in place.

mod architecture;
mod arithmetic;
mod banks;
mod engine;
mod lower;
mod places;
mod plan;
mod radices;
mod steps;
mod unit;

pub use architecture::Folded;
pub use banks::BankMap;
pub use engine::FoldedEngine;
pub use places::Places;
pub use plan::FoldedPlan;
pub use radices::{paces, price, radix_orders};
pub use unit::FoldedUnit;
