//! Transforms of any size as convolutions with a chirp (Bluestein 1968): one folded core of more points computes both
//! transforms of a convolution in turn.

mod architecture;
mod block;
mod core;
mod cost;
mod factors;
mod fixed;
mod float;
mod lower;
mod model;
mod shared_exponent;
mod shifts;
mod words;

pub use architecture::Convolved;
pub use core::ConvolvedCore;
pub use cost::estimated;
pub use words::Convolution;
