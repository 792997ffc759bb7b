//! What a core computes by its definition, beside what its model returns.

mod definition;
mod errors;

pub(crate) use definition::Definition;
pub(crate) use errors::{noise, Comparison, Errors};
