//! Rung 5: arrays of elements: schedules of the links, the cycle model, and netlists that equal both models.

#[path = "../support/cases.rs"]
mod cases;
mod cycles;
mod emitted;
mod lint;
mod model;
mod netlist;
mod products;
mod real;
#[path = "../support/real_frames.rs"]
mod real_frames;
mod schedule;
