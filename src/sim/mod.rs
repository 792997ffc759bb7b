//! Executes a netlist cycle by cycle: the check that needs no other tool.
//!
//! A [`Simulator`] is compiled once from a [`Module`](crate::rtl::Module): the hierarchy is
//! flattened, nets that nothing observable depends on are dropped, what remains is sorted into
//! levels, and inside a level into runs of one operation. A run executes as one tight loop, so the
//! price of an operation is two loads, the operation and a store.
//!
//! **Everything starts at zero**: registers (also those with another reset value), delay lines and
//! memories. Hardware promises less, so a core must not depend on it; it makes runs repeatable.
//! An address past the end of a memory reads zero there and writes nothing (Verilog: unknown).
//!
//! Passes, in order: `flatten`, `order`, `compile` (with `lower` and `groups`); then `run` (with
//! `state`, `value` and `evaluate`) executes the `program`.

mod compile;
mod compiler;
mod evaluate;
mod flatten;
mod groups;
mod looped;
mod lower;
mod order;
mod program;
mod run;
mod state;
mod value;

pub use evaluate::evaluate;
pub use looped::CombinationalLoop;
pub use program::Slot;
pub use run::Simulator;
