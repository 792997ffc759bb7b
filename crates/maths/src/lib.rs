//! Transforms and numbers, without clocks.

#![warn(missing_docs)]

pub mod choice;
pub mod error;
pub mod exact;
pub mod format;
pub mod formula;
pub mod kernel;
pub mod quote;
pub mod rng;

pub use choice::Choice;
pub use error::{counted, figure, quoted, Error};
