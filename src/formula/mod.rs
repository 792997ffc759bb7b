//! Plans: transforms as formulas, and the rules that break a size down.
//!
//! A [`Formula`] is an algebraic value: it prints as algebra, compares, and equals its own matrix. The
//! [`rules`] are one line of algebra each. [`Steps`] is what a formula says to a streaming core:
//! kernels in order, which elements each of them takes, and what the elements are multiplied by between.

mod diag;
mod direction;
mod display;
mod expression;
mod frame_shape;
mod kernel;
mod meaning;
mod order;
mod perm;
mod primes;
pub mod rules;
mod split;
mod steps;

pub use diag::{sums, values, Diag, Factor};
pub use direction::Direction;
pub use expression::Formula;
pub use frame_shape::{FrameShape, MAX_DIMENSIONS};
pub use kernel::{default_kernel, Algorithm, Kernel};
pub use meaning::FormulaDomain;
pub use order::Order;
pub use perm::Perm;
pub use primes::{is_smooth, is_supported, prime_factors, LARGEST, LARGEST_CONVOLVED, LARGEST_FUSED, LARGEST_PRIME};
pub use split::{Kind, MirrorPair, RealSplit};
pub use steps::{Step, Steps};
