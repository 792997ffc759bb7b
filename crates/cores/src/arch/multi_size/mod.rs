//! Cores of several sizes: frames choose their size, and all sizes share one chain of stages with delay feedback.

mod architecture;
mod assign;
mod budget;
mod build;
mod chain;
mod combiner;
mod gaps;
mod lower;
mod memory;
mod route;
mod stage;
mod widths;

pub use architecture::MultiSize;
pub use assign::{assign, MAX_SIZES};
pub use budget::{limit_dsp, too_few_blocks};
pub use chain::SharedChain;
pub use combiner::LaneCombiner;
pub use gaps::FrameGap;
pub use route::SizeRoute;
pub use stage::SharedStage;
