//! Rung 5: arrays of elements: schedules of the links, the cycle model, and netlists that equal both models.

mod cycles;
mod schedule;
