//! Streams: stages at a width, their schedules, layouts and permuters.

mod aligning;
mod arrange;
mod arrivals;
pub mod circle;
mod converter;
mod crossing;
pub mod digits;
mod display;
mod factors;
pub mod feedback;
pub mod layout;
mod normalizer;
pub mod numeric;
mod outline;
pub mod permuter;
mod program;
pub mod row;
pub mod schedule;
pub mod sequence;
mod shape;
mod shifts;
mod stage;
mod units;

pub use converter::Converter;
pub use layout::{Layout, Place};
pub use normalizer::Normalizer;
pub use numeric::Numeric;
pub use outline::Outline;
pub use permuter::Permuter;
pub use program::{Part, Program};
pub use row::Row;
pub use sequence::{period, Sequence};
pub use shape::Shape;
pub use stage::Stage;
pub use units::Units;
