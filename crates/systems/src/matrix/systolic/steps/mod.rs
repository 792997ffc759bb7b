//! Uniform transforms by steps: a systolic array multiplies by the small transform of one radix after another, with
//! twiddle factors between.
//!
//! A step multiplies vectors of as many points as its radix. Points of a batch wait between steps in a memory for each
//! row of cells. Steps have ascending radices: the columns of cells, each a clock cycle after the one before it, then
//! write to different memories.

mod architecture;
mod arithmetic;
mod check;
mod chirp_radices;
mod convolution;
mod digits;
mod lower;
mod matrices;
mod model;
mod name;
mod places;
mod plan;
mod radices;
mod scales;
mod step;
mod times;
mod timing;
mod turn;

pub use chirp_radices::chirp_radices;
pub use plan::StepsPlan;
pub use radices::radices;
pub use step::Step;
