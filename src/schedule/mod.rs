//! Schedules a batch of small transforms on a few operators, at the exact rate of the stream.
//!
//! A batch comes every `period` beats at the soonest. Each operator (unit) works for one batch in a
//! window of `period` cycles that begins a fixed time after the batch does. Windows, rather than
//! times modulo the period, keep batches free to come later than that: a late frame meets no
//! operator still busy with the one before.

mod batch;
mod cache;
mod jobs;
mod list;
mod model;
mod operand_memory;
mod port;
mod problem;
mod routing;
mod search;
mod serial;
mod serial_groups;
mod strategy;
mod tap_key;
mod tap_usage;
mod threads;
mod unit;
mod work;

pub use batch::Schedule;
pub use cache::ScheduleCache;
pub use model::{Goal, Latencies, OperatorCosts, Rotation, ScheduleModel};
pub use port::{OperandBuffer, OperandMemory, OperandRegister, OperandRoute, OperandSource};
pub use problem::Problem;
pub use unit::{Operand, Operation, Producer, Tap, Unit, UnitKind};
