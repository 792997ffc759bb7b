//! Transforms as formulas, and the rules that factor a size.
//!
//! A [`Formula`] is an algebraic value, which can be printed, compared, and evaluated to its matrix. Each of the
//! [`rules`] is one line of algebra. [`Steps`] is the form of a formula for a streaming core: a list of kernels, with
//! the elements that each of them takes and the factors of the elements between them.

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
mod restriction;
pub mod rules;
mod split;
mod steps;
mod support;

pub use diag::{values, Diag, Factor, FactorTable};
pub use direction::Direction;
pub use expression::Formula;
pub use frame_shape::{FrameShape, MAX_DIMENSIONS};
pub use kernel::{default_kernel, Algorithm, Kernel};
pub use meaning::FormulaDomain;
pub use order::Order;
pub use perm::Perm;
pub use primes::{
    inverse_modulo, is_smooth, is_supported, prime_factors, LARGEST, LARGEST_CONVOLVED, LARGEST_FOLDED_CONVOLUTION,
    LARGEST_FUSED, LARGEST_PRIME,
};
pub use split::{Kind, MirrorPair, RealSplit};
pub use steps::{Step, Steps};
pub use support::Support;
