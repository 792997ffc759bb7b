//! Uniform transforms by steps: a systolic array multiplies by the small transform of one radix after another, with twiddle factors between.
//!
//! A step multiplies vectors of as many points as its radix. Points of a batch wait between steps in a memory for each row of cells. Steps have
//! ascending radices: the columns of cells, each a clock cycle behind the one before it, then write to different memories.

mod architecture;
mod arithmetic;
mod lower;
mod model;
mod places;
mod plan;
mod radices;
mod times;
mod timing;
mod turn;

pub use architecture::StepsProduct;
pub use plan::{Step, StepsPlan};
pub use radices::radices;
