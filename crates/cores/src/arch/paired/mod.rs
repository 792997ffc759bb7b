//! Cores of mirrored pairs: sums and differences of two or four points, and then sums of products of mirrored pairs,
//! for sizes that eight does not divide.

mod architecture;
mod core;
mod cost;
mod lower;
mod model;
mod split;
mod words;

pub use architecture::Paired;
pub use core::PairedCore;
pub use cost::estimated;
pub use split::PairedSplit;
