//! Netlists of matrix products.

mod core;
pub mod cycle_counter;
pub mod element;
mod head;
pub mod load;
pub mod macs;
pub mod operators;
pub mod passed;
pub mod places;
pub mod ports;
mod power_numbers;
pub mod results;
mod ring;
pub mod rounding;
pub mod store;
mod tree;

pub(super) use core::core;
