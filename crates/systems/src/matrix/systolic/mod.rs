//! Systolic arrays: cells that keep their coefficients while the points of a batch pass.
//!
//! The matrix is cut into tiles of as many columns as the array has rows of cells, and as many rows as it has columns
//! of cells. A cell keeps the coefficient of a tile while one point of each frame of a batch passes. Points pass along
//! the rows of cells, sums down the columns.

mod architecture;
mod cell;
mod cell_array;
mod core;
mod grid;
mod lanes;
mod load;
mod model;
mod plan;
mod steps;

pub use plan::{Cells, SystolicPlan};
pub use steps::{chirp_radices, radices, Step, StepsPlan};
