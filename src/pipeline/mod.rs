//! Streams: stages at a width, their schedules, layouts and permuters.

mod aligning;
pub mod arithmetic;
mod block;
mod chain;
mod converter;
mod crossing;

mod display;
mod draft;
mod factors;
pub mod feedback;
mod normalizer;
pub mod order;
mod padding;
pub mod passes;
mod placement;
pub mod root_sequence;
mod scheduled;
mod shape;
mod shifts;
mod spec;
mod stage;
mod transform;
mod units;
mod verify;

pub use crate::permute::{period, BeatTable, Layout, Permuter, Position};
pub use arithmetic::{FixedStage, StageArithmetic};
pub use block::{Block, Codec};
pub use chain::Pipeline;
pub use converter::Converter;
pub use crossing::LaneButterfly;
pub use factors::Twiddle;
pub use feedback::{Butterfly, Feedback};
pub use normalizer::Normalizer;
pub use padding::{BeatPacking, Padding};
pub use placement::Placement;
pub use scheduled::ScheduledKernel;
pub use shape::Shape;
pub use spec::PipelineSpec;
pub use stage::Stage;
pub use transform::Transform;
pub use units::Units;
