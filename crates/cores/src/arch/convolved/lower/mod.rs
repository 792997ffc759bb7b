//! Lowers convolutions to netlists.

pub(super) mod core;
mod factors;
mod multiplier;
mod phase;
