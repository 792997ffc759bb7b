//! Cycle-accurate simulation of a netlist, without other tools.
//!
//! A [`Simulator`] is compiled once from a [`Module`](crate::rtl::Module). Compilation flattens the hierarchy, drops
//! nets that no output depends on, and sorts the others into levels and, within a level, into runs of one operation. A
//! run executes as one tight loop. An operation therefore takes two loads, the computation and a store.
//!
//! All state is zero at the start: registers, delay lines and memories. Only registers with a reset value in a module
//! without a reset start at that value. Hardware may start in another state, and a core must not depend on it. The
//! defined start makes runs repeatable. An address past the end of a memory reads zero and writes nothing, where
//! Verilog has an unknown value.
//!
//! Passes, in order: `flatten`, `order`, `compile` (with `lower` and `groups`). Then `run` (with `state`, `value` and
//! `evaluate`) executes the `program`.

mod combinational_loop;
mod compile;
mod compiler;
mod evaluate;
mod flatten;
mod groups;
mod lower;
mod order;
mod program;
mod run;
mod state;
mod trace;
mod value;

pub use combinational_loop::CombinationalLoop;
pub use evaluate::evaluate;
pub use program::Slot;
pub use run::Simulator;
pub use trace::{Trace, TracedCycles, TracedPort};
