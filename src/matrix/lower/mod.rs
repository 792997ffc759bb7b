//! Netlists of matrix products.

mod core;
mod element;
mod head;
mod load;
mod macs;
mod operators;
mod results;
mod ring;
mod run;
mod store;
mod tree;

pub(super) use core::core;
