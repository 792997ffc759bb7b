//! Cores of one multiplier-accumulator: each result of a step is one sum of products, so that no kernel is needed.

mod architecture;
mod core;
mod cost;
mod lower;
mod model;
mod step;
mod words;

pub use architecture::Mac;
pub use core::{Circle, MacCore, MacFrame};
pub use cost::estimated;
pub use step::MacStep;
