//! Rung 5: arrays of elements: schedules of the links, the cycle model, and netlists that equal both models. Rung 6: arrays as files.

mod cycles;
mod emitted;
mod lint;
mod mesh;
mod model;
mod netlist;
mod products;
mod real;
mod schedule;
#[path = "../support/mod.rs"]
mod support;
