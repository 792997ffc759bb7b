//! Netlists of cores by Horner's rule.

mod backwards;
mod core;
mod element;
mod operators;

pub(super) use core::core;
