//! Kernels as graphs of real operations.
//!
//! A [`Graph`] is straight-line code over real numbers: add, subtract, multiply by a constant. It is built
//! once by a [`Builder`], which shares common subexpressions and folds signs away, and then evaluated, scheduled
//! or printed.

mod builder;
mod complex;
mod dft;
mod display;
mod eval;
mod finish;
mod formula;
mod graph;
mod halves;
mod inverse;
mod linear;
mod rader;
mod shared;
mod split;
mod symmetric;

pub use builder::{Builder, Wire};
pub use complex::ComplexWire;
pub use dft::kernel;
pub use formula::from_formula;
pub use graph::{Coefficient, Counts, Graph, Node, NodeId};
pub use split::{from_split, split, SelfConjugate, SelfConjugateMethod};
