//! The core as a netlist.

mod bins;
mod core;
mod exponent;
mod front;
mod leaving;
mod products;
mod rear;
mod samples;

pub use core::paired_core;
