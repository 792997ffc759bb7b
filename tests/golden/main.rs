//! Rung 10: cores and layers are what was reviewed.

mod architecture;
mod hash;
mod hashes;
mod imports;
mod layers;
mod structure;
#[path = "../support/mod.rs"]
mod support;
