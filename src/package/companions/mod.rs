//! Files that accompany a core, each for a tool of the field. [`Companion`] is a kind of them.

mod bus;
mod checks;
mod cocotb;
mod example;
mod formal;
mod fusesoc;
mod header;
mod interface;
mod kind;
mod outline;
mod quartus;
mod registers;
mod set;
mod target;
mod vhdl;
mod vivado;
mod wrapper;
mod writers;
mod yosys;

pub(super) use bus::Protocol;
pub(crate) use bus::{buses, channel, Bus};
pub(super) use cocotb::{python, python_string, Data, RUNNER};
pub use kind::Companion;
pub(super) use outline::Outline;
pub use outline::PortStyle;
pub use set::Companions;
