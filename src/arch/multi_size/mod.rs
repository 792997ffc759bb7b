//! Stages with delay feedback that frames of several sizes share.

mod architecture;
mod assign;
mod budget;
mod build;
mod chain;
mod lower;
mod route;
mod widths;

pub use architecture::MultiSize;
pub use assign::{assign, MOST_SIZES};
pub use budget::keep_to;
pub use chain::{Join, Position, Row, Wait};
pub use route::Path;
