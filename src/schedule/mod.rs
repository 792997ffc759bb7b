//! Schedules a batch of small transforms on a few operators, at the exact rate of the stream.
//!
//! A batch comes every `period` beats at the soonest. Each operator (unit) works for one batch in a
//! window of `period` cycles that begins a fixed time after the batch does. Windows, rather than
//! times modulo the period, keep batches free to come later than that: a late frame meets no
//! operator still busy with the one before.

mod batch;
mod code;
mod feeds;
mod jobs;
mod list;
mod memo;
mod port;
mod problem;
mod search;
mod serial;
mod series;
mod stored;
mod terms;
mod threads;
mod unit;
mod users;
mod ways;
mod work;

pub use batch::Schedule;
pub use memo::Schedules;
pub use port::{Feed, Memory, Pick, Register, Store};
pub use problem::Problem;
pub use terms::{Goal, Latencies, Prices, Rotation, Terms};
pub use unit::{Operand, Operation, Producer, Tap, Unit, UnitKind};
