//! Lowers shared stages to netlists.

mod bank;
mod bank_map;
pub mod chain;
mod combiner;
mod per_size;
mod reorder;
mod roots;
mod scaler;
mod stage;
