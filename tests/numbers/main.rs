//! Rung 7: the reference model against a double precision FFT written by others.

mod accuracy;
mod fixed;
mod noise;
mod real;
#[path = "../support/mod.rs"]
mod support;
