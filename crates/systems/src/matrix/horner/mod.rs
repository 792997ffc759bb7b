//! Values of the z-transform at nodes that come while the core runs, by Horner's rule.
//!
//! A node z comes as its factor w = 1/z. The sum of the points times powers of w is that of a recursion from the last
//! point to the first: sum = sum·w + point. Each element of a line has an equal number of nodes for each of its
//! multiply-adds, and takes a step of the recursion of another node in each slot, so that the latency of a step is
//! hidden by the other nodes.

mod architecture;
mod check;
mod facts;
mod lower;
mod model;
mod nodes;
mod plan;
mod step;

pub use nodes::LoadedNodes;
pub use plan::HornerPlan;
pub use step::FixedStep;
