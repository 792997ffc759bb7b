//! Folded cores: one unit computes all steps of a frame in one memory, in place.

mod banks;
mod places;
mod plan;

pub use banks::BankMap;
pub use places::Places;
pub use plan::FoldedPlan;
