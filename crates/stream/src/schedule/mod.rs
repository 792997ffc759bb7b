//! Schedules of a batch of small transforms on few operators, at the exact rate of the stream.
//!
//! A batch comes every `period` beats at the soonest. Each operator (unit) works for one batch in a window of `period`
//! cycles. The window begins a fixed time after the batch. Frames may therefore come later than at full rate: a late
//! frame never finds an operator busy with the frame before, as it would with times modulo the period.

mod batch;
mod cache;
mod costs;
mod fusion;
mod jobs;
mod list;
mod model;
mod operand_memory;
mod port;
mod problem;
mod repetition;
mod route;
mod route_cost;
mod routing;
mod scheduler;
mod search;
mod serial;
mod serial_groups;
mod strategy;
mod tap_key;
mod tap_usage;
mod threads;
mod unit;
mod unit_choice;
mod work;

pub use batch::Schedule;
pub use cache::ScheduleCache;
pub use costs::OperatorCosts;
pub use model::{Goal, Latencies, Rotation, ScheduleModel};
pub use problem::Problem;
pub use route::{OperandBuffer, OperandMemory, OperandRegister, OperandRoute, OperandSource};
pub use unit::{Operand, Operation, Producer, Tap, Unit, UnitKind};
